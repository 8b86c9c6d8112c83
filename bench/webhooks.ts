/**
 * Webhooks: how many deliveries a second one worker makes to a receiver on this machine, beside a ceiling: bare requests
 * with the same signature and the same rows written; and how long an event is on its way, at rest and while so many
 * deliveries wait for somebody else's webhook. The database is one that survives a power cut, like that of `npm start`.
 * `BENCH_WEBHOOKS=500` measures with that many instead of 10,000.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { eq, sql } from 'drizzle-orm';
import { type Database, openDatabase } from '../db/client.ts';
import { openEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { orders, webhookDeliveries, webhooks } from '../db/schema/index.ts';
import { projectRoot } from '../server/cli/project-root.ts';
import { spawnTied } from '../server/cli/tied-process.ts';
import { toShortId } from '../server/domain/ids.ts';
import { webhookEvents } from '../server/domain/webhook.ts';
import { recordEvents } from '../server/queries/events.ts';
import { type Order, orderEvent } from '../server/queries/orders.ts';
import type { Store } from '../server/queries/stores.ts';
import { deliveriesChannel } from '../server/queries/webhook-deliveries.ts';
import { insertWebhook, type Webhook } from '../server/queries/webhooks.ts';
import { makeSubscriptions } from '../server/testing/many-subscriptions.ts';

const queued = Number(process.env.BENCH_WEBHOOKS ?? 10_000);
/** Events of which the delay is measured. */
const timed = Math.min(500, queued);
/** Long after the measurement: nothing else is for the worker to do. */
const dueAt = new Date('2099-11-15T12:00:00.000Z');
/** One receiver, eight of them, and the ceiling's. */
const queues = 3;

export async function run(): Promise<object> {
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-bench-'));
  const { url, release } = await openEmbedded(folder);
  const { db, close } = openDatabase(url, { max: 4, applicationName: 'counterfoil-bench' });
  const receiver = await startReceiver();
  try {
    await migrate(url);
    const busy = await makeSubscriptions(db, queued, dueAt);
    const quiet = await makeSubscriptions(db, timed * 2, dueAt);
    await db.execute(sql`delete from event_outbox`);
    const hooks = {
      // One receiver gets a few at once at most: the same work for one, and for as many as fill the worker.
      one: [await addWebhook(db, busy, `${receiver.url}/one`)],
      eight: await addWebhooks(db, busy, `${receiver.url}/eight`),
      bare: [await addWebhook(db, busy, `${receiver.url}/bare`)],
      fresh: [await addWebhook(db, quiet, `${receiver.url}/fresh`)],
    };
    const waiting = [...hooks.one, ...hooks.eight, ...hooks.bare];
    for (const { id } of waiting) await setPaused(db, id, true);
    await db.execute(sql`vacuum analyze`);
    const worker = await startWorker(url);
    const relaySeconds = await fillQueues(db, busy, hooks.eight);
    const bareSeconds = await sendBare(url, hooks.bare[0] as Webhook);
    const fresh = await db.select().from(orders).where(eq(orders.storeId, quiet.id));
    const atRest = await timeEvents(db, fresh.slice(0, timed), receiver.arrivals);
    const oneSeconds = await deliverAll(db, hooks.one);
    const [eightSeconds, underLoad] = await Promise.all([
      deliverAll(db, hooks.eight),
      timeEvents(db, fresh.slice(timed), receiver.arrivals),
    ]);
    await worker.stop();
    const figures = {
      queued,
      deliveriesPerSecond: Math.round(queued / oneSeconds),
      toEightWebhooksPerSecond: Math.round(queued / eightSeconds),
      ceilingPerSecond: Math.round(queued / bareSeconds),
      ofCeiling: `${Math.round((100 * bareSeconds) / oneSeconds)} %`,
      ofCeilingToEight: `${Math.round((100 * bareSeconds) / eightSeconds)} %`,
      deliveriesQueuedPerSecond: Math.round((queued * queues) / relaySeconds),
      msToArriveAtRest: atRest,
      msToArriveWithManyQueued: underLoad,
    };
    for (const [name, figure] of Object.entries(figures)) console.error(name.padEnd(28), JSON.stringify(figure));
    return { figures };
  } finally {
    await receiver.close();
    await close();
    await release();
    await rm(folder, { recursive: true, force: true });
  }
}

const workerProgram = fileURLToPath(new URL('webhooks-worker.ts', import.meta.url));
const bareProgram = fileURLToPath(new URL('webhooks-bare.ts', import.meta.url));

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

const setPaused = (db: Database, id: string, isPaused: boolean) =>
  db
    .update(webhooks)
    .set({ pausedAt: isPaused ? dueAt : null })
    .where(eq(webhooks.id, id));

/** A worker as `npm start` has one, in a process of its own. */
async function startWorker(url: string) {
  let said = '';
  let isReady = () => {};
  const ready = new Promise<void>((resolve) => {
    isReady = resolve;
  });
  const worker = spawnTied([process.execPath, workerProgram, url], {
    cwd: projectRoot,
    env: {
      ...process.env,
      DATABASE_URL: url,
      APP_SECRET: randomBytes(24).toString('hex'),
      WEBHOOK_PRIVATE_ADDRESSES: 'on',
      LOG_LEVEL: 'error',
    },
    output: ['pipe', 'inherit'],
    onOutput: (text) => {
      said += text;
      if (said.includes('ready')) isReady();
    },
  });
  await Promise.race([ready, worker.ended.then(() => Promise.reject(new Error(`The worker ended: ${said}`)))]);
  return worker;
}

const cancelingOf = (order: Order) =>
  orderEvent(order, { kind: 'worker', by: 'bench' })('subscription.canceling', { periodNumber: 1 });

/** An event for each of the store's orders, and so a delivery of each for three of its webhooks, which are paused. */
async function fillQueues(db: Database, store: Store, eight: readonly Webhook[]): Promise<number> {
  const all = await db.select().from(orders).where(eq(orders.storeId, store.id));
  const [begun, batch] = [performance.now(), 500];
  for (let start = 0; start < all.length; start += batch) {
    await db.transaction((tx) => recordEvents(tx, all.slice(start, start + batch).map(cancelingOf), dueAt));
  }
  while ((await db.$count(webhookDeliveries)) < all.length * queues) await sleep(20);
  const seconds = (performance.now() - begun) / 1000;
  const ids = sql.join(
    eight.map(({ id }) => sql`${id}::uuid`),
    sql`, `,
  );
  await db.execute(sql`
    update webhook_deliveries set webhook_id = (array[${ids}])[1 + abs(hashtext(object_id::text)) % 8]
    where webhook_id = ${eight[0]?.id ?? ''}`);
  await db.execute(sql`vacuum analyze webhook_deliveries`);
  return seconds;
}

/** Lets the worker have them; gives the seconds until all have been delivered. */
async function deliverAll(db: Database, hooks: readonly Webhook[]): Promise<number> {
  const ids = hooks.map(({ id }) => id);
  const begun = performance.now();
  for (const id of ids) await setPaused(db, id, false);
  await db.execute(sql`select pg_notify(${deliveriesChannel}, '')`);
  const left = sql`status <> 'success' and webhook_id in ${ids}`;
  for (let count = queued; count > 0; count = await db.$count(webhookDeliveries, left)) await sleep(20);
  return (performance.now() - begun) / 1000;
}

/** Records an event of each order, one after the other; gives how long each took from its commit to its arrival. */
async function timeEvents(db: Database, fresh: readonly Order[], arrivals: ReadonlyMap<string, number>) {
  const delays: number[] = [];
  for (const order of fresh) {
    await db.transaction((tx) => recordEvents(tx, [cancelingOf(order)], dueAt));
    const committedAt = performance.now();
    const orderId = toShortId('ORD', order.id);
    while (!arrivals.has(orderId)) await sleep(1);
    delays.push((arrivals.get(orderId) ?? 0) - committedAt);
  }
  delays.sort((a, b) => a - b);
  const at = (share: number) => Math.round(10 * (delays[Math.floor(share * (delays.length - 1))] ?? 0)) / 10;
  return { p50: at(0.5), p99: at(0.99), events: delays.length };
}

/** Sends as many in the bare way, in a process of its own; gives the seconds. */
async function sendBare(url: string, { id, url: address }: Webhook): Promise<number> {
  let said = '';
  const { ended } = spawnTied([process.execPath, bareProgram, url, id, address], {
    cwd: projectRoot,
    output: ['pipe', 'inherit'],
    onOutput: (text) => {
      said += text;
    },
  });
  if ((await ended) !== 0) throw new Error('Sending (bare) failed');
  const { sent, seconds } = JSON.parse(said) as { sent: number; seconds: number };
  if (sent !== queued) throw new Error(`${sent} of ${queued} were sent (bare)`);
  return seconds;
}
