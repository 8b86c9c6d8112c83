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
const anyPeriod = fc.constantFrom(...billingPeriods);
const anyNumber = fc.integer({ min: 1, max: 600 });
/** Begun with a trial of so many days, or without. */
const anyBegun = fc
  .record({
    startedAt: anyMoment,
    billingPeriod: anyPeriod,
    trialDays: fc.option(fc.integer({ min: 1, max: 730 }), { nil: 0 }),
  })
  .map(({ startedAt, billingPeriod, trialDays }) => ({
    startedAt,
    billingPeriod,
    trialEndsAt: trialDays > 0 ? daysAfter(startedAt, trialDays) : null,
  }));

describe('periodOf', () => {
  test('periods join: each begins where the one before it ends, and ends later', () => {
    fc.assert(
      fc.property(anyBegun, anyNumber, (begun, number) => {
        const [period, next] = [periodOf(begun, number), periodOf(begun, number + 1)];
        expect(next.start).toEqual(period.end);
        expect(period.end > period.start).toBe(true);
      }),
    );
  });

  test('the first begins at the anchor: the end of the trial, which is period 0, else the start', () => {
    fc.assert(
      fc.property(anyBegun, (begun) => {
        const first = begun.trialEndsAt ?? begun.startedAt;
        expect(anchorOf(begun)).toEqual(first);
        expect(periodOf(begun, 1).start).toEqual(first);
        expect(periodOf(begun, 0)).toEqual({ start: begun.startedAt, end: first });
      }),
    );
  });

  test('every moment after the start is in one period', () => {
    fc.assert(
      fc.property(anyBegun, fc.integer({ min: 0, max: 2000 * dayMs }), (begun, laterMs) => {
        const moment = new Date(begun.startedAt.getTime() + laterMs);
        const around = Array.from({ length: 300 }, (_, number) => periodOf(begun, number)).filter(
          ({ start, end }) => start <= moment && moment < end,
        );
        expect(around).toHaveLength(1);
      }),
      { numRuns: 30 },
    );
  });

  const starts = (startedAt: string, billingPeriod: BillingPeriod, numbers: readonly number[]) =>
    numbers.map((number) =>
      periodOf({ startedAt: at(startedAt), trialEndsAt: null, billingPeriod }, number).start.toISOString(),
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
  ] as const)('%s does not drift', (_, startedAt, billingPeriod, numbers, days) => {
    expect(starts(startedAt, billingPeriod, numbers)).toEqual(days.map((day) => `${day}T10:30:00.000Z`));
  });

  test('a trial that ends on the 31st makes that the day', () => {
    const begun = { startedAt: at('2026-01-17'), trialEndsAt: at('2026-01-31'), billingPeriod: 'monthly' } as const;
    expect(periodOf(begun, 0)).toEqual({ start: at('2026-01-17'), end: at('2026-01-31') });
    expect(periodOf(begun, 1)).toEqual({ start: at('2026-01-31'), end: at('2026-02-28') });
    expect(periodOf(begun, 2)).toEqual({ start: at('2026-02-28'), end: at('2026-03-31') });
  });
});

describe('nextRetryAt', () => {
  const since = at('2026-05-01T12:00:00Z');
  test.each([
    ['at once after the first failure', 0, 1],
    ['a moment before the first retry', 1 - 1 / dayMs, 1],
    ['at the first retry', 1, 3],
    ['the worker came a minute late', 1 + 1 / 1440, 3],
    ['at the second', 3, 5],
    ['two were missed', 4.5, 5],
    ['at the third', 5, 7],
    ['at the last', 7, null],
    ['long after', 100, null],
  ])('%s', (_, days, expected) => {
    const next = nextRetryAt(since, [1, 3, 5, 7], daysAfter(since, days));
    expect(next).toEqual(expected === null ? null : daysAfter(since, expected));
  });

  test('whenever it is asked: later than now, one of the days, and none skipped', () => {
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

  test('asked again and again, it gives each day once and comes to an end', () => {
    const seen: Date[] = [];
    for (let next = nextRetryAt(since, [2, 4], since); next; next = nextRetryAt(since, [2, 4], next)) seen.push(next);
    expect(seen).toEqual([daysAfter(since, 2), daysAfter(since, 4)]);
  });
});

test('a provider that is not reached is asked later and later, after an hour at most', () => {
  const now = at('2026-05-01T12:00:00Z');
  const pauses = [1, 2, 3, 4, 5, 6, 7, 8, 1000].map((missed) => nextAttemptAt(missed, now).getTime() - now.getTime());
  expect(pauses.map((pause) => pause / 60_000)).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  expect(nextAttemptAt(0, now)).toEqual(nextAttemptAt(1, now));
  expect(Math.max(...pauses)).toBe(maxAttemptPauseMs);
});

describe('scheduleOf', () => {
  test('what is billed is charged at its period’s end; anything else is not', () => {
    fc.assert(
      fc.property(
        anyBegun,
        fc.constantFrom(...subscriptionOrderStatuses),
        fc.integer({ min: 0, max: 60 }),
        (begun, status, number) => {
          const { nextChargeAt } = scheduleOf(begun, status, number, begun.startedAt);
          const isBilled = status === 'active' || status === 'trialing';
          expect(nextChargeAt).toEqual(isBilled ? periodOf(begun, number).end : null);
        },
      ),
    );
  });

  test('a reminder falls inside the period, a day or more after its start, and is not in the past', () => {
    fc.assert(
      fc.property(
        anyBegun,
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 0, max: 800 * dayMs }),
        (begun, number, laterMs) => {
          const now = new Date(begun.startedAt.getTime() + laterMs);
          const { remindAt } = scheduleOf(begun, 'active', number, now);
          if (!remindAt) return;
          const { start, end } = periodOf(begun, number);
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
  ] as const)('%s: %i days before', (billingPeriod, days) => {
    const begun = { startedAt: at('2026-03-15T08:00:00Z'), trialEndsAt: null, billingPeriod };
    const { nextChargeAt, remindAt } = scheduleOf(begun, 'active', 1, begun.startedAt);
    expect(remindAt).toEqual(daysAfter(nextChargeAt ?? at('1970-01-01'), -days));
  });

  test('a trial is reminded of three days before its end; a short one is not', () => {
    const startedAt = at('2026-03-15T08:00:00Z');
    const remindAt = (days: number) =>
      scheduleOf(
        { startedAt, trialEndsAt: daysAfter(startedAt, days), billingPeriod: 'weekly' },
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
])('%s is final: %s', (code, expected) => {
  expect(isFinalDecline(code)).toBe(expected);
});
