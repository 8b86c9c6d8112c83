/** Publishing to the event feed, on separate databases: it follows the whole audit log. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { and, asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { auditHeads, feedEvents, feedHeads } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import { auditTrail } from '#server/events/audit/chain-events.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { makeSubscriptions } from '#server/testing/orders/many-subscriptions.ts';
import { newQuietStore, type QuietStore, secondsAfter, start } from '#server/testing/webhooks/quiet-store.ts';
import { queueDeliveries } from '../queue-deliveries.ts';
import { publishEvents } from './publish-events.ts';
import { feedStart, problemOf } from './rules/feed-chain.ts';

const types = ['subscription.canceling', 'subscription.uncanceled', 'subscription.canceled'] as const;

const chain = (store: QuietStore) => store.relay(start, [auditTrail]);

const feedOf = ({ db, store }: QuietStore, environment: Environment = 'test') =>
  db
    .select()
    .from(feedEvents)
    .where(and(eq(feedEvents.storeId, store.id), eq(feedEvents.environment, environment)))
    .orderBy(asc(feedEvents.sequence));

/** Expects an unbroken feed whose head is its last event, and each order's events in their order. Returns it. */
async function expectWholeFeed(store: QuietStore, count: number) {
  const feed = await feedOf(store);
  expect(feed.map(({ sequence }) => sequence)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
  let previous = feedStart;
  for (const event of feed) {
    expect(problemOf(previous, event)).toBeUndefined();
    previous = event;
  }
  const { merchantId, id: storeId } = store.store;
  const { sequence, digest } = previous;
  expect(await store.db.select().from(feedHeads)).toEqual([
    { merchantId, storeId, environment: 'test', sequence, digest },
  ]);
  for (const events of Map.groupBy(feed, ({ body }) => JSON.parse(body).data.orderId).values()) {
    const own = events.map(({ objectSequence }) => objectSequence);
    expect(own).toEqual(own.toSorted((one, other) => one - other));
  }
  return feed;
}

async function recordAll(store: QuietStore) {
  for (const type of types) for (const id of store.orderIds) await store.recordEvents(id, [type]);
}

test('publishes what a webhook is sent, under the ID of the event, without any webhook', async () => {
  const store = await newQuietStore(1);
  const [orderId = ''] = store.orderIds;
  const [eventId] = await store.recordEvents(orderId, ['subscription.canceling']);
  await chain(store);
  expect(await publishEvents(store.db, secondsAfter(1))).toBe(1);
  const [event] = await expectWholeFeed(store, 1);
  expect(event).toMatchObject({ id: eventId, eventType: 'subscription.canceling', publishedAt: secondsAfter(1) });
  // The same event for a webhook.
  await store.addWebhook('https://example.com/hook');
  const events = await store.eventsOf(orderId);
  await store.db.transaction((tx) => queueDeliveries().handle(tx, events.slice(-1), start));
  const [delivery] = await store.deliveries();
  const { id: _, ...delivered } = JSON.parse(delivery?.body ?? '{}');
  expect(JSON.parse(event?.body ?? '{}')).toEqual({ id: eventId, ...delivered });
  expect(Object.keys(JSON.parse(event?.body ?? '{}'))).toEqual(Object.keys(JSON.parse(delivery?.body ?? '{}')));
});

test('leaves out events that are no webhook events, and does not publish an event twice', async () => {
  const store = await newQuietStore(1);
  const [orderId = ''] = store.orderIds;
  await store.recordEvents(orderId, ['order.created', 'subscription.canceling']);
  await chain(store);
  expect(await publishEvents(store.db, start)).toBe(1);
  expect(await publishEvents(store.db, start)).toBe(0);
  await store.recordEvents(orderId, ['subscription.uncanceled']);
  await chain(store);
  expect(await publishEvents(store.db, start)).toBe(1);
  await expectWholeFeed(store, 2);
});

test('gives each environment a feed of its own', async () => {
  const store = await newQuietStore(1);
  const [orderId = ''] = store.orderIds;
  await store.recordEvents(orderId, ['subscription.canceling'], start, 'prod');
  await store.recordEvents(orderId, ['subscription.canceling'], start, 'test');
  await chain(store);
  expect(await publishEvents(store.db, start)).toBe(2);
  for (const environment of ['test', 'prod'] as const) {
    const [event, ...others] = await feedOf(store, environment);
    expect([event?.sequence, others]).toEqual([1, []]);
    expect(JSON.parse(event?.body ?? '{}').mode).toBe(environment);
  }
});

test('publishes events that an earlier version has already passed on', async () => {
  const store = await newQuietStore(2);
  await recordAll(store);
  await store.relay(start, [auditTrail, queueDeliveries()]);
  // As the migration leaves it.
  await store.db.update(auditHeads).set({ publishedPosition: 0 });
  await publishEvents(store.db, start);
  const before = await expectWholeFeed(store, 6);
  await store.recordEvents(store.orderIds[0] ?? '', ['subscription.canceling']);
  await chain(store);
  await publishEvents(store.db, start);
  expect((await expectWholeFeed(store, 7)).slice(0, 6)).toEqual(before);
});

test('two concurrent workers publish every event once and in order', async () => {
  const store = await newQuietStore(200);
  const second = openDatabase(store.url, { max: 2, applicationName: 'counterfoil-tests' });
  const published: number[] = [];
  let isDone = false;
  const publishing = [store.db, second.db].map(async (db) => {
    while (!isDone) published.push(await publishEvents(db, start));
  });
  try {
    await recordAll(store);
    await chain(store);
    await expect.poll(() => published.reduce((sum, count) => sum + count, 0)).toBe(600);
  } finally {
    isDone = true;
    await Promise.all(publishing);
    await second.close();
  }
  await expectWholeFeed(store, 600);
});

test('leaves no gap, no duplicate and no fork after kill -9 in the middle of a batch', async () => {
  const store = await newQuietStore(200);
  await recordAll(store);
  await chain(store);
  const child = spawn(process.execPath, ['server/testing/crashes/die-while-publishing.ts', store.url], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [, signal] = await once(child, 'exit');
  expect(signal).toBe('SIGKILL');
  const begun = await feedOf(store);
  expect(begun.length).toBe(100);
  // The database releases the lock of the killed process after a moment.
  await expect.poll(() => publishEvents(store.db, start)).toBe(500);
  expect((await expectWholeFeed(store, 600)).slice(0, 100)).toEqual(begun);
});

test('a merchant whose events cannot be published does not delay others', async () => {
  const store = await newQuietStore(1);
  const other = await makeSubscriptions(store.db, 1, start);
  await store.sql`delete from event_outbox`;
  const [orderId = ''] = store.orderIds;
  const [otherId = ''] = (await store.sql`select id from orders where store_id = ${other.id}`).map(({ id }) => id);
  const event = { environment: 'test', type: 'subscription.canceling', actor: { kind: 'worker', by: 'test' } } as const;
  const broken = { merchantId: other.merchantId, storeId: other.id, objectId: otherId, data: { periodNumber: 1 } };
  const brokenId = await recordEvent(store.db, { ...event, ...broken }, start);
  await store.recordEvents(orderId, ['subscription.canceling']);
  await chain(store);
  // Makes its insertion fail.
  await store.sql`insert into event_feed values
    (${brokenId}, ${other.merchantId}, ${other.id}, 'prod', 1, '', 1, '{}', '', '', now())`;
  expect(await publishEvents(store.db, start)).toBe(1);
  expect((await feedOf(store)).map(({ sequence }) => sequence)).toEqual([1]);
  const [head] = await store.db.select().from(auditHeads).where(eq(auditHeads.merchantId, other.merchantId));
  expect(head?.publishedPosition).toBe(0);
});

test('rejects changes and deletions', async () => {
  const store = await newQuietStore(1);
  await store.recordEvents(store.orderIds[0] ?? '', ['subscription.canceling']);
  await chain(store);
  await publishEvents(store.db, start);
  const { sql } = store;
  await expect(sql`update event_feed set body = '{}'`).rejects.toThrow('append-only');
  await expect(sql`delete from event_feed`).rejects.toThrow('append-only');
  await expect(sql`truncate event_feed`).rejects.toThrow('append-only');
});
