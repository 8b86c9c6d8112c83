import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inGroups } from './in-batches.ts';

describe('inGroups', () => {
  test('one that is asked for alone is done at once; what comes meanwhile is the next group, up to the most', async () => {
    const groups: number[][] = [];
    const gates: PromiseWithResolvers<void>[] = [];
    const double = inGroups(async (items: readonly number[]) => {
      groups.push([...items]);
      const gate = Promise.withResolvers<void>();
      gates.push(gate);
      await gate.promise;
      return items.map((item) => 2 * item);
    }, 3);
    const first = double(1);
    const others = [2, 3, 4, 5].map(double);
    expect(groups).toEqual([[1]]);
    gates[0]?.resolve();
    expect(await first).toBe(2);
    await expect.poll(() => gates.length).toBe(2);
    gates[1]?.resolve();
    await expect.poll(() => gates.length).toBe(3);
    gates[2]?.resolve();
    expect(await Promise.all(others)).toEqual([4, 6, 8, 10]);
    expect(groups).toEqual([[1], [2, 3, 4], [5]]);
  });

  test('each gets its own result or its own error, and is done again only where its group failed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { maxLength: 20 }),
        fc.integer({ min: 1, max: 6 }),
        async (ails, most) => {
          const done: number[] = [];
          const work = inGroups(async (places: readonly number[]) => {
            expect(places.length).toBeLessThanOrEqual(most);
            await Promise.resolve();
            const ailing = places.find((place) => ails[place]);
            if (ailing !== undefined) throw new Error(`${ailing} ails`);
            done.push(...places);
            return places.map((place) => `did ${place}`);
          }, most);
          const results = await Promise.allSettled(ails.map((_, place) => work(place)));
          expect(results).toEqual(
            ails.map((isAiling, place) =>
              isAiling
                ? { status: 'rejected', reason: new Error(`${place} ails`) }
                : { status: 'fulfilled', value: `did ${place}` },
            ),
          );
          expect(done.toSorted((a, b) => a - b)).toEqual(ails.flatMap((isAiling, place) => (isAiling ? [] : [place])));
        },
      ),
    );
  });
});
