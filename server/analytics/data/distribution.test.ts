import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { db, newMerchant } from '#server/testing/api.ts';
import { newProducts, sell } from '#server/testing/orders/sales.ts';
import { readHistogram, readSpread } from './distribution.ts';
import { storeScope } from './facts.ts';

const range = { from: new Date('2024-02-01'), to: new Date('2024-03-01') };
const choice = { range, currency: 'USD', metric: 'PAYMENT_AMOUNT' } as const;

/** A percentile of sorted amounts, interpolated in proportion; halves are rounded up. */
function percentileOf(sorted: readonly number[], percentile: number): number {
  const position = percentile * (sorted.length - 1);
  const [below = 0, above = 0] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]];
  return Math.round(below + (position - Math.floor(position)) * (above - below));
}

test('computes the same spread and histogram as plain JavaScript', async () => {
  const merchant = await newMerchant();
  const { onetime } = await newProducts(merchant);
  const scope = storeScope({ ...scopeOfStore(merchant.store), environment: 'test' });
  const all: number[] = [];
  const amounts = fc.array(fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 9_999_999 })), {
    minLength: 1,
    maxLength: 20,
  });
  await fc.assert(
    fc.asyncProperty(amounts, fc.integer({ min: 1, max: 50 }), async (given, bars) => {
      const at = '2024-02-10';
      await sell(
        merchant,
        given.map((amountMinor) => ({ productId: onetime, at, payments: [{ at, amountMinor }] })),
      );
      all.push(...given);
      const sorted = all.toSorted((one, other) => one - other);
      const sum = all.reduce((total, amount) => total + amount, 0);
      const mean = sum / all.length;
      const deviation = Math.sqrt(all.reduce((total, amount) => total + (amount - mean) ** 2, 0) / all.length);
      const spread = await readSpread(db, scope, choice, [0, 0.25, 0.5, 1]);
      expect(spread).toEqual({
        count: all.length,
        sumMinor: sum,
        minMinor: sorted[0],
        maxMinor: sorted.at(-1),
        meanMinor: Math.round(mean),
        medianMinor: percentileOf(sorted, 0.5),
        deviationMinor: expect.toSatisfy((found: number) => Math.abs(found - deviation) < 0.501),
        percentilesMinor: [0, 0.25, 0.5, 1].map((percentile) => percentileOf(sorted, percentile)),
      });
      const histogram = await readHistogram(db, scope, choice, spread, bars);
      expect(histogram.length).toBeLessThanOrEqual(bars);
      expect(histogram[0]?.fromMinor).toBe(spread.minMinor);
      for (const [position, { fromMinor, toMinor, count }] of histogram.entries()) {
        expect(count).toBe(all.filter((amount) => amount >= fromMinor && amount < toMinor).length);
        expect(histogram[position + 1]?.fromMinor ?? toMinor).toBe(toMinor);
      }
      expect(histogram.reduce((total, { count }) => total + count, 0)).toBe(all.length);
    }),
    { numRuns: 15 },
  );
});
