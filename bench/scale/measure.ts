/** Measures the same call in several stores, one call at a time. The rounds alternate between the stores. */
import { type Figures, figuresOf, measureRound, type Round, rounds, type Subject, type Work } from '../measure.ts';

/** Prepares a call to one store and returns a function that makes it. Only the call is timed. */
export type Measurement = () => () => Promise<unknown>;

export type Measurements = Readonly<Record<string, Measurement>>;

/** A round ends after this time or number of calls, but not before the minimum. */
const roundLimits = { ms: 500, maxCalls: 100, minCalls: 6 };
const warmUp = { ms: 500, maxCalls: 20, minCalls: 2 };
/** Where calls take seconds, later rounds are omitted. */
const maxMs = 240_000;

/** The figures of each store. */
export async function measureAlternately(subject: Subject, measurements: readonly Measurement[]): Promise<Figures[]> {
  const startedAt = performance.now();
  for (const prepare of measurements) await measureRepeatedly(prepare, warmUp);
  const measured: Round[][] = measurements.map(() => []);
  for (let round = 0; round < rounds && performance.now() - startedAt < maxMs; round += 1) {
    for (const [index, prepare] of measurements.entries()) {
      measured[index]?.push(await measureRound(subject, () => measureRepeatedly(prepare, roundLimits)));
    }
  }
  return measured.map((all) => figuresOf(subject, all));
}

async function measureRepeatedly(prepare: Measurement, { ms, maxCalls, minCalls }: typeof roundLimits): Promise<Work> {
  const tookMs: number[] = [];
  const startedAt = performance.now();
  const isOver = () => performance.now() - startedAt > ms || tookMs.length >= maxCalls;
  while (tookMs.length < minCalls || !isOver()) {
    const call = prepare();
    const from = performance.now();
    await call();
    tookMs.push(performance.now() - from);
  }
  return { done: tookMs.length, seconds: (performance.now() - startedAt) / 1000, tookMs };
}
