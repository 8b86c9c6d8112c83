/** What is told of measurements: the rules by which times become figures. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { latencyOf, memoryOf, percentile, processorTimeOf, type Round, spreadOf, together } from './rounds.ts';

const times = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 200 });

function round(done: number, cpuMs: number, kib: readonly [before: number, after: number] = [0, 0]): Round {
  const reading = (of: number) => ({ own: { cpuMs: 0, kib: of }, database: { cpuMs: 0, kib: 2 * of } });
  const work = { done, seconds: 0.5, tookMs: Array.from({ length: done }, (_, place) => place + 1) };
  return { work, cpuMs, databaseCpuMs: 2 * cpuMs, before: reading(kib[0]), after: reading(kib[1]) };
}

describe('percentiles', () => {
  test('are values that were measured, which that share and no less stays within', () => {
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

  test('of a hundred are what they are called; of none they are nothing', () => {
    const hundred = Array.from({ length: 100 }, (_, place) => 100 - place);
    expect([0.5, 0.95, 0.99].map((share) => percentile(hundred, share))).toEqual([50, 95, 99]);
    expect(percentile(hundred, 0.07)).toBe(7);
    expect(percentile([], 0.5)).toBeNaN();
  });
});

describe('five rounds', () => {
  test('are told by their middle, with the least and the most', () => {
    expect(spreadOf([3, 1.26, 10, 2, 4.04], 1)).toEqual({ median: 3, min: 1.3, max: 10 });
  });

  test('each have their own percentiles', () => {
    const works = [10, 20, 30].map((done) => round(done, 0).work);
    const told = latencyOf(works);
    expect(told.perSecond).toEqual({ median: 40, min: 20, max: 60 });
    expect(told.p50Ms).toEqual({ median: 10, min: 5, max: 15 });
    expect(told.p99Ms).toEqual({ median: 20, min: 10, max: 30 });
  });

  test('cost what each of their work cost', () => {
    const told = processorTimeOf([round(10, 20), round(10, 40), round(20, 20)]);
    expect(told.cpuMs).toEqual({ median: 2, min: 1, max: 4 });
    expect(told.databaseCpuMs).toEqual({ median: 4, min: 2, max: 8 });
  });

  test('leave behind what our process has grown from the first to the last, and PostgreSQL in each', () => {
    const workers = { pid: process.pid, postmasterPid: process.pid };
    const told = memoryOf(workers, [round(500, 1, [1024, 2048]), round(500, 1, [4096, 6144])]);
    expect(told).toMatchObject({ growthMibPerThousand: 5, databaseGrowthMibPerThousand: 6, databasePeakMib: 12 });
  });
});

test('turns become a round without what others did in between', () => {
  const [first, second] = [round(3, 5, [1, 2]), round(2, 7, [8, 9])];
  const { before, after, ...whole } = together([first, second]);
  expect(whole).toEqual({
    work: { done: 5, seconds: 1, tookMs: [1, 2, 3, 1, 2] },
    cpuMs: 12,
    databaseCpuMs: 24,
  });
  expect([before, after]).toEqual([first.before, second.after]);
  expect(() => together([])).toThrow(RangeError);
});
