/** A declined payment of a plan change leaves the subscription as it was. */
import type { Tx } from '#db/client.ts';
import { changesBetween } from '#server/domain/changes.ts';
import { subscriptionFacts } from '#server/events/audit/rules/audit-facts.ts';
import { recordEvent } from '#server/events/data/events.ts';
import type { Actor } from '#server/events/rules/event.ts';
import { orderEvent, saveOrderStatus } from '../orders/orders.ts';
import type { StartedSubscription, SubscriptionOrder } from '../orders/rules/order.ts';
import type { Payment } from '../payments/payments.ts';
import { findQuote } from '../quotes/data/quotes.ts';
import { countMissedCharges } from '../subscriptions/data/renewals.ts';
import { nextAttemptAt } from '../subscriptions/rules/renewal.ts';
import { isRenewing, nextSubscriptionOrderStatus } from '../subscriptions/rules/subscription-order.ts';
import { findOrigin, lockOrder } from './data/origins.ts';
import { isLiveSubscription } from './origin.ts';
import { originKeyOf, planChangeData } from './replace-origin.ts';
import { cancelScheduledOrder } from './scheduled-order.ts';

/**
 * Records the failed payment of a plan change's locked order. A scheduled change ends with it, and the subscription renews
 * with its current plan. A charge that never reached the provider is due again soon.
 */
export async function recordFailedChange(
  tx: Tx,
  order: SubscriptionOrder,
  actor: Actor,
  payment: Payment,
  now: Date,
): Promise<void> {
  const origin = await lockOrder(tx, originKeyOf(order));
  if (!origin || !isLiveSubscription(origin)) return;
  const isScheduled = origin.changeOrderId === order.id;
  if (isScheduled && payment.failureCode === 'not_attempted') {
    const missed = await countMissedCharges(tx, order, payment.periodNumber);
    await saveOrderStatus(tx, origin, origin.status, { nextChargeAt: nextAttemptAt(missed, now) }, now);
    return;
  }
  await recordChangeFailure(tx, order, actor, payment, now);
}

/** Ends a scheduled change whose charge cannot be used, because its subscription has changed meanwhile. */
export async function recordUnusableChange(
  tx: Tx,
  order: SubscriptionOrder,
  actor: Actor,
  payment: Payment,
  now: Date,
): Promise<void> {
  const origin = await lockOrder(tx, originKeyOf(order));
  if (origin?.changeOrderId === order.id) await recordChangeFailure(tx, order, actor, payment, now);
}

/** Records why a plan change failed. A scheduled change ends, and its subscription continues without it. */
export async function recordChangeFailure(
  tx: Tx,
  order: SubscriptionOrder,
  actor: Actor,
  failure: { readonly failureCode: string | null; readonly failureReason: string | null },
  now: Date,
): Promise<void> {
  const key = originKeyOf(order);
  const origin = await lockOrder(tx, key);
  if (!origin || !isLiveSubscription(origin)) return;
  const isScheduled = origin.changeOrderId === order.id;
  const { merchantId, storeId, quoteId } = order;
  const quote = quoteId ? await findQuote(tx, { merchantId, storeId, quoteId }) : undefined;
  const found = await findOrigin(tx, key);
  if (!quote || !found) throw new Error('the plan change has no quote');
  const { content } = quote;
  const { failureCode, failureReason } = failure;
  const { planChange } = planChangeData(
    { origin, changeOrderId: order.id, fromPlan: found.productName, content },
    isScheduled ? origin.currentPeriodEnd : now,
  );
  const data = {
    planChange: { ...planChange, ...(failureReason && { failureReason }) },
    periodNumber: origin.periodNumber,
    orderStatus: origin.status,
    failureCode,
    failureReason,
    isScheduled,
  };
  if (isScheduled) {
    await cancelScheduledOrder(tx, { ...key, orderId: order.id }, actor, now);
    await continueWithoutChange(tx, origin, content.change?.undoesCancellation === true, actor, now);
  }
  await recordEvent(tx, orderEvent(origin, actor)('subscription.plan_change_failed', data), now);
}

/** Charges the current plan again or, if the subscription was canceled before the change, ends it with its period. */
async function continueWithoutChange(
  tx: Tx,
  origin: StartedSubscription,
  wasCanceled: boolean,
  actor: Actor,
  now: Date,
): Promise<void> {
  if (!wasCanceled || !isRenewing(origin.status)) {
    const nextChargeAt = nextChargeOf(origin, now);
    await saveOrderStatus(tx, origin, origin.status, { changeOrderId: null, nextChargeAt }, now);
    return;
  }
  const status = nextSubscriptionOrderStatus(origin.status, 'cancel');
  const end = { changeOrderId: null, nextChargeAt: null, remindAt: null, canceledAt: now };
  const saved = await saveOrderStatus(tx, origin, status, end, now);
  const changes = changesBetween(subscriptionFacts(origin), subscriptionFacts(saved));
  const { periodNumber } = origin;
  await recordEvent(tx, orderEvent(origin, actor)('subscription.canceling', { periodNumber }, changes), now);
}

/** When a subscription without its scheduled change is charged next: at the end of its period. Null: not by itself. */
function nextChargeOf({ status, pausedAt, currentPeriodEnd }: StartedSubscription, now: Date): Date | null {
  if (status === 'canceling' || pausedAt) return null;
  return currentPeriodEnd > now ? currentPeriodEnd : now;
}
