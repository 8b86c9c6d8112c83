/** Dates and times for merchants whose time zone is unknown: in UTC, in the format of the pages. */
const parts = (moment: Date) => moment.toUTCString().slice(5, 22).replace(/^0/, '');

/** `23 Nov 2026`. */
export const dayInWords = (moment: Date): string => parts(moment).slice(0, -6);

/** `23 Nov 2026, 18:00 UTC`. */
export const momentInWords = (moment: Date): string => `${parts(moment).replace(/ (?=\d\d:)/, ', ')} UTC`;
