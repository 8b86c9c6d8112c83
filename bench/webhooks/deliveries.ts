/** Webhooks for which deliveries wait while they are paused, and how long those take once they are not. */
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { webhookDeliveries, webhooks } from '#db/schema/index.ts';
import { type Order, orderEvent } from '#server/billing/orders/orders.ts';
import { toShortId } from '#server/domain/ids.ts';
import { recordEvents } from '#server/events/data/events.ts';
import type { Store } from '#server/stores/stores.ts';
import { deliveriesChannel } from '#server/webhooks/data/webhook-deliveries.ts';
import { webhookEvents } from '#server/webhooks/rules/webhook-events.ts';
import { insertWebhook, type Webhook } from '#server/webhooks/webhooks.ts';
import type { MeasuredDatabase } from '../measured-database.ts';
import type { Work } from '../rounds.ts';

/** Long after the measurement: nothing else is for the worker to do. */
export const dueAt = new Date('2099-11-15T12:00:00.000Z');
/** Whose deliveries wait: one receiver's, eight receivers', and the ceiling's. */
const queues = 3;

export const addWebhook = (db: Database, store: Store, url: string, events = webhookEvents.slice()): Promise<Webhook> =>
  insertWebhook(db, store, { channel: 'http', url, events, testMode: true, secret: null }, dueAt);

/** As many as fill a worker. The first is told of everything, until the others take their share of it. */
export async function addWebhooks(db: Database, store: Store, url: string): Promise<Webhook[]> {
  const made = [await addWebhook(db, store, url)];
  while (made.length < 8) made.push(await addWebhook(db, store, url, ['refund.failed']));
  return made;
}

export async function setPaused(db: Database, hooks: readonly Webhook[], isPaused: boolean): Promise<void> {
  for (const { id } of hooks) {
    await db
      .update(webhooks)
      .set({ pausedAt: isPaused ? dueAt : null })
      .where(eq(webhooks.id, id));
  }
}

const cancelingOf = (order: Order) =>
  orderEvent(order, { kind: 'worker', by: 'bench' })('subscription.canceling', { periodNumber: 1 });

/** An event for each of those orders, and so a delivery of each for three of the store's webhooks, which are paused. */
export async function fillQueues(db: Database, told: readonly Order[]): Promise<Work> {
  const waiting = sql`status <> 'success'`;
  const [begun, batch] = [performance.now(), 500];
  for (let start = 0; start < told.length; start += batch) {
    await db.transaction((tx) => recordEvents(tx, told.slice(start, start + batch).map(cancelingOf), dueAt));
  }
  while ((await db.$count(webhookDeliveries, waiting)) < told.length * queues) await sleep(20);
  return { done: told.length, seconds: (performance.now() - begun) / 1000, tookMs: [] };
}

/** The eight take their shares of what waits for the first of them. */
export async function share(db: Database, eight: readonly Webhook[]): Promise<void> {
  const ids = sql.join(
    eight.map(({ id }) => sql`${id}::uuid`),
    sql`, `,
  );
  await db.execute(sql`
    update webhook_deliveries set webhook_id = (array[${ids}])[1 + abs(hashtext(object_id::text)) % 8]
    where webhook_id = ${eight[0]?.id ?? ''} and status <> 'success'`);
  await db.execute(sql`vacuum analyze webhook_deliveries`);
}

/** Lets the worker have them, until all have been delivered. */
export async function deliverAll(db: Database, hooks: readonly Webhook[], queued: number): Promise<Work> {
  const begun = performance.now();
  await setPaused(db, hooks, false);
  await db.execute(sql`select pg_notify(${deliveriesChannel}, '')`);
  const left = sql`status <> 'success' and webhook_id in ${hooks.map(({ id }) => id)}`;
  for (let count = queued; count > 0; count = await db.$count(webhookDeliveries, left)) await sleep(20);
  const seconds = (performance.now() - begun) / 1000;
  await setPaused(db, hooks, true);
  return { done: queued, seconds, tookMs: [] };
}

/** Of the attempts since then: from its beginning to the commit that recorded it. */
export async function readTimes(
  { sql: bare }: MeasuredDatabase,
  hooks: readonly Webhook[],
  since: Date,
): Promise<number[]> {
  const rows = await bare<{ ms: number }[]>`
    select (1000 * extract(epoch from pg_xact_commit_timestamp(xmin) - started_at))::float8 as ms
    from webhook_attempts
    where webhook_id = any(${hooks.map(({ id }) => id)}::uuid[]) and started_at >= ${since.toISOString()}`;
  return rows.map(({ ms }) => ms);
}

/**
 * Records an event of each order, one after the other, until it is told to stop; gives how long each took from its commit
 * to its arrival.
 */
export async function timeEvents(
  db: Database,
  fresh: readonly Order[],
  arrivals: ReadonlyMap<string, number>,
  signal?: AbortSignal,
): Promise<Work> {
  const begun = performance.now();
  const tookMs: number[] = [];
  for (const order of fresh) {
    if (signal?.aborted) break;
    await db.transaction((tx) => recordEvents(tx, [cancelingOf(order)], dueAt));
    const committedAt = performance.now();
    const orderId = toShortId('ORD', order.id);
    while (!arrivals.has(orderId)) await sleep(1);
    tookMs.push((arrivals.get(orderId) ?? 0) - committedAt);
  }
  return { done: tookMs.length, seconds: (performance.now() - begun) / 1000, tookMs };
}
