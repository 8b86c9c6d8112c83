/** The test clock of a store's test environment. (decisions.md, docs/behavior/test-clocks.md) */
import { z } from 'zod';
import { addDays, periodStart } from '#server/domain/billing-calendar.ts';
import type { Environment } from '#server/domain/environments.ts';
import { ApiError, type Layer, type Status } from '#server/domain/errors.ts';
import { absent } from '#server/domain/fields.ts';

interface Frozen {
  readonly testClockAt: Date | null;
}

/** A store's time: its test clock's in test, if it has one; otherwise `now`. */
export const storeTime = (store: Frozen, environment: Environment, now: Date): Date =>
  testTimeOf(store, environment) ?? now;

/** The time of the store's test clock; null in prod, and without a clock. */
export const testTimeOf = ({ testClockAt }: Frozen, environment: Environment): Date | null =>
  environment === 'test' ? testClockAt : null;

/** The maximum of a clock's start and of a single advance. */
export const maxAdvanceYears = 5;

/** The tolerated delay of a caller's clock that says "now". */
const toleranceMs = 60_000;

/** The messages of the refusals. `<…>` stands for a variable part. */
export const clockRefusals = {
  prod: 'Test clocks are available in the test environment only',
  exists: 'The store already has a test clock',
  none: 'The store has no test clock',
  running: 'The test clock is being advanced; wait until the advance has finished',
  busy: 'Another of your test clocks is being advanced; wait until the advance has finished',
  stopped: 'The test clock was reset before the advance had finished',
  crowded: 'Too many test clocks are being advanced at the moment; try again shortly',
  past: 'Invalid at: must not be in the past',
  tooFar: `Invalid at: must not be more than ${maxAdvanceYears} years ahead`,
  notLater: 'Invalid to: must be later than the test clock, which shows ',
  toTooFar: `Invalid to: must not be more than ${maxAdvanceYears} years after the test clock`,
} as const;

const layer: Layer = 'store';

interface ConcurrentRefusal {
  readonly status: Status;
  readonly aiHint?: string;
  readonly retryAfterSeconds?: number;
}

/** Refusals because of a concurrent operation. */
const concurrentRefusals: Readonly<Partial<Record<keyof typeof clockRefusals, ConcurrentRefusal>>> = {
  running: {
    status: 409,
    aiHint: 'Repeat the call until it returns 200, or stop the advance with test-clock/reset.',
    retryAfterSeconds: 5,
  },
  busy: {
    status: 409,
    aiHint: 'Repeat the call once the other advance has finished, or stop it with test-clock/reset.',
    retryAfterSeconds: 5,
  },
  stopped: { status: 409, aiHint: 'Changes made before the reset remain. To continue, create a test clock again.' },
  crowded: { status: 429, retryAfterSeconds: 5 },
};

/** A refusal of a test clock: 400, or 409 and 429 because of a concurrent operation. */
export function clockRefusal(name: keyof typeof clockRefusals, detail = ''): ApiError {
  const { status, aiHint, retryAfterSeconds }: ConcurrentRefusal = concurrentRefusals[name] ?? { status: 400 };
  return new ApiError(status, `${clockRefusals[name]}${detail}`, layer, {
    ...(aiHint && { details: { aiHint } }),
    ...(retryAfterSeconds && { headers: { 'Retry-After': String(retryAfterSeconds) } }),
  });
}

/** Throws 400 in prod, which has real time only. */
export function requireTestClocks(environment: Environment): void {
  if (environment !== 'test') throw clockRefusal('prod');
}

/** A new clock's start: `wanted` or now. Throws 400 for a time in the past or too far ahead. */
export function readClockStart(requested: Date | undefined, now: Date): Date {
  if (!requested) return now;
  if (requested.getTime() < now.getTime() - toleranceMs) throw clockRefusal('past');
  if (requested > yearsAfter(now)) throw clockRefusal('tooFar');
  return requested;
}

/** Throws 400 unless a clock at `at` may be advanced to that time in one step. */
export function requireAhead(to: Date, at: Date): void {
  if (to <= at) throw clockRefusal('notLater', at.toISOString());
  if (to > yearsAfter(at)) throw clockRefusal('toTooFar');
}

/** Subscriptions that a test clock has advanced beyond real time. */
export interface RunAhead {
  readonly count: number;
  /** When the first of them is charged next, or ends. */
  readonly nextAt: Date;
}

/** Describes the consequences for them after a clock that was at `at` is removed. */
export function describeRunAhead({ count, nextAt }: RunAhead, at: Date): readonly [message: string, hint: string] {
  const [subject, next] =
    count === 1
      ? ['1 subscription has', 'it is next charged']
      : [`${count} subscriptions have`, 'the first is next charged'];
  return [
    `${subject} run ahead of real time: ${next}, or ends, at ${nextAt.toISOString()}`,
    `To continue there, create a test clock and advance it to ${at.toISOString()}.`,
  ];
}

const yearsAfter = (at: Date): Date => periodStart(at, 'yearly', maxAdvanceYears);

const units = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const;
export type ClockUnit = (typeof units)[number];

const hourMs = 3_600_000;

/** Adds calendar units: months and years keep the day of the month, or use its last day. */
export function laterBy(at: Date, count: number, unit: ClockUnit): Date {
  switch (unit) {
    case 'minute':
      return new Date(at.getTime() + (count * hourMs) / 60);
    case 'hour':
      return new Date(at.getTime() + count * hourMs);
    case 'day':
      return addDays(at, count);
    case 'week':
      return periodStart(at, 'weekly', count);
    case 'month':
      return periodStart(at, 'monthly', count);
    case 'year':
      return periodStart(at, 'yearly', count);
  }
}

/** Parses a typed time: ISO 8601, or an offset from `at` such as "+30 days". Undefined for anything else. */
export function readTypedMoment(text: string, at: Date): Date | undefined {
  const [, count, name] = /^\+\s*(\d{1,6})\s*([a-z]+?)s?$/i.exec(text.trim()) ?? [];
  const unit = units.find((known) => known === name?.toLowerCase());
  if (unit) return laterBy(at, Number(count), unit);
  return momentField('moment').safeParse(text.trim()).data;
}

/** A time in a request: ISO 8601 with a time zone. */
export const momentField = (name: string) => {
  const refusal = `Invalid ${name}: must be a time in ISO 8601, such as 2027-03-01T09:00:00Z`;
  return z
    .string({ error: ({ input }) => (input == null ? undefined : refusal) })
    .transform((value, ctx) => {
      if (z.iso.datetime({ offset: true }).safeParse(value).success) return new Date(value);
      ctx.issues.push(value === '' ? { ...absent, input: value } : { code: 'custom', message: refusal, input: value });
      return z.NEVER;
    })
    .meta({ format: 'date-time', description: 'ISO 8601, with `Z` or an offset', example: '2027-03-01T09:00:00Z' });
};
