/**
 * Webhooks: deliveries per second by one worker to a receiver on this machine, and the time from an event to its arrival, with
 * an idle worker and while many deliveries to other webhooks are queued. The ceiling sends bare requests with the same signature
 * and writes the same rows. `BENCH_WEBHOOKS=500` delivers that many in all rounds instead of 10,000.
 */
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { orders } from '#db/schema/index.ts';
import { parseOrder } from '#server/billing/orders/rules/order.ts';
import type { Store } from '#server/stores/stores.ts';
import { makeSubscriptions } from '#server/testing/orders/many-subscriptions.ts';
import type { Webhook } from '#server/webhooks/webhooks.ts';
import { type Child, startChild } from './children.ts';
import { openMeasuredDatabase } from './database.ts';
import { type Figures, figuresOf, latencyOf, measureRound, type Round, rounds, shareOf, type Work } from './measure.ts';
import { percent, type Result, rowOf } from './result.ts';
import {
  addEightWebhooks,
  addWebhook,
  deliverAll,
  dueAt,
  fillQueues,
  readTimes,
  setPaused,
  spreadDeliveries,
  timeEvents,
} from './webhooks/deliveries.ts';
import { startReceiver } from './webhooks/receiver.ts';

/** In each round, for each contender. */
const queued = Math.floor(Number(process.env.BENCH_WEBHOOKS ?? 10_000) / rounds);
/** Events whose arrival is timed in a round: with an idle worker, and at most while deliveries are queued. */
const timedIdle = Math.min(100, queued);
const maxTimedBusy = 300;

export async function* run(): AsyncGenerator<Result> {
  const database = await openMeasuredDatabase();
  const receiver = await startReceiver();
  const { db, url } = database;
  const worker = startChild(new URL('webhooks/worker.ts', import.meta.url), [url], workerEnvironment(url));
  const bare = startChild(new URL('webhooks/bare.ts', import.meta.url), [url]);
  try {
    const busyStore = await makeSubscriptions(db, queued * (rounds + 1), dueAt);
    const freshStore = await makeSubscriptions(db, (timedIdle + maxTimedBusy) * (rounds + 1), dueAt);
    await database.sql`delete from event_outbox`;
    // A worker sends a few deliveries concurrently to one receiver, and more to several.
    const one = [await addWebhook(db, busyStore, `${receiver.url}/one`)];
    const eight = await addEightWebhooks(db, busyStore, `${receiver.url}/eight`);
    const ceiling = await addWebhook(db, busyStore, `${receiver.url}/bare`);
    await addWebhook(db, freshStore, `${receiver.url}/fresh`);
    await setPaused(db, [...one, ...eight, ceiling], true);
    await database.sql`vacuum analyze`;
    // Started last, so that it relays no earlier events.
    await worker.request({});
    // Each order has one event, so each round takes other orders.
    const ordersOf = async ({ id }: Store) =>
      (await db.select().from(orders).where(eq(orders.storeId, id))).map(parseOrder);
    const [busyOrders, freshOrders] = [await ordersOf(busyStore), await ordersOf(freshStore)];
    const time = (count: number, signal?: AbortSignal) =>
      timeEvents(db, freshOrders.splice(0, count), receiver.arrivals, signal);
    const measure = ({ pid }: Child, work: () => Promise<Work>) => measureRound({ pid, database }, work);
    const measureOnce = async () => {
      const relay = await measure(worker, () => fillQueues(db, busyOrders.splice(0, queued)));
      await spreadDeliveries(database, eight);
      const since = new Date();
      const withTimes = async (round: Round, to: readonly Webhook[]): Promise<Round> => {
        if (round.done !== queued) throw new Error(`${round.done} of ${queued} were delivered`);
        return { ...round, tookMs: await readTimes(database, to, since) };
      };
      const bareRound = await measure(bare, () => bare.request<Work>(ceiling));
      const idle = await time(timedIdle);
      const toOne = await measure(worker, () => deliverAll(db, one, queued));
      const drained = new AbortController();
      const [toEight, busy] = await Promise.all([
        measure(worker, () => deliverAll(db, eight, queued)).finally(() => drained.abort()),
        time(maxTimedBusy, drained.signal),
      ]);
      return {
        relay,
        idle,
        busy,
        bare: await withTimes(bareRound, [ceiling]),
        one: await withTimes(toOne, one),
        eight: await withTimes(toEight, eight),
      };
    };
    // The warm-up.
    await measureOnce();
    const measured: Measured[] = [];
    while (measured.length < rounds) measured.push(await measureOnce());
    yield resultOf(worker, bare, measured);
  } finally {
    await Promise.all([worker.stop(), bare.stop()]);
    await receiver.close();
    await database.close();
  }
}

type Measured = Readonly<Record<'relay' | 'bare' | 'one' | 'eight', Round> & Record<'idle' | 'busy', Work>>;

function resultOf(worker: Child, bare: Child, measured: readonly Measured[]): Result {
  const head = `${queued * rounds} deliveries`;
  const all = <Name extends keyof Measured>(name: Name) => measured.map((round) => round[name]);
  const ceiling = figuresOf(bare, all('bare'));
  const workerRow = (text: string, figures: Figures) =>
    rowOf({ [head]: text, 'of the ceiling': percent(shareOf(figures, ceiling)) }, figures);
  return {
    case: 'webhooks',
    rows: [
      rowOf({ [head]: 'bare', 'of the ceiling': '' }, ceiling),
      workerRow('to one webhook', figuresOf(worker, all('one'))),
      workerRow('to eight webhooks', figuresOf(worker, all('eight'))),
      rowOf({ [head]: 'the relay, per event' }, figuresOf(worker, all('relay'))),
      rowOf({ [head]: 'an event arrives, idle worker' }, latencyOf(all('idle'))),
      rowOf({ [head]: 'an event arrives, many queued' }, latencyOf(all('busy'))),
    ],
    notes: ['Latency of a delivery: from the start of the attempt to the commit that recorded it.'],
  };
}

/** The settings that `npm start` gives its worker. */
const workerEnvironment = (url: string): NodeJS.ProcessEnv => ({
  ...process.env,
  DATABASE_URL: url,
  APP_SECRET: randomBytes(24).toString('hex'),
  WEBHOOK_PRIVATE_ADDRESSES: 'on',
  LOG_LEVEL: 'error',
});
