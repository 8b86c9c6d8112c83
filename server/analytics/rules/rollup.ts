/** Daily rollups: their metrics, and the parts of a time range that they answer. */
import type { TimeRange } from '#server/domain/time-range.ts';

/** The figures that are rolled up. `server/analytics/data/rollup-sources.ts` says what each one counts. */
export const rollupMetrics = [
  'sale',
  'sale_country',
  'refund',
  'attempt',
  'decline',
  'order',
  'subscription_start',
  'subscription_end',
] as const;
export type RollupMetric = (typeof rollupMetrics)[number];

const dayMs = 86_400_000;

/** A store stays open for changes of a day, without marks, until this long after the day's end. */
const closingMs = 3_600_000;

/** The start of the UTC day that contains a time. */
export const dayStart = (moment: Date): Date => new Date(Math.floor(moment.getTime() / dayMs) * dayMs);

const dayEnd = (day: Date): Date => new Date(day.getTime() + dayMs);

/** The end of the last day that is closed at `now`. */
export const closedUntil = (now: Date): Date => dayStart(new Date(now.getTime() - closingMs));

/** The end of a batch of days from `from` on. */
export const batchEnd = (from: Date, until: Date, days: number): Date =>
  new Date(Math.min(from.getTime() + days * dayMs, until.getTime()));

export interface RolledDays {
  /** The end of the rolled-up days. */
  readonly rolledUntil: Date;
  /** Days before that have changed since, in order. */
  readonly marked: readonly Date[];
}

/** The marked days, and the days that contain a cut, in order. */
export function liveDays(marked: readonly Date[], cuts: readonly Date[]): Date[] {
  const cutDays = cuts.map((cut) => [cut, dayStart(cut)] as const).filter(([cut, day]) => day < cut);
  const days = new Set([...marked, ...cutDays.map(([, day]) => day)].map((day) => day.getTime()));
  return [...days].sort((one, other) => one - other).map((day) => new Date(day));
}

export interface SplitRange {
  /** Whole rolled-up days, of which the marked ones do not count; undefined if there is none. */
  readonly rolled: TimeRange | undefined;
  /** What has to be read from the original rows. */
  readonly live: readonly TimeRange[];
}

/** Splits a range into rolled-up days and the rest: days that are not over, marked days, and parts of days. */
export function splitRange({ from, to }: TimeRange, { rolledUntil, marked }: RolledDays): SplitRange {
  const first = dayStart(from) < from ? dayEnd(dayStart(from)) : from;
  const end = new Date(Math.min(dayStart(to).getTime(), rolledUntil.getTime()));
  if (first >= end) return { rolled: undefined, live: [{ from, to }] };
  const changed = marked.filter((day) => day >= first && day < end).map((day) => ({ from: day, to: dayEnd(day) }));
  const ranges = [{ from, to: first }, ...changed, { from: end, to }];
  return { rolled: { from: first, to: end }, live: ranges.filter((range) => range.from < range.to) };
}
