import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { batchCalls } from './batch-calls.ts';

describe('batchCalls', () => {
  test('runs a single call immediately and batches calls that arrive meanwhile, up to the maximum', async () => {
    const batches: number[][] = [];
    const gates: PromiseWithResolvers<void>[] = [];
    const doubleNumber = batchCalls(async (items: readonly number[]) => {
      batches.push([...items]);
      const gate = Promise.withResolvers<void>();
      gates.push(gate);
      await gate.promise;
      return items.map((item) => 2 * item);
    }, 3);
    const first = doubleNumber(1);
    const others = [2, 3, 4, 5].map(doubleNumber);
    expect(batches).toEqual([[1]]);
    gates[0]?.resolve();
    expect(await first).toBe(2);
    await expect.poll(() => gates.length).toBe(2);
    gates[1]?.resolve();
    await expect.poll(() => gates.length).toBe(3);
    gates[2]?.resolve();
    expect(await Promise.all(others)).toEqual([4, 6, 8, 10]);
    expect(batches).toEqual([[1], [2, 3, 4], [5]]);
  });

  test('settles each call with its own result or error, and repeats only calls of a failed batch', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { maxLength: 20 }),
        fc.integer({ min: 1, max: 6 }),
        async (failures, maxBatch) => {
          const done: number[] = [];
          const work = batchCalls(async (indexes: readonly number[]) => {
            expect(indexes.length).toBeLessThanOrEqual(maxBatch);
            await Promise.resolve();
            const failing = indexes.find((index) => failures[index]);
            if (failing !== undefined) throw new Error(`${failing} ails`);
            done.push(...indexes);
            return indexes.map((index) => `did ${index}`);
          }, maxBatch);
          const results = await Promise.allSettled(failures.map((_, index) => work(index)));
          expect(results).toEqual(
            failures.map((isAiling, index) =>
              isAiling
                ? { status: 'rejected', reason: new Error(`${index} ails`) }
                : { status: 'fulfilled', value: `did ${index}` },
            ),
          );
          expect(done.toSorted((a, b) => a - b)).toEqual(
            failures.flatMap((isAiling, index) => (isAiling ? [] : [index])),
          );
        },
      ),
    );
  });
});
