/** Measures rounds of work: throughput, latency, processor time, statements and memory. */
import type { MeasuredDatabase } from './database.ts';
import { cpuMsOf, familyCpuMsOf, memoryOf } from './resources.ts';

/** Rounds alternate between the contenders and their ceilings, so that other load on the machine affects all of them. */
export const rounds = Number(process.env.BENCH_ROUNDS ?? 5);

export interface Work {
  readonly done: number;
  readonly seconds: number;
  /** One entry per item that was timed. */
  readonly tookMs: readonly number[];
}

/** The process that does the work (undefined: unknown) and the database that it uses. */
export interface Subject {
  readonly pid: number | undefined;
  readonly database: Pick<MeasuredDatabase, 'postmasterPid' | 'countStatements' | 'walPosition' | 'countWrites'>;
}

/** A round's work and its total resource usage. */
export type Round = Awaited<ReturnType<typeof measureRound<Work>>>;
/** The median of all rounds, with the smallest and the largest. */
export type Spread = ReturnType<typeof spreadOf>;
export type Latency = ReturnType<typeof latencyOf>;
export type Figures = ReturnType<typeof figuresOf>;

async function readUsage({ pid = 0, database }: Subject) {
  return {
    cpuMs: cpuMsOf(pid),
    databaseCpuMs: familyCpuMsOf(database.postmasterPid),
    statements: await database.countStatements(),
    kib: memoryOf(pid, 'VmRSS'),
  };
}

export async function measureRound<Done extends Work>(subject: Subject, work: () => Promise<Done>) {
  const before = await readUsage(subject);
  const position = await subject.database.walPosition();
  const done = await work();
  const after = await readUsage(subject);
  return {
    ...done,
    ...(await subject.database.countWrites(position)),
    cpuMs: after.cpuMs - before.cpuMs,
    databaseCpuMs: after.databaseCpuMs - before.databaseCpuMs,
    statements: after.statements - before.statements,
    kibBefore: before.kib,
    kibAfter: after.kib,
  };
}

/** The smallest value that the given share of all values does not exceed. NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  // In floating point, 0.07 × 100 is slightly above 7.
  const needed = Math.ceil(share * values.length - 1e-9);
  return values.toSorted((a, b) => a - b)[needed - 1] ?? Number.NaN;
}

export function spreadOf(values: readonly number[], digits: number) {
  const at = (share: number) => roundTo(percentile(values, share), digits);
  return { median: at(0.5), min: roundTo(Math.min(...values), digits), max: at(1) };
}

export function latencyOf(works: readonly Work[]) {
  const at = (share: number) => {
    const values = works.map(({ tookMs }) => percentile(tookMs, share));
    return spreadOf(values, 2);
  };
  const rates = works.map(({ done, seconds }) => done / seconds);
  return { perSecond: spreadOf(rates, 0), p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99) };
}

/** Latency and resource usage per item, over the rounds of one process in this order. */
export function figuresOf({ pid = 0 }: Pick<Subject, 'pid'>, all: readonly Round[]) {
  const sum = (of: (round: Round) => number) => all.reduce((total, round) => total + of(round), 0);
  const done = sum((round) => round.done);
  const perItem = (name: 'cpuMs' | 'databaseCpuMs') => {
    const values = all.map((round) => round[name] / round.done);
    return spreadOf(values, 3);
  };
  const grownKib = (all.at(-1)?.kibAfter ?? 0) - (all[0]?.kibBefore ?? 0);
  return {
    ...latencyOf(all),
    cpuMs: perItem('cpuMs'),
    databaseCpuMs: perItem('databaseCpuMs'),
    statements: roundTo(sum((round) => round.statements) / done, 2),
    rows: roundTo(sum((round) => round.rows) / done, 2),
    indexEntries: roundTo(sum((round) => round.indexEntries) / done, 2),
    peakMib: roundTo(memoryOf(pid, 'VmHWM') / 1024, 0),
    // Growth of the process per 1,000 items. Negative if memory was freed.
    growthMib: roundTo((grownKib / 1024 / done) * 1000, 2),
  };
}

/** The throughput as a share of the ceiling's. */
export const shareOf = (figures: Latency, ceiling: Latency): number =>
  roundTo(figures.perSecond.median / ceiling.perSecond.median, 2);

export const roundTo = (value: number, digits: number): number => Number(value.toFixed(digits));
