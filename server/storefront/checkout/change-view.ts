/** The confirmation page of a plan change: its quote, the saved method, and where the change stands. */
import type { Database } from '#db/client.ts';
import type { Order } from '#server/billing/orders/orders.ts';
import type { Quote as QuoteText } from '#server/billing/payments/quote.ts';
import { originKeyOfSession } from '#server/billing/plan-changes/change-quote.ts';
import { findOrigin } from '#server/billing/plan-changes/data/origins.ts';
import { describeChange } from '#server/billing/plan-changes/describe-change.ts';
import { isLiveSubscription } from '#server/billing/plan-changes/origin.ts';
import { findQuote } from '#server/billing/quotes/data/quotes.ts';
import type { Checkout } from '#server/checkout/address.ts';
import { findSavedMethod } from '#server/checkout/confirm-change.ts';
import { quoteChange } from '#server/checkout/quote-change.ts';
import { methodName } from '#server/domain/method-names.ts';
import type { Voice } from '#server/i18n/say.ts';
import type { CheckoutState } from './view-state.ts';

export interface ChangeView {
  /** "Visa •••• 4242": the method that the subscription is charged with. Null if it cannot be charged. */
  readonly savedMethod: string | null;
}

/**
 * The state and the quote of a plan change's page. A change that cannot be made any more, because its subscription has ended
 * or was paused, is unavailable. Undefined for a session that sells a purchase.
 */
export async function readChange(
  db: Database,
  checkout: Checkout,
  order: Order | undefined,
  state: CheckoutState,
  now: Date,
  voice: Voice,
): Promise<{ state: CheckoutState; quote: QuoteText | undefined; change: ChangeView } | undefined> {
  const { session, store } = checkout;
  if (!session.originOrderId) return undefined;
  const saved = await findSavedMethod(db, checkout);
  const change = { savedMethod: saved ? describeSaved(saved) : null };
  const origin = await findOrigin(db, originKeyOfSession(session));
  if (!origin) return { state: 'unavailable', quote: undefined, change };
  const { merchantId, storeId } = session;
  const confirmed = order?.quoteId ? await findQuote(db, { merchantId, storeId, quoteId: order.quoteId }) : undefined;
  const facts = { fromPlan: origin.productName, storeName: store.name, taxIncluded: session.price.taxIncluded };
  const quote = confirmed && describeChange(confirmed, facts, voice);
  if (order?.status === 'pending' && origin.order.changeOrderId === order.id) {
    return { state: 'scheduled', quote, change };
  }
  if (state !== 'open' && state !== 'challenge') return { state, quote, change };
  if (!isLiveSubscription(origin.order) || origin.order.pausedAt) return { state: 'unavailable', quote, change };
  return { state, quote: await quoteChange(db, checkout, order, now, voice), change };
}

const describeSaved = ({
  type,
  cardBrand,
  cardLast4,
}: {
  type: string;
  cardBrand: string | null;
  cardLast4: string | null;
}) => {
  const name = methodName(cardBrand ?? type);
  return cardLast4 ? `${name} •••• ${cardLast4}` : name;
};
