import { and, asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events } from '#db/schema/index.ts';
import { runAction } from '#server/api/run-action.ts';
import type { Action } from '#server/platform/action.ts';
import { readSettings } from '#server/platform/settings.ts';
import { db, newMerchant, type TestMerchant } from '#server/testing/api.ts';
import { newKey, storedKey } from '#server/testing/keys.ts';
import { updateKey } from './update-key.ts';

const now = new Date();
const settings = readSettings({}, { serving: false });
const day = 24 * 60 * 60_000;
const after = (ms: number) => new Date(now.getTime() + ms).toISOString();

async function update(merchant: TestMerchant, body: Record<string, unknown>, signedInAt: Date | undefined = now) {
  const caller = { kind: 'dashboard', merchantId: merchant.id, environment: 'test' } as const;
  const action = updateKey as unknown as Action;
  const answer = await runAction(db, settings, { action, caller, body, signedInAt, now });
  return JSON.parse(answer.body).data.key;
}

const recordedOf = (id: string) =>
  db
    .select()
    .from(events)
    .where(and(eq(events.objectId, id), eq(events.type, 'api_key.updated')))
    .orderBy(asc(events.sequence));

test('changes what is given, keeps the rest, and records the difference', async () => {
  const merchant = await newMerchant();
  const { id, key } = await newKey(merchant, { networks: ['10.0.0.0/8'] });
  const limits = { scopes: ['refund', 'read'], expiresAt: after(30 * day) };
  expect(await update(merchant, { id, nickname: ' Refunds ', ...limits })).toMatchObject({
    id,
    nickname: 'Refunds',
    scopes: ['read', 'refund'],
    networks: ['10.0.0.0/8'],
    expiresAt: limits.expiresAt,
  });
  const [event] = await recordedOf(id);
  expect(event).toMatchObject({
    merchantId: merchant.id,
    environment: 'test',
    actor: { kind: 'dashboard', by: merchant.merchantId },
    data: { nickname: 'Refunds', changed: ['nickname', 'scopes', 'expiresAt'] },
    changes: {
      before: { nickname: 'Limited', scopes: null, expiresAt: null },
      after: { nickname: 'Refunds', scopes: ['read', 'refund'], expiresAt: limits.expiresAt },
    },
  });
  const refused = await merchant.call('store/create-store', { name: 'x' }, { key });
  expect([refused.status, refused.body.errors[0].message]).toEqual([403, 'API key is not allowed from this network']);
});

test('null removes a limit, with effect on the next call', async () => {
  const merchant = await newMerchant();
  const limits = { scopes: ['read'], networks: ['10.0.0.0/8'], expiresAt: new Date(now.getTime() - 1) } as const;
  const { id, key } = await newKey(merchant, limits);
  const call = async () => (await merchant.call('store/create-store', { name: 'x' }, { key })).status;
  expect(await call()).toBe(401);
  await update(merchant, { id, expiresAt: null });
  expect(await call()).toBe(403);
  await update(merchant, { id, networks: null });
  expect(await call()).toBe(403);
  expect(await update(merchant, { id, scopes: null })).toMatchObject({ scopes: null, networks: null, expiresAt: null });
  expect(await call()).toBe(200);
});

test('records nothing if nothing changes', async () => {
  const merchant = await newMerchant();
  const { id } = await newKey(merchant, { scopes: ['read', 'sell'] });
  await update(merchant, { id, nickname: 'Limited', scopes: ['sell', 'read'], networks: null });
  expect(await recordedOf(id)).toEqual([]);
});

test('keeps a past expiry that is sent unchanged, and refuses a new one', async () => {
  const merchant = await newMerchant();
  const expiresAt = new Date(now.getTime() - day);
  const { id } = await newKey(merchant, { expiresAt });
  expect(await update(merchant, { id, nickname: 'Old', expiresAt: expiresAt.toISOString() })).toMatchObject({
    nickname: 'Old',
  });
  for (const ms of [-day - 1, 0]) {
    await expect(update(merchant, { id, expiresAt: after(ms) })).rejects.toMatchObject({
      status: 400,
      message: 'Invalid expiresAt: must be in the future',
      path: 'expiresAt',
    });
  }
});

test('needs a sign-in within ten minutes to change the access of a prod key, but not its nickname', async () => {
  const merchant = await newMerchant();
  const { id } = await newKey(merchant, { scopes: ['read'] }, 'prod');
  const stale = new Date(now.getTime() - 600_000);
  for (const access of [{ scopes: null }, { networks: ['10.0.0.0/8'] }, { expiresAt: after(day) }]) {
    await expect(update(merchant, { id, ...access }, stale)).rejects.toMatchObject({
      status: 403,
      entries: [{ reason: 'sign_in_not_fresh' }],
    });
  }
  expect(await storedKey(id)).toMatchObject({ scopes: ['read'], networks: null, expiresAt: null });
  expect(await update(merchant, { id, nickname: 'Renamed', scopes: ['read'] }, stale)).toMatchObject({
    nickname: 'Renamed',
  });
  const inTest = await newKey(merchant);
  expect(await update(merchant, { id: inTest.id, scopes: ['read'] }, stale)).toMatchObject({ scopes: ['read'] });
});

test('another merchant’s key is not found', async () => {
  const [merchant, other] = [await newMerchant(), await newMerchant()];
  const { id } = await newKey(other, { scopes: ['read'] });
  await expect(update(merchant, { id, scopes: null })).rejects.toMatchObject({
    status: 404,
    message: 'API key not found',
  });
  expect((await storedKey(id)).scopes).toEqual(['read']);
});
