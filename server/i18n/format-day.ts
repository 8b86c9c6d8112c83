import { LRUCache } from 'lru-cache';

const dayFormats = new LRUCache<string, Intl.DateTimeFormat>({
  max: 100,
  memoMethod: (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC', calendar: 'gregory' }),
});

/** A day as people read it; days begin and end in UTC, like the periods that they bound. */
export const formatDay = (moment: Date, locale: string): string => dayFormats.memo(locale).format(moment);
