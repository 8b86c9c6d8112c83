import fc from 'fast-check';
import { expect, test } from 'vitest';
import { axisTicks } from './axis-ticks.ts';

test.each([
  [0, 1, [0, 1]],
  [3, 1, [0, 1, 2, 3]],
  [22, 1, [0, 10, 20, 30]],
  [260, 1, [0, 100, 200, 300]],
  [26_000, 100, [0, 10_000, 20_000, 30_000]],
  [1_899, 100, [0, 500, 1_000, 1_500, 2_000]],
])('a maximum of %d in units of %d has the ticks %j', (max, unit, ticks) => {
  expect(axisTicks(max, unit)).toEqual(ticks);
});

test('returns at most five ticks in whole units that reach the maximum', () => {
  fc.assert(
    fc.property(fc.nat(10 ** 12), fc.constantFrom(1, 100, 1000), (max, unit) => {
      const ticks = axisTicks(max, unit);
      expect(ticks.length).toBeLessThanOrEqual(5);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(max);
      expect(ticks.every((tick) => tick % unit === 0)).toBe(true);
    }),
  );
});
