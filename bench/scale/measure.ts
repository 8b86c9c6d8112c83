/** How long the same thing takes in several stores, one at a time, in five rounds in which the stores take turns. */
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
  together,
  type Work,
  type Workers,
} from '../rounds.ts';

/** One service answers for all stores, so its memory is that of all of them together. */
export interface Timing extends Latency, Partial<ProcessorTime & Memory> {
  /** How many were asked in all rounds. */
  readonly n: number;
}

/** One thing that is asked of one store. What `prepare` does is not timed. */
export interface Ask<Prepared> {
  readonly prepare: () => Prepared;
  readonly ask: (prepared: Prepared) => Promise<unknown>;
}

/** In each round every store has so many short turns, so that a slow second of the machine's is nobody's own. */
const turns = 3;
/** A turn: what is quick is asked for so long, or so often; what takes seconds no less than so many times. */
const turn = { ms: 170, most: 35, fewest: 2 };
const warmUp = { ms: 500, most: 20, fewest: 2 };
/** What takes longer than this is not asked thirty times on any machine; the rounds that there were are told. */
const maxPatientMs = 240_000;

/** Times each, after a turn that does not count. */
export async function timeInTurns<Prepared>(
  workers: Workers,
  asks: readonly Ask<Prepared>[],
): Promise<readonly Timing[]> {
  const started = performance.now();
  for (const each of asks) await askAgain(each, warmUp);
  const measured: Round[][] = asks.map(() => []);
  const all: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const taken: Round[][] = asks.map(() => []);
    for (let count = 0; count < turns; count += 1) {
      for (const [place, each] of asks.entries()) {
        const one = await measureRound(workers, () => askAgain(each, turn));
        taken[place]?.push(one);
        all.push(one);
      }
    }
    for (const [place, parts] of taken.entries()) measured[place]?.push(together(parts));
    if (performance.now() - started > maxPatientMs) break;
  }
  const memory = memoryOf(workers, all);
  return measured.map((of) => ({ ...timingOf(of.map(({ work }) => work)), ...processorTimeOf(of), ...memory }));
}

export function timingOf(works: readonly Work[]): Timing {
  return {
    ...latencyOf(works),
    n: roundTo(
      works.reduce((sum, { done }) => sum + done, 0),
      1,
    ),
  };
}

async function askAgain<Prepared>({ prepare, ask }: Ask<Prepared>, until: typeof turn): Promise<Work> {
  const tookMs: number[] = [];
  const began = performance.now();
  const isDue = () =>
    tookMs.length < until.fewest || (tookMs.length < until.most && performance.now() - began < until.ms);
  while (isDue()) {
    const prepared = prepare();
    const from = performance.now();
    await ask(prepared);
    tookMs.push(performance.now() - from);
  }
  return { done: tookMs.length, seconds: (performance.now() - began) / 1000, tookMs };
}
