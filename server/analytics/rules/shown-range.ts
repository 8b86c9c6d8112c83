/** The overview's time range from its URL, and the range to compare with. All in UTC. */
import { type Interval, previousRange, type TimeRange } from '#server/domain/time-range.ts';

export const rangeKeys = ['today', '7d', '30d', '90d', '12m', 'mtd', 'custom'] as const;
export type RangeKey = (typeof rangeKeys)[number];

export interface ShownRange {
  readonly key: RangeKey;
  /** Ends now if it is not over. */
  readonly range: TimeRange;
  /** The previous range of the same length: nine and a half days into this month, that many of the last one. */
  readonly previous: TimeRange;
  readonly interval: Interval;
}

const dayMs = 86_400_000;
const lengths = { today: 1, '7d': 7, '30d': 30, '90d': 90 } as const;
const defaultRange = '30d';
/** The maximum length of a range. */
const maxDays = 5 * 365;

interface RangeRequest {
  readonly range?: string | undefined;
  /** The inclusive days of a custom range, such as `2026-03-01`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Parses the requested range as of `now`; the last 30 days if the request is invalid. */
export function readShownRange(request: RangeRequest, now: Date): ShownRange {
  const key = rangeKeys.find((one) => one === request.range) ?? defaultRange;
  switch (key) {
    case 'custom':
      return customRange(request, now) ?? lastDays(defaultRange, now);
    case 'mtd': {
      const from = monthStart(now, 0);
      return { key, range: { from, to: now }, previous: elapsedPart(monthStart(now, -1), from, now), interval: 'day' };
    }
    case '12m': {
      const from = monthStart(now, -11);
      const lastYear = elapsedPart(monthStart(now, -12), monthStart(now, 0), now, from);
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

function customRange({ from: first, to: last }: RangeRequest, now: Date): ShownRange | undefined {
  const from = readDay(first);
  const end = readDay(last);
  if (!from || !end || end < from || from > now) return undefined;
  const days = (end.getTime() - from.getTime()) / dayMs + 1;
  if (days > maxDays) return undefined;
  const fullRange = { from, to: new Date(end.getTime() + dayMs) };
  const before = previousRange(fullRange);
  if (fullRange.to <= now) return { key: 'custom', range: fullRange, previous: before, interval: intervalOf(days) };
  const range = { from, to: now };
  return { key: 'custom', range, previous: elapsedPart(before.from, from, now, before.to), interval: intervalOf(days) };
}

const intervalOf = (days: number): Interval =>
  days <= 2 ? 'hour' : days <= 92 ? 'day' : days <= 366 ? 'week' : 'month';

/** A range from `start`, as long as from `begun` to `now`, but at most until `end`: a shorter month ends earlier. */
function elapsedPart(start: Date, currentStart: Date, now: Date, end = currentStart): TimeRange {
  return {
    from: start,
    to: new Date(Math.min(start.getTime() + now.getTime() - currentStart.getTime(), end.getTime())),
  };
}

function dayStart(moment: Date): Date {
  const start = new Date(moment);
  start.setUTCHours(0, 0, 0, 0);
  return start;
}

const monthStart = (moment: Date, monthOffset: number): Date =>
  new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + monthOffset));

/** Parses a day from a URL or date field; undefined for an invalid one, such as February 31. */
function readDay(text: string | undefined): Date | undefined {
  if (!text || !/^(?:19[7-9]|20\d)\d-\d\d-\d\d$/.test(text)) return undefined;
  const day = new Date(`${text}T00:00:00.000Z`);
  return Number.isNaN(day.getTime()) || !day.toISOString().startsWith(text) ? undefined : day;
}
