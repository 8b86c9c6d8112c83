import { LRUCache } from 'lru-cache';

const dayFormats = new LRUCache<string, Intl.DateTimeFormat>({
  max: 100,
  memoMethod: (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC', calendar: 'gregory' }),
});

/** Formats a date. Days are in UTC, like billing periods. */
export const formatDay = (moment: Date, locale: string): string => dayFormats.memo(locale).format(moment);
