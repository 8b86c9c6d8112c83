/** Checks card fields in the browser. The server repeats every check with the same messages. */
import type { Say } from '#server/i18n/say.ts';

export const cardFieldNames = ['cardNumber', 'cardExpiry', 'cardCvc'] as const;
export type CardField = (typeof cardFieldNames)[number];

export interface CardCircumstances {
  /** The server's time: a buyer's clock may be wrong. */
  readonly now: Date;
  /** The only card numbers to accept, formatted or not. Undefined: all numbers. */
  readonly testNumbers?: readonly string[] | undefined;
  readonly say: Say;
}

/** Returns the problem of a card field, or undefined. */
export function checkCardField(
  name: CardField,
  typed: string,
  { now, testNumbers, say }: CardCircumstances,
): string | undefined {
  const value = typed.trim();
  switch (name) {
    case 'cardNumber':
      if (!/^\d{12,19}$/.test(digitsOf(value))) return say('problems.cardNumber');
      return isTaken(value, testNumbers) ? undefined : say('problems.testCardsOnly');
    case 'cardExpiry':
      return checkExpiry(value, now, say);
    case 'cardCvc':
      return /^\d{3,4}$/.test(value) ? undefined : say('problems.cardCvc');
  }
}

const digitsOf = (typed: string): string => typed.replace(/[\s-]/g, '');

const isTaken = (number: string, testNumbers: readonly string[] | undefined): boolean =>
  testNumbers?.some((known) => digitsOf(known) === digitsOf(number)) ?? true;

function checkExpiry(value: string, now: Date, say: Say): string | undefined {
  const [, month, year] = /^(\d{2}) \/ (\d{2})$/.exec(value) ?? [];
  if (!month || !year || Number(month) < 1 || Number(month) > 12) return say('problems.cardExpiry');
  // A card is valid to the end of its month. `Date` counts months from 0, so this is the first day of the next month.
  return Date.UTC(2000 + Number(year), Number(month)) <= now.getTime() ? say('problems.cardExpired') : undefined;
}
