import fc from 'fast-check';
import { expect, test } from 'vitest';
import { monthlyMinor, yearlyMinor } from './recurring-revenue.ts';

test('multiplies weekly prices by 52, and rounds months once', () => {
  expect(monthlyMinor({})).toBe(0);
  expect(monthlyMinor({ weekly: 300, monthly: 1800, quarterly: 3000, yearly: 12_000 })).toBe(1300 + 1800 + 1000 + 1000);
  // 5 a year are 0.4166… a month; 6 are 0.5, which rounds up.
  expect([monthlyMinor({ yearly: 5 }), monthlyMinor({ yearly: 6 }), monthlyMinor({ yearly: 17 })]).toEqual([0, 1, 1]);
  expect(yearlyMinor({ weekly: 1, monthly: 1, quarterly: 1, yearly: 1 })).toBe(69);
});

test('makes a year of twelve months, except for rounding', () => {
  const amount = fc.nat(10 ** 12);
  fc.assert(
    fc.property(
      fc.record({ weekly: amount, monthly: amount, quarterly: amount, yearly: amount }, { requiredKeys: [] }),
      (recurring) => {
        expect(Math.abs(12 * monthlyMinor(recurring) - yearlyMinor(recurring))).toBeLessThanOrEqual(6);
      },
    ),
  );
});
