/** What can be said of a card before it is sent. The server has the last word, in the same sentences. */
import type { Say } from '#server/i18n/say.ts';

export const cardFieldNames = ['cardNumber', 'cardExpiry', 'cardCvc'] as const;
export type CardField = (typeof cardFieldNames)[number];

export interface CardCircumstances {
  /** The server's moment: a buyer's own clock may be years off. */
  readonly now: Date;
  /** The only numbers that may leave the page, in whatever grouping; undefined where any may. */
  readonly testNumbers?: readonly string[] | undefined;
  readonly say: Say;
}

/** What is wrong with a field of the card and what to do about it; undefined: nothing. */
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
  // Good to the end of the month; Date counts months from 0, so this is the first day after it.
  return Date.UTC(2000 + Number(year), Number(month)) <= now.getTime() ? say('problems.cardExpired') : undefined;
}
