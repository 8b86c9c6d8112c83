/**
 * Renewals: subscriptions that are due at once, in five rounds, billed by one worker on the sandbox, in turns with a
 * ceiling: bare transactions that do the same inserts and updates on the same database, and nothing else.
 * `BENCH_RENEWALS=2000` measures that many in all five rounds instead of 10,000 and 100,000.
 */
import type { Sql } from 'postgres';
import { checkLedger } from '#server/billing/ledger/data/ledger-checks.ts';
import type { Store } from '#server/stores/stores.ts';
import { makeSubscriptions } from '#server/testing/orders/many-subscriptions.ts';
import { type Child, startChild } from './children.ts';
import { type MeasuredDatabase, openMeasuredDatabase } from './measured-database.ts';
import type { Billed, ToBill } from './renewals/worker.ts';
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

const sizes = process.env.BENCH_RENEWALS?.split(',').map(Number) ?? [10_000, 100_000];
/** What is due for the statements to be counted (to be told of each takes time of its own), to warm up, and in each round. */
const dueAt = (place: number): Date => new Date(Date.parse('2026-11-15T12:00:00.000Z') + place);
const countedRound = 0;
const warmUpRound = 1;
const counted = 500;
const maxWarmUps = 2000;

interface BillingFigures extends Latency, ProcessorTime, Memory {}

export interface RenewalFigures {
  /** In all rounds together. */
  readonly subscriptions: number;
  /** Of a renewal: from its payment's being started to its being recorded as paid. */
  readonly worker: BillingFigures;
  /** As many, by bare transactions, which start more of them at a time. */
  readonly bare: BillingFigures;
  readonly ofCeiling: number;
  /** What comes after, per renewal: its events in the audit trail, and the emails about them written down. */
  readonly relay: Pick<Latency, 'perSecond'> & ProcessorTime;
  readonly statementsPerRenewal: number;
  /** What stands for a machine outside: the sandbox's memory, in the same database. */
  readonly ofThemSandbox: number;
  readonly seedSeconds: number;
}

export async function run(): Promise<{ figures: RenewalFigures[] }> {
  const figures: RenewalFigures[] = [];
  for (const size of sizes) {
    figures.push(await measure(size));
    // A hundred thousand take a quarter of an hour: what is known before that is said before that.
    console.error(tableOf(figures.slice(-1)));
  }
  return { figures };
}

interface Due {
  readonly now: Date;
  /** One store's are billed in the bare way, first: what was made first is billed first. The other's by the worker. */
  readonly bare: Store;
  readonly worker: Store;
  readonly each: number;
}

async function measure(subscriptions: number): Promise<RenewalFigures> {
  const database = await openMeasuredDatabase();
  const children: Child[] = [];
  const start = (...more: string[]): Child => {
    const child = startChild(new URL('renewals/worker.ts', import.meta.url), [database.url, ...more]);
    children.push(child);
    return child;
  };
  try {
    const each = Math.floor(subscriptions / rounds);
    const seeding = performance.now();
    await makeSubscriptions(database.db, counted, dueAt(countedRound));
    const warmUp = await makeDue(database, warmUpRound, Math.min(each, maxWarmUps));
    const due: Due[] = [];
    for (let round = 1; round <= rounds; round += 1) due.push(await makeDue(database, warmUpRound + round, each));
    await database.sql`vacuum analyze`;
    await database.sql`truncate event_outbox`;
    const seedSeconds = roundTo((performance.now() - seeding) / 1000, 1);
    const { statements, sandboxStatements } = await bill(start('counted'), 'worker', counted, dueAt(countedRound));
    const [bare, worker] = [start(), start()];
    await billInTurns(database, bare, worker, warmUp);
    const measured: Awaited<ReturnType<typeof billInTurns>>[] = [];
    for (const round of due) measured.push(await billInTurns(database, bare, worker, round));
    const { problems } = await checkLedger(database.db);
    if (problems.length > 0) throw new Error(`The ledger is wrong: ${problems.map(({ says }) => says).join('; ')}`);
    const figuresOf = ({ pid }: Child, all: readonly Round[]): BillingFigures => ({
      ...latencyOf(all.map(({ work }) => work)),
      ...processorTimeOf(all),
      ...memoryOf({ pid, postmasterPid: database.postmasterPid }, all),
    });
    const figures = {
      worker: figuresOf(
        worker,
        measured.map((round) => round.worker),
      ),
      bare: figuresOf(
        bare,
        measured.map((round) => round.bare),
      ),
    };
    const relayed = measured.map(({ relay }) => relay);
    return {
      subscriptions: each * rounds,
      ...figures,
      ofCeiling: roundTo(figures.worker.perSecond.median / figures.bare.perSecond.median, 2),
      relay: { perSecond: latencyOf(relayed.map(({ work }) => work)).perSecond, ...processorTimeOf(relayed) },
      statementsPerRenewal: roundTo(statements / counted, 2),
      ofThemSandbox: roundTo(sandboxStatements / counted, 2),
      seedSeconds,
    };
  } finally {
    await Promise.all(children.map(({ stop }) => stop()));
    await database.close();
  }
}

async function makeDue({ db }: MeasuredDatabase, round: number, each: number): Promise<Due> {
  const now = dueAt(round);
  return { now, each, bare: await makeSubscriptions(db, each, now), worker: await makeSubscriptions(db, each, now) };
}

/** The ceiling's half first: what it has renewed is not due any more when the worker looks. It tells nobody of it. */
async function billInTurns({ sql, postmasterPid }: MeasuredDatabase, bare: Child, worker: Child, due: Due) {
  const measureOne = (child: Child, how: ToBill['how']) =>
    measureRound({ pid: child.pid, postmasterPid }, async (): Promise<Work> => {
      const { seconds } = await bill(child, how, how === 'relay' ? 0 : due.each, due.now);
      return { done: due.each, seconds, tookMs: [] };
    });
  const timed = async (round: Round, store: Store): Promise<Round> => ({
    ...round,
    work: { ...round.work, tookMs: await readTimes(sql, store, due.now) },
  });
  await sql`alter table events disable trigger events_queued`;
  const byBare = await timed(await measureOne(bare, 'bare'), due.bare);
  await sql`alter table events enable trigger events_queued`;
  const byWorker = await timed(await measureOne(worker, 'worker'), due.worker);
  return { bare: byBare, worker: byWorker, relay: await measureOne(worker, 'relay') };
}

/** Has them billed, and makes sure that they were. */
async function bill(child: Child, how: ToBill['how'], most: number, now: Date): Promise<Billed> {
  const billed = await child.ask<Billed>({ how, most, now: now.toISOString() } satisfies ToBill);
  if (billed.renewed !== most) throw new Error(`${billed.renewed} of ${most} were billed (${how})`);
  return billed;
}

/** From the commit with which each payment was started to the one that recorded that it is paid. */
async function readTimes(sql: Sql, { id }: Store, now: Date): Promise<number[]> {
  const at = now.toISOString();
  const rows = await sql<{ ms: number }[]>`
    select (1000 * extract(epoch from
      pg_xact_commit_timestamp(renewed.xmin) - pg_xact_commit_timestamp(started.xmin)))::float8 as ms
    from events as started join events as renewed on renewed.object_id = started.object_id
    where started.store_id = ${id} and started.type = 'payment.started' and started.created_at = ${at}
      and renewed.store_id = ${id} and renewed.type = 'subscription.renewed' and renewed.created_at = ${at}`;
  return rows.map(({ ms }) => ms);
}

function tableOf(figures: readonly RenewalFigures[]): string {
  const columns = [...latencyColumns, ...processorColumns, ...memoryColumns];
  const rows = figures.flatMap(({ subscriptions, worker, bare, ofCeiling, relay }) => [
    [`${subscriptions} renewals`, '', ...columns.map(([head]) => head)],
    ['bare', percent(ofCeiling), ...columns.map(([, of]) => of(bare))],
    ['the worker', '', ...columns.map(([, of]) => of(worker))],
    ['its relay', '', spreadText(relay.perSecond), '', '', '', ...processorColumns.map(([, of]) => of(relay))],
  ]);
  const told = figures.map(
    ({ statementsPerRenewal, ofThemSandbox, seedSeconds }) =>
      `  ${statementsPerRenewal} statements each, ${ofThemSandbox} of them the sandbox's; made in ${seedSeconds} s`,
  );
  return [aligned(rows), ...told].join('\n');
}
