/** Ends the subscription that a plan change replaces, when the new order starts. */
import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { payments } from '#db/schema/index.ts';
import { changesBetween } from '#server/domain/changes.ts';
import { toShortId } from '#server/domain/ids.ts';
import { subscriptionFacts } from '#server/events/audit/rules/audit-facts.ts';
import { recordEvent } from '#server/events/data/events.ts';
import type { Actor } from '#server/events/rules/event.ts';
import { book } from '../ledger/data/ledger.ts';
import { orderEvent, saveOrderStatus } from '../orders/orders.ts';
import type { StartedSubscription, SubscriptionOrder } from '../orders/rules/order.ts';
import { copyMethodInUse, findMethodInUse } from '../payment-methods/payment-methods.ts';
import type { Payment } from '../payments/payments.ts';
import { findQuote } from '../quotes/data/quotes.ts';
import type { ChangeTerms, QuoteContent } from '../quotes/rules/quote-content.ts';
import { nextSubscriptionOrderStatus } from '../subscriptions/rules/subscription-order.ts';
import { periodValueOf } from './change-terms.ts';
import { findOrigin, lockOrigin, type OriginKey } from './data/origins.ts';
import { isLiveSubscription } from './origin.ts';
import { cancelScheduledOrder } from './scheduled-order.ts';

type ChangeOrder = Pick<SubscriptionOrder, 'id' | 'merchantId' | 'storeId' | 'changeOriginOrderId' | 'quoteId'>;

/** The subscription that a plan change's order changes. */
export const originKeyOf = ({ merchantId, storeId, changeOriginOrderId }: ChangeOrder): OriginKey => {
  if (!changeOriginOrderId) throw new Error('the order changes no subscription');
  return { merchantId, storeId, orderId: changeOriginOrderId };
};

/**
 * Whether the order of a plan change can still start: its subscription is live, not paused, not canceled since the quote, and
 * in the quoted period, and nothing was refunded that the quote credits.
 */
export async function canReplaceOrigin(tx: Tx, order: ChangeOrder): Promise<boolean> {
  const key = originKeyOf(order);
  const origin = await lockOrigin(tx, key, order.id);
  const found = await findOrigin(tx, key);
  const { change } = await quoteOfOrder(tx, order);
  return (
    origin !== undefined &&
    found !== undefined &&
    isLiveSubscription(origin) &&
    origin.pausedAt === null &&
    (origin.status !== 'canceling' || change.undoesCancellation === true) &&
    origin.periodNumber === change.periodNumber &&
    (change.unused === null || change.unused.periodValueMinor === periodValueOf(found))
  );
}

interface Replacement {
  /** Where the paid time of the old plan ends and the first period of the new one begins. */
  readonly startedAt: Date;
  readonly creditMinor: number;
  readonly origin: StartedSubscription;
  readonly fromPlan: string;
  readonly content: QuoteContent;
}

/**
 * Ends the subscription of a plan change whose payment has succeeded: grants and books its credit, and moves its payment
 * method to the new order. The order is locked. Returns what the new subscription starts with.
 */
export async function replaceOrigin(
  tx: Tx,
  order: SubscriptionOrder,
  payment: Payment,
  actor: Actor,
  now: Date,
): Promise<Replacement> {
  const key = originKeyOf(order);
  const locked = await lockOrigin(tx, key, order.id);
  const found = await findOrigin(tx, key);
  if (!locked || !found || !isLiveSubscription(locked)) throw new Error(`order ${key.orderId} cannot be replaced`);
  const { content, change } = await quoteOfOrder(tx, order);
  if (locked.changeOrderId && locked.changeOrderId !== order.id) {
    await cancelScheduledOrder(tx, { ...key, orderId: locked.changeOrderId }, actor, now);
  }
  const startedAt = startOf(change, locked.currentPeriodEnd);
  // A payment with a new card has saved that card for the order already.
  if (!(await findMethodInUse(tx, order))) await copyMethodInUse(tx, locked, order, now);
  await grantCredit(tx, { payment, paid: found.paid, refundedMinor: found.refundedMinor, content }, now);
  const status = nextSubscriptionOrderStatus(locked.status, 'replace');
  const nothingDue = { nextChargeAt: null, remindAt: null, pastDueSince: null, creditMinor: 0 };
  const end = { ...nothingDue, endedAt: startedAt, changeOrderId: order.id };
  const ended = await saveOrderStatus(tx, locked, status, end, now);
  const changes = changesBetween(subscriptionFacts(locked), subscriptionFacts(ended));
  const data = { changeOrderId: toShortId('ORD', order.id), periodNumber: change.periodNumber };
  await recordEvent(tx, orderEvent(locked, actor)('subscription.replaced', data, changes), now);
  return { startedAt, creditMinor: content.creditLeftMinor, origin: locked, fromPlan: found.productName, content };
}

/**
 * Where the new plan starts: at the end of the period, which a pause has moved since the quote, or at the moment of the quote,
 * to which the credit was counted. A later start would give the time of the payment away.
 */
function startOf({ timing, effectiveAt }: ChangeTerms, periodEnd: Date): Date {
  const quotedAt = new Date(effectiveAt);
  return timing === 'next_period' || periodEnd < quotedAt ? periodEnd : quotedAt;
}

/** The data of a plan change's event: for its label, its webhook and its emails. */
export const planChangeData = (
  {
    origin,
    changeOrderId,
    fromPlan,
    content,
  }: Pick<Replacement, 'fromPlan' | 'content'> & {
    readonly origin: { readonly id: string };
    readonly changeOrderId: string;
  },
  effectiveAt: Date,
) => ({
  planChange: {
    originOrderId: toShortId('ORD', origin.id),
    changeOrderId: toShortId('ORD', changeOrderId),
    fromPlan,
    toPlan: content.productName,
    timing: content.change?.timing,
    effectiveAt: effectiveAt.toISOString(),
  },
});

/** The quote that a plan change follows. */
async function quoteOfOrder(tx: Tx, { merchantId, storeId, quoteId }: ChangeOrder) {
  const quote = quoteId ? await findQuote(tx, { merchantId, storeId, quoteId }) : undefined;
  const change = quote?.content.change;
  if (!quote || !change) throw new Error('the plan change has no quote');
  return { content: quote.content, change };
}

interface Grant {
  readonly payment: Payment;
  /** The payment of the period that is credited. */
  readonly paid: Payment | undefined;
  readonly refundedMinor: number;
  readonly content: QuoteContent;
}

/** Books the credit of a plan change. The credited part of the old payment can no longer be refunded. */
async function grantCredit(tx: Tx, { payment, paid, refundedMinor, content }: Grant, now: Date): Promise<void> {
  const { grantedMinor: amountMinor = 0, grantedTaxMinor: taxMinor = 0 } = content.change ?? {};
  if (amountMinor === 0) return;
  if (paid) {
    const creditedMinor = Math.min(amountMinor, paid.amountMinor - refundedMinor);
    await tx
      .update(payments)
      .set({ creditedMinor: sql`${payments.creditedMinor} + ${creditedMinor}` })
      .where(
        and(eq(payments.id, paid.id), eq(payments.merchantId, paid.merchantId), eq(payments.storeId, paid.storeId)),
      );
  }
  await book(tx, { kind: 'credit_granted', payment, credit: { amountMinor, taxMinor } }, now);
}
