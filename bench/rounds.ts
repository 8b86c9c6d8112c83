/** Rounds of work: what each took of time, of processors and of memory, and the middle of them with the least and most. */
import { peakKib, type Used, usedBy, usedByFamily } from './resources.ts';

/** In turns with the ceilings: whatever else the machine does meanwhile, it does to all of them. */
export const rounds = 5;

/** What was done in one of them. */
export interface Work {
  readonly done: number;
  readonly seconds: number;
  /** Of each that was done. */
  readonly tookMs: readonly number[];
}

/** Whose processor time and memory it is: a process of ours (undefined where there is no /proc), and PostgreSQL's. */
export interface Workers {
  readonly pid: number | undefined;
  readonly postmasterPid: number;
}

interface Reading {
  readonly own: Used | undefined;
  readonly database: Used | undefined;
}

export interface Round {
  readonly work: Work;
  /** What it took in all. NaN where nobody tells. */
  readonly cpuMs: number;
  readonly databaseCpuMs: number;
  readonly before: Reading;
  readonly after: Reading;
}

/** The middle of five rounds, with the least and the most of them. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export interface Latency {
  readonly perSecond: Spread;
  readonly p50Ms: Spread;
  readonly p95Ms: Spread;
  readonly p99Ms: Spread;
}

/** Processor time of one that was done, in milliseconds: of the process, and of all of PostgreSQL's. */
export interface ProcessorTime {
  readonly cpuMs: Spread;
  readonly databaseCpuMs: Spread;
}

/** In MiB; what a thousand leave behind may be less than nothing where the memory was cleaned meanwhile. */
export interface Memory {
  readonly peakMib: number;
  readonly databasePeakMib: number;
  readonly growthMibPerThousand: number;
  readonly databaseGrowthMibPerThousand: number;
}

const read = ({ pid, postmasterPid }: Workers): Reading => ({
  own: pid === undefined ? undefined : usedBy(pid),
  database: usedByFamily(postmasterPid),
});

/** Does the work, and reads what was used before and after it. */
export async function measureRound<Done extends Work>(
  workers: Workers,
  work: () => Promise<Done>,
): Promise<Round & { readonly work: Done }> {
  const before = read(workers);
  const done = await work();
  const after = read(workers);
  const cpuMs = (who: keyof Reading) => (after[who]?.cpuMs ?? Number.NaN) - (before[who]?.cpuMs ?? 0);
  return { work: done, cpuMs: cpuMs('own'), databaseCpuMs: cpuMs('database'), before, after };
}

/** One round of several turns, with what others did in between left out. */
export function together(turns: readonly Round[]): Round {
  const [first, last] = [turns[0], turns.at(-1)];
  if (!first || !last) throw new RangeError('a round has a turn at least');
  const sum = (of: (turn: Round) => number) => turns.reduce((total, turn) => total + of(turn), 0);
  return {
    work: {
      done: sum(({ work }) => work.done),
      seconds: sum(({ work }) => work.seconds),
      tookMs: turns.flatMap(({ work }) => work.tookMs),
    },
    cpuMs: sum(({ cpuMs }) => cpuMs),
    databaseCpuMs: sum(({ databaseCpuMs }) => databaseCpuMs),
    before: first.before,
    after: last.after,
  };
}

/** The value that such a share of them does not exceed. NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  // 0.07 × 100 is more than 7 to the processor, if not by much.
  const needed = Math.ceil(share * values.length - 1e-9);
  return values.toSorted((a, b) => a - b)[needed - 1] ?? Number.NaN;
}

export function spreadOf(values: readonly number[], digits: number): Spread {
  const at = (share: number) => roundTo(percentile(values, share), digits);
  return { median: at(0.5), min: roundTo(Math.min(...values), digits), max: at(1) };
}

export function latencyOf(works: readonly Work[]): Latency {
  const at = (share: number) =>
    spreadOf(
      works.map(({ tookMs }) => percentile(tookMs, share)),
      2,
    );
  return {
    perSecond: spreadOf(
      works.map(({ done, seconds }) => done / seconds),
      0,
    ),
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
  };
}

export function processorTimeOf(all: readonly Round[]): ProcessorTime {
  const of = (who: 'cpuMs' | 'databaseCpuMs') =>
    spreadOf(
      all.map((round) => round[who] / round.work.done),
      3,
    );
  return { cpuMs: of('cpuMs'), databaseCpuMs: of('databaseCpuMs') };
}

/** Of rounds that followed one another. What others had PostgreSQL do in between is not theirs. */
export function memoryOf({ pid }: Workers, all: readonly Round[]): Memory {
  const sum = (of: (round: Round) => number) => all.reduce((total, round) => total + of(round), 0);
  const kib = (reading: Reading | undefined, who: keyof Reading) => reading?.[who]?.kib ?? Number.NaN;
  const perThousand = (grownKib: number) => roundTo(grownKib / 1024 / (sum(({ work }) => work.done) / 1000), 2);
  return {
    peakMib: roundTo((pid === undefined ? Number.NaN : peakKib(pid)) / 1024, 0),
    databasePeakMib: roundTo(Math.max(...all.map(({ after }) => kib(after, 'database'))) / 1024, 0),
    growthMibPerThousand: perThousand(kib(all.at(-1)?.after, 'own') - kib(all[0]?.before, 'own')),
    databaseGrowthMibPerThousand: perThousand(
      sum(({ before, after }) => kib(after, 'database') - kib(before, 'database')),
    ),
  };
}

export const roundTo = (value: number, digits: number): number => Number(value.toFixed(digits));
