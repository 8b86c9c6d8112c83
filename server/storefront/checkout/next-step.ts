/** Where a buyer's browser continues after an attempt to pay. */
import type { Payment } from '#server/billing/payments/payments.ts';
import type { Checkout } from '#server/checkout/address.ts';
import type { PayResult } from '#server/checkout/pay.ts';
import { returnUrlOf } from './return-url.ts';

interface NextStep {
  /** The merchant's `successUrl`, with the ids of order and session. */
  readonly returnUrl: string | null;
  readonly challengePath: string | null;
}

/** The next step for the browser that has just paid; both are null if the checkout page itself is next. */
export function nextStepOf(checkout: Checkout, { state, order, payment }: PayResult): NextStep {
  const { session, version } = checkout;
  const successUrl = order?.successUrl ?? session.successUrl ?? version.successUrl;
  return {
    returnUrl:
      (state === 'paid' || state === 'scheduled') && order && successUrl ? returnUrlOf(successUrl, order) : null,
    challengePath: state === 'challenge' && payment ? challengePathOf(checkout, payment) : null,
  };
}

/** The page of a payment's 3D Secure challenge: ours in the sandbox, otherwise the provider's. */
export const challengePathOf = (
  { store, session }: Pick<Checkout, 'store' | 'session'>,
  { id, provider, actionUrl }: Payment,
): string | null => (provider === 'sandbox' ? `/${store.slug}/checkout/${session.id}/challenge/${id}` : actionUrl);
