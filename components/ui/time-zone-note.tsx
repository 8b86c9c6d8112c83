'use client';
import { useHydrated } from './use-hydrated.ts';

/** Says, once a page, in which time zone its times are. */
export function TimeZoneNote() {
  const isAwake = useHydrated();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return (
    <p className="text-xs text-muted">
      {isAwake ? `Times are in your time zone, ${timeZone.replaceAll('_', ' ')}.` : 'Times are in UTC.'}
    </p>
  );
}
