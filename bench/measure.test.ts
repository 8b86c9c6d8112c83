/** How times become figures. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { figuresOf, percentile, type Round, spreadOf } from './measure.ts';

const times = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 200 });

const round = (done: number, cpuMs: number, [kibBefore, kibAfter] = [0, 0]): Round => ({
  done,
  seconds: 0.5,
  tookMs: Array.from({ length: done }, (_, index) => index + 1),
  cpuMs,
  databaseCpuMs: 2 * cpuMs,
  statements: 3 * done,
  rows: 2 * done,
  indexEntries: 5 * done,
  kibBefore,
  kibAfter,
});

describe('percentile', () => {
  test('is a measured value that exactly the given share of values does not exceed', () => {
    fc.assert(
      fc.property(times, fc.integer({ min: 1, max: 100 }), (values, percent) => {
        const found = percentile(values, percent / 100);
        const within = values.filter((value) => value <= found).length;
        const below = values.filter((value) => value < found).length;
        expect(values).toContain(found);
        expect(within * 100).toBeGreaterThanOrEqual(percent * values.length);
        expect(below * 100).toBeLessThan(percent * values.length);
      }),
    );
  });

  test('of 1 to 100 is the share itself, and NaN without values', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect([0.07, 0.5, 0.95, 0.99].map((share) => percentile(hundred, share))).toEqual([7, 50, 95, 99]);
    expect(percentile([], 0.5)).toBeNaN();
  });
});

test('a spread is the median with the smallest and the largest value', () => {
  expect(spreadOf([3, 1.26, 10, 2, 4.04], 1)).toEqual({ median: 3, min: 1.3, max: 10 });
});

describe('figures', () => {
  test('take the percentiles of each round', () => {
    const figures = figuresOf({ pid: undefined }, [round(10, 0), round(20, 0), round(30, 0)]);
    expect(figures.perSecond).toEqual({ median: 40, min: 20, max: 60 });
    expect(figures.p50Ms).toEqual({ median: 10, min: 5, max: 15 });
    expect(figures.p99Ms).toEqual({ median: 20, min: 10, max: 30 });
  });

  test('divide processor time and statements by the items, and memory growth by 1,000 items', () => {
    const figures = figuresOf({ pid: undefined }, [
      round(10, 20, [1024, 2048]),
      round(10, 40),
      round(20, 20, [2048, 1065]),
    ]);
    expect(figures.cpuMs).toEqual({ median: 2, min: 1, max: 4 });
    expect(figures.databaseCpuMs).toEqual({ median: 4, min: 2, max: 8 });
    expect(figures).toMatchObject({ statements: 3, growthMib: 1 });
  });
});
