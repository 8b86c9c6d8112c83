/**
 * Webhooks: how many deliveries a second one worker makes to a receiver on this machine, in five rounds, in turns with a
 * ceiling: bare requests with the same signature and the same rows written; and how long an event is on its way, at rest
 * and while so many deliveries wait for somebody else's webhook. `BENCH_WEBHOOKS=500` measures with that many in all five
 * rounds instead of 10,000.
 */
import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { orders } from '#db/schema/index.ts';
import { type Order, parseOrder } from '#server/billing/orders/rules/order.ts';
import { makeSubscriptions } from '#server/testing/orders/many-subscriptions.ts';
import type { Webhook } from '#server/webhooks/webhooks.ts';
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
import type { Sent } from './webhooks/bare.ts';
import {
  addWebhook,
  addWebhooks,
  deliverAll,
  dueAt,
  fillQueues,
  readTimes,
  setPaused,
  share,
  timeEvents,
} from './webhooks/deliveries.ts';
import { type Receiver, startReceiver } from './webhooks/receiver.ts';

/** In each round, for each who delivers. */
const queued = Math.floor(Number(process.env.BENCH_WEBHOOKS ?? 10_000) / rounds);
/** Events of which the delay is measured: so many in a round at rest, and as many as there is time for under load. */
const timed = Math.min(100, queued);
const maxTimed = 300;

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
  const receiver = await startReceiver();
  const children: Child[] = [];
  const start = (program: string, args: string[], env?: NodeJS.ProcessEnv): Child => {
    const child = startChild(new URL(program, import.meta.url), args, env);
    children.push(child);
    return child;
  };
  try {
    const { db, url } = database;
    const busy = await makeSubscriptions(db, queued * (rounds + 1), dueAt);
    const quiet = await makeSubscriptions(db, (timed + maxTimed) * (rounds + 1), dueAt);
    await db.execute(sql`delete from event_outbox`);
    const hooks = {
      // One receiver gets a few at once at most: the same work for one, and for as many as fill the worker.
      one: [await addWebhook(db, busy, `${receiver.url}/one`)],
      eight: await addWebhooks(db, busy, `${receiver.url}/eight`),
      bare: [await addWebhook(db, busy, `${receiver.url}/bare`)],
    };
    await addWebhook(db, quiet, `${receiver.url}/fresh`);
    await setPaused(db, Object.values(hooks).flat(), true);
    await db.execute(sql`vacuum analyze`);
    const worker = start('webhooks/worker.ts', [url], workerEnvironment(url));
    await worker.ask({});
    const bare = start('webhooks/bare.ts', [url, hooks.bare[0]?.id ?? '', hooks.bare[0]?.url ?? '']);
    const busyOrders = (await db.select().from(orders).where(eq(orders.storeId, busy.id))).map(parseOrder);
    const freshOrders = (await db.select().from(orders).where(eq(orders.storeId, quiet.id))).map(parseOrder);
    const setting = { database, receiver, hooks, worker, bare, busyOrders, freshOrders };
    await measureOnce(setting);
    const measured: Measured[] = [];
    for (let round = 0; round < rounds; round += 1) measured.push(await measureOnce(setting));
    const figures = figuresOf(setting, measured);
    console.error(tableOf(figures));
    return { figures };
  } finally {
    await Promise.all(children.map(({ stop }) => stop()));
    await receiver.close();
    await database.close();
  }
}

interface Setting {
  readonly database: MeasuredDatabase;
  readonly receiver: Receiver;
  readonly hooks: Readonly<Record<'one' | 'eight' | 'bare', readonly Webhook[]>>;
  readonly worker: Child;
  readonly bare: Child;
  /** Each order is told of once, and is taken from these then. */
  readonly busyOrders: Order[];
  readonly freshOrders: Order[];
}

type Measured = Awaited<ReturnType<typeof measureOnce>>;

/** As many deliveries for each, one after the other; and events that are timed before that, and while eight are told. */
async function measureOnce({ database, receiver, hooks, worker, bare, busyOrders, freshOrders }: Setting) {
  const { db, postmasterPid } = database;
  const measure = ({ pid }: Child, work: () => Promise<Work>) => measureRound({ pid, postmasterPid }, work);
  const relay = await measure(worker, () => fillQueues(db, busyOrders.splice(0, queued)));
  await share(db, hooks.eight);
  const begun = new Date();
  const byBare = await measure(bare, async () => {
    const { sent, seconds } = await bare.ask<Sent>({});
    if (sent !== queued) throw new Error(`${sent} of ${queued} were sent (bare)`);
    return { done: sent, seconds, tookMs: [] };
  });
  const atRest = await timeEvents(db, freshOrders.splice(0, timed), receiver.arrivals);
  const toOne = await measure(worker, () => deliverAll(db, hooks.one, queued));
  const drained = new AbortController();
  const [toEight, underLoad] = await Promise.all([
    measure(worker, () => deliverAll(db, hooks.eight, queued)).finally(() => drained.abort()),
    timeEvents(db, freshOrders.splice(0, maxTimed), receiver.arrivals, drained.signal),
  ]);
  const withTimes = async (round: Round, to: readonly Webhook[]): Promise<Round> => ({
    ...round,
    work: { ...round.work, tookMs: await readTimes(database, to, begun) },
  });
  return {
    relay,
    atRest,
    underLoad,
    bare: await withTimes(byBare, hooks.bare),
    one: await withTimes(toOne, hooks.one),
    eight: await withTimes(toEight, hooks.eight),
  };
}

function figuresOf({ database, worker, bare }: Setting, measured: readonly Measured[]): WebhookFigures {
  const { postmasterPid } = database;
  const costOf = (all: readonly Round[]) => ({ ...latencyOf(all.map(({ work }) => work)), ...processorTimeOf(all) });
  const delivered = measured.flatMap((round) => [round.one, round.eight]);
  const memory = memoryOf({ pid: worker.pid, postmasterPid }, delivered);
  const one = { ...costOf(measured.map((round) => round.one)), ...memory };
  const eight = { ...costOf(measured.map((round) => round.eight)), ...memory };
  const byBare = measured.map((round) => round.bare);
  const ceiling = { ...costOf(byBare), ...memoryOf({ pid: bare.pid, postmasterPid }, byBare) };
  const { perSecond, cpuMs, databaseCpuMs } = costOf(measured.map(({ relay }) => relay));
  return {
    queued: queued * rounds,
    toOneWebhook: one,
    toEight: eight,
    bare: ceiling,
    ofCeiling: roundTo(one.perSecond.median / ceiling.perSecond.median, 2),
    ofCeilingToEight: roundTo(eight.perSecond.median / ceiling.perSecond.median, 2),
    relay: { perSecond, cpuMs, databaseCpuMs },
    arrivalAtRest: latencyOf(measured.map(({ atRest }) => atRest)),
    arrivalWithManyQueued: latencyOf(measured.map(({ underLoad }) => underLoad)),
  };
}

/** As `npm start` gives it to its own. */
const workerEnvironment = (url: string): NodeJS.ProcessEnv => ({
  ...process.env,
  DATABASE_URL: url,
  APP_SECRET: randomBytes(24).toString('hex'),
  WEBHOOK_PRIVATE_ADDRESSES: 'on',
  LOG_LEVEL: 'error',
});

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
