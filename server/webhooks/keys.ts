/** Creates and rotates the platform's key pairs. (decisions.md, "Webhooks".) */
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

/** A rotation is in progress already. */
export class RotationInProgress extends Error {
  override name = 'RotationInProgress';
}

/** Creates a pair with an encrypted private half. Takes a tenth of a second, off this thread. */
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
 * Returns all published keys. Creates missing ones first, once even if several processes ask. Every server and worker calls
 * this at its start.
 */
export async function ensureWebhookKeys(
  db: Database,
  appSecret: string | undefined,
  now: Date,
): Promise<PublicWebhookKey[]> {
  const found = await listPublishedKeys(db, now);
  const missing = missingIn(found);
  if (missing.length === 0) return found;
  // Created before the lock is taken, to hold the lock for two statements only.
  const created = await Promise.all(missing.map((environment) => newKey(environment, appSecret, now)));
  return await db.transaction(async (tx) => {
    await lockWebhookKeys(tx);
    const missingNow = missingIn(await listPublishedKeys(tx, now));
    for (const key of created.filter(({ environment }) => missingNow.includes(environment))) {
      await insertWebhookKey(tx, key);
      await recordKeyEvent(
        tx,
        key,
        { type: 'webhook_keys.made', actor: firstKeys, changes: creationChanges(key) },
        now,
      );
    }
    return await listPublishedKeys(tx, now);
  });
}

/** The actor of the first keys, which any process may create. */
const firstKeys: Actor = { kind: 'worker', by: 'first-webhook-keys' };

/** The actor of rotations, which only the operator can start. */
const rotation: Actor = { kind: 'operator', by: 'counterfoil webhook-keys rotate' };

/** The audited changes. A key is identified by its ID; no half of it is recorded. */
const creationChanges = ({ id, signsFrom }: WebhookKey): Changes => changesBetween(null, { key: id, signsFrom });

interface KeyEvent {
  readonly type: Extract<EventType, `webhook_keys.${string}`>;
  readonly actor: Actor;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly changes: Changes;
}

/** Records a key's event in the service's own audit chain, in the transaction of the change. */
const recordKeyEvent = (tx: Tx, { id, environment }: WebhookKey, event: KeyEvent, now: Date): Promise<string> =>
  recordEvent(tx, { merchantId: serviceId, storeId: null, environment, objectId: id, ...event }, now);

const missingIn = (keys: readonly PublicWebhookKey[]): Environment[] =>
  environments.filter((environment) => !keys.some((key) => key.environment === environment));

export interface Rotation {
  readonly environments: readonly Environment[];
  /** How long the new key is published before it signs, and the old one afterwards. Null if the old key was stolen. */
  readonly overlapMs: number | null;
}

/**
 * Gives each environment a new key, published immediately and signing after the overlap; the old one stays published for
 * another overlap. With a null overlap, the new key signs immediately and all others are withdrawn. Throws
 * {@link RotationInProgress}, without any change, if a key is waiting to sign, except with a null overlap.
 */
export async function rotateWebhookKeys(
  db: Database,
  { environments: rotated, overlapMs }: Rotation,
  appSecret: string | undefined,
  now: Date,
): Promise<PublicWebhookKey[]> {
  const created = await Promise.all(rotated.map((environment) => newKey(environment, appSecret, now)));
  return await db.transaction(async (tx) => {
    await lockWebhookKeys(tx);
    for (const key of created) await rotateOne(tx, key, overlapMs, now);
    return await listPublishedKeys(tx, now);
  });
}

async function rotateOne(tx: Tx, key: WebhookKey, overlapMs: number | null, now: Date): Promise<void> {
  const { environment } = key;
  const published = (await listPublishedKeys(tx, now)).filter((other) => other.environment === environment);
  const waiting = waitingKeyOf(published, now);
  if (waiting && overlapMs !== null) {
    throw new RotationInProgress(
      `The ${environment} key ${waiting.id} is already scheduled to sign from ${waiting.signsFrom.toISOString()}; nothing was changed`,
    );
  }
  // The first key of an environment signs immediately.
  const lead = published.length === 0 ? 0 : (overlapMs ?? 0);
  const signsFrom = new Date(now.getTime() + lead);
  const oldEndsAt = new Date(signsFrom.getTime() + lead);
  await endWebhookKeys(tx, environment, oldEndsAt);
  const created = { ...key, signsFrom };
  await insertWebhookKey(tx, created);
  const signing = signingKeyOf(published, now);
  const event: KeyEvent = signing
    ? {
        type: 'webhook_keys.rotated',
        actor: rotation,
        data: { overlapMs, oldKeys: published.map((old) => termOf(old, oldEndsAt)) },
        changes: changesBetween({ key: signing.id, signsFrom: signing.signsFrom }, { key: created.id, signsFrom }),
      }
    : { type: 'webhook_keys.made', actor: rotation, changes: creationChanges(created) };
  await recordKeyEvent(tx, created, event, now);
}

/** How long an old key is published: until `endsAt`, unless it ends earlier. */
const termOf = ({ id, publishedUntil }: PublicWebhookKey, endsAt: Date) => ({
  id,
  publishedUntil: (publishedUntil && publishedUntil < endsAt ? publishedUntil : endsAt).toISOString(),
});
