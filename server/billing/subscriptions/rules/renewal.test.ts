import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BillingPeriod, billingPeriods } from '#server/catalog/rules/product.ts';
import {
  anchorOf,
  isFinalDecline,
  maxAttemptPauseMs,
  nextAttemptAt,
  nextRetryAt,
  periodOf,
  scheduleOf,
} from './renewal.ts';
import { subscriptionOrderStatuses } from './subscription-order.ts';

const dayMs = 24 * 60 * 60 * 1000;
const at = (text: string) => new Date(text);
const daysAfter = (moment: Date, days: number) => new Date(moment.getTime() + days * dayMs);

const anyMoment = fc.date({ min: at('2000-01-01'), max: at('2099-12-31'), noInvalidDate: true });
const neverPaused = { movedPeriods: null, pausedAt: null };
const anyPeriod = fc.constantFrom(...billingPeriods);
const anyNumber = fc.integer({ min: 1, max: 600 });
/** A start with or without a trial. */
const anyDates = fc
  .record({
    startedAt: anyMoment,
    billingPeriod: anyPeriod,
    trialDays: fc.option(fc.integer({ min: 1, max: 730 }), { nil: 0 }),
  })
  .map(({ startedAt, billingPeriod, trialDays }) => ({
    startedAt,
    billingPeriod,
    trialEndsAt: trialDays > 0 ? daysAfter(startedAt, trialDays) : null,
    ...neverPaused,
  }));

describe('periodOf', () => {
  test('starts each period at the end of the previous one', () => {
    fc.assert(
      fc.property(anyDates, anyNumber, (dates, number) => {
        const [period, next] = [periodOf(dates, number), periodOf(dates, number + 1)];
        expect(next.start).toEqual(period.end);
        expect(period.end > period.start).toBe(true);
      }),
    );
  });

  test('starts period 1 at the end of the trial, or else at the start', () => {
    fc.assert(
      fc.property(anyDates, (dates) => {
        const first = dates.trialEndsAt ?? dates.startedAt;
        expect(anchorOf(dates)).toEqual(first);
        expect(periodOf(dates, 1).start).toEqual(first);
        expect(periodOf(dates, 0)).toEqual({ start: dates.startedAt, end: first });
      }),
    );
  });

  test('assigns every moment to exactly one period', () => {
    fc.assert(
      fc.property(anyDates, fc.integer({ min: 0, max: 2000 * dayMs }), (dates, laterMs) => {
        const moment = new Date(dates.startedAt.getTime() + laterMs);
        const around = Array.from({ length: 300 }, (_, number) => periodOf(dates, number)).filter(
          ({ start, end }) => start <= moment && moment < end,
        );
        expect(around).toHaveLength(1);
      }),
      { numRuns: 30 },
    );
  });

  const starts = (startedAt: string, billingPeriod: BillingPeriod, numbers: readonly number[]) =>
    numbers.map((number) =>
      periodOf(
        { startedAt: at(startedAt), trialEndsAt: null, billingPeriod, movedPeriods: null },
        number,
      ).start.toISOString(),
    );
  test.each([
    [
      'monthly from January 31',
      '2026-01-31T10:30:00.000Z',
      'monthly',
      [1, 2, 3, 4, 12, 13, 14, 26],
      ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-12-31', '2027-01-31', '2027-02-28', '2028-02-29'],
    ],
    [
      'yearly from February 29',
      '2028-02-29T10:30:00.000Z',
      'yearly',
      [1, 2, 3, 4, 5, 6],
      ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29', '2033-02-28'],
    ],
    [
      'quarterly from November 30',
      '2026-11-30T10:30:00.000Z',
      'quarterly',
      [1, 2, 3, 4, 5, 6],
      ['2026-11-30', '2027-02-28', '2027-05-30', '2027-08-30', '2027-11-30', '2028-02-29'],
    ],
    [
      'weekly, over a leap day and the change of clocks',
      '2028-02-24T10:30:00.000Z',
      'weekly',
      [1, 2, 3, 6, 53],
      ['2028-02-24', '2028-03-02', '2028-03-09', '2028-03-30', '2029-02-22'],
    ],
  ] as const)('keeps the day of %s charges', (_, startedAt, billingPeriod, numbers, days) => {
    expect(starts(startedAt, billingPeriod, numbers)).toEqual(days.map((day) => `${day}T10:30:00.000Z`));
  });

  test('renews on the 31st if the trial ends on the 31st', () => {
    const dates = {
      startedAt: at('2026-01-17'),
      trialEndsAt: at('2026-01-31'),
      billingPeriod: 'monthly',
      movedPeriods: null,
    } as const;
    expect(periodOf(dates, 0)).toEqual({ start: at('2026-01-17'), end: at('2026-01-31') });
    expect(periodOf(dates, 1)).toEqual({ start: at('2026-01-31'), end: at('2026-02-28') });
    expect(periodOf(dates, 2)).toEqual({ start: at('2026-02-28'), end: at('2026-03-31') });
  });
});

describe('nextRetryAt', () => {
  const since = at('2026-05-01T12:00:00Z');
  test.each([
    ['right after the first failure', 0, 1],
    ['a moment before the first retry', 1 - 1 / dayMs, 1],
    ['at the first retry', 1, 3],
    ['a minute after the first retry', 1 + 1 / 1440, 3],
    ['at the second retry', 3, 5],
    ['after two missed retries', 4.5, 5],
    ['at the third retry', 5, 7],
    ['at the last retry', 7, null],
    ['long after the last retry', 100, null],
  ])('%s', (_, days, expected) => {
    const next = nextRetryAt(since, [1, 3, 5, 7], daysAfter(since, days));
    expect(next).toEqual(expected === null ? null : daysAfter(since, expected));
  });

  test('returns the next scheduled day after now', () => {
    const anyDays = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(anyMoment, anyDays, fc.integer({ min: 0, max: 120 * dayMs }), (from, given, laterMs) => {
        const days = given.toSorted((a, b) => a - b);
        const now = new Date(from.getTime() + laterMs);
        const left = days.filter((day) => day * dayMs > laterMs);
        const next = nextRetryAt(from, days, now);
        expect(next).toEqual(left[0] === undefined ? null : daysAfter(from, left[0]));
      }),
    );
  });

  test('returns each day once, then null', () => {
    const dates: Date[] = [];
    for (let next = nextRetryAt(since, [2, 4], since); next; next = nextRetryAt(since, [2, 4], next)) dates.push(next);
    expect(dates).toEqual([daysAfter(since, 2), daysAfter(since, 4)]);
  });
});

test('retries an unreachable provider with growing delays, up to an hour', () => {
  const now = at('2026-05-01T12:00:00Z');
  const pauses = [1, 2, 3, 4, 5, 6, 7, 8, 1000].map((missed) => nextAttemptAt(missed, now).getTime() - now.getTime());
  expect(pauses.map((pause) => pause / 60_000)).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  expect(nextAttemptAt(0, now)).toEqual(nextAttemptAt(1, now));
  expect(Math.max(...pauses)).toBe(maxAttemptPauseMs);
});

describe('scheduleOf', () => {
  test('schedules a charge at the period’s end for renewing subscriptions only', () => {
    fc.assert(
      fc.property(
        anyDates,
        fc.constantFrom(...subscriptionOrderStatuses),
        fc.integer({ min: 0, max: 60 }),
        (dates, status, number) => {
          const { nextChargeAt } = scheduleOf(dates, status, number, dates.startedAt);
          const isBilled = status === 'active' || status === 'trialing';
          expect(nextChargeAt).toEqual(isBilled ? periodOf(dates, number).end : null);
        },
      ),
    );
  });

  test('schedules a reminder in the future, at least a day after the period’s start', () => {
    fc.assert(
      fc.property(
        anyDates,
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 0, max: 800 * dayMs }),
        (dates, number, laterMs) => {
          const now = new Date(dates.startedAt.getTime() + laterMs);
          const { remindAt } = scheduleOf(dates, 'active', number, now);
          if (!remindAt) return;
          const { start, end } = periodOf(dates, number);
          expect(remindAt > daysAfter(start, 1)).toBe(true);
          expect(remindAt < end).toBe(true);
          expect(remindAt > now).toBe(true);
        },
      ),
    );
  });

  test.each([
    ['weekly', 1],
    ['monthly', 3],
    ['quarterly', 7],
    ['yearly', 7],
  ] as const)('reminds of %s charges %i days before', (billingPeriod, days) => {
    const dates = { startedAt: at('2026-03-15T08:00:00Z'), trialEndsAt: null, billingPeriod, ...neverPaused };
    const { nextChargeAt, remindAt } = scheduleOf(dates, 'active', 1, dates.startedAt);
    expect(remindAt).toEqual(daysAfter(nextChargeAt ?? at('1970-01-01'), -days));
  });

  test('schedules a trial reminder three days before its end, but not for a short trial', () => {
    const startedAt = at('2026-03-15T08:00:00Z');
    const remindAt = (days: number) =>
      scheduleOf(
        { startedAt, trialEndsAt: daysAfter(startedAt, days), billingPeriod: 'weekly', ...neverPaused },
        'trialing',
        0,
        startedAt,
      ).remindAt;
    expect([remindAt(14), remindAt(5), remindAt(4), remindAt(1)]).toEqual([
      daysAfter(startedAt, 11),
      daysAfter(startedAt, 2),
      null,
      null,
    ]);
  });
});

test.each([
  ['lost_card', true],
  ['stolen_card', true],
  ['fraudulent', true],
  ['expired_card', true],
  ['incorrect_cvc', true],
  ['authentication_required', true],
  ['card_declined', false],
  ['insufficient_funds', false],
  ['card_velocity_exceeded', false],
  ['processing_error', false],
  ['payment_failed', false],
  ['not_attempted', false],
  ['made_up', false],
  [null, false],
])('decline %s is final: %s', (code, expected) => {
  expect(isFinalDecline(code)).toBe(expected);
});
