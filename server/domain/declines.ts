/**
 * Decline reasons, the same for every provider. Merchants read `merchantSentences`; buyers read `declines.<code>` in
 * their language (`server/i18n`).
 */
export const declineCodes = [
  'card_declined',
  'insufficient_funds',
  'expired_card',
  'incorrect_cvc',
  'lost_card',
  'stolen_card',
  'fraudulent',
  'card_velocity_exceeded',
  'processing_error',
  'authentication_failed',
  'authentication_abandoned',
  'authentication_required',
  'payment_failed',
  'came_too_late',
  'not_attempted',
] as const;
export type DeclineCode = (typeof declineCodes)[number];

export const isDeclineCode = (code: string | null): code is DeclineCode =>
  (declineCodes as readonly (string | null)[]).includes(code);

/** The sentences stored with payments, events and webhooks, addressed to the buyer. */
export const declineSentences: Readonly<Record<DeclineCode, string>> = {
  card_declined: 'Your card was declined. Try another card, or ask your bank why.',
  insufficient_funds: 'Your card has insufficient funds. Try another card.',
  expired_card: 'Your card has expired. Try another card.',
  incorrect_cvc: 'Your card’s security code is incorrect. Check it and try again.',
  lost_card: 'Your card was declined. Try another card, or ask your bank why.',
  stolen_card: 'Your card was declined. Try another card, or ask your bank why.',
  fraudulent: 'Your card was declined. Try another card, or ask your bank why.',
  card_velocity_exceeded: 'Your card has reached its limit. Try another card, or try again later.',
  processing_error: 'Your bank could not process the payment. You have not been charged. Try again.',
  authentication_failed: 'Your bank could not verify your identity. Try again, or use another card.',
  authentication_abandoned: 'The verification with your bank was not completed. You have not been charged.',
  authentication_required: 'Your bank needs to verify your identity. Try again.',
  payment_failed: 'The payment did not go through. You have not been charged. Try again, or pay another way.',
  came_too_late: 'The payment arrived too late. It will be refunded.',
  not_attempted: 'The payment did not reach your bank. You have not been charged. Try again.',
};

/** The sentences for the merchant, who also sees reasons that only the bank should tell its customer. */
const merchantSentences: Readonly<Record<DeclineCode, string>> = {
  card_declined: 'Card declined.',
  insufficient_funds: 'Insufficient funds.',
  expired_card: 'Card expired.',
  incorrect_cvc: 'Incorrect security code.',
  lost_card: 'Card declined: reported lost.',
  stolen_card: 'Card declined: reported stolen.',
  fraudulent: 'Card declined: suspected fraud.',
  card_velocity_exceeded: 'Card limit exceeded.',
  processing_error: 'The bank could not process the payment. The customer was not charged.',
  authentication_failed: 'Authentication failed.',
  authentication_abandoned: 'Authentication not completed. The customer was not charged.',
  authentication_required: 'The bank requires authentication.',
  payment_failed: 'Payment failed. The customer was not charged.',
  came_too_late: 'Payment received too late. It will be refunded.',
  not_attempted: 'The payment did not reach the bank. The customer was not charged.',
};

/** Codes whose label differs from their words. */
const labels: Readonly<Partial<Record<string, string>>> = {
  incorrect_cvc: 'Incorrect CVC',
  fraudulent: 'Suspected fraud',
  card_velocity_exceeded: 'Card limit exceeded',
  authentication_abandoned: 'Authentication not completed',
  came_too_late: 'Received too late',
} satisfies Partial<Record<DeclineCode, string>>;

/** A decline code as a label: "Insufficient funds". */
export const declineLabel = (code: string): string =>
  labels[code] ?? `${code.charAt(0).toUpperCase()}${code.slice(1).replaceAll('_', ' ')}`;

/**
 * Codes by sentence, for reasons that come without a specific code. A chat notice is made from the stored webhook payload,
 * whose contract has only the sentence; a test event has no event row either. `payment_failed` is also the code of the
 * service's own reasons, which only their sentence tells apart. Codes that share a sentence resolve to the first one.
 */
const codeOfSentence: ReadonlyMap<unknown, DeclineCode> = new Map(
  declineCodes.toReversed().map((code) => [declineSentences[code], code]),
);

/**
 * A stored reason in the merchant's words: by its code if that is specific, otherwise by its sentence. Reasons other
 * than declines stay unchanged.
 */
export function merchantReason(reason: string, code?: unknown): string {
  const isSpecific = typeof code === 'string' && isDeclineCode(code) && code !== 'payment_failed';
  const knownCode = isSpecific ? code : codeOfSentence.get(reason);
  return knownCode ? merchantSentences[knownCode] : reason;
}

/** The failure fields of an attempt's row and event. */
export const failureOf = <Code extends DeclineCode>(code: Code) => ({
  failureCode: code,
  failureReason: declineSentences[code],
});

/** Declines that a retry with the same card cannot change. */
const hardDeclines: ReadonlySet<DeclineCode> = new Set([
  'lost_card',
  'stolen_card',
  'fraudulent',
  'expired_card',
  'incorrect_cvc',
]);

export const isHardDecline = (code: string | null): boolean => isDeclineCode(code) && hardDeclines.has(code);

/** Reasons that only the bank should tell its customer. Buyers read that the card was declined. */
const bankOnlyCodes = ['lost_card', 'stolen_card', 'fraudulent'] as const;
export type ShownCode = Exclude<DeclineCode, (typeof bankOnlyCodes)[number] | 'came_too_late'>;

/** The code that a buyer may see. */
export function shownCode(code: string | null): ShownCode {
  if (code === 'came_too_late') return 'payment_failed';
  return isDeclineCode(code) && !(bankOnlyCodes as readonly string[]).includes(code)
    ? (code as ShownCode)
    : 'card_declined';
}
