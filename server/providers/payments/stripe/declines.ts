/** Maps Stripe's decline reasons to ours. (docs.stripe.com/declines/codes, docs.stripe.com/error-codes) */
import { type DeclineCode, declineSentences } from '#server/domain/declines.ts';

/** The reason in an error, as answered or stored with an intent. */
export interface StripeReason {
  readonly code?: string | undefined;
  readonly decline_code?: string | undefined;
  readonly message?: string | undefined;
}

/** By `decline_code` (the bank's reason), otherwise by `code`. Unlisted codes carry no useful reason. */
const known: Readonly<Record<string, DeclineCode>> = {
  insufficient_funds: 'insufficient_funds',
  expired_card: 'expired_card',
  expired_payment_method: 'expired_card',
  invalid_expiry_month: 'expired_card',
  invalid_expiry_year: 'expired_card',
  incorrect_cvc: 'incorrect_cvc',
  invalid_cvc: 'incorrect_cvc',
  lost_card: 'lost_card',
  stolen_card: 'stolen_card',
  pickup_card: 'stolen_card',
  fraudulent: 'fraudulent',
  merchant_blacklist: 'fraudulent',
  security_violation: 'fraudulent',
  card_velocity_exceeded: 'card_velocity_exceeded',
  withdrawal_count_limit_exceeded: 'card_velocity_exceeded',
  processing_error: 'processing_error',
  issuer_not_available: 'processing_error',
  reenter_transaction: 'processing_error',
  try_again_later: 'processing_error',
  payment_method_provider_timeout: 'processing_error',
  authentication_required: 'authentication_required',
  authentication_not_handled: 'authentication_required',
  mobile_device_authentication_required: 'authentication_required',
  payment_intent_authentication_failure: 'authentication_failed',
  setup_intent_authentication_failure: 'authentication_failed',
  authentication_failure: 'authentication_failed',
  payment_intent_payment_attempt_expired: 'authentication_abandoned',
  setup_intent_setup_attempt_expired: 'authentication_abandoned',
  payment_intent_payment_attempt_failed: 'payment_failed',
  payment_method_customer_decline: 'payment_failed',
  payment_method_provider_decline: 'payment_failed',
  card_declined: 'card_declined',
};

const maxReasonLength = 300;

/** The code, and the reason for the merchant. `isCard`: for other methods a generic failure is not a declined card. */
export function readReason(reason: StripeReason, isCard: boolean): { code: DeclineCode; reason: string } {
  const { decline_code: declined, code: error, message } = reason;
  const fallback = isCard ? 'card_declined' : 'payment_failed';
  const code = known[declined ?? ''] ?? known[error ?? ''] ?? fallback;
  const why = declined ?? error;
  const text = message ? `Stripe: ${message}${why ? ` (${why})` : ''}` : declineSentences[code];
  return { code, reason: text.slice(0, maxReasonLength) };
}
