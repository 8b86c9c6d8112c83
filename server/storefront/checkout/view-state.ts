/** The states of a checkout page. */

import type { CheckoutSession } from '#server/billing/orders/checkout-sessions.ts';
import type { Order } from '#server/billing/orders/orders.ts';
import { sessionState } from '#server/billing/orders/rules/checkout-session.ts';
import type { Payment } from '#server/billing/payments/payments.ts';
import { isLivePayment } from '#server/domain/payment.ts';
import type { ProviderName } from '#server/providers/rules/payment-provider.ts';

/**
 * - `open`: the form. - `challenge`: a 3D Secure challenge at `challengePath`, with the form below it.
 * - `processing`: a charge is in flight; the page polls. - `paid`: the receipt, or a redirect to `returnUrl`.
 * - `scheduled`: a plan change that was confirmed and happens at the period's end.
 * - `canceled`, `expired`, `unavailable` (the store is inactive, the product off sale, or no payment provider is set up):
 *   a notice.
 */
export type CheckoutState =
  | 'open'
  | 'challenge'
  | 'processing'
  | 'paid'
  | 'scheduled'
  | 'canceled'
  | 'expired'
  | 'unavailable';

/** States that cannot be paid. */
export type ClosedState = 'canceled' | 'expired' | 'unavailable';

export const isClosed = (state: CheckoutState): state is ClosedState =>
  state === 'canceled' || state === 'expired' || state === 'unavailable';

/**
 * `isSold`: the store is active, and the product on sale or already ordered. `provider`: takes new payments.
 * `payments`: the order's, newest first.
 */
export function stateOf(
  { isSold, provider }: { readonly isSold: boolean; readonly provider: ProviderName | null },
  session: CheckoutSession,
  order: Order | undefined,
  payments: readonly Payment[],
  now: Date,
): CheckoutState {
  const live = payments.find(({ status }) => isLivePayment(status));
  const state = sessionState(session, order, now);
  // A processing payment outlives the session, so its outcome comes first.
  if (live?.status === 'processing' && state !== 'paid') return 'processing';
  if (state !== 'open') return state;
  // The buyer may have completed the challenge: the outcome is known once the provider answers.
  if (!provider && live && live.provider !== 'sandbox') return 'processing';
  if (!isSold || !provider) return 'unavailable';
  return live ? 'challenge' : 'open';
}
