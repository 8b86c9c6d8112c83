/** The states in which a buyer can find a checkout. */

import type { CheckoutSession } from '#server/billing/orders/checkout-sessions.ts';
import type { Order } from '#server/billing/orders/orders.ts';
import { sessionState } from '#server/billing/orders/rules/checkout-session.ts';
import type { Payment } from '#server/billing/payments/payments.ts';
import type { ProviderName } from '#server/providers/rules/payment-provider.ts';

/**
 * - `open`: the form. - `challenge`: the bank asks (at `challengePath`), or the buyer starts over with the form.
 * - `processing`: a charge is on its way; the page asks again. - `paid`: the receipt, or on to `returnUrl`.
 * - `canceled`, `expired`, `unavailable` (the store is closed, the product off sale, or
 *   no payment provider is set up): a sentence and the way back.
 */
export type CheckoutState = 'open' | 'challenge' | 'processing' | 'paid' | 'canceled' | 'expired' | 'unavailable';

/** Those that cannot be paid, and never were. */
export type ClosedState = 'canceled' | 'expired' | 'unavailable';

export const isClosed = (state: CheckoutState): state is ClosedState =>
  state === 'canceled' || state === 'expired' || state === 'unavailable';

/**
 * `isSold`: the store is open, and the product on sale or ordered already. `provider`: what takes a new payment. `payments`:
 * the order's, the newest first.
 */
export function stateOf(
  { isSold, provider }: { readonly isSold: boolean; readonly provider: ProviderName | null },
  session: CheckoutSession,
  order: Order | undefined,
  payments: readonly Payment[],
  now: Date,
): CheckoutState {
  const holding = payments.find((payment) => payment.status === 'processing' || payment.status === 'requires_action');
  const state = sessionState(session, order, now);
  // Money on its way outlives the session's end: what became of it comes first.
  if (holding?.status === 'processing' && state !== 'paid') return 'processing';
  if (state !== 'open') return state;
  // Its buyer may have answered their bank: what became of it is known once its provider is back.
  if (!provider && holding && holding.provider !== 'sandbox') return 'processing';
  if (!isSold || !provider) return 'unavailable';
  return holding ? 'challenge' : 'open';
}
