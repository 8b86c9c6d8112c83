'use client';
import { clsx } from 'clsx';
import { useHydrated } from './use-hydrated.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const pad = (part: number) => String(part).padStart(2, '0');

/** What the reader's time zone is off from UTC at that moment: "UTC+1", "UTC"; the server does not know it, and says UTC. */
const zoneAt = (moment: Date): string =>
  new Intl.DateTimeFormat('en', { timeZoneName: 'shortOffset' })
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName')
    ?.value.replace('GMT', 'UTC') ?? '';

interface TimeProps {
  value: string | Date;
  dateOnly?: boolean;
  /** Says the time zone, too: for what is to happen at that very time. */
  withZone?: boolean;
}

/** A moment, in UTC until the page is awake and in the reader's own time zone from then on. */
export function Time({ value, dateOnly = false, withZone = false }: TimeProps) {
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
  const said = dateOnly ? date : `${date}, ${pad(hour)}:${pad(minute)}`;
  return (
    <time
      dateTime={moment.toISOString()}
      title={moment.toISOString()}
      className={clsx('tabular-nums', !withZone && 'whitespace-nowrap')}
    >
      {withZone ? (
        <>
          <span className="whitespace-nowrap">{said}</span> {isAwake ? zoneAt(moment) : 'UTC'}
        </>
      ) : (
        said
      )}
    </time>
  );
}
