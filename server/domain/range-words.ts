/** Display texts of time ranges and their buckets, in UTC. */
import type { Interval, TimeRange } from './time-range.ts';

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options });
const [days, hour] = [
  format({ day: 'numeric', month: 'short', year: 'numeric' }),
  format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
];
const [day, month] = [format({ month: 'short', day: 'numeric' }), format({ month: 'short', year: 'numeric' })];

/** Three-letter months, as everywhere in the dashboard. */
const shortMonths = (text: string): string => text.replaceAll('Sept', 'Sep').replaceAll('\u2009', ' ');

/** `1 – 31 Mar 2026`: the first and the last day. */
export const rangeInWords = (range: TimeRange): string => shortMonths(days.formatRange(range.from, lastMoment(range)));

/** A range's first and last day, as in URLs and date fields. */
export const daysOf = (range: TimeRange): { from: string; to: string } => ({
  from: dayOf(range.from),
  to: dayOf(lastMoment(range)),
});

/** `2026-03-31`. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

/** The name of the bucket with that start: `14:00`, `31 Mar`, `Week of 30 Mar`, `Mar 2026`. */
export function bucketInWords(start: Date, interval: Interval): string {
  switch (interval) {
    case 'hour':
      return hour.format(start);
    case 'day':
      return shortMonths(day.format(start));
    case 'week':
      return `Week of ${shortMonths(day.format(start))}`;
    case 'month':
      return shortMonths(month.format(start));
  }
}

const lastMoment = ({ from, to }: TimeRange): Date => new Date(Math.max(to.getTime() - 1, from.getTime()));
