/** Monthly partitions, in a separate database, because shared tables must not be dropped. */

import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '#db/client.ts';
import { events, ledgerTransactions, orders, payments, webhookDeliveries } from '#db/schema/index.ts';
import { book } from '#server/billing/ledger/data/ledger.ts';
import { checkLedger } from '#server/billing/ledger/data/ledger-checks.ts';
import { readOrderHistory } from '#server/billing/orders/data/order-history.ts';
import { idAt } from '#server/domain/ids.ts';
import { auditTrail } from '#server/events/audit/chain-events.ts';
import { verifyTrail } from '#server/events/audit/verify-trail.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { relayEvents } from '#server/events/relay-events.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { newDatabase } from '#server/testing/databases/own-database.ts';
import { makeSubscriptions } from '#server/testing/orders/many-subscriptions.ts';
import type { TestDatabase } from '#server/testing/test-servers.ts';
import { insertAttempt, insertDelivery } from '#server/testing/webhooks/deliveries.ts';
import { deleteOldDeliveries } from '#server/webhooks/data/webhook-delivery-ends.ts';
import { listFeedEvents } from '#server/webhooks/feed/data/event-feed.ts';
import { publishEvents } from '#server/webhooks/feed/publish-events.ts';
import { listParts, type MonthlyTable, monthAfter, monthlyTables } from './data/months.ts';
import { keepMonths } from './keep-months.ts';

let database: TestDatabase;
let opened: OpenDatabase;
let other: OpenDatabase;
beforeAll(async () => {
  database = await newDatabase();
  opened = openDatabase(database.url, { max: 2, applicationName: 'counterfoil-tests' });
  other = openDatabase(database.url, { max: 2, applicationName: 'counterfoil-tests' });
});
afterAll(async () => {
  await Promise.all([opened.close(), other.close()]);
  await database.close();
});

/** The partitions created with the database start with its month. */
const start = new Date();
const dayMs = 86_400_000;
const keep = (now: Date, archiveAfterMonths?: number) => keepMonths(opened.db, now, { archiveAfterMonths });
const labelOf = (month: Date) => month.toISOString().slice(0, 7).replace('-', '_');
const partsOf = async (table: MonthlyTable) =>
  (await listParts(opened.db)).flatMap((part) => (part.table === table ? [part.name] : []));
/** The partition that contains a row. On a cluster its table on a node has a number after the name. */
async function partWith(table: MonthlyTable, id: string): Promise<string | undefined> {
  const {
    rows: [row],
  } = await opened.db.execute<{ part: string }>(
    sql`select tableoid::regclass::text as part from ${sql.identifier(table)} where id = ${id}`,
  );
  return row?.part.replace(/_\d{6,}$/, '');
}
const logCall = async (at: Date): Promise<string> => {
  const id = randomUUID();
  await opened.db.execute(sql`
    insert into request_log (id, merchant_id, method, path, caller_kind, status, duration_ms, replayed, created_at)
    values (${id}, ${randomUUID()}, 'POST', '/v1/graphql', 'apiKey', 200, 1, false, ${at.toISOString()}::timestamptz)`);
  return id;
};

test('has partitions for this month and the next three; creates later ones once with concurrent workers', async () => {
  for (const table of monthlyTables) {
    const ahead = [1, 2, 3].map((months) => `${table}_${labelOf(monthAfter(start, months))}`);
    expect(await partsOf(table)).toEqual([...ahead, `${table}_until_${labelOf(start)}`].sort());
  }
  expect(await keep(start)).toBe(0);
  const later = new Date(monthAfter(start, 2).getTime() + 5 * dayMs);
  const done = await Promise.all([
    keep(later),
    keepMonths(other.db, later, { archiveAfterMonths: undefined }),
    keep(later),
  ]);
  // Two more months of seven tables; minus two empty ones each of deliveries and attempts, and one of the request log.
  expect(done.reduce((sum, one) => sum + one, 0)).toBe(14 + 4 + 1);
  for (const table of monthlyTables) {
    const partitions = [2, 3, 4, 5].map((months) => `${table}_${labelOf(monthAfter(start, months))}`);
    expect(await partsOf(table)).toEqual(expect.arrayContaining(partitions));
  }
});

test('accepts a row whose month has no partition, and moves it once there is one', async () => {
  const [far, id] = [monthAfter(start, 30), idAt(new Date(monthAfter(start, 30).getTime() + 5 * dayMs))];
  const call = await logCall(far);
  const about = { merchantId: randomUUID(), storeId: null, environment: 'test', type: 'store.updated' } as const;
  const event = { ...about, objectType: 'store', objectId: randomUUID(), sequence: 1, data: {}, createdAt: far };
  await opened.db.insert(events).values({ id, ...event, actor: { kind: 'worker', by: 'test' } });
  expect([await partWith('request_log', call), await partWith('events', id)]).toEqual([
    'request_log_rest',
    'events_rest',
  ]);
  await keep(far);
  const label = labelOf(far);
  expect([await partWith('request_log', call), await partWith('events', id)]).toEqual([
    `request_log_${label}`,
    `events_${label}`,
  ]);
  const refused = opened.db.update(events).set({ type: 'store.deleted' }).where(eq(events.id, id));
  await expect(refused).rejects.toMatchObject({ cause: { message: expect.stringContaining('append-only') } });
});

test('drops a month of calls when its last one is over 30 days old', async () => {
  const month = monthAfter(start, 40);
  await keep(month);
  const last = await logCall(new Date(monthAfter(month, 1).getTime() - 1));
  const out = new Date(monthAfter(month, 1).getTime() + 30 * dayMs);
  await keep(new Date(out.getTime() - 1));
  expect(await partWith('request_log', last)).toBe(`request_log_${labelOf(month)}`);
  await keep(out);
  expect(await partWith('request_log', last)).toBeUndefined();
  expect(await partsOf('request_log')).not.toContain(`request_log_${labelOf(month)}`);
  // A late row is accepted, and deleted later.
  const late = await logCall(month);
  expect(await partWith('request_log', late)).toBe('request_log_rest');
  await keep(out);
  expect(await partWith('request_log', late)).toBeUndefined();
});

test('drops a month of deliveries without deliveries and attempts', async () => {
  const store = await makeSubscriptions(opened.db, 1, start);
  const month = monthAfter(start, 50);
  await keep(month);
  const about = { merchantId: store.merchantId, storeId: store.id, webhookId: randomUUID(), createdAt: month };
  const [arrived, waiting] = [idAt(month), idAt(new Date(month.getTime() + 1))];
  await insertAttempt(opened.db, await insertDelivery(opened.db, { ...about, id: arrived }));
  await insertDelivery(opened.db, { ...about, id: waiting, status: 'pending' });
  const webhook = sql`insert into webhooks (id, merchant_id, store_id, channel, url, events, test_mode, created_at, updated_at)
    values (${about.webhookId}, ${store.merchantId}, ${store.id}, 'http', 'https://example.com', '[]', true, now(), now())`;
  await opened.db.execute(webhook);
  const out = new Date(monthAfter(month, 1).getTime() + 30 * dayMs);
  const [part, attempts] = [`webhook_deliveries_${labelOf(month)}`, `webhook_attempts_${labelOf(month)}`];

  await keep(out);
  expect([await partsOf('webhook_deliveries'), await partsOf('webhook_attempts')]).toEqual([
    expect.arrayContaining([part]),
    expect.arrayContaining([attempts]),
  ]);
  expect(await deleteOldDeliveries(opened.db, out)).toBe(1);
  await keep(out);
  expect(await partWith('webhook_deliveries', waiting)).toBe(part);
  expect(await partsOf('webhook_attempts')).not.toContain(attempts);

  await opened.db.update(webhookDeliveries).set({ status: 'success' }).where(eq(webhookDeliveries.id, waiting));
  expect(await deleteOldDeliveries(opened.db, out)).toBe(1);
  await keep(out);
  expect(await partsOf('webhook_deliveries')).not.toContain(part);
});

test('archives old months of events and ledger; reads, proofs and triggers still work', async () => {
  const { db } = opened;
  const store = await makeSubscriptions(db, 3, start);
  while ((await relayEvents(db, start, { consumers: [auditTrail] })) > 0);
  await publishEvents(db, start);
  const scope = { ...scopeOfStore(store), environment: 'test' } as const;
  const [order] = await db.select({ id: orders.id }).from(orders).where(eq(orders.storeId, store.id));
  const [payment] = await db.select().from(payments).where(eq(payments.storeId, store.id));
  if (!order || !payment) throw new Error('nothing was sold');
  const state = async () => ({
    ledger: await db.transaction((tx) => checkLedger(tx, store.id)),
    trail: await verifyTrail(db, store.merchantId),
    story: await readOrderHistory(db, scope, order.id, { limit: 10 }),
    feed: await listFeedEvents(db, { ...scope, merchantId: store.merchantId }, { after: 0, limit: 10 }),
  });
  const before = await state();
  expect(before).toMatchObject({ ledger: { transactions: 3, problems: [] }, trail: { problemCount: 0 } });
  expect(before.story.events).toHaveLength(3);
  expect(before.feed).toHaveLength(6);
  const archived = async () =>
    (await listParts(db)).filter(({ schema }) => schema === 'archive').map(({ table, name }) => [table, name]);

  await keep(monthAfter(start, 3));
  await keep(new Date(monthAfter(start, 4).getTime() - 1), 3);
  expect(await archived()).toEqual([]);
  await keep(monthAfter(start, 4), 3);
  const until = `until_${labelOf(start)}`;
  expect(await archived()).toEqual([
    ['event_feed', `event_feed_${until}`],
    ['events', `events_${until}`],
    ['ledger_entries', `ledger_entries_${until}`],
    ['ledger_transactions', `ledger_transactions_${until}`],
  ]);

  expect(await state()).toEqual(before);
  const duplicate = book(db, { kind: 'charge', payment }, start);
  await expect(duplicate).rejects.toMatchObject({ cause: { message: expect.stringContaining('ledger_movements') } });
  const emptied = db.delete(ledgerTransactions).where(eq(ledgerTransactions.storeId, store.id));
  await expect(emptied).rejects.toMatchObject({ cause: { message: expect.stringContaining('append-only') } });
  // The next change of the order is its fourth event.
  const about = { ...scope, type: 'order.canceled' } as const;
  const next = { ...about, objectType: 'order', objectId: order.id, actor: { kind: 'worker', by: 'test' } } as const;
  await recordEvent(db, next, start);
  expect((await readOrderHistory(db, scope, order.id, { limit: 1 })).events).toMatchObject([{ sequence: 4 }]);
});

test('skips a locked table until the next run and processes the others', async () => {
  const month = monthAfter(start, 60);
  await other.db.transaction(async (tx) => {
    await tx.execute(sql`lock table events in share mode`);
    await expect(keep(month)).rejects.toThrow('could not be created, dropped or archived');
  });
  expect(await partsOf('events')).not.toContain(`events_${labelOf(month)}`);
  expect(await partsOf('request_log')).toContain(`request_log_${labelOf(month)}`);
  await keep(month);
  expect(await partsOf('events')).toContain(`events_${labelOf(month)}`);
});

test('concurrent events of one object get numbers without gaps and repeats', async () => {
  const [merchantId, objectId] = [randomUUID(), randomUUID()];
  const about = { merchantId, storeId: null, environment: 'test', type: 'store.updated' } as const;
  const event = { ...about, objectType: 'store', objectId, actor: { kind: 'worker', by: 'test' } } as const;
  const many = openDatabase(database.url, { max: 6, applicationName: 'counterfoil-tests' });
  const undone = new Error('undone');
  await Promise.all(
    Array.from({ length: 30 }, async (_, index) => {
      const recorded = many.db.transaction(async (tx) => {
        await recordEvent(tx, event, start);
        // A rollback leaves no gap.
        if (index % 3 === 0) throw undone;
      });
      await recorded.catch((error: unknown) => {
        if (error !== undone) throw error;
      });
    }),
  );
  await many.close();
  const rows = await opened.db.select({ sequence: events.sequence }).from(events).where(eq(events.objectId, objectId));
  expect(rows.map(({ sequence }) => sequence).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, at) => at + 1),
  );
});

test('one of two concurrent bookings of the same movement fails', async () => {
  const store = await makeSubscriptions(opened.db, 1, start);
  const [payment] = await opened.db.select().from(payments).where(eq(payments.storeId, store.id));
  if (!payment) throw new Error('nothing was sold');
  const bookings = [opened.db, other.db].map((db) => book(db, { kind: 'unusable_charge', payment }, start));
  const ended = await Promise.allSettled(bookings);
  expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const booked = await opened.db.select().from(ledgerTransactions).where(eq(ledgerTransactions.paymentId, payment.id));
  expect(booked.filter(({ kind }) => kind === 'unusable_charge')).toHaveLength(1);
});
