/** The range of time that the overview shows, as its address names it, and the one it is compared with. All in UTC. */
import { type Interval, previousRange, type TimeRange } from '#server/domain/time-range.ts';

export const rangeKeys = ['today', '7d', '30d', '90d', '12m', 'mtd', 'custom'] as const;
export type RangeKey = (typeof rangeKeys)[number];

export interface ShownRange {
  readonly key: RangeKey;
  /** Up to now, where it is not over. */
  readonly range: TimeRange;
  /** As much of the one before: its first nine days and a half, nine days and a half into this one. */
  readonly previous: TimeRange;
  readonly interval: Interval;
}

const dayMs = 86_400_000;
const lengths = { today: 1, '7d': 7, '30d': 30, '90d': 90 } as const;
const shownByDefault = '30d';
/** As long as figures are read over. */
const maxDays = 5 * 365;

interface Asked {
  readonly range?: string | undefined;
  /** Days of a custom range, both included: `2026-03-01`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** What an address asks for, as of `now`; the last 30 days where it asks for nothing that there is. */
export function readShownRange(asked: Asked, now: Date): ShownRange {
  const key = rangeKeys.find((one) => one === asked.range) ?? shownByDefault;
  switch (key) {
    case 'custom':
      return customRange(asked, now) ?? lastDays(shownByDefault, now);
    case 'mtd': {
      const from = monthStart(now, 0);
      return { key, range: { from, to: now }, previous: asFarInto(monthStart(now, -1), from, now), interval: 'day' };
    }
    case '12m': {
      const from = monthStart(now, -11);
      const lastYear = asFarInto(monthStart(now, -12), monthStart(now, 0), now, from);
      const before = { from: monthStart(now, -23), to: lastYear.to };
      return { key, range: { from, to: now }, previous: before, interval: 'month' };
    }
    default:
      return lastDays(key, now);
  }
}

function lastDays(key: keyof typeof lengths, now: Date): ShownRange {
  const days = lengths[key];
  const from = new Date(dayStart(now).getTime() - (days - 1) * dayMs);
  const before = (moment: Date) => new Date(moment.getTime() - days * dayMs);
  const range = { from, to: now };
  return { key, range, previous: { from: before(from), to: before(now) }, interval: days === 1 ? 'hour' : 'day' };
}

function customRange({ from: first, to: last }: Asked, now: Date): ShownRange | undefined {
  const from = readDay(first);
  const end = readDay(last);
  if (!from || !end || end < from || from > now) return undefined;
  const days = (end.getTime() - from.getTime()) / dayMs + 1;
  if (days > maxDays) return undefined;
  const whole = { from, to: new Date(end.getTime() + dayMs) };
  const before = previousRange(whole);
  if (whole.to <= now) return { key: 'custom', range: whole, previous: before, interval: intervalOf(days) };
  const range = { from, to: now };
  return { key: 'custom', range, previous: asFarInto(before.from, from, now, before.to), interval: intervalOf(days) };
}

const intervalOf = (days: number): Interval =>
  days <= 2 ? 'hour' : days <= 92 ? 'day' : days <= 366 ? 'week' : 'month';

/** From `start`, as long as it is from `begun` to `now`, but not past `end`: a shorter month is over before. */
function asFarInto(start: Date, begun: Date, now: Date, end = begun): TimeRange {
  return { from: start, to: new Date(Math.min(start.getTime() + now.getTime() - begun.getTime(), end.getTime())) };
}

function dayStart(moment: Date): Date {
  const start = new Date(moment);
  start.setUTCHours(0, 0, 0, 0);
  return start;
}

const monthStart = (moment: Date, monthsOn: number): Date =>
  new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + monthsOn));

/** A day as an address or a date field says it; undefined for what is none, such as the 31st of February. */
function readDay(text: string | undefined): Date | undefined {
  if (!text || !/^(?:19[7-9]|20\d)\d-\d\d-\d\d$/.test(text)) return undefined;
  const day = new Date(`${text}T00:00:00.000Z`);
  return Number.isNaN(day.getTime()) || !day.toISOString().startsWith(text) ? undefined : day;
}
