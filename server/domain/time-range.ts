/**
 * Time ranges of reports and the buckets of their series. All in UTC: weeks begin on Monday (ISO 8601), months are
 * calendar months.
 */
import { ApiError } from './errors.ts';

/** `from` is inclusive, `to` exclusive. */
export interface TimeRange {
  readonly from: Date;
  readonly to: Date;
}

export const intervals = ['hour', 'day', 'week', 'month'] as const;
/** The length of a series' buckets. */
export type Interval = (typeof intervals)[number];

/** The periods of the public client's series. `all_time` is one period: the whole range. */
export const granularities = ['day', 'week', 'month', 'quarter', 'year', 'all_time'] as const;
export type Granularity = (typeof granularities)[number];

type CalendarPeriod = Exclude<Interval | Granularity, 'all_time'>;

/** A year of days or two weeks of hours: more than any chart shows. */
export const maxBuckets = 400;

const maxRangeYears = 5;

const [hourMs, dayMs] = [3_600_000, 86_400_000];

/** Nothing was sold before, and the previous ranges are still dates that PostgreSQL can store. */
const earliest = new Date('1970-01-01T00:00:00.000Z');

/** Throws 400 for a range that ends before it begins, is longer than five years, or begins before 1970. */
export function requireRange({ from, to }: TimeRange): TimeRange {
  if (from < earliest) throw new ApiError(400, 'Invalid range: from must not be before 1970', 'graphql');
  if (from >= to) throw new ApiError(400, 'Invalid range: from must be before to', 'graphql');
  const maxEnd = new Date(from);
  maxEnd.setUTCFullYear(from.getUTCFullYear() + maxRangeYears);
  if (to > maxEnd) {
    throw new ApiError(400, `Invalid range: must be at most ${maxRangeYears} years long`, 'graphql');
  }
  return { from, to };
}

/** The start of the bucket that contains a time. */
export function bucketStart(moment: Date, interval: CalendarPeriod): Date {
  const start = new Date(moment);
  if (interval === 'hour') {
    start.setUTCMinutes(0, 0, 0);
    return start;
  }
  start.setUTCHours(0, 0, 0, 0);
  // Sunday, day 0, is the last day of its week.
  if (interval === 'week') start.setUTCDate(start.getUTCDate() - ((start.getUTCDay() + 6) % 7));
  const length = lengths[interval];
  if ('months' in length) start.setUTCMonth(start.getUTCMonth() - (start.getUTCMonth() % length.months), 1);
  return start;
}

const lengths: Readonly<Record<CalendarPeriod, { readonly months: number } | { readonly ms: number }>> = {
  hour: { ms: hourMs },
  day: { ms: dayMs },
  week: { ms: 7 * dayMs },
  month: { months: 1 },
  quarter: { months: 3 },
  year: { months: 12 },
};

/** The start of the bucket `count` buckets later. */
function bucketAfter(start: Date, interval: CalendarPeriod, count: number): Date {
  const length = lengths[interval];
  if ('months' in length) return monthsLater(start, length.months * count);
  return new Date(start.getTime() + count * length.ms);
}

/** The first day of the month `months` later. */
function monthsLater(start: Date, months: number): Date {
  const moment = new Date(start);
  moment.setUTCMonth(start.getUTCMonth() + months);
  return moment;
}

/**
 * The starts of the range's buckets, in order. The first contains `from`, the last contains the moment before `to`.
 * Throws 400 for more than {@link maxBuckets}.
 */
export function bucketsOf({ from, to }: TimeRange, interval: Interval | Granularity): Date[] {
  if (interval === 'all_time') return [from];
  const first = bucketStart(from, interval);
  const starts: Date[] = [];
  for (let start = first; start < to; start = bucketAfter(first, interval, starts.length)) {
    if (starts.length === maxBuckets) {
      throw new ApiError(
        400,
        `Invalid interval: the range has more than ${maxBuckets} buckets; request a longer interval`,
        'graphql',
      );
    }
    starts.push(start);
  }
  return starts;
}

const isMonthStart = (moment: Date): boolean => bucketStart(moment, 'month').getTime() === moment.getTime();

const monthsBetween = ({ from, to }: TimeRange): number =>
  12 * (to.getUTCFullYear() - from.getUTCFullYear()) + to.getUTCMonth() - from.getUTCMonth();

/**
 * The range right before, of equal length. Whole calendar months are preceded by as many months of any length: March is
 * compared with February, a year with the previous year.
 */
export function previousRange(range: TimeRange): TimeRange {
  const { from, to } = range;
  if (isMonthStart(from) && isMonthStart(to)) return { from: monthsLater(from, -monthsBetween(range)), to: from };
  return { from: new Date(from.getTime() - (to.getTime() - from.getTime())), to: from };
}

/** The growth as a share of the previous value: 0.25 is a quarter more. Null if the previous value was zero. */
export const growthOf = (now: number, before: number): number | null =>
  before === 0 ? null : (now - before) / Math.abs(before);

/** A part of a whole, 0 to 1; null if the whole is zero. */
export const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
