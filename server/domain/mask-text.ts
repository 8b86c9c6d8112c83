/** Removes email addresses and card numbers from texts, for logs. */

/** The text without email addresses and card numbers, storable in PostgreSQL. */
export const maskText = (text: string): string => storableText(withoutCards(withoutEmails(text)));

/** PostgreSQL rejects NUL and unpaired surrogates, and with them the whole statement. */
export const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');
export const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

// Anchored at the start of a word, so that a long text is scanned once.
const emails = /(?<![^\s@<>"(),;:[\]\\])[^\s@<>"(),;:[\]\\]+(?:@|%40)[^\s@<>"(),;:[\]\\]+/g;

/** A quick check: most texts contain neither form of the sign. */
const withoutEmails = (text: string): string =>
  text.includes('@') || text.includes('%40') ? text.replace(emails, '[email]') : text;

/** Numbers need at least 14 digits: 13 digits may be a time in milliseconds. */
export const minCardNumber = 1e13;

/** Digits grouped as on cards; in any other grouping, 13 to 19 digits with a valid check digit. */
const cards = [
  /(?<!\d)\d{4}([ -])\d{4}\1\d{4}\1\d{1,7}(?!\d)/g,
  /(?<!\d)\d{4}([ -])\d{6}\1\d{5}(?!\d)/g,
  /(?<!\d)\d{13,19}(?!\d)/g,
  /(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g,
];

/** An id's digits may look like a card number: `4205-7164-8717-9` occurs in one of many thousands of ids. */
const ids = /(\b[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}\b)/i;

const withoutCards = (text: string): string => (hasManyDigits.test(text) ? withoutCardsAmongIds(text) : text);

/** A quick check for the minimum digits of a card in any grouping. */
const hasManyDigits = /\d(?:[ -]?\d){12}/;

/** Every second piece is an id. */
const withoutCardsAmongIds = (text: string): string =>
  text
    .split(ids)
    .map((piece, at) => (at % 2 === 1 ? piece : withoutCardsInPiece(piece)))
    .join('');

const withoutCardsInPiece = (text: string): string =>
  cards.reduce((left, form) => left.replace(form, (run) => (isCard(run) ? '[card]' : run)), text);

export function isCard(run: string): boolean {
  if (/^\d{4}[ -]\d{4,6}[ -]\d{4,5}([ -]\d{1,7})?$/.test(run)) return true;
  const digits = run.replace(/[ -]/g, '');
  if (!/^\d{13,19}$/.test(digits)) return false;
  let sum = 0;
  for (const [at, digit] of [...digits].reverse().entries()) {
    const doubled = Number(digit) * (at % 2 === 1 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
