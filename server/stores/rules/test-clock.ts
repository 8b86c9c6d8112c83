/** A store's own time in its test environment. (decisions.md, docs/behavior/test-clocks.md) */
import { z } from 'zod';
import { addDays, periodStart } from '#server/domain/billing-calendar.ts';
import type { Environment } from '#server/domain/environments.ts';
import { ApiError, type Layer, type Status } from '#server/domain/errors.ts';
import { absent } from '#server/domain/fields.ts';

interface Frozen {
  readonly testClockAt: Date | null;
}

/** What time it is in a store: its test clock's, where one is set, else `now`. Always `now` in prod. */
export const storeTime = (store: Frozen, environment: Environment, now: Date): Date =>
  testTimeOf(store, environment) ?? now;

/** What the store's test clock says; null in prod, and where none is set. */
export const testTimeOf = ({ testClockAt }: Frozen, environment: Environment): Date | null =>
  environment === 'test' ? testClockAt : null;

/** How far ahead a clock may be set, and moved on in one go. */
export const maxAdvanceYears = 5;

/** How much earlier than ours a caller's own clock may be when it says "now". */
const toleranceMs = 60_000;

/** The sentences of the refusals. `<…>` stands for what varies. */
export const clockRefusals = {
  prod: 'Test clocks are there in the test environment only',
  exists: 'The store has a test clock already',
  none: 'The store has no test clock',
  running: 'The test clock is being advanced; wait until it has arrived',
  busy: 'Another of your test clocks is being advanced; wait until it has arrived',
  stopped: 'The test clock was reset before it had arrived',
  crowded: 'Too many test clocks are being advanced at the moment; try again shortly',
  past: 'Invalid at: must not lie in the past',
  tooFar: `Invalid at: must not lie more than ${maxAdvanceYears} years ahead`,
  notLater: 'Invalid to: must be later than the test clock, which says ',
  toTooFar: `Invalid to: must not lie more than ${maxAdvanceYears} years after the test clock`,
} as const;

const layer: Layer = 'store';

interface Other {
  readonly status: Status;
  readonly aiHint?: string;
  readonly retryAfterSeconds?: number;
}

/** Refusals that are about somebody else. */
const others: Readonly<Partial<Record<keyof typeof clockRefusals, Other>>> = {
  running: {
    status: 409,
    aiHint: 'Repeat the call until it answers 200, or stop the advance with test-clock/reset.',
    retryAfterSeconds: 5,
  },
  busy: {
    status: 409,
    aiHint: 'Repeat the call once the other clock has arrived, or stop that one with test-clock/reset.',
    retryAfterSeconds: 5,
  },
  stopped: { status: 409, aiHint: 'What had happened by then stays. To go on, create a test clock again.' },
  crowded: { status: 429, retryAfterSeconds: 5 },
};

/** A refusal of a test clock's: 400, or 409 and 429 where it is about somebody else. */
export function clockRefusal(name: keyof typeof clockRefusals, detail = ''): ApiError {
  const { status, aiHint, retryAfterSeconds }: Other = others[name] ?? { status: 400 };
  return new ApiError(status, `${clockRefusals[name]}${detail}`, layer, {
    ...(aiHint && { details: { aiHint } }),
    ...(retryAfterSeconds && { headers: { 'Retry-After': String(retryAfterSeconds) } }),
  });
}

/** 400 in prod, where time is everybody's. */
export function requireTestClocks(environment: Environment): void {
  if (environment !== 'test') throw clockRefusal('prod');
}

/** Where a new clock stands: at `wanted`, else now. 400 for a moment that is past or too far ahead. */
export function readClockStart(wanted: Date | undefined, now: Date): Date {
  if (!wanted) return now;
  if (wanted.getTime() < now.getTime() - toleranceMs) throw clockRefusal('past');
  if (wanted > yearsAfter(now)) throw clockRefusal('tooFar');
  return wanted;
}

/** 400 unless a clock that says `at` may be advanced to that moment in one go. */
export function requireAhead(to: Date, at: Date): void {
  if (to <= at) throw clockRefusal('notLater', at.toISOString());
  if (to > yearsAfter(at)) throw clockRefusal('toTooFar');
}

/** Subscriptions that a test clock has taken further than real time. */
export interface RunAhead {
  readonly count: number;
  /** When the first of them is next charged, or ends. */
  readonly nextAt: Date;
}

/** What it means to them that the clock, which stood at `at`, is gone. */
export function describeRunAhead({ count, nextAt }: RunAhead, at: Date): readonly [message: string, hint: string] {
  const [who, next] =
    count === 1
      ? ['1 subscription has', 'it is next charged']
      : [`${count} subscriptions have`, 'the first is next charged'];
  return [
    `${who} run ahead of real time: ${next}, or ends, at ${nextAt.toISOString()}`,
    `To go on from there, create a test clock and advance it to ${at.toISOString()}.`,
  ];
}

const yearsAfter = (at: Date): Date => periodStart(at, 'yearly', maxAdvanceYears);

const units = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const;
export type ClockUnit = (typeof units)[number];

const hourMs = 3_600_000;

/** So much later by the calendar: months and years end on the same day of the month, or its last. */
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

/** A moment as a person types it: ISO 8601, or from `at` on, "+30 days". Undefined for anything else. */
export function readTypedMoment(text: string, at: Date): Date | undefined {
  const [, count, name] = /^\+\s*(\d{1,6})\s*([a-z]+?)s?$/i.exec(text.trim()) ?? [];
  const unit = units.find((known) => known === name?.toLowerCase());
  if (unit) return laterBy(at, Number(count), unit);
  return givenMoment('moment').safeParse(text.trim()).data;
}

/** A moment as a caller writes it: ISO 8601 with a time zone. */
export const givenMoment = (name: string) => {
  const refusal = `Invalid ${name}: must be a moment in ISO 8601, such as 2027-03-01T09:00:00Z`;
  return z
    .string({ error: ({ input }) => (input == null ? undefined : refusal) })
    .transform((value, ctx) => {
      if (z.iso.datetime({ offset: true }).safeParse(value).success) return new Date(value);
      ctx.issues.push(value === '' ? { ...absent, input: value } : { code: 'custom', message: refusal, input: value });
      return z.NEVER;
    })
    .meta({ format: 'date-time', description: 'ISO 8601, with `Z` or an offset', example: '2027-03-01T09:00:00Z' });
};
