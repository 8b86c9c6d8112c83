/**
 * Renewals: many subscriptions that are due at once, billed by one worker on the sandbox. The ceiling makes the same inserts and
 * updates in bare transactions on the same database. `BENCH_RENEWALS=2000` bills that many in all rounds instead of 10,000 and
 * 100,000.
 */
import type { Sql } from 'postgres';
import { checkLedger } from '#server/billing/ledger/data/ledger-checks.ts';
import type { Store } from '#server/stores/stores.ts';
import { makeSubscriptions } from '#server/testing/orders/many-subscriptions.ts';
import { type Child, startChild } from './children.ts';
import { type MeasuredDatabase, openMeasuredDatabase } from './database.ts';
import { figuresOf, measureRound, type Round, rounds, shareOf } from './measure.ts';
import type { Task } from './renewals/worker.ts';
import { percent, type Result, rowOf } from './result.ts';

const sizes = process.env.BENCH_RENEWALS?.split(',').map(Number) ?? [10_000, 100_000];
const maxWarmUps = 2000;
/** A separate time for each round. */
const dueAt = (round: number): Date => new Date(Date.parse('2026-11-15T12:00:00.000Z') + round);

export async function* run(): AsyncGenerator<Result> {
  for (const size of sizes) yield await measure(size);
}

async function measure(size: number): Promise<Result> {
  const database = await openMeasuredDatabase();
  const [bare, worker] = ['bare', 'worker'].map(() =>
    startChild(new URL('renewals/worker.ts', import.meta.url), [database.url]),
  ) as [Child, Child];
  try {
    const count = Math.floor(size / rounds);
    const seedStart = performance.now();
    const due = [await createDue(database, 0, Math.min(count, maxWarmUps))];
    while (due.length <= rounds) due.push(await createDue(database, due.length, count));
    await database.sql`vacuum analyze`;
    await database.sql`truncate event_outbox`;
    const seedSeconds = Math.round((performance.now() - seedStart) / 1000);
    const measured: Awaited<ReturnType<typeof billAlternately>>[] = [];
    for (const round of due) measured.push(await billAlternately(database, bare, worker, round));
    // The warm-up.
    measured.shift();
    const { problems } = await checkLedger(database.db);
    if (problems.length > 0)
      throw new Error(`The ledger is wrong: ${problems.map(({ description }) => description).join('; ')}`);
    const all = (kind: Task['kind']) => measured.map((round) => round[kind]);
    const [ceiling, figures] = [figuresOf(bare, all('bare')), figuresOf(worker, all('worker'))];
    return {
      case: `renewals, ${count * rounds}`,
      rows: [
        rowOf({ renewals: 'bare', 'the worker is': percent(shareOf(figures, ceiling)) }, ceiling),
        rowOf({ renewals: 'the worker' }, figures),
        rowOf({ renewals: 'the relay of their events' }, figuresOf(worker, all('relay'))),
      ],
      notes: [`Created in ${seedSeconds} s. Latency: from the commit of the charge to the commit that recorded it.`],
    };
  } finally {
    await Promise.all([bare.stop(), worker.stop()]);
    await database.close();
  }
}

type DueSubscriptions = Awaited<ReturnType<typeof createDue>>;

/** The ceiling runs first and takes the oldest rows, so its subscriptions are created first. */
async function createDue({ db }: MeasuredDatabase, round: number, count: number) {
  const now = dueAt(round);
  return { now, count, bare: await makeSubscriptions(db, count, now), worker: await makeSubscriptions(db, count, now) };
}

async function billAlternately(
  database: MeasuredDatabase,
  bare: Child,
  worker: Child,
  { now, count, ...due }: DueSubscriptions,
) {
  const { sql } = database;
  const bill = async (child: Child, kind: Task['kind'], store: Store): Promise<Round> => {
    const task: Task = { kind, now: now.toISOString(), max: count };
    const round = await measureRound({ pid: child.pid, database }, async () => {
      const { seconds } = await child.request<{ seconds: number }>(task);
      return { done: count, seconds, tookMs: [] };
    });
    if (kind === 'relay') return round;
    const tookMs = await readTimes(sql, store, now);
    if (tookMs.length !== count) throw new Error(`${tookMs.length} of ${count} were billed (${kind})`);
    return { ...round, tookMs };
  };
  const bareRound = await bill(bare, 'bare', due.bare);
  // The ceiling's events are not relayed.
  await sql`delete from event_outbox`;
  const workerRound = await bill(worker, 'worker', due.worker);
  return { bare: bareRound, worker: workerRound, relay: await bill(worker, 'relay', due.worker) };
}

/** From the commit of each charge at the sandbox to the commit that recorded it. */
async function readTimes(sql: Sql, { id }: Store, now: Date): Promise<number[]> {
  const at = now.toISOString();
  const rows = await sql<{ ms: number }[]>`
    select (1000 * extract(epoch from
      pg_xact_commit_timestamp(renewed.xmin) - pg_xact_commit_timestamp(charge.xmin)))::float8 as ms
    from payments join sandbox_charges as charge on charge.key = payments.id
      join events as renewed on renewed.object_id = payments.order_id
    where payments.store_id = ${id} and payments.created_at = ${at}
      and renewed.store_id = ${id} and renewed.type = 'subscription.renewed' and renewed.created_at = ${at}`;
  return rows.map(({ ms }) => ms);
}
