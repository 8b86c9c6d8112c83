/** Signs what is delivered, with the key of the environment that it is about. (decisions.md, "Webhooks".) */
import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';
import type { Database } from '#db/client.ts';
import type { Environment } from '#server/domain/environments.ts';
import { listSigningKeys, type WebhookKey } from './data/webhook-keys.ts';
import { decryptKey } from './key-cipher.ts';
import { ensureWebhookKeys } from './keys.ts';
import { type KeyTerm, signingKeyOf } from './rules/webhook-key.ts';

export interface Signature {
  readonly keyId: string;
  /** Base64 of the RSA-SHA256 signature (PKCS#1 v1.5). */
  readonly value: string;
}

/** Signs a text with that environment's key. Throws `UnreadableWebhookKey` where APP_SECRET has changed. */
export type Sign = (environment: Environment, text: string, now: Date) => Promise<Signature>;

/** How long keys are used without looking whether they were rotated. */
const keptMs = 30_000;

interface ReadyKey extends KeyTerm {
  readonly id: string;
  /** The private half; throws where it cannot be decrypted, which is no matter as long as another one signs. */
  readonly open: () => KeyObject;
}

interface Kept {
  readonly readAt: number;
  readonly keys: Promise<readonly ReadyKey[]>;
}

const signAsync = promisify<string, NodeJS.ArrayBufferView, KeyObject, Buffer>(sign);

/**
 * A signer on that database. It keeps the decrypted keys in memory, and knows of a rotation within half a minute. The
 * signing itself, most of a millisecond, is done beside this thread.
 */
export function webhookSigner(db: Database, appSecret: string | undefined): Sign {
  const kept = new Map<Environment, Kept>();

  function keysOf(environment: Environment, now: Date): Promise<readonly ReadyKey[]> {
    const found = kept.get(environment);
    // Several sign at once, and not each in the order of its clock.
    if (found && Math.abs(now.getTime() - found.readAt) < keptMs) return found.keys;
    const keys = readKeys(db, environment, appSecret, now);
    kept.set(environment, { readAt: now.getTime(), keys });
    // What failed is not kept: the next one asks again.
    keys.catch(() => kept.get(environment)?.keys === keys && kept.delete(environment));
    return keys;
  }

  return async (environment, text, now) => {
    const found = signingKeyOf(await keysOf(environment, now), now);
    if (!found) throw new Error(`There is no ${environment} key to sign webhooks with`);
    const value = await signAsync('RSA-SHA256', Buffer.from(text), found.open());
    return { keyId: found.id, value: value.toString('base64') };
  };
}

async function readKeys(
  db: Database,
  environment: Environment,
  appSecret: string | undefined,
  now: Date,
): Promise<readonly ReadyKey[]> {
  let rows = await listSigningKeys(db, environment, now);
  if (rows.length === 0) {
    await ensureWebhookKeys(db, appSecret, now);
    rows = await listSigningKeys(db, environment, now);
  }
  return rows.map((row) => ready(row, appSecret));
}

function ready(row: WebhookKey, appSecret: string | undefined): ReadyKey {
  const { id, signsFrom, publishedUntil } = row;
  let key: KeyObject | undefined;
  const open = () => {
    key ??= createPrivateKey(decryptKey(row.privateKey, row, appSecret));
    return key;
  };
  return { id, signsFrom, publishedUntil, open };
}
