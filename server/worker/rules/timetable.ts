/** Schedules of the worker's jobs: every minute, or at one minute of every hour. */

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The schedule in cron syntax. A number is the minute of every hour. */
export const cronOf = (at: 'every minute' | number): string => (at === 'every minute' ? '* * * * *' : `${at} * * * *`);

/** The next time of such a schedule after `now`; undefined for other forms. */
export function nextRunAt(cron: string, now: Date): Date | undefined {
  const at = /^(\*|\d{1,2}) \* \* \* \*$/.exec(cron)?.[1];
  if (at === undefined || Number(at) > 59) return undefined;
  if (at === '*') return new Date((Math.floor(now.getTime() / minuteMs) + 1) * minuteMs);
  const hour = Math.floor(now.getTime() / hourMs) * hourMs;
  const inThisHour = hour + Number(at) * minuteMs;
  return new Date(inThisHour > now.getTime() ? inThisHour : inThisHour + hourMs);
}
