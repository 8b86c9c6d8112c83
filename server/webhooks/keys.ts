/** The platform's key pairs: made once, rotated with an overlap, published. (decisions.md, "Webhooks".) */
import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { Database, Tx } from '#db/client.ts';
import { changesBetween } from '#server/domain/changes.ts';
import { type Environment, environments } from '#server/domain/environments.ts';
import { newId } from '#server/domain/ids.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { type Actor, type Changes, serviceId } from '#server/events/rules/event.ts';
import type { EventType } from '#server/events/rules/registry.ts';
import {
  endWebhookKeys,
  insertWebhookKey,
  listPublishedKeys,
  lockWebhookKeys,
  type PublicWebhookKey,
  type WebhookKey,
} from './data/webhook-keys.ts';
import { encryptKey } from './key-cipher.ts';
import { signingKeyOf, waitingKeyOf } from './rules/webhook-key.ts';

const makePair = promisify(generateKeyPair);

/** Raised where a rotation waits for its day already. */
export class RotationUnderWay extends Error {
  override name = 'RotationUnderWay';
}

/** A new pair, its private half encrypted. Making it takes a tenth of a second, and not of this thread. */
async function newKey(environment: Environment, appSecret: string | undefined, now: Date): Promise<WebhookKey> {
  const id = newId();
  const { publicKey, privateKey } = await makePair('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const encrypted = encryptKey(privateKey, { id, environment }, appSecret);
  return { id, environment, publicKey, privateKey: encrypted, signsFrom: now, publishedUntil: null, createdAt: now };
}

/**
 * All published keys. Where an environment has none yet, they are made first, by one process however many ask at once.
 * Every server and worker does so when it starts.
 */
export async function ensureWebhookKeys(
  db: Database,
  appSecret: string | undefined,
  now: Date,
): Promise<PublicWebhookKey[]> {
  const found = await listPublishedKeys(db, now);
  const missing = missingIn(found);
  if (missing.length === 0) return found;
  // Before the lock is taken: it is held for no longer than two statements.
  const made = await Promise.all(missing.map((environment) => newKey(environment, appSecret, now)));
  return await db.transaction(async (tx) => {
    await lockWebhookKeys(tx);
    const stillMissing = missingIn(await listPublishedKeys(tx, now));
    for (const key of made.filter(({ environment }) => stillMissing.includes(environment))) {
      await insertWebhookKey(tx, key);
      await recordKeyEvent(tx, key, { type: 'webhook_keys.made', actor: firstKeys, changes: madeChanges(key) }, now);
    }
    return await listPublishedKeys(tx, now);
  });
}

/** Whichever process of the service comes first makes them. */
const firstKeys: Actor = { kind: 'worker', by: 'first-webhook-keys' };

/** Keys are rotated by whoever runs the service, and from there only. */
const rotation: Actor = { kind: 'operator', by: 'counterfoil webhook-keys rotate' };

/** Never a half of a key: what it is shows by its id, under which its public half is published. */
const madeChanges = ({ id, signsFrom }: WebhookKey): Changes => changesBetween(null, { key: id, signsFrom });

interface KeyEvent {
  readonly type: Extract<EventType, `webhook_keys.${string}`>;
  readonly actor: Actor;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly changes: Changes;
}

/** In the service's own chain of the audit trail, with the transaction in which the key comes to be. */
const recordKeyEvent = (tx: Tx, { id, environment }: WebhookKey, event: KeyEvent, now: Date): Promise<string> =>
  recordEvent(tx, { merchantId: serviceId, storeId: null, environment, objectId: id, ...event }, now);

const missingIn = (keys: readonly PublicWebhookKey[]): Environment[] =>
  environments.filter((environment) => !keys.some((key) => key.environment === environment));

export interface Rotation {
  readonly environments: readonly Environment[];
  /** How long the new key is published before it signs, and the old one after. Null: the old one was stolen. */
  readonly overlapMs: number | null;
}

/**
 * Gives those environments a new key each: published at once and signing after the overlap, while the old one stays
 * published for as long again after that. With a null overlap it signs at once, and no other is published any more. All of
 * them or none; throws {@link RotationUnderWay} where a key waits already to sign, except with a null overlap.
 */
export async function rotateWebhookKeys(
  db: Database,
  { environments: rotated, overlapMs }: Rotation,
  appSecret: string | undefined,
  now: Date,
): Promise<PublicWebhookKey[]> {
  const made = await Promise.all(rotated.map((environment) => newKey(environment, appSecret, now)));
  return await db.transaction(async (tx) => {
    await lockWebhookKeys(tx);
    for (const key of made) await rotateOne(tx, key, overlapMs, now);
    return await listPublishedKeys(tx, now);
  });
}

async function rotateOne(tx: Tx, key: WebhookKey, overlapMs: number | null, now: Date): Promise<void> {
  const { environment } = key;
  const published = (await listPublishedKeys(tx, now)).filter((other) => other.environment === environment);
  const waiting = waitingKeyOf(published, now);
  if (waiting && overlapMs !== null) {
    throw new RotationUnderWay(
      `The ${environment} key ${waiting.id} waits to sign from ${waiting.signsFrom.toISOString()}; nothing was changed`,
    );
  }
  // The first of its environment has nobody to wait for.
  const lead = published.length === 0 ? 0 : (overlapMs ?? 0);
  const signsFrom = new Date(now.getTime() + lead);
  const oldEndsAt = new Date(signsFrom.getTime() + lead);
  await endWebhookKeys(tx, environment, oldEndsAt);
  const made = { ...key, signsFrom };
  await insertWebhookKey(tx, made);
  const signing = signingKeyOf(published, now);
  const event: KeyEvent = signing
    ? {
        type: 'webhook_keys.rotated',
        actor: rotation,
        data: { overlapMs, oldKeys: published.map((old) => termOf(old, oldEndsAt)) },
        changes: changesBetween({ key: signing.id, signsFrom: signing.signsFrom }, { key: made.id, signsFrom }),
      }
    : { type: 'webhook_keys.made', actor: rotation, changes: madeChanges(made) };
  await recordKeyEvent(tx, made, event, now);
}

/** Until when an old key is published: as it ends now, unless it did sooner. */
const termOf = ({ id, publishedUntil }: PublicWebhookKey, endsAt: Date) => ({
  id,
  publishedUntil: (publishedUntil && publishedUntil < endsAt ? publishedUntil : endsAt).toISOString(),
});
