import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trailingMeans } from './trailing-means.ts';

test('averages the last values, and returns null while there are too few', () => {
  expect(trailingMeans([3, 6, 0, 9], 3)).toEqual([null, null, 3, 5]);
  expect(trailingMeans([4, 5], 1)).toEqual([4, 5]);
  expect(trailingMeans([4, 5], 3)).toEqual([null, null]);
});

test('equals the directly computed mean', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1e9, max: 1e9 })), fc.integer({ min: 1, max: 12 }), (values, window) => {
      const expected = values.map((_, index) => {
        const last = values.slice(Math.max(0, index + 1 - window), index + 1);
        return last.length < window ? null : last.reduce((sum, value) => sum + value, 0) / window;
      });
      expect(trailingMeans(values, window)).toEqual(expected);
    }),
  );
});
