import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bucketStart,
  bucketsOf,
  growthOf,
  intervals,
  maxBuckets,
  previousRange,
  requireRange,
  shareOf,
} from './time-range.ts';

const at = (text: string) => new Date(text);
const range = (from: string, to: string) => ({ from: at(from), to: at(to) });
const days = (dates: readonly Date[]) => dates.map((date) => date.toISOString().slice(0, 10));

const moments = fc.date({ min: at('1995-01-01'), max: at('2060-01-01'), noInvalidDate: true });
const anyInterval = fc.constantFrom(...intervals, 'quarter' as const, 'year' as const);
/** Ranges within the maximum number of buckets for every interval. */
const ranges = fc
  .tuple(moments, fc.integer({ min: 1, max: (maxBuckets - 1) * 3_600_000 }))
  .map(([from, length]) => ({ from, to: new Date(from.getTime() + length) }));

describe('buckets', () => {
  test('weeks begin on Monday, months on their first day, all in UTC', () => {
    expect(bucketStart(at('2026-03-01T23:59:59.999Z'), 'week')).toEqual(at('2026-02-23'));
    expect(bucketStart(at('2026-03-02T00:00:00Z'), 'week')).toEqual(at('2026-03-02'));
    expect(bucketStart(at('2024-02-29T12:00:00Z'), 'month')).toEqual(at('2024-02-01'));
    expect(bucketStart(at('2024-11-30T12:00:00Z'), 'quarter')).toEqual(at('2024-10-01'));
    expect(bucketStart(at('2024-12-31T12:00:00Z'), 'year')).toEqual(at('2024-01-01'));
    expect(bucketStart(at('2026-03-29T01:59:00+02:00'), 'day')).toEqual(at('2026-03-28'));
    expect(bucketStart(at('2026-03-29T01:59:00Z'), 'hour')).toEqual(at('2026-03-29T01:00:00Z'));
  });

  test('the first contains `from`, and the last does not begin at `to`', () => {
    expect(days(bucketsOf(range('2025-12-31', '2026-01-02'), 'day'))).toEqual(['2025-12-31', '2026-01-01']);
    expect(days(bucketsOf(range('2025-12-31', '2026-01-06'), 'week'))).toEqual(['2025-12-29', '2026-01-05']);
    const months = ['2024-01-01', '2024-02-01', '2024-03-01'];
    expect(days(bucketsOf(range('2024-01-31', '2024-03-31'), 'month'))).toEqual(months);
    expect(bucketsOf(range('2026-03-29', '2026-03-30'), 'hour')).toHaveLength(24);
    expect(days(bucketsOf(range('2025-08-31', '2026-01-02'), 'quarter'))).toEqual([
      '2025-07-01',
      '2025-10-01',
      '2026-01-01',
    ]);
    expect(days(bucketsOf(range('2025-08-31', '2026-01-02'), 'year'))).toEqual(['2025-01-01', '2026-01-01']);
    expect(days(bucketsOf(range('2025-08-31', '2026-01-02'), 'all_time'))).toEqual(['2025-08-31']);
  });

  test('cover the range without gaps', () => {
    fc.assert(
      fc.property(ranges, anyInterval, ({ from, to }, interval) => {
        const starts = bucketsOf({ from, to }, interval);
        expect(starts[0]?.getTime()).toBeLessThanOrEqual(from.getTime());
        expect(starts.at(-1)?.getTime()).toBeLessThan(to.getTime());
        for (const [index, start] of starts.entries()) {
          expect(bucketStart(start, interval)).toEqual(start);
          const last = new Date((starts[index + 1] ?? to).getTime() - 1);
          expect(bucketStart(last, interval)).toEqual(start);
        }
      }),
    );
  });

  test('rejects too many buckets', () => {
    expect(bucketsOf(range('2026-01-01T00:00Z', '2026-01-17T16:00Z'), 'hour')).toHaveLength(maxBuckets);
    expect(() => bucketsOf(range('2026-01-01T00:00Z', '2026-01-17T16:00:00.001Z'), 'hour')).toThrow(
      'Invalid interval: the range has more than 400 buckets; request a longer interval',
    );
  });
});

describe('the previous range', () => {
  test.each([
    ['2026-03-01', '2026-04-01', '2026-02-01', '2026-03-01'],
    ['2024-01-01', '2025-01-01', '2023-01-01', '2024-01-01'],
    ['2026-01-01', '2026-04-01', '2025-10-01', '2026-01-01'],
    ['2026-03-01', '2026-03-31', '2026-01-30', '2026-03-01'],
    ['2026-03-02', '2026-03-09', '2026-02-23', '2026-03-02'],
  ])('of %s to %s is %s to %s', (from, to, before, until) => {
    expect(previousRange(range(from, to))).toEqual(range(before, until));
  });

  test('ends where the range begins, and has the same length unless both are whole months', () => {
    fc.assert(
      fc.property(ranges, (given) => {
        const before = previousRange(given);
        expect(before.to).toEqual(given.from);
        expect(before.from.getTime()).toBeLessThan(before.to.getTime());
        const isWhole = [given.from, given.to].every((moment) => +bucketStart(moment, 'month') === +moment);
        if (!isWhole) expect(+before.to - +before.from).toBe(+given.to - +given.from);
      }),
    );
  });
});

test('rejects a range that ends before it begins, exceeds five years or begins before 1970', () => {
  expect(() => requireRange(range('1969-12-31', '1970-01-02'))).toThrow('Invalid range: from must not be before 1970');
  expect(() => requireRange(range('2026-01-01', '2026-01-01'))).toThrow('Invalid range: from must be before to');
  expect(requireRange(range('2021-01-01', '2026-01-01'))).toEqual(range('2021-01-01', '2026-01-01'));
  expect(() => requireRange(range('2021-01-01', '2026-01-01T00:00:00.001Z'))).toThrow(
    'Invalid range: must be at most 5 years long',
  );
});

test('growth and shares of nothing are null', () => {
  expect([growthOf(5, 4), growthOf(3, 4), growthOf(4, 0), growthOf(1, -2)]).toEqual([0.25, -0.25, null, 1.5]);
  expect([shareOf(1, 4), shareOf(0, 0)]).toEqual([0.25, null]);
});
