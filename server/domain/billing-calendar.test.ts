import fc from 'fast-check';
import { expect, test } from 'vitest';
import { billingPeriods } from '#server/catalog/rules/product.ts';
import { periodStart } from './billing-calendar.ts';

const days = (anchor: string, period: (typeof billingPeriods)[number], numbers: readonly number[]) =>
  numbers.map((number) => periodStart(new Date(anchor), period, number).toISOString().slice(0, 10));

test('monthly from January 31 falls on the last day of shorter months and returns to the 31st', () => {
  const expected = ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'];
  expect(days('2026-01-31T10:30:00Z', 'monthly', [0, 1, 2, 3, 4])).toEqual(expected);
  expect(days('2028-01-31T10:30:00Z', 'monthly', [1, 13])).toEqual(['2028-02-29', '2029-02-28']);
});

test('quarterly and yearly keep the day too; a leap day returns in the next leap year', () => {
  expect(days('2026-11-30T00:00:00Z', 'quarterly', [1, 2])).toEqual(['2027-02-28', '2027-05-30']);
  expect(days('2028-02-29T00:00:00Z', 'yearly', [1, 4])).toEqual(['2029-02-28', '2032-02-29']);
});

test('weekly is every seven days, across daylight saving changes', () => {
  expect(periodStart(new Date('2026-03-27T23:30:00.123Z'), 'weekly', 1).toISOString()).toBe('2026-04-03T23:30:00.123Z');
});

const anyAnchor = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
const anyPeriod = fc.constantFrom(...billingPeriods);
const anyNumber = fc.integer({ min: 0, max: 600 });

test('each period begins after the previous one, at the anchor’s time of day', () => {
  fc.assert(
    fc.property(anyAnchor, anyPeriod, anyNumber, (anchor, period, number) => {
      const [start, end] = [periodStart(anchor, period, number), periodStart(anchor, period, number + 1)];
      expect(end > start).toBe(true);
      expect(start.toISOString().slice(10)).toBe(anchor.toISOString().slice(10));
    }),
  );
});

test('months never drift: the anchor’s day, or the month’s last', () => {
  fc.assert(
    fc.property(anyAnchor, anyNumber, (anchor, number) => {
      const start = periodStart(anchor, 'monthly', number);
      const months = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth();
      expect(months(start) - months(anchor)).toBe(number);
      const dayAfter = new Date(start.getTime() + 24 * 60 * 60 * 1000);
      expect(start.getUTCDate() === anchor.getUTCDate() || dayAfter.getUTCDate() === 1).toBe(true);
      expect(start.getUTCDate()).toBeLessThanOrEqual(anchor.getUTCDate());
    }),
  );
});

test('a quarter is three months, a year twelve', () => {
  fc.assert(
    fc.property(anyAnchor, fc.integer({ min: 0, max: 50 }), (anchor, number) => {
      expect(periodStart(anchor, 'quarterly', number)).toEqual(periodStart(anchor, 'monthly', 3 * number));
      expect(periodStart(anchor, 'yearly', number)).toEqual(periodStart(anchor, 'monthly', 12 * number));
    }),
  );
});
