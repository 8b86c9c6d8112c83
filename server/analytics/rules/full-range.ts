/** The range of an analysis without one: all time. */
import type { TimeRange } from '#server/domain/time-range.ts';
import { dayStart } from './rollup.ts';

/** The bounds of the stores' history. */
export interface History {
  /** When the first order was created; null without orders. */
  readonly firstOrderAt: Date | null;
  /** The latest time of a test clock, which may be ahead of real time; null without clocks. */
  readonly testClockAt: Date | null;
}

/** From the day of the first order up to and including `now`, or the time of a test clock that is ahead. */
export function fullRange({ firstOrderAt, testClockAt }: History, now: Date): TimeRange {
  const latest = Math.max(now.getTime(), testClockAt?.getTime() ?? 0);
  return { from: dayStart(firstOrderAt ?? now), to: new Date(latest + 1) };
}
