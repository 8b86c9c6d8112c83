/**
 * Webhooks: how many deliveries a second one worker makes to a receiver on this machine, in five rounds, in turns with a
 * ceiling: bare requests with the same signature and the same rows written; and how long an event is on its way, at rest
 * and while so many deliveries wait for somebody else's webhook. `BENCH_WEBHOOKS=500` measures with that many in all five
 * rounds instead of 10,000.
 */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { orders, webhookDeliveries, webhooks } from '../db/schema/index.ts';
import { toShortId } from '../server/domain/ids.ts';
import { webhookEvents } from '../server/domain/webhook.ts';
import { recordEvents } from '../server/queries/events.ts';
import { type Order, orderEvent } from '../server/queries/orders.ts';
import type { Store } from '../server/queries/stores.ts';
import { deliveriesChannel } from '../server/queries/webhook-deliveries.ts';
import { insertWebhook, type Webhook } from '../server/queries/webhooks.ts';
import { makeSubscriptions } from '../server/testing/many-subscriptions.ts';
import { type Child, startChild } from './children.ts';
import { type MeasuredDatabase, openMeasuredDatabase } from './measured-database.ts';
import {
  type Latency,
  latencyOf,
  type Memory,
  measureRound,
  memoryOf,
  type ProcessorTime,
  processorTimeOf,
  type Round,
  rounds,
  roundTo,
  type Work,
} from './rounds.ts';
import { aligned, latencyColumns, memoryColumns, percent, processorColumns, spreadText } from './table.ts';
import type { Sent } from './webhooks-bare.ts';

/** In each round, for each who delivers. */
const queued = Math.floor(Number(process.env.BENCH_WEBHOOKS ?? 10_000) / rounds);
/** Events of which the delay is measured: so many in a round at rest, and as many as there is time for under load. */
const timed = Math.min(100, queued);
const mostTimed = 300;
/** Long after the measurement: nothing else is for the worker to do. */
const dueAt = new Date('2099-11-15T12:00:00.000Z');
/** One receiver, eight of them, and the ceiling's. */
const queues = 3;

type DeliveryFigures = Latency & ProcessorTime & Memory;

export interface WebhookFigures {
  /** In all rounds together. */
  readonly queued: number;
  /** Of a delivery: from its attempt's beginning to its being recorded. The worker's memory is of all that it delivered. */
  readonly toOneWebhook: DeliveryFigures;
  readonly toEight: DeliveryFigures;
  readonly bare: DeliveryFigures;
  readonly ofCeiling: number;
  readonly ofCeilingToEight: number;
  /** An event by the relay, which queues three deliveries of it. */
  readonly relay: Pick<Latency, 'perSecond'> & ProcessorTime;
  /** From an event's commit to its arrival, one after the other. */
  readonly arrivalAtRest: Latency;
  readonly arrivalWithManyQueued: Latency;
}

export async function run(): Promise<{ figures: WebhookFigures }> {
  const database = await openMeasuredDatabase();
  const { db, url, postmasterPid } = database;
  const receiver = await startReceiver();
  const children: Child[] = [];
  const start = (program: string, args: string[], env?: NodeJS.ProcessEnv): Child => {
    const child = startChild(new URL(program, import.meta.url), args, env);
    children.push(child);
    return child;
  };
  try {
    const busy = await makeSubscriptions(db, queued * (rounds + 1), dueAt);
    const quiet = await makeSubscriptions(db, (timed + mostTimed) * (rounds + 1), dueAt);
    await db.execute(sql`delete from event_outbox`);
    const hooks = {
      // One receiver gets a few at once at most: the same work for one, and for as many as fill the worker.
      one: [await addWebhook(db, busy, `${receiver.url}/one`)],
      eight: await addWebhooks(db, busy, `${receiver.url}/eight`),
      bare: await addWebhook(db, busy, `${receiver.url}/bare`),
      fresh: await addWebhook(db, quiet, `${receiver.url}/fresh`),
    };
    await setPaused(db, [...hooks.one, ...hooks.eight, hooks.bare], true);
    await db.execute(sql`vacuum analyze`);
    const worker = start('webhooks-worker.ts', [url], workerEnvironment(url));
    await worker.ask({});
    const bare = start('webhooks-bare.ts', [url, hooks.bare.id, hooks.bare.url]);
    const busyOrders = await db.select().from(orders).where(eq(orders.storeId, busy.id));
    const freshOrders = await db.select().from(orders).where(eq(orders.storeId, quiet.id));
    const take = (from: Order[], count: number) => from.splice(0, count);
    const measureOne = (child: Child, work: () => Promise<Work>) =>
      measureRound({ pid: child.pid, postmasterPid }, work);
    const withTimes = async (round: Round, to: readonly Webhook[], begun: Date): Promise<Round> => ({
      ...round,
      work: { ...round.work, tookMs: await readTimes(database, to, begun) },
    });
    const oneRound = async () => {
      const told = take(busyOrders, queued);
      const relay = await measureOne(worker, () => fillQueues(db, told));
      await share(db, hooks.eight);
      const begun = new Date();
      const byBare = await measureOne(bare, async () => {
        const { sent, seconds } = await bare.ask<Sent>({});
        if (sent !== queued) throw new Error(`${sent} of ${queued} were sent (bare)`);
        return { done: sent, seconds, tookMs: [] };
      });
      const atRest = await timeEvents(db, take(freshOrders, timed), receiver.arrivals);
      const toOne = await measureOne(worker, () => deliverAll(db, hooks.one));
      const drained = new AbortController();
      const [toEight, underLoad] = await Promise.all([
        measureOne(worker, () => deliverAll(db, hooks.eight)).finally(() => drained.abort()),
        timeEvents(db, take(freshOrders, mostTimed), receiver.arrivals, drained.signal),
      ]);
      return {
        relay,
        atRest,
        underLoad,
        bare: await withTimes(byBare, [hooks.bare], begun),
        one: await withTimes(toOne, hooks.one, begun),
        eight: await withTimes(toEight, hooks.eight, begun),
      };
    };
    await oneRound();
    const measured: Awaited<ReturnType<typeof oneRound>>[] = [];
    for (let round = 0; round < rounds; round += 1) measured.push(await oneRound());
    const memory = {
      bare: memoryOf(
        { pid: bare.pid, postmasterPid },
        measured.map((round) => round.bare),
      ),
      worker: memoryOf(
        { pid: worker.pid, postmasterPid },
        measured.flatMap(({ one, eight }) => [one, eight]),
      ),
    };
    const figuresOf = (who: 'bare' | 'one' | 'eight'): DeliveryFigures => {
      const all = measured.map((round) => round[who]);
      return {
        ...latencyOf(all.map(({ work }) => work)),
        ...processorTimeOf(all),
        ...memory[who === 'bare' ? 'bare' : 'worker'],
      };
    };
    const [one, eight, ceiling] = [figuresOf('one'), figuresOf('eight'), figuresOf('bare')];
    const relayed = measured.map(({ relay }) => relay);
    const figures: WebhookFigures = {
      queued: queued * rounds,
      toOneWebhook: one,
      toEight: eight,
      bare: ceiling,
      ofCeiling: roundTo(one.perSecond.median / ceiling.perSecond.median, 2),
      ofCeilingToEight: roundTo(eight.perSecond.median / ceiling.perSecond.median, 2),
      relay: { perSecond: latencyOf(relayed.map(({ work }) => work)).perSecond, ...processorTimeOf(relayed) },
      arrivalAtRest: latencyOf(measured.map(({ atRest }) => atRest)),
      arrivalWithManyQueued: latencyOf(measured.map(({ underLoad }) => underLoad)),
    };
    console.error(tableOf(figures));
    return { figures };
  } finally {
    await Promise.all(children.map(({ stop }) => stop()));
    await receiver.close();
    await database.close();
  }
}

/** Takes everything, and notes when an order was first told of at `/fresh`. */
async function startReceiver() {
  const arrivals = new Map<string, number>();
  const server = createServer((request, response) => {
    const at = performance.now();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.writeHead(204).end();
      if (request.url !== '/fresh') return;
      const { orderId } = JSON.parse(Buffer.concat(chunks).toString()).data;
      if (!arrivals.has(orderId)) arrivals.set(orderId, at);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    close: () => new Promise<unknown>((resolve) => server.close(resolve).closeAllConnections()),
  };
}

const addWebhook = (db: Database, store: Store, url: string, events = webhookEvents.slice()): Promise<Webhook> =>
  insertWebhook(db, store, { channel: 'http', url, events, testMode: true, secret: null }, dueAt);

/** As many as fill a worker. The first is told of everything, until the others take their share of it. */
async function addWebhooks(db: Database, store: Store, url: string): Promise<Webhook[]> {
  const made = [await addWebhook(db, store, url)];
  while (made.length < 8) made.push(await addWebhook(db, store, url, ['refund.failed']));
  return made;
}

async function setPaused(db: Database, hooks: readonly Webhook[], isPaused: boolean): Promise<void> {
  for (const { id } of hooks) {
    await db
      .update(webhooks)
      .set({ pausedAt: isPaused ? dueAt : null })
      .where(eq(webhooks.id, id));
  }
}

/** As `npm start` gives it to its own. */
const workerEnvironment = (url: string): NodeJS.ProcessEnv => ({
  ...process.env,
  DATABASE_URL: url,
  APP_SECRET: randomBytes(24).toString('hex'),
  WEBHOOK_PRIVATE_ADDRESSES: 'on',
  LOG_LEVEL: 'error',
});

const cancelingOf = (order: Order) =>
  orderEvent(order, { kind: 'worker', by: 'bench' })('subscription.canceling', { periodNumber: 1 });

/** An event for each of those orders, and so a delivery of each for three of the store's webhooks, which are paused. */
async function fillQueues(db: Database, told: readonly Order[]): Promise<Work> {
  const waiting = sql`status <> 'success'`;
  const [begun, batch] = [performance.now(), 500];
  for (let start = 0; start < told.length; start += batch) {
    await db.transaction((tx) => recordEvents(tx, told.slice(start, start + batch).map(cancelingOf), dueAt));
  }
  while ((await db.$count(webhookDeliveries, waiting)) < told.length * queues) await sleep(20);
  return { done: told.length, seconds: (performance.now() - begun) / 1000, tookMs: [] };
}

/** The eight take their shares of what waits for the first of them. */
async function share(db: Database, eight: readonly Webhook[]): Promise<void> {
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
async function deliverAll(db: Database, hooks: readonly Webhook[]): Promise<Work> {
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
async function readTimes({ sql: bare }: MeasuredDatabase, hooks: readonly Webhook[], since: Date): Promise<number[]> {
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
async function timeEvents(
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

function tableOf(figures: WebhookFigures): string {
  const { queued: all, toOneWebhook, toEight, bare, ofCeiling, ofCeilingToEight, relay } = figures;
  const columns = [...latencyColumns, ...processorColumns, ...memoryColumns];
  const own = (given: DeliveryFigures) => columns.map(([, of]) => of(given));
  const arrival = (latency: Latency) => latencyColumns.map(([, of]) => of(latency));
  return aligned([
    [`${all} deliveries`, '', ...columns.map(([head]) => head)],
    ['bare', '', ...own(bare)],
    ['to one webhook', percent(ofCeiling), ...own(toOneWebhook)],
    ['to eight', percent(ofCeilingToEight), ...own(toEight)],
    [
      'the relay, an event',
      '',
      spreadText(relay.perSecond),
      '',
      '',
      '',
      ...processorColumns.map(([, of]) => of(relay)),
    ],
    ['an event arrives, at rest', '', ...arrival(figures.arrivalAtRest)],
    ['with many queued', '', ...arrival(figures.arrivalWithManyQueued)],
  ]);
}
