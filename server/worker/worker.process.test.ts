/** Real workers on a separate database: reaction times, shutdown and the operator's view. */
import { and, eq, sql } from 'drizzle-orm';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type OpenDatabase, openDatabase, type Tx } from '#db/client.ts';
import {
  emails,
  eventOutbox,
  events,
  merchants,
  orders,
  payments,
  stores,
  webhookDeliveries,
  webhooks,
} from '#db/schema/index.ts';
import { grantOperator } from '#server/accounts/data/operators.ts';
import { actions } from '#server/actions/index.ts';
import { runAction } from '#server/api/run-action.ts';
import { checkLedger } from '#server/billing/ledger/data/ledger-checks.ts';
import { orderEvent } from '#server/billing/orders/orders.ts';
import { ApiError } from '#server/domain/errors.ts';
import { ofStore, queueEmail } from '#server/events/data/emails.ts';
import { recordEvents } from '#server/events/data/events.ts';
import { listFailedRuns, listQueues, readWorkerSigns } from '#server/platform/data/worker.ts';
import { readSettings } from '#server/platform/settings.ts';
import type { Store } from '#server/stores/stores.ts';
import { newDatabase } from '#server/testing/databases/own-database.ts';
import { makeSubscriptions } from '#server/testing/orders/many-subscriptions.ts';
import type { TestDatabase } from '#server/testing/test-servers.ts';
import { newReceiver } from '#server/testing/webhooks/receiver.ts';
import { endWorkerProcess, killWorkerProcesses, startWorkerProcess } from '#server/testing/worker-process.ts';
import { queueDeliveries } from '#server/webhooks/queue-deliveries.ts';
import { webhookEvents } from '#server/webhooks/rules/webhook-events.ts';
import { insertWebhook } from '#server/webhooks/webhooks.ts';
import { type BacklogName, readBacklog } from './data/backlog.ts';
import { runOptions } from './worker.ts';

// Processes start and stop here, possibly on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const count = 200;
const all = sql`true`;
const renew = 'renew-subscriptions';
/** A recent time on a day that every month has. */
const dueAt = new Date();
dueAt.setUTCDate(Math.min(dueAt.getUTCDate(), 28));

let database: TestDatabase;
let opened: OpenDatabase;
let boss: PgBoss;
let store: Store;

beforeAll(async () => {
  database = await newDatabase();
  opened = openDatabase(database.url, { max: 3, applicationName: 'counterfoil-tests' });
  boss = new PgBoss({ connectionString: database.url, max: 2, supervise: false, schedule: false });
  await boss.start();
  // As an earlier version created it.
  await boss.createQueue(renew, { policy: 'singleton', retryLimit: 2, expireInSeconds: 300 });
  store = await makeSubscriptions(opened.db, count, dueAt);
  // The setup's events are not to be processed.
  await opened.db.delete(eventOutbox).where(all);
});

afterAll(async () => {
  killWorkerProcesses();
  await boss.stop({ graceful: false });
  await opened.close();
  await database.close();
});

const startWorker = () => startWorkerProcess(database.url);
const end = endWorkerProcess;

const poll = (read: () => Promise<unknown>) => expect.poll(read, { timeout: 60_000, interval: 50 });
const renewed = () =>
  opened.db.$count(
    payments,
    and(eq(payments.storeId, store.id), eq(payments.periodNumber, 2), eq(payments.status, 'succeeded')),
  );
const unfinished = () => opened.db.$count(payments, eq(payments.status, 'processing'));
const connected = async () => (await readWorkerSigns(opened.db)).connected;

test('before any worker: none is connected, and everything is due', async () => {
  expect(await readWorkerSigns(opened.db)).toEqual({ connected: 0, lastSignAt: null });
  const backlog = await readBacklog(opened.db, new Date());
  expect(backlog.find(({ name }) => name === 'renewals')).toEqual({ name: 'renewals', due: count, oldestAt: dueAt });
  expect(backlog.filter(({ due }) => due > 0)).toHaveLength(1);
});

test('counts each kind of work from when it was due, except in stores with a test clock', async () => {
  const { db } = opened;
  const at = new Date(dueAt.getTime() - 60_000);
  const read = async (change: (tx: Tx) => Promise<unknown>) => {
    let found: [BacklogName, number, Date | null][] = [];
    const undone = new Error('undone');
    await db
      .transaction(async (tx) => {
        const [one] = await tx.select().from(orders).limit(1);
        await tx.update(orders).set({ nextChargeAt: null }).where(all);
        await change(tx);
        // Only one of the due orders is left.
        await tx.update(orders).set({ nextChargeAt: null }).where(sql`${orders.id} <> ${one?.id}`);
        const backlog = await readBacklog(tx, dueAt);
        found = backlog.filter(({ due }) => due > 0).map(({ name, due, oldestAt }) => [name, due, oldestAt]);
        throw undone;
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error;
      });
    return found;
  };
  expect(await read((tx) => tx.update(orders).set({ nextChargeAt: at }).where(all))).toEqual([['renewals', 1, at]]);
  const failing = { status: 'past_due', pastDueSince: at, nextChargeAt: at } as const;
  expect(await read((tx) => tx.update(orders).set(failing).where(all))).toEqual([['retries', 1, at]]);
  const later = new Date(dueAt.getTime() + 1);
  expect(await read((tx) => tx.update(orders).set({ nextChargeAt: later }).where(all))).toEqual([]);
  const missed = async (tx: Tx) => {
    await tx.update(orders).set({ nextChargeAt: later }).where(all);
    await tx.update(payments).set({ status: 'failed', failureCode: 'not_attempted' }).where(all);
  };
  expect(await read(missed)).toEqual([['waitingRenewals', 1, dueAt]]);
  const farAway = async (tx: Tx) => {
    await missed(tx);
    await tx
      .update(orders)
      .set({ nextChargeAt: new Date(dueAt.getTime() + 3_600_001) })
      .where(all);
  };
  expect(await read(farAway)).toEqual([]);
  const remind = (tx: Tx) => tx.update(orders).set({ remindAt: at }).where(all);
  expect(await read(remind)).toEqual([['reminders', count, at]]);
  const paused = { pausedAt: at, resumesAt: at };
  expect(await read((tx) => tx.update(orders).set(paused).where(all))).toEqual([['resumptions', count, at]]);
  expect(await read((tx) => tx.update(orders).set({ status: 'canceling' }).where(all))).toEqual([
    ['endings', count, dueAt],
  ]);
  const undecided = { status: 'processing', updatedAt: at } as const;
  expect(await read((tx) => tx.update(payments).set(undecided).where(all))).toEqual([['undecidedPayments', count, at]]);
  expect(await read((tx) => tx.update(payments).set({ unclosedSince: at }).where(all))).toEqual([
    ['giveBacks', count, at],
  ]);
  const email = { kind: 'review', recipient: 'a@example.com', subject: 'Hello', body: 'Hello' } as const;
  expect(await read((tx) => queueEmail(tx, ofStore(store, 'test'), email, at))).toEqual([['emails', 1, at]]);
  const event = (tx: Tx) =>
    tx.execute(sql`insert into event_outbox (event_id, merchant_id, object_id, sequence)
      select id, merchant_id, object_id, sequence from events limit 1`);
  expect(await read(event)).toEqual([['events', 1, expect.any(Date)]]);
  const heldBack = async (tx: Tx) => {
    await event(tx);
    await tx.update(eventOutbox).set({ nextAttemptAt: later }).where(all);
  };
  expect(await read(heldBack)).toEqual([]);
  const delivery = (pausedAt: Date | null) => async (tx: Tx) => {
    const webhook = await insertWebhook(tx, store, webhookInput('https://example.com'), at);
    await tx.update(webhooks).set({ pausedAt }).where(all);
    await event(tx);
    const [outboxEvent] = await tx.select().from(events).limit(1);
    if (outboxEvent) await queueDeliveries().handle(tx, [{ ...outboxEvent, type: 'subscription.canceling' }], at);
    await tx.delete(eventOutbox).where(all);
    return webhook;
  };
  expect(await read(delivery(null))).toEqual([['deliveries', 1, at]]);
  expect(await read(delivery(at))).toEqual([]);
  const refund = (tx: Tx) =>
    tx.execute(sql`
      insert into refunds (id, merchant_id, store_id, environment, order_id, payment_id, provider, status, currency,
        amount_minor, tax_minor, requested_by, next_attempt_at, created_at, updated_at)
      select gen_random_uuid(), merchant_id, store_id, environment, order_id, id, provider, 'pending', currency, 1, 0, '{}',
        ${at.toISOString()}, created_at, created_at from payments limit 2`);
  expect(await read(refund)).toEqual([['refunds', 2, at]]);
  const frozen = async (tx: Tx) => {
    await tx.update(stores).set({ testClockAt: at }).where(all);
    await tx.update(orders).set({ nextChargeAt: at, remindAt: at, resumesAt: at }).where(all);
    await tx.update(payments).set(undecided).where(all);
    await refund(tx);
  };
  expect(await read(frozen)).toEqual([]);
});

/** A webhook for all test events. */
const webhookInput = (url: string) =>
  ({ channel: 'http', url, events: webhookEvents, testMode: true, secret: null }) as const;

/** Slows down each further payment, so that a late test still finds some to be made. */
async function slowDown(): Promise<() => Promise<void>> {
  await opened.db.execute(sql`create function linger() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.03); return new; end $$`);
  await opened.db.execute(sql`create trigger linger before insert on payments for each row execute function linger()`);
  return async () => {
    await opened.db.execute(sql`drop function linger cascade`);
  };
}

test('SIGTERM: finishes claimed work, leaves the rest, and does not fail the run', async () => {
  const speedUp = await slowDown();
  const worker = await startWorker();
  expect(await connected()).toBe(1);
  await boss.send(renew, {}, runOptions(renew));
  await poll(renewed).toBeGreaterThan(40);
  expect(await end(worker, 'SIGTERM')).toBe(0);
  await speedUp();
  expect(await unfinished()).toBe(0);
  const done = await renewed();
  expect(done).toBeLessThan(count);
  const [backlog] = await readBacklog(opened.db, new Date());
  expect(backlog).toEqual({ name: 'renewals', due: count - done, oldestAt: dueAt });
  expect(await listFailedRuns(opened.db, 10)).toEqual([]);
  expect(await connected()).toBe(0);
  const {
    rows: [terms],
  } = await opened.db.execute(
    sql`select policy, heartbeat_seconds, expire_seconds from pgboss.queue where name = ${renew}`,
  );
  expect(terms).toEqual({ policy: 'short', heartbeat_seconds: 20, expire_seconds: 2700 });
});

test('several workers: each job runs once at a time, and every period is paid once', async () => {
  const workers = await Promise.all([startWorker(), startWorker(), startWorker()]);
  expect(await connected()).toBe(3);
  for (let run = 0; run < 6; run += 1) await boss.send(renew, {}, runOptions(renew));
  await poll(renewed).toBe(count);
  await poll(async () => (await listQueues(opened.db)).filter(({ waiting, active }) => waiting + active > 0)).toEqual(
    [],
  );
  const overlapping = await opened.db.execute(sql`
    select one.name from pgboss.job one join pgboss.job two on one.name = two.name and one.id < two.id
      and one.started_on < two.completed_on and two.started_on < one.completed_on
    where not starts_with(one.name, '__pgboss__')`);
  expect(overlapping.rows).toEqual([]);
  const renewals = eq(events.type, 'subscription.renewed');
  expect(await opened.db.$count(events, renewals)).toBe(count);
  const gaps = sql`select object_id from events group by object_id having max(sequence) <> count(*)`;
  expect((await opened.db.execute(gaps)).rows).toEqual([]);
  expect(await opened.db.$count(payments, eq(payments.periodNumber, 2))).toBe(count);
  expect((await checkLedger(opened.db)).problems).toEqual([]);
  const queue = (await listQueues(opened.db)).find(({ name }) => name === renew);
  expect(queue).toMatchObject({ cron: '* * * * *', waiting: 0, active: 0, failed: 0 });
  expect(queue?.lastEndedAt?.getTime()).toBeGreaterThanOrEqual(queue?.lastStartedAt?.getTime() ?? Number.NaN);
  const { lastSignAt } = await readWorkerSigns(opened.db);
  expect(Date.now() - (lastSignAt?.getTime() ?? 0)).toBeLessThan(90_000);

  const [killed, ...others] = workers;
  if (killed) await end(killed, 'SIGKILL');
  await poll(connected).toBe(2);
  expect(await Promise.all(others.map((worker) => end(worker, 'SIGTERM')))).toEqual([0, 0]);
  expect(await connected()).toBe(0);
});

test('an event reaches a webhook immediately, and a retry that falls due needs no notification', async () => {
  const { db } = opened;
  // A worker that ended earlier may have left events, which are not for this webhook.
  await db.delete(eventOutbox).where(all);
  const receiver = await newReceiver((response, { body }, index) =>
    response.writeHead(index === 0 && body.eventType === 'subscription.canceling' ? 500 : 204).end(),
  );
  await insertWebhook(db, store, webhookInput(receiver.url), new Date());
  const worker = await startWorker();
  const [order] = await db.select().from(orders).where(eq(orders.storeId, store.id)).limit(1);
  if (!order) throw new Error('no order');
  const event = orderEvent(order, { kind: 'worker', by: 'test' });
  const data = { periodNumber: 1 };
  await db.transaction((tx) =>
    recordEvents(tx, [event('subscription.canceling', data), event('subscription.uncanceled', data)], new Date()),
  );
  await poll(async () => receiver.requests.length).toBe(1);
  await poll(() => db.$count(webhookDeliveries, eq(webhookDeliveries.attempts, 1))).toBe(1);
  await db.update(webhookDeliveries).set({ nextAttemptAt: new Date() }).where(eq(webhookDeliveries.attempts, 1));
  await poll(() => db.$count(webhookDeliveries, eq(webhookDeliveries.status, 'success'))).toBe(2);
  expect(receiver.requests.map(({ body }) => body.eventType)).toEqual([
    'subscription.canceling',
    'subscription.canceling',
    'subscription.uncanceled',
  ]);
  expect(receiver.requests[0]?.headers['x-webhook-signature']).toMatch(/^t=\d+,v1=.{344}$/);
  expect(await end(worker, 'SIGTERM')).toBe(0);
});

test('retries a failed run twice, reports it without values, and then only on an operator’s request', async () => {
  const { db } = opened;
  const job = 'delete-old-visits';
  const worker = await startWorker();
  await db.execute(sql`alter table portal_sessions rename to portal_sessions_gone`);
  const id = await boss.send(job, { note: 'by hand' }, runOptions(job));
  const failures = async () => (await listFailedRuns(db, 10)).filter((run) => run.id === id);
  await poll(async () => (await failures()).map(({ isRetrying, attempts }) => [isRetrying, attempts])).toEqual([
    [false, 3],
  ]);
  expect(await failures()).toEqual([
    {
      id,
      queue: job,
      isRetrying: false,
      attempts: 3,
      startedAt: expect.any(Date),
      error: 'PostgresError 42P01: relation "portal_sessions" does not exist',
      input: '{"note": "by hand"}',
    },
  ]);
  expect((await listQueues(db)).find(({ name }) => name === job)).toMatchObject({ failed: 1 });
  await db.execute(sql`alter table portal_sessions_gone rename to portal_sessions`);

  const [account] = await db.select().from(merchants).limit(1);
  const merchantId = account?.id ?? '';
  const action = actions.get('worker/retry-job');
  if (!action) throw new Error('no action');
  const retry = async (jobId: string) => {
    const caller = { kind: 'dashboard', merchantId, environment: 'prod' } as const;
    const settings = readSettings({ APP_URL: 'https://pay.example.com' }, { serving: false });
    try {
      const call = { action, caller, body: { id: jobId }, now: new Date() };
      return JSON.parse((await runAction(db, settings, call)).body);
    } catch (error) {
      if (error instanceof ApiError) return [error.status, error.entries];
      throw error;
    }
  };
  const notFound = [404, [{ message: 'Failed job not found', layer: 'resource', code: 'job_not_found' }]];
  const otherMerchant = await makeSubscriptions(db, 1, dueAt);
  await grantOperator(db, otherMerchant.merchantId, new Date());
  expect(await retry(id ?? '')).toEqual(notFound);
  await grantOperator(db, merchantId, new Date());
  expect(await retry(store.id)).toEqual(notFound);
  expect(await retry(id ?? '')).toEqual({ data: { job: { id, queue: job } } });
  expect(await retry(id ?? '')).toEqual(notFound);
  const recorded = await db.select().from(events).where(eq(events.type, 'worker_run.retried'));
  expect(recorded).toMatchObject([{ objectId: id, merchantId, storeId: null, data: { queue: job } }]);
  await poll(failures).toEqual([]);
  expect((await listQueues(db)).find(({ name }) => name === job)).toMatchObject({ failed: 0 });
  expect(await end(worker, 'SIGTERM')).toBe(0);
  expect(await db.$count(emails, eq(emails.status, 'failed'))).toBe(0);
});
