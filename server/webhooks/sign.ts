/** Signs deliveries with the key of their environment. (decisions.md, "Webhooks".) */
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

/** Signs a text with an environment's key. Throws `UnreadableWebhookKey` if APP_SECRET has changed. */
export type Sign = (environment: Environment, text: string, now: Date) => Promise<Signature>;

/** How long keys are cached before a rotation is noticed. */
const cacheMs = 30_000;

interface ReadyKey extends KeyTerm {
  readonly id: string;
  /** Returns the private half; throws if it cannot be decrypted, which only matters for the signing key. */
  readonly open: () => KeyObject;
}

interface CachedKeys {
  readonly readAt: number;
  readonly keys: Promise<readonly ReadyKey[]>;
}

const signAsync = promisify<string, NodeJS.ArrayBufferView, KeyObject, Buffer>(sign);

/**
 * A signer on a database. It caches decrypted keys, and notices a rotation within half a minute. The signature itself, most
 * of a millisecond, is computed off this thread.
 */
export function webhookSigner(db: Database, appSecret: string | undefined): Sign {
  const cache = new Map<Environment, CachedKeys>();

  function keysOf(environment: Environment, now: Date): Promise<readonly ReadyKey[]> {
    const found = cache.get(environment);
    // Concurrent callers' clocks may not be in order.
    if (found && Math.abs(now.getTime() - found.readAt) < cacheMs) return found.keys;
    const keys = readKeys(db, environment, appSecret, now);
    cache.set(environment, { readAt: now.getTime(), keys });
    // Failures are not cached.
    keys.catch(() => cache.get(environment)?.keys === keys && cache.delete(environment));
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
  return rows.map((row) => readyKeyOf(row, appSecret));
}

function readyKeyOf(row: WebhookKey, appSecret: string | undefined): ReadyKey {
  const { id, signsFrom, publishedUntil } = row;
  let key: KeyObject | undefined;
  const open = () => {
    key ??= createPrivateKey(decryptKey(row.privateKey, row, appSecret));
    return key;
  };
  return { id, signsFrom, publishedUntil, open };
}
