/**
 * The extent of the fuzz tests. By default they run a few fixed cases. `FUZZ_RUNS=100` multiplies the number by a
 * hundred, and `FUZZ_SEED=<number>` selects others.
 */
import { createHash } from 'node:crypto';
import fc from 'fast-check';

const defaultSeed = 20_261_122;

const times = Number(process.env.FUZZ_RUNS ?? 1);
const seed = Number(process.env.FUZZ_SEED ?? defaultSeed);
if (!(times > 0) || !Number.isInteger(seed)) throw new Error('FUZZ_RUNS is a number above 0, FUZZ_SEED an integer');

/** The time limit for these runs, generous enough for a busy machine. */
export const timeoutMs = 60_000 * Math.max(times, 1);

interface FuzzTest<Value> {
  readonly values: fc.Arbitrary<Value>;
  /** The default number of runs. */
  readonly runs: number;
  /** The first values to check. */
  readonly examples?: Value[];
  readonly check: (value: Value) => Promise<void>;
}

/**
 * Checks `runs` random values. A failing value is shrunk and reported with the seed that reproduces it. `name` gives
 * each test its own values.
 */
export async function checkValues<Value>(
  name: string,
  { values, runs, check, examples = [] }: FuzzTest<Value>,
): Promise<void> {
  const ownSeed = createHash('sha256').update(`${seed} ${name}`).digest().readInt32LE();
  const limits = { numRuns: Math.max(Math.round(runs * times), 1), interruptAfterTimeLimit: timeoutMs - 10_000 };
  const result = await fc.check(fc.asyncProperty(values, check), {
    seed: ownSeed,
    ...limits,
    examples: examples.map((value): [Value] => [value]),
  });
  if (!result.failed) return;
  const error = new Error(`FUZZ_SEED=${seed} FUZZ_RUNS=${times}: ${fc.defaultReportMessage(result)}`);
  error.cause = result.errorInstance;
  throw error;
}
