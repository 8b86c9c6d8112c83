/** By locale, of which there are only so many. (i18n/languages.ts) */
const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** A day as people read it; days begin and end in UTC, like the periods that they bound. */
export const formatDay = (moment: Date, locale: string): string => dayFormat(locale).format(moment);

function dayFormat(locale: string): Intl.DateTimeFormat {
  let format = dayFormats.get(locale);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC', calendar: 'gregory' });
    dayFormats.set(locale, format);
  }
  return format;
}
