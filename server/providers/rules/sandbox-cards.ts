/**
 * The sandbox's cards: well-known test numbers, each with one outcome. Every other number is refused before anything is
 * stored, so that no real card is ever accepted.
 */
import type { DeclineCode } from '#server/domain/declines.ts';

/** The outcome of a charge. `challenge`: the buyer's bank asks first (3D Secure). */
export type SandboxOutcome =
  | { readonly kind: 'succeed' }
  /** `isOnce`: a charge of the saved card works after one decline. */
  | { readonly kind: 'decline'; readonly code: DeclineCode; readonly isOnce?: true }
  /** `endsAs`: the outcome once the buyer has confirmed. `isAnswered` false: the bank's page never answers. */
  | { readonly kind: 'challenge'; readonly endsAs: DeclineCode | null; readonly isAnswered: boolean }
  /** Succeeds, but answers seconds later or never. */
  | { readonly kind: 'slow' | 'responseLost' }
  /** Accepted, and decided later; `endsAs` null: succeeds. */
  | { readonly kind: 'processing'; readonly endsAs: DeclineCode | null };

export const sandboxChargeStatuses = ['requires_action', 'processing', 'succeeded', 'failed'] as const;
export type SandboxChargeStatus = (typeof sandboxChargeStatuses)[number];

/** How long a slow charge takes to answer. */
export const slowMs = 4_000;
/** How long an accepted charge is undecided. */
export const processingMs = 20_000;
/** How long the buyer's bank waits for an answer. */
export const challengeMs = 120_000;

export interface SandboxCard {
  /** Its name in the pages' messages: `testCards.effect.<name>`. */
  readonly name: SandboxCardName;
  readonly brand: SandboxBrand;
  /** What happens to a payment with this card, as the checkout page shows it. */
  readonly effect: string;
  readonly outcome: SandboxOutcome;
  /** The outcome of later charges once the card is saved, if different. */
  readonly later?: SandboxOutcome;
}

export type SandboxBrand = 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay';

const succeed = { kind: 'succeed' } as const;
const decline = (code: DeclineCode) => ({ kind: 'decline', code }) as const;
const challenge = (endsAs: DeclineCode | null) => ({ kind: 'challenge', endsAs, isAnswered: true }) as const;

const works = { name: 'works', effect: 'Succeeds', outcome: succeed } as const;

/** By number. Pages offer the first one first; those from 4000 0099 on are specific to the sandbox. */
const cards = {
  '4242424242424242': { ...works, brand: 'visa' },
  '5555555555554444': { ...works, brand: 'mastercard' },
  '378282246310005': { ...works, brand: 'amex' },
  '6011111111111117': { ...works, brand: 'discover' },
  '30569309025904': { ...works, brand: 'diners' },
  '3566002020360505': { ...works, brand: 'jcb' },
  '6200000000000005': { ...works, brand: 'unionpay' },

  '4000000000000002': {
    name: 'declined',
    brand: 'visa',
    effect: 'Declined',
    outcome: decline('card_declined'),
  },
  '4000000000009995': {
    name: 'insufficientFunds',
    brand: 'visa',
    effect: 'Insufficient funds',
    outcome: decline('insufficient_funds'),
  },
  '4000000000000069': {
    name: 'expired',
    brand: 'visa',
    effect: 'Expired card',
    outcome: decline('expired_card'),
  },
  '4000000000000127': {
    name: 'incorrectCvc',
    brand: 'visa',
    effect: 'Incorrect CVC',
    outcome: decline('incorrect_cvc'),
  },
  '4000000000009987': {
    name: 'lost',
    brand: 'visa',
    effect: 'Lost card',
    outcome: decline('lost_card'),
  },
  '4000000000009979': {
    name: 'stolen',
    brand: 'visa',
    effect: 'Stolen card',
    outcome: decline('stolen_card'),
  },
  '4100000000000019': {
    name: 'fraudulent',
    brand: 'visa',
    effect: 'Blocked as fraudulent',
    outcome: decline('fraudulent'),
  },
  '4000000000006975': {
    name: 'velocity',
    brand: 'visa',
    effect: 'Card limit exceeded',
    outcome: decline('card_velocity_exceeded'),
  },
  '4000000000000119': {
    name: 'processingError',
    brand: 'visa',
    effect: 'Processing error',
    outcome: decline('processing_error'),
  },

  '4000000000003055': {
    name: 'frictionless',
    brand: 'visa',
    effect: '3D Secure – no challenge',
    outcome: succeed,
  },
  '4000002760003184': {
    name: 'challenge',
    brand: 'visa',
    effect: '3D Secure – challenge',
    outcome: challenge(null),
  },
  '4000008400001280': {
    name: 'challengeFails',
    brand: 'visa',
    effect: '3D Secure – always fails',
    outcome: challenge('authentication_failed'),
  },
  '4000008400001629': {
    name: 'challengeDeclined',
    brand: 'visa',
    effect: '3D Secure – declined afterwards',
    outcome: challenge('card_declined'),
  },
  '4000009900001002': {
    name: 'challengeAbandoned',
    brand: 'visa',
    effect: '3D Secure – times out after 2 minutes',
    outcome: { kind: 'challenge', endsAs: null, isAnswered: false },
  },

  '4000009900002000': {
    name: 'slow',
    brand: 'visa',
    effect: 'Succeeds after a few seconds',
    outcome: { kind: 'slow' },
  },
  '4000009900003008': {
    name: 'responseLost',
    brand: 'visa',
    effect: 'Succeeds, but the response is lost',
    outcome: { kind: 'responseLost' },
  },
  '4000009900004006': {
    name: 'processing',
    brand: 'visa',
    effect: 'Processing – succeeds after 20 seconds',
    outcome: { kind: 'processing', endsAs: null },
  },
  '4000009900005003': {
    name: 'processingFails',
    brand: 'visa',
    effect: 'Processing – fails after 20 seconds',
    outcome: { kind: 'processing', endsAs: 'payment_failed' },
  },

  '4000000000000341': {
    name: 'declinedLater',
    brand: 'visa',
    effect: 'Succeeds now, declined on renewal',
    outcome: succeed,
    later: decline('card_declined'),
  },
  '4000009900006001': {
    name: 'declinedOnce',
    brand: 'visa',
    effect: 'Succeeds now, declined on the first renewal only',
    outcome: succeed,
    later: { kind: 'decline', code: 'insufficient_funds', isOnce: true },
  },
  '4000002500003155': {
    name: 'askedLater',
    brand: 'visa',
    effect: 'Succeeds now, 3D Secure on renewal',
    outcome: succeed,
    later: challenge(null),
  },
} as const;

export type SandboxCardName = (typeof cards)[keyof typeof cards]['name'];

export const sandboxCards: Readonly<Record<string, SandboxCard>> = cards;

/** A typed number without separators. */
export const cardDigits = (number: string): string => number.replace(/[\s-]/g, '');

/** The test card with that number, with or without spaces; undefined: not a test card. */
export const sandboxCard = (number: string): SandboxCard | undefined => {
  const digits = cardDigits(number);
  return Object.hasOwn(sandboxCards, digits) ? sandboxCards[digits] : undefined;
};

/**
 * The outcome of a charge with a typed or saved card (`isSaved`). Off session, a bank that would ask declines with
 * authentication required.
 */
export function sandboxOutcome(
  { outcome, later = outcome }: SandboxCard,
  { isSaved, isOffSession }: { readonly isSaved: boolean; readonly isOffSession: boolean },
): SandboxOutcome {
  const usual = isSaved ? later : outcome;
  return isOffSession && usual.kind === 'challenge' ? decline('authentication_required') : usual;
}

/** Whether a security code has the length that the brand prints. */
export const isCvcOf = (brand: SandboxBrand, cvc: string): boolean => cvc.length === (brand === 'amex' ? 4 : 3);

/** A number in the groups printed on the card. */
export const formatCardNumber = (digits: string): string =>
  digits.length < 16 ? digits.replace(/^(\d{4})(\d{6})(\d+)$/, '$1 $2 $3') : digits.replace(/(\d{4})(?=\d)/g, '$1 ');
