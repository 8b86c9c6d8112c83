import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { billingPeriods } from '#server/catalog/rules/product.ts';
import { addDays } from '#server/domain/billing-calendar.ts';
import { type PausedSubscription, requireResumption, resumedDates } from './pause.ts';
import { type MovedPeriod, paidTimeOf, periodOf } from './renewal.ts';

const dayMs = 86_400_000;
const at = (text: string) => new Date(text);
const later = (moment: Date, ms: number) => new Date(moment.getTime() + ms);
const lengthOf = ({ start, end }: { start: Date; end: Date }) => end.getTime() - start.getTime();

interface Dates {
  readonly billingPeriod: (typeof billingPeriods)[number];
  readonly startedAt: Date;
  readonly trialEndsAt: Date | null;
  readonly movedPeriods: readonly MovedPeriod[] | null;
}

/** The dates after a pause in a period. `resumesAt` is its planned end. */
function afterPause(dates: Dates, periodNumber: number, pausedAt: Date, now: Date, resumesAt: Date | null = null) {
  const currentPeriodEnd = periodOf(dates, periodNumber).end;
  const paused = { ...dates, periodNumber, currentPeriodEnd, pausedAt, resumesAt };
  const { trialEndsAt, movedPeriods, ...rest } = resumedDates(paused as unknown as PausedSubscription, now);
  const changed: Dates = { ...dates, trialEndsAt, movedPeriods };
  expect(rest.currentPeriodEnd).toEqual(periodOf(changed, periodNumber).end);
  return changed;
}

/** The number of a period and the length of a pause in it. Several pauses may fall in the same period. */
const anyPauses = fc
  .array(fc.record({ number: fc.integer({ min: 0, max: 30 }), pausedMs: fc.integer({ min: 0, max: 500 * dayMs }) }), {
    maxLength: 12,
  })
  .map((pauses) => pauses.toSorted((a, b) => a.number - b.number));

const anyDates = fc.record({
  billingPeriod: fc.constantFrom(...billingPeriods),
  startedAt: fc.date({ min: at('2000-01-01'), max: at('2060-12-31'), noInvalidDate: true }),
  trialDays: fc.integer({ min: 1, max: 60 }),
});

/** A weekly subscription without a trial or a pause. */
const weekly = {
  billingPeriod: 'weekly',
  startedAt: at('2026-01-01'),
  trialEndsAt: null,
  movedPeriods: null,
} as const;

describe('resumedDates', () => {
  test('moves the end by the pause, keeps earlier periods, and leaves no gap and no changed paid time', () => {
    fc.assert(
      fc.property(anyDates, anyPauses, ({ startedAt, billingPeriod, trialDays }, pauses) => {
        let dates: Dates = {
          startedAt,
          billingPeriod,
          trialEndsAt: later(startedAt, trialDays * dayMs),
          movedPeriods: null,
        };
        for (const { number, pausedMs } of pauses) {
          const before = dates;
          const { start, end } = periodOf(before, number);
          dates = afterPause(before, number, start, later(start, pausedMs));
          expect(periodOf(dates, number)).toEqual({ start, end: later(end, pausedMs) });
          expect(periodOf(dates, number + 1).start).toEqual(later(end, pausedMs));
          for (let earlier = 0; earlier < number; earlier += 1) {
            expect(periodOf(dates, earlier)).toEqual(periodOf(before, earlier));
          }
          if (number > 0) expect(lengthOf(paidTimeOf(dates, number))).toBe(lengthOf(paidTimeOf(before, number)));
        }
        for (let number = 0; number < 40; number += 1) {
          const period = periodOf(dates, number);
          expect(periodOf(dates, number + 1).start).toEqual(period.end);
          const pausedMs = pauses
            .filter((pause) => pause.number === number)
            .reduce((sum, pause) => sum + pause.pausedMs, 0);
          if (number > 0) expect(lengthOf(period) - lengthOf(paidTimeOf(dates, number))).toBe(pausedMs);
        }
      }),
    );
  });

  test('counts months from the moved end', () => {
    const dates = {
      billingPeriod: 'monthly',
      startedAt: at('2026-01-31'),
      trialEndsAt: null,
      movedPeriods: null,
    } as const;
    const once = afterPause(dates, 1, at('2026-02-10'), at('2026-03-20'));
    expect([1, 2, 3].map((number) => periodOf(once, number).end)).toEqual([
      at('2026-04-07'),
      at('2026-05-07'),
      at('2026-06-07'),
    ]);
    expect(paidTimeOf(once, 1)).toEqual({ start: addDays(at('2026-01-31'), 38), end: at('2026-04-07') });
  });

  test('ends a pause at its planned time, also if it is processed later', () => {
    const planned = afterPause(weekly, 1, at('2026-01-03'), at('2026-01-20'), at('2026-01-13'));
    expect(periodOf(planned, 1).end).toEqual(at('2026-01-18'));
    const early = afterPause(weekly, 1, at('2026-01-03'), at('2026-01-04'), at('2026-01-13'));
    expect(periodOf(early, 1).end).toEqual(at('2026-01-09'));
  });

  test('moves nothing if the clock shows a time before the pause', () => {
    expect(periodOf(afterPause(weekly, 1, at('2026-01-03'), at('2026-01-02')), 1).end).toEqual(at('2026-01-08'));
  });
});

test('requireResumption accepts times from now up to two years ahead', () => {
  const now = at('2026-03-01T09:00:00Z');
  expect(() => requireResumption(now, now)).toThrow('Invalid resumesAt: must be in the future');
  expect(() => requireResumption(later(now, 1), now)).not.toThrow();
  expect(() => requireResumption(at('2028-03-01T09:00:00Z'), now)).not.toThrow();
  expect(() => requireResumption(at('2028-03-01T09:00:00.001Z'), now)).toThrow(
    'Invalid resumesAt: must not be more than 2 years ahead',
  );
});
