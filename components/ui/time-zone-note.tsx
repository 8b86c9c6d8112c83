'use client';
import { useHydrated } from './use-hydrated.ts';

/** States the time zone of the page's times. */
export function TimeZoneNote() {
  const isHydrated = useHydrated();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return (
    <p className="text-xs text-muted">
      {isHydrated ? `Times shown in ${timeZone.replaceAll('_', ' ')}` : 'Times shown in UTC'}
    </p>
  );
}
