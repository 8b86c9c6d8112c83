/**
 * The sandbox's cards: the test numbers that everyone knows, each with its one outcome. Every other number is
 * refused before anything is stored, so that no real card is ever taken.
 */
export type SandboxOutcome =
  | { readonly kind: 'succeed' }
  | { readonly kind: 'challenge' }
  | { readonly kind: 'decline'; readonly code: DeclineCode };

export type SandboxChargeStatus = 'requires_action' | 'succeeded' | 'failed';

export const declineCodes = [
  'card_declined',
  'insufficient_funds',
  'expired_card',
  'authentication_failed',
  'authentication_abandoned',
  'not_attempted',
] as const;
export type DeclineCode = (typeof declineCodes)[number];

/** What the buyer is told; each sentence says what to do next. */
export const declineSentences: Readonly<Record<DeclineCode, string>> = {
  card_declined: 'Your card was declined. Try another card, or ask your bank why.',
  insufficient_funds: 'Your card has insufficient funds. Try another card.',
  expired_card: 'Your card has expired. Try another card.',
  authentication_failed: 'Your bank could not confirm it was you. Try again, or use another card.',
  authentication_abandoned: 'The confirmation with your bank was not finished. You have not been charged.',
  not_attempted: 'The payment did not reach your bank. You have not been charged; please try again.',
};

export interface SandboxCard {
  readonly brand: string;
  readonly outcome: SandboxOutcome;
}

const decline = (code: DeclineCode): SandboxOutcome => ({ kind: 'decline', code });

export const sandboxCards: Readonly<Record<string, SandboxCard>> = {
  '4242424242424242': { brand: 'visa', outcome: { kind: 'succeed' } },
  '5555555555554444': { brand: 'mastercard', outcome: { kind: 'succeed' } },
  '4000000000000002': { brand: 'visa', outcome: decline('card_declined') },
  '4000000000009995': { brand: 'visa', outcome: decline('insufficient_funds') },
  '4000000000000069': { brand: 'visa', outcome: decline('expired_card') },
  '4000002760003184': { brand: 'visa', outcome: { kind: 'challenge' } },
};

/** The test card behind a number typed with or without spaces; undefined: not a test card. */
export const sandboxCard = (number: string): SandboxCard | undefined => {
  const digits = number.replace(/[\s-]/g, '');
  return Object.hasOwn(sandboxCards, digits) ? sandboxCards[digits] : undefined;
};
