/** Deletion of expired data, in a separate database. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '#db/client.ts';
import {
  checkoutSessions,
  dailyLimits,
  dashboardSessions,
  eventHeads,
  events,
  merchants,
  orders,
  products,
  productVersions,
  signInAttempts,
  storeDirectory,
  storeInvitations,
  stores,
  verifications,
} from '#db/schema/index.ts';
import { newId, newUnguessableId } from '#server/domain/ids.ts';
import { recordEvent } from '#server/events/data/events.ts';
import {
  newMerchant,
  newProduct,
  newSession,
  pay,
  send,
  db as shared,
  type TestMerchant,
} from '#server/testing/api.ts';
import { newDatabase } from '#server/testing/databases/own-database.ts';
import type { TestDatabase } from '#server/testing/test-servers.ts';
import { deleteExpired } from './data/retention.ts';

const now = new Date('2026-11-20T08:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const justAfter = (at: Date) => new Date(at.getTime() + 1);
let own: TestDatabase;
let opened: OpenDatabase;
let merchant: TestMerchant;
let sample: typeof checkoutSessions.$inferSelect;
let bought: typeof orders.$inferSelect;

beforeAll(async () => {
  own = await newDatabase();
  opened = openDatabase(own.url, { max: 3, applicationName: 'retention' });
  merchant = await newMerchant();
  const { sessionId, productId } = await newSession(merchant);
  await pay(merchant, sessionId);
  const isSession = eq(checkoutSessions.id, sessionId);
  [sample] = (await shared.select().from(checkoutSessions).where(isSession)) as [typeof sample];
  [bought] = (await shared.select().from(orders).where(eq(orders.checkoutSessionId, sessionId))) as [typeof bought];
  expect(productId).toBeTruthy();
  for (const table of [merchants, storeDirectory, stores, products, productVersions] as const) {
    const owner = table === merchants ? merchants.id : (table as typeof stores).merchantId;
    const rows = await shared.select().from(table).where(eq(owner, merchant.id));
    await opened.db.insert(table).values(rows as never);
  }
});

afterAll(async () => {
  await opened.close();
  await own.close();
});

async function writeSession(expiresAt: Date): Promise<string> {
  const id = newUnguessableId();
  await opened.db.insert(checkoutSessions).values({ ...sample, id, expiresAt });
  const subject = { merchantId: merchant.id, storeId: merchant.store.id, environment: 'test', objectId: id } as const;
  const actor = { kind: 'worker', by: 'test' } as const;
  await recordEvent(opened.db, { ...subject, type: 'checkout_session.tied', actor }, now);
  return id;
}

const sessionIds = async () =>
  (await opened.db.select({ id: checkoutSessions.id }).from(checkoutSessions)).map(({ id }) => id);

test('deletes checkout sessions seven days after expiry, with their event counters; keeps those with an order', async () => {
  const [old, young, sold] = [
    await writeSession(daysAgo(7)),
    await writeSession(justAfter(daysAgo(7))),
    await writeSession(daysAgo(400)),
  ];
  const order = { ...bought, id: newId(), checkoutSessionId: sold, customerId: null };
  await opened.db.insert(orders).values(order);
  expect(await deleteExpired(opened.db, now)).toBe(1);
  expect((await sessionIds()).toSorted()).toEqual([young, sold].toSorted());
  const heads = await opened.db.select().from(eventHeads).where(eq(eventHeads.objectId, old));
  const recorded = await opened.db.select().from(events).where(eq(events.objectId, old));
  expect([heads.length, recorded.length]).toEqual([0, 1]);
  await opened.db.delete(orders).where(eq(orders.id, order.id));
  await opened.db.delete(checkoutSessions);
});

test('clears a session’s buyer data once its order has it; keeps product and price', async () => {
  const [id, young] = [await writeSession(daysAgo(7)), await writeSession(justAfter(daysAgo(7)))];
  // The order of a scheduled plan change.
  const waiting = await writeSession(daysAgo(7));
  const order = (checkoutSessionId: string) => ({ ...bought, id: newId(), checkoutSessionId, customerId: null });
  // No one paid it.
  await opened.db
    .insert(orders)
    .values([
      { ...order(id), status: 'expired', completedAt: null },
      order(young),
      { ...order(waiting), status: 'pending', completedAt: null },
    ]);
  const given = {
    buyerEmail: 'kim@example.com',
    buyerIdentity: 'kim',
    billingDetail: { country: 'DE', isBusiness: false },
    successUrl: 'https://example.com/kim',
    metadata: { cart: 'kim' },
    orderMerchantExternalId: 'kim-1',
  };
  const cleared = {
    buyerEmail: null,
    buyerIdentity: null,
    billingDetail: null,
    successUrl: null,
    metadata: {},
    orderMerchantExternalId: null,
  };
  await opened.db.update(checkoutSessions).set(given);
  expect(await deleteExpired(opened.db, now)).toBe(1);
  const read = async (sessionId: string) =>
    (await opened.db.select().from(checkoutSessions).where(eq(checkoutSessions.id, sessionId)))[0];
  const { price, productId, productVersionId, currency } = sample;
  expect(await read(id)).toMatchObject({ ...cleared, price, productId, productVersionId, currency });
  expect(await read(young)).toMatchObject(given);
  expect(await read(waiting)).toMatchObject(given);
  expect(await deleteExpired(opened.db, now)).toBe(0);
  await opened.db.delete(orders);
  await opened.db.delete(checkoutSessions);
});

test('in test uses the store’s own time', async () => {
  const id = await writeSession(daysAgo(100));
  const setClock = (testClockAt: Date | null) => opened.db.update(stores).set({ testClockAt });
  await setClock(daysAgo(94));
  await deleteExpired(opened.db, now);
  expect(await sessionIds()).toEqual([id]);
  await setClock(daysAgo(93));
  await deleteExpired(opened.db, now);
  expect(await sessionIds()).toEqual([]);
  await setClock(null);
});

test('deletes only expired sign-ins, tokens, attempts and invitations', async () => {
  const times = { createdAt: daysAgo(1), updatedAt: daysAgo(1) };
  const account = { merchantId: merchant.id, ...times };
  const inStore = { merchantId: merchant.id, storeId: merchant.store.id, invitedBy: merchant.id };
  for (const [isKept, end] of [
    [false, now],
    [true, justAfter(now)],
  ] as const) {
    const name = isKept ? 'kept' : 'over';
    const ms = end.getTime() - 86_400_000;
    await opened.db.insert(dashboardSessions).values({ ...account, id: newId(), token: name, expiresAt: end });
    await opened.db
      .insert(verifications)
      .values({ ...times, id: newId(), identifier: name, value: name, expiresAt: end });
    await opened.db.insert(signInAttempts).values({ id: newId(), key: name, count: 1, lastRequest: ms });
    await opened.db.insert(dailyLimits).values({ id: name, times: [], expiresAt: end });
    const expiresAt = new Date(end.getTime() - 90 * 86_400_000);
    const invited = { email: `${name}@example.com`, role: 'member' as const, tokenHash: name, expiresAt };
    await opened.db.insert(storeInvitations).values({ ...inStore, ...times, ...invited, id: newId() });
  }
  expect(await deleteExpired(opened.db, now)).toBe(5);
  const { rows: left } = await opened.db.execute<{ name: string }>(sql`
    select token as name from dashboard_sessions union all select value from verifications
    union all select key from sign_in_attempts union all select token_hash from store_invitations
    union all select id from daily_limits`);
  expect(left.map(({ name }) => name)).toEqual(Array.from({ length: 5 }, () => 'kept'));
});

test('deletes more than a batch, shares work between workers and skips locked rows', async () => {
  const attempt = (key: string) => ({ id: newId(), key, count: 1, lastRequest: 0 });
  await opened.db.insert(signInAttempts).values(Array.from({ length: 2500 }, () => attempt(randomUUID())));
  await opened.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from sign_in_attempts where last_request = 0 limit 1 for update`);
    const [one, other] = await Promise.all([deleteExpired(opened.db, now), deleteExpired(opened.db, now)]);
    expect(one + other).toBe(2499);
  });
  expect(await deleteExpired(opened.db, now)).toBe(1);
});

test('starts no further batch when the worker stops', async () => {
  await opened.db.insert(signInAttempts).values({ id: newId(), key: 'stays', count: 1, lastRequest: 0 });
  expect(await deleteExpired(opened.db, now, AbortSignal.abort())).toBe(0);
});

test('a deleted session is unknown everywhere: its page says so, and it creates no order', async () => {
  const product = await newProduct(merchant);
  const { sessionId } = await newSession(merchant, { productId: product.id });
  await shared.delete(checkoutSessions).where(eq(checkoutSessions.id, sessionId));
  const page = await send('GET', `/${merchant.slug}/checkout/${sessionId}`, undefined, {});
  expect(page.status).toBe(404);
  const billingDetail = { country: 'US', isBusiness: false, state: 'CA', postcode: '94016' };
  const order = await merchant.call('onetime-order/create-order', { checkoutSessionId: sessionId, billingDetail });
  expect([order.status, order.body.errors[0].message]).toEqual([404, 'Checkout session not found']);
});
