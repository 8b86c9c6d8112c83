import { useHydrated } from '#components/ui/use-hydrated.ts';
import { usePage } from './page-context.tsx';

/** A time in the page's language: in UTC until hydration, then in the buyer's time zone. */
export function LocalTime({ value }: { value: string }) {
  const { locale } = usePage().page.reading;
  const isHydrated = useHydrated();
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    calendar: 'gregory',
    ...(isHydrated ? {} : { timeZone: 'UTC' }),
  });
  return (
    <time dateTime={value}>
      {format.format(new Date(value))}
      {!isHydrated && ' UTC'}
    </time>
  );
}
