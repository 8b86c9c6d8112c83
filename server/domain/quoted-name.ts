/**
 * Names that others gave (stores, products, people), within the text of an email that this service sends: plain, on one
 * line, and in quotes that they cannot close, so that nobody takes their words for ours, or finds a link of theirs.
 */

const maxNameLength = 100;

/** What ends a line, steers whatever shows it, or turns the direction of what follows. */
const steering = /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\s]+/gu;

/** What opens or closes a quotation in any language; apostrophes are parts of names. */
const quotationMarks = /(?!['‘’])\p{Quotation_Mark}/gu;

/** A number is no address. */
const number = /^\P{L}?\d+\.\d+\P{L}?$/u;

/** Where an address has its dots and its colon: mail programs make links of what is written so. */
const dots = /(?<=[^\s\p{P}]|[_-])[.．｡](?=[^\s\p{P}]|[_-])|(?<=[a-z0-9-])。(?=[a-z0-9-])/giu;
const colons = /(?<=\p{L})[:：](?=\S)/gu;

/** A word that no mail program makes a link of: it looks the same, but for a space after the colon. */
const withoutLink = (word: string): string =>
  number.test(word) ? word : word.replace(dots, '\u2024').replace(colons, ': ');

/** A name on one line, no longer than names are, without links and quotation marks. */
export function plainName(name: string): string {
  const line = name.replace(steering, ' ').trim().replace(quotationMarks, "'");
  const letters = [...line];
  const bound = letters.length > maxNameLength ? `${letters.slice(0, maxNameLength - 1).join('')}…` : line;
  return bound.replace(/\S+/gu, withoutLink);
}

/** The same in quotes: English ones unless `inQuotes` puts others around it. */
export const quotedName = (name: string, inQuotes = (plain: string) => `“${plain}”`): string =>
  inQuotes(plainName(name));
