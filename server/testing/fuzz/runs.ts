/**
 * How far the fuzz tests go. Usually a few tries of everything, always the same ones. `FUZZ_RUNS=100` makes it a hundred times
 * as many, `FUZZ_SEED=<number>` others.
 */
import { createHash } from 'node:crypto';
import fc from 'fast-check';

const usualSeed = 20_261_122;

const times = Number(process.env.FUZZ_RUNS ?? 1);
const seed = Number(process.env.FUZZ_SEED ?? usualSeed);
if (!(times > 0) || !Number.isInteger(seed)) throw new Error('FUZZ_RUNS is a number above 0, FUZZ_SEED an integer');

/** Time for that many tries, on a machine that has ten other things to do. */
export const patienceMs = 60_000 * Math.max(times, 1);

interface Tries<Value> {
  readonly values: fc.Arbitrary<Value>;
  /** How many, where nobody asks for more. */
  readonly runs: number;
  /** What is tried first. */
  readonly examples?: Value[];
  readonly check: (value: Value) => Promise<void>;
}

/**
 * Tries a check on so many values; what fails is made as small as it gets, and reported with what repeats it. `name` sets
 * the values apart from those of other tests.
 */
export async function tryOut<Value>(name: string, { values, runs, check, examples = [] }: Tries<Value>): Promise<void> {
  const ownSeed = createHash('sha256').update(`${seed} ${name}`).digest().readInt32LE();
  const limits = { numRuns: Math.max(Math.round(runs * times), 1), interruptAfterTimeLimit: patienceMs - 10_000 };
  const found = await fc.check(fc.asyncProperty(values, check), {
    seed: ownSeed,
    ...limits,
    examples: examples.map((value): [Value] => [value]),
  });
  if (!found.failed) return;
  const error = new Error(`FUZZ_SEED=${seed} FUZZ_RUNS=${times}: ${fc.defaultReportMessage(found)}`);
  error.cause = found.errorInstance;
  throw error;
}
