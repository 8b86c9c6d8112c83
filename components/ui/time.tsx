'use client';
import { useHydrated } from './use-hydrated.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const pad = (part: number) => String(part).padStart(2, '0');

/** A moment, in UTC until the page is awake and in the reader's own time zone from then on. */
export function Time({ value, dateOnly = false }: { value: string | Date; dateOnly?: boolean }) {
  const isAwake = useHydrated();
  const moment = new Date(value);
  const [year, month, day, hour, minute] = isAwake
    ? [moment.getFullYear(), moment.getMonth(), moment.getDate(), moment.getHours(), moment.getMinutes()]
    : [
        moment.getUTCFullYear(),
        moment.getUTCMonth(),
        moment.getUTCDate(),
        moment.getUTCHours(),
        moment.getUTCMinutes(),
      ];
  const date = `${day} ${months[month]} ${year}`;
  return (
    <time dateTime={moment.toISOString()} title={moment.toISOString()} className="whitespace-nowrap tabular-nums">
      {dateOnly ? date : `${date}, ${pad(hour)}:${pad(minute)}`}
    </time>
  );
}
