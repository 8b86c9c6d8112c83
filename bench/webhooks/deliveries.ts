/** Queues deliveries for paused webhooks, and measures how long they take afterwards. */
import { setTimeout as sleep } from 'node:timers/promises';
import { inArray, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { webhookDeliveries, webhooks } from '#db/schema/index.ts';
import { type Order, orderEvent } from '#server/billing/orders/orders.ts';
import { toShortId } from '#server/domain/ids.ts';
import { recordEvents } from '#server/events/data/events.ts';
import type { Store } from '#server/stores/stores.ts';
import { deliveriesChannel } from '#server/webhooks/data/webhook-deliveries.ts';
import { webhookEvents } from '#server/webhooks/rules/webhook-events.ts';
import { insertWebhook, type Webhook } from '#server/webhooks/webhooks.ts';
import type { MeasuredDatabase } from '../database.ts';
import type { Work } from '../measure.ts';

/** Long after the measurement, so that the worker has nothing else to do. */
export const dueAt = new Date('2099-11-15T12:00:00.000Z');
const eventBatch = 500;

export const addWebhook = (db: Database, store: Store, url: string, events = webhookEvents.slice()): Promise<Webhook> =>
  insertWebhook(db, store, { channel: 'http', url, events, testMode: true, secret: null }, dueAt);

/** Eight webhooks, enough for all of a worker's connections. The first gets all deliveries, until `spreadDeliveries`. */
export async function addEightWebhooks(db: Database, store: Store, url: string): Promise<Webhook[]> {
  const others = Array.from({ length: 7 }, () => addWebhook(db, store, url, ['refund.failed']));
  return [await addWebhook(db, store, url), ...(await Promise.all(others))];
}

const idsOf = (targets: readonly Webhook[]) => targets.map(({ id }) => id);

export async function setPaused(db: Database, targets: readonly Webhook[], isPaused: boolean): Promise<void> {
  const pausedAt = isPaused ? dueAt : null;
  await db
    .update(webhooks)
    .set({ pausedAt })
    .where(inArray(webhooks.id, idsOf(targets)));
}

const recordCancellations = (db: Database, orders: readonly Order[]) =>
  db.transaction((tx) => {
    const events = orders.map((order) =>
      orderEvent(order, { kind: 'worker', by: 'bench' })('subscription.canceling', { periodNumber: 1 }),
    );
    return recordEvents(tx, events, dueAt);
  });

/** Records an event of each order and waits until the relay has queued its three deliveries. */
export async function fillQueues(db: Database, orders: readonly Order[]): Promise<Work> {
  const startedAt = performance.now();
  for (let start = 0; start < orders.length; start += eventBatch) {
    await recordCancellations(db, orders.slice(start, start + eventBatch));
  }
  // By the partial index: counting all deliveries would cost more than the work that is measured.
  while ((await db.$count(webhookDeliveries, sql`status = 'pending'`)) < orders.length * 3) await sleep(20);
  return { done: orders.length, seconds: (performance.now() - startedAt) / 1000, tookMs: [] };
}

/** Spreads the deliveries of the first webhook over all eight. */
export async function spreadDeliveries(database: MeasuredDatabase, eight: readonly Webhook[]): Promise<void> {
  await database.sql`
    update webhook_deliveries
    set webhook_id = (${idsOf(eight)}::uuid[])[1 + abs(hashtext(object_id::text)) % 8]
    where webhook_id = ${eight[0]?.id ?? ''} and status <> 'success'`;
  await database.sql`vacuum analyze webhook_deliveries`;
}

/** Lets the worker deliver everything that is queued for these webhooks. */
export async function deliverAll(db: Database, targets: readonly Webhook[], queued: number): Promise<Work> {
  const startedAt = performance.now();
  await setPaused(db, targets, false);
  await db.execute(sql`select pg_notify(${deliveriesChannel}, '')`);
  // By the partial index, and only whether there are any: counting all would cost more than the deliveries.
  const pending = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(sql`status = 'pending' and webhook_id in ${idsOf(targets)}`)
    .limit(1);
  while ((await pending.execute()).length > 0) await sleep(20);
  const seconds = (performance.now() - startedAt) / 1000;
  await setPaused(db, targets, true);
  return { done: queued, seconds, tookMs: [] };
}

/** From the start of each attempt since then to the commit that recorded it. */
export async function readTimes(
  database: MeasuredDatabase,
  targets: readonly Webhook[],
  since: Date,
): Promise<number[]> {
  const rows = await database.sql<{ ms: number }[]>`
    select (1000 * extract(epoch from pg_xact_commit_timestamp(xmin) - started_at))::float8 as ms
    from webhook_attempts where webhook_id = any(${idsOf(targets)}::uuid[]) and started_at >= ${since.toISOString()}`;
  return rows.map(({ ms }) => ms);
}

/** Records an event of each order, one after the other, and measures the time from its commit to its arrival. */
export async function timeEvents(
  db: Database,
  orders: readonly Order[],
  arrivals: ReadonlyMap<string, number>,
  signal?: AbortSignal,
): Promise<Work> {
  const startedAt = performance.now();
  const tookMs: number[] = [];
  for (const order of orders) {
    if (signal?.aborted) break;
    await recordCancellations(db, [order]);
    const committedAt = performance.now();
    const orderId = toShortId('ORD', order.id);
    while (!arrivals.has(orderId)) await sleep(1);
    tookMs.push((arrivals.get(orderId) ?? 0) - committedAt);
  }
  return { done: tookMs.length, seconds: (performance.now() - startedAt) / 1000, tookMs };
}
