/** The platform's keys: creation, encryption, rotation and signatures. */
import { verify } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { events, webhookKeys } from '#db/schema/index.ts';
import { environments } from '#server/domain/environments.ts';
import { serviceId } from '#server/events/rules/event.ts';
import { newDatabase } from '#server/testing/databases/own-database.ts';
import { testSecret } from '#server/testing/test-secret.ts';
import { deleteOldWebhookKeys, listPublishedKeys, listSigningKeys } from './data/webhook-keys.ts';
import { decryptKey, encryptKey, UnreadableWebhookKey } from './key-cipher.ts';
import { ensureWebhookKeys, RotationInProgress, rotateWebhookKeys } from './keys.ts';
import { type Signature, webhookSigner } from './sign.ts';

const start = new Date('2026-03-01T00:00:00Z');
const later = (ms: number) => new Date(start.getTime() + ms);
const minute = 60_000;
const hour = 60 * minute;
const bothFor = (overlapMs: number | null) => ({ environments, overlapMs });

let db: ReturnType<typeof openDatabase>['db'];
beforeEach(async () => {
  const database = await newDatabase();
  const opened = openDatabase(database.url, { max: 4 });
  db = opened.db;
  return async () => {
    await opened.close();
    await database.close();
  };
});

const signer = (secret = testSecret) => webhookSigner(db, secret);
const publishedIn = async (environment: string, now: Date) =>
  (await listPublishedKeys(db, now)).filter((key) => key.environment === environment);

/** The ID of the published key that verifies a signature; it has to match the named one. */
async function verifiedBy(text: string, { keyId, value }: Signature, now: Date): Promise<string> {
  const fitting = (await listPublishedKeys(db, now)).filter(({ publicKey }) =>
    verify('RSA-SHA256', Buffer.from(text), publicKey, Buffer.from(value, 'base64')),
  );
  expect(fitting.map(({ id }) => id)).toEqual([keyId]);
  return keyId;
}

describe('the first keys', () => {
  test('are created once per environment by concurrent processes', async () => {
    const created = await Promise.all([1, 2, 3].map(() => ensureWebhookKeys(db, testSecret, start)));
    const rows = await db.select().from(webhookKeys);
    expect(rows.map(({ environment }) => environment).toSorted()).toEqual(['prod', 'test']);
    for (const keys of created)
      expect(keys.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
    expect(await ensureWebhookKeys(db, testSecret, later(hour))).toHaveLength(2);
  });

  test('are recorded once in the audit trail, by the service', async () => {
    await Promise.all([1, 2, 3].map(() => ensureWebhookKeys(db, testSecret, start)));
    const recorded = await db.select().from(events);
    const keys = await db.select().from(webhookKeys);
    expect(recorded.map(({ objectId, environment }) => `${environment} ${objectId}`).toSorted()).toEqual(
      keys.map(({ id, environment }) => `${environment} ${id}`).toSorted(),
    );
    for (const { merchantId, type, actor, createdAt } of recorded) {
      expect([merchantId, type]).toEqual([serviceId, 'webhook_keys.made']);
      expect([actor, createdAt]).toEqual([{ kind: 'worker', by: 'first-webhook-keys' }, start]);
    }
  });

  test('are encrypted, and no list returns their private halves', async () => {
    const [key] = await ensureWebhookKeys(db, testSecret, start);
    expect(key).not.toHaveProperty('privateKey');
    const [row] = await listSigningKeys(db, 'test', start);
    expect(row?.privateKey).toMatch(/^v1\./);
    expect(row?.privateKey).not.toContain('PRIVATE');
    expect(decryptKey(row?.privateKey ?? '', { id: row?.id ?? '', environment: 'test' }, testSecret)).toMatch(
      /^-----BEGIN PRIVATE KEY-----/,
    );
  });

  test('are created by a signer without keys', async () => {
    const signature = await signer()('prod', 'text', start);
    const [key] = await publishedIn('prod', start);
    expect(await verifiedBy('text', signature, start)).toBe(key?.id);
  });
});

test('signs each environment with its own key', async () => {
  const sign = signer();
  const [test, prod] = [await sign('test', 'text', start), await sign('prod', 'text', start)];
  expect(test.keyId).not.toBe(prod.keyId);
  await verifiedBy('text', test, start);
  await verifiedBy('text', prod, start);
});

describe('a rotation', () => {
  test('publishes the new key immediately, signs with it after the overlap, and keeps the old one for another overlap', async () => {
    await ensureWebhookKeys(db, testSecret, start);
    const [old] = await publishedIn('test', start);
    await rotateWebhookKeys(db, bothFor(hour), testSecret, start);
    const sign = signer();
    const stateAt = async (ms: number) => {
      const signature = await sign('test', 'text', later(ms));
      const published = await publishedIn('test', later(ms));
      return [await verifiedBy('text', signature, later(ms)), published.map(({ id }) => id)];
    };
    const [, fresh] = await publishedIn('test', start);
    expect(await stateAt(0)).toEqual([old?.id, [old?.id, fresh?.id]]);
    expect(await stateAt(hour - 1)).toEqual([old?.id, [old?.id, fresh?.id]]);
    expect(await stateAt(hour)).toEqual([fresh?.id, [old?.id, fresh?.id]]);
    expect(await stateAt(2 * hour)).toEqual([fresh?.id, [fresh?.id]]);
    expect(fresh?.publishedUntil).toBeNull();
    expect(await deleteOldWebhookKeys(db, later(2 * hour - 1))).toBe(0);
    expect(await deleteOldWebhookKeys(db, later(2 * hour))).toBe(2);
    expect(await db.$count(webhookKeys)).toBe(2);
  });

  test('is rejected while another one is in progress', async () => {
    await ensureWebhookKeys(db, testSecret, start);
    await rotateWebhookKeys(db, { environments: ['prod'], overlapMs: hour }, testSecret, start);
    const before = await listPublishedKeys(db, start);
    await expect(rotateWebhookKeys(db, bothFor(hour), testSecret, later(minute))).rejects.toThrow(RotationInProgress);
    expect(await listPublishedKeys(db, start)).toEqual(before);
    expect(await db.$count(events, eq(events.type, 'webhook_keys.rotated'))).toBe(1);
    await rotateWebhookKeys(db, bothFor(hour), testSecret, later(hour));
    expect((await publishedIn('prod', later(hour))).map(({ signsFrom }) => signsFrom)).toEqual([
      start,
      later(hour),
      later(2 * hour),
    ]);
  });

  test('without overlap ends all other keys of the environment', async () => {
    await ensureWebhookKeys(db, testSecret, start);
    await rotateWebhookKeys(db, bothFor(hour), testSecret, start);
    const [stolen] = await publishedIn('test', start);
    await rotateWebhookKeys(db, { environments: ['test'], overlapMs: null }, testSecret, later(minute));
    const published = await publishedIn('test', later(minute));
    expect(published).toHaveLength(1);
    expect(published[0]?.id).not.toBe(stolen?.id);
    const signature = await signer()('test', 'text', later(minute));
    expect(await verifiedBy('text', signature, later(minute))).toBe(published[0]?.id);
    expect(await publishedIn('prod', later(minute))).toHaveLength(2);
  });

  test('signs immediately in an environment without keys', async () => {
    await rotateWebhookKeys(db, bothFor(hour), testSecret, start);
    expect((await publishedIn('test', start)).map(({ signsFrom }) => signsFrom)).toEqual([start]);
  });

  test('reaches every signer within half a minute', async () => {
    const sign = signer();
    const { keyId } = await sign('test', 'text', start);
    await rotateWebhookKeys(db, bothFor(null), testSecret, start);
    expect((await sign('test', 'text', later(29_999))).keyId).toBe(keyId);
    const known = await sign('test', 'text', later(30_000));
    expect(await verifiedBy('text', known, later(30_000))).not.toBe(keyId);
  });
});

describe('another APP_SECRET', () => {
  const other = 'another secret that is as long as the first';

  test('is reported with a remedy, without revealing the key', async () => {
    await ensureWebhookKeys(db, testSecret, start);
    const failed = signer(other)('prod', 'text', start);
    await expect(failed).rejects.toThrow(UnreadableWebhookKey);
    await expect(failed).rejects.toThrow(
      'The prod key that signs webhooks cannot be decrypted: APP_SECRET has changed since it was created. ' +
        'Restore the previous APP_SECRET, or create new keys: counterfoil webhook-keys rotate --now',
    );
  });

  test('does not prevent signing once another key signs', async () => {
    await ensureWebhookKeys(db, testSecret, start);
    await rotateWebhookKeys(db, bothFor(hour), other, start);
    const sign = signer(other);
    await expect(sign('test', 'text', start)).rejects.toThrow(UnreadableWebhookKey);
    const signature = await sign('test', 'text', later(hour));
    const [, fresh] = await publishedIn('test', later(hour));
    expect(await verifiedBy('text', signature, later(hour))).toBe(fresh?.id);
  });

  test('decrypts a key in its own row only, and not after tampering', () => {
    const row = { id: 'a', environment: 'test' };
    const encrypted = encryptKey('secret', row, testSecret);
    expect(decryptKey(encrypted, row, testSecret)).toBe('secret');
    const changed = `${encrypted.slice(0, -1)}${encrypted.endsWith('A') ? 'B' : 'A'}`;
    const attempts = [
      [encrypted, { ...row, id: 'b' }],
      [encrypted, { ...row, environment: 'prod' }],
      [`${encrypted.slice(0, 20)}${encrypted[20] === 'A' ? 'B' : 'A'}${encrypted.slice(21)}`, row],
      [changed.replace(/.{3}$/, ''), row],
      ['secret', row],
    ] as const;
    for (const [text, where] of attempts)
      expect(() => decryptKey(text, where, testSecret)).toThrow(UnreadableWebhookKey);
    expect(encryptKey('secret', row, testSecret)).not.toBe(encrypted);
  });
});
