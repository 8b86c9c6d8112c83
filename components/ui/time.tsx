'use client';
import { clsx } from 'clsx';
import { useHydrated } from './use-hydrated.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const pad = (part: number) => String(part).padStart(2, '0');

/** The user's UTC offset at that time: "UTC+1" or "UTC". */
const zoneAt = (moment: Date): string =>
  new Intl.DateTimeFormat('en', { timeZoneName: 'shortOffset' })
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName')
    ?.value.replace('GMT', 'UTC')
    .replace(/\+0$/, '') ?? '';

interface TimeProps {
  value: string | Date;
  dateOnly?: boolean;
  /** Appends the time zone, for times at which something will happen. */
  withZone?: boolean;
}

/** A date and time: in UTC until hydration, because the server does not know the user's time zone. */
export function Time({ value, dateOnly = false, withZone = false }: TimeProps) {
  const isHydrated = useHydrated();
  const moment = new Date(value);
  const [year, month, day, hour, minute] = isHydrated
    ? [moment.getFullYear(), moment.getMonth(), moment.getDate(), moment.getHours(), moment.getMinutes()]
    : [
        moment.getUTCFullYear(),
        moment.getUTCMonth(),
        moment.getUTCDate(),
        moment.getUTCHours(),
        moment.getUTCMinutes(),
      ];
  const date = `${day} ${months[month]} ${year}`;
  const text = dateOnly ? date : `${date}, ${pad(hour)}:${pad(minute)}`;
  return (
    <time
      dateTime={moment.toISOString()}
      title={moment.toISOString()}
      className={clsx('tabular-nums', !withZone && 'whitespace-nowrap')}
    >
      {withZone ? (
        <>
          <span className="whitespace-nowrap">{text}</span> {isHydrated ? zoneAt(moment) : 'UTC'}
        </>
      ) : (
        text
      )}
    </time>
  );
}
