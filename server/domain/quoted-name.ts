/**
 * Names given by others (stores, products, people) inside the emails of this service: on one line, without links, and
 * in quotation marks that they cannot close, so that no reader takes them for our own words.
 */

const maxNameLength = 100;

/** Line breaks, control characters and direction marks. */
const steering = /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\s]+/gu;

/** Quotation marks of any language. Apostrophes are parts of names. */
const quotationMarks = /(?!['‘’])\p{Quotation_Mark}/gu;

/** A number is not a domain name. */
const number = /^\P{L}?\d+\.\d+\P{L}?$/u;

/** Dots and colons inside an address, which mail programs turn into links. */
const dots = /(?<=[^\s\p{P}]|[_-])[.．｡](?=[^\s\p{P}]|[_-])|(?<=[a-z0-9-])。(?=[a-z0-9-])/giu;
const colons = /(?<=\p{L})[:：](?=\S)/gu;

/** Breaks up what mail programs would turn into a link, with hardly visible changes. */
const withoutLink = (word: string): string =>
  number.test(word) ? word : word.replace(dots, '\u2024').replace(colons, ': ');

/** A name on one line, of bounded length, without links and quotation marks. */
export function plainName(name: string): string {
  const line = name.replace(steering, ' ').trim().replace(quotationMarks, "'");
  const characters = [...line];
  const bound = characters.length > maxNameLength ? `${characters.slice(0, maxNameLength - 1).join('')}…` : line;
  return bound.replace(/\S+/gu, withoutLink);
}

/** The same in quotation marks: English ones unless `inQuotes` adds others. */
export const quotedName = (name: string, inQuotes = (plain: string) => `“${plain}”`): string =>
  inQuotes(plainName(name));
