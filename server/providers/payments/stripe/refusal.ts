/** Classifies failed calls to Stripe: refused for certain, or unknown. */
import type Stripe from 'stripe';

type StripeError = Stripe.errors.StripeError;

/** An error of Stripe's library, identified by its `type`. */
const isOf = (error: unknown, ...types: readonly string[]): error is StripeError =>
  isStripeError(error) && types.includes(error.type);

const isStripeError = (error: unknown): error is StripeError =>
  error instanceof Error && 'type' in error && typeof error.type === 'string' && error.type.startsWith('Stripe');

/** Stripe's codes for a concurrent call on the same intent, so that nothing is certain. */
const busy: ReadonlySet<string> = new Set(['idempotency_key_in_use', 'lock_timeout']);

/** The bank, or Stripe on its behalf, declined. */
export const isDecline = (error: unknown): error is StripeError => isOf(error, 'StripeCardError');

/** Stripe rejected the call and did nothing: a used or expired token, an amount below its minimum, an invalid key. */
export const isRefusal = (error: unknown): error is StripeError =>
  (isOf(error, 'StripeInvalidRequestError') || isKeyTrouble(error)) && !busy.has((error as StripeError).code ?? '');

/** Whether the idempotency key was used before with other parameters. */
export const isOtherCall = (error: unknown): boolean => isOf(error, 'StripeIdempotencyError');

/** Whether Stripe itself failed. It repeats that answer while it remembers the idempotency key. */
export const isStripeFailure = (error: unknown): boolean =>
  isOf(error, 'StripeAPIError') && ((error as StripeError).statusCode ?? 0) >= 500;

/** Whether our keys are the problem, which concerns the operator. */
export const isKeyTrouble = (error: unknown): boolean =>
  isOf(error, 'StripeAuthenticationError', 'StripePermissionError');

/** Whether our restricted key lacks the permission. */
export const isPermissionMissing = (error: unknown): boolean => isOf(error, 'StripePermissionError');

/** For the merchant. Reveals nothing of our keys, not even the part that Stripe repeats. */
export const describeRefusal = (error: StripeError): string =>
  isKeyTrouble(error)
    ? 'Stripe does not accept the keys of this installation.'
    : `Stripe: ${error.message}`.slice(0, 300);

/** An error that names the failure without the headers, parameters and bodies in the library's error. */
export function unknownOutcome(error: unknown): Error {
  if (!isStripeError(error)) return error instanceof Error ? error : new Error(String(error));
  const parts = [error.type, error.code, error.statusCode, error.requestId].filter((part) => part !== undefined);
  return new Error(`Stripe gave no definite response (${parts.join(', ')})`);
}
