/** A subscription's plan changes on its page: its choices, its neighbors in the chain of changes, and its quote. */
import type { Tx } from '#db/client.ts';
import { listOrdersById } from '#server/billing/orders/data/store-orders.ts';
import type { SubscriptionOrder } from '#server/billing/orders/rules/order.ts';
import type { StoredMethod } from '#server/billing/payment-methods/payment-methods.ts';
import { isLiveSubscription } from '#server/billing/plan-changes/origin.ts';
import { summarizeChange } from '#server/billing/plan-changes/summarize-change.ts';
import { findQuote, type Quote } from '#server/billing/quotes/data/quotes.ts';
import { usableMethod } from '#server/billing/subscriptions/start-renewals.ts';
import { listPlanChoices, type PlanChoice } from '#server/catalog/data/plan-choices.ts';
import { periodNames } from '#server/domain/billing-calendar.ts';
import { toShortId } from '#server/domain/ids.ts';
import { formatMoney } from '#server/domain/money.ts';
import type { Store } from '#server/stores/stores.ts';
import { methodName } from './payment-lines.tsx';

/** An order before or after a change, with its plan's name. */
interface OtherOrder {
  readonly plan: string;
  readonly href: string;
}

/** Reads what the page shows about plan changes. */
export async function readPlanChange(
  db: Tx,
  { order, store, base }: { readonly order: SubscriptionOrder; readonly store: Store; readonly base: string },
) {
  const { changeOrderId, changeOriginOrderId, currency } = order;
  const isChangeable = isLiveSubscription(order) && !order.pausedAt;
  const ids = [changeOrderId, changeOriginOrderId].filter((id) => id !== null);
  const [others, choices, own] = await Promise.all([
    listOrdersById(db, order, ids),
    isChangeable ? listPlanChoices(db, order) : [],
    quoteOf(db, order),
  ]);
  const find = (id: string | null) => others.find((other) => other.order.id === id);
  const [next, before] = [find(changeOrderId), find(changeOriginOrderId)];
  const linkTo = (other: typeof next): OtherOrder | null =>
    other ? { plan: other.productName, href: `${base}/orders/${toShortId('ORD', other.order.id)}` } : null;
  const isScheduled = isLiveSubscription(order) && next !== undefined;
  const isOpen = order.startedAt !== null || order.status === 'pending';
  const scheduledQuote = isScheduled ? await quoteOf(db, next.order) : undefined;
  const nextChargeMinor = scheduledQuote?.content.dueMinor ?? Math.max(0, order.totalMinor - order.creditMinor);
  return {
    plans: choices.map((choice) => planOption(choice, currency)),
    state: isScheduled ? ('scheduled' as const) : next ? ('replaced' as const) : ('none' as const),
    next: linkTo(next),
    replaces: linkTo(before),
    nextCharge: formatMoney(nextChargeMinor, currency),
    credit: order.creditMinor > 0 ? formatMoney(order.creditMinor, currency) : null,
    /** The quote by which this order replaced or will replace another one. */
    summary:
      before && own && isOpen ? summarizeChange(own, { fromPlan: before.productName, storeName: store.name }) : null,
  };
}

type QuoteKey = { readonly merchantId: string; readonly storeId: string; readonly quoteId: string | null };

const quoteOf = async (db: Tx, { merchantId, storeId, quoteId }: QuoteKey): Promise<Quote | undefined> =>
  quoteId === null ? undefined : await findQuote(db, { merchantId, storeId, quoteId });

const planOption = ({ id, name, price, billingPeriod, isInGroup }: PlanChoice, currency: string) => ({
  id: toShortId('PROD', id),
  name,
  price: `${formatMoney(price.amountMinor, currency)} every ${periodNames[billingPeriod]}${price.taxIncluded ? '' : ' plus tax'}`,
  isInGroup,
});

/** The name of the payment method that a change would charge; null if none can be charged. */
export function chargeableMethod(order: SubscriptionOrder, method: StoredMethod | undefined): string | null {
  const usable = usableMethod(order, method);
  return usable && !usable.refusedAt ? methodName(usable.type, usable) : null;
}
