/** What went wrong between us and Stripe: refused for certain, or unknown. */
import type Stripe from 'stripe';

type StripeError = Stripe.errors.StripeError;

/** An error of Stripe's library, which names its kind in `type`. */
const isOf = (error: unknown, ...types: readonly string[]): error is StripeError =>
  isStripeError(error) && types.includes(error.type);

const isStripeError = (error: unknown): error is StripeError =>
  error instanceof Error && 'type' in error && typeof error.type === 'string' && error.type.startsWith('Stripe');

/** Somebody else is at the same intent at this moment, so that nothing is certain: Stripe's words for it. */
const busy: ReadonlySet<string> = new Set(['idempotency_key_in_use', 'lock_timeout']);

/** The bank, or Stripe on its behalf, said no. */
export const isDecline = (error: unknown): error is StripeError => isOf(error, 'StripeCardError');

/**
 * Stripe would not do what was asked, and did nothing: a token that was used or has lapsed, an amount below its minimum,
 * a key that is not good (any more).
 */
export const isRefusal = (error: unknown): error is StripeError =>
  (isOf(error, 'StripeInvalidRequestError') || isKeyTrouble(error)) && !busy.has((error as StripeError).code ?? '');

/** Whether the same idempotency key was used before, by a call that said something else. */
export const isOtherCall = (error: unknown): boolean => isOf(error, 'StripeIdempotencyError');

/** Whether Stripe itself failed, which the same idempotency key goes on saying for as long as it is remembered. */
export const isStripeFailure = (error: unknown): boolean =>
  isOf(error, 'StripeAPIError') && ((error as StripeError).statusCode ?? 0) >= 500;

/** Whether our keys are the trouble, which is the operator's to know. */
export const isKeyTrouble = (error: unknown): boolean =>
  isOf(error, 'StripeAuthenticationError', 'StripePermissionError');

/** Whether our key is a restricted one that may not do this. */
export const isPermissionMissing = (error: unknown): boolean => isOf(error, 'StripePermissionError');

/** For the merchant. Of our keys it says nothing, not even the part of it that Stripe repeats. */
export const describeRefusal = (error: StripeError): string =>
  isKeyTrouble(error)
    ? 'Stripe does not accept the keys of this installation.'
    : `Stripe: ${error.message}`.slice(0, 300);

/** An error that says what failed without anything that Stripe's library keeps with it: headers, parameters, bodies. */
export function unknownOutcome(error: unknown): Error {
  if (!isStripeError(error)) return error instanceof Error ? error : new Error(String(error));
  const parts = [error.type, error.code, error.statusCode, error.requestId].filter((part) => part !== undefined);
  return new Error(`Stripe gave no certain answer (${parts.join(', ')})`);
}
