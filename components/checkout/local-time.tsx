'use client';
import { useHydrated } from '../ui/use-hydrated.ts';

/** A moment in the page's language: in UTC at first, and in the buyer's own time zone once the page is awake. */
export function LocalTime({ value, language }: { value: string; language: string }) {
  const isAwake = useHydrated();
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    ...(isAwake ? {} : { timeZone: 'UTC' }),
  });
  return (
    <time dateTime={value}>
      {format.format(new Date(value))}
      {!isAwake && ' UTC'}
    </time>
  );
}
