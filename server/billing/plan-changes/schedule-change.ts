/** Schedules a confirmed plan change for the end of the current period. */
import type { Tx } from '#db/client.ts';
import { changesBetween } from '#server/domain/changes.ts';
import { subscriptionFacts } from '#server/events/audit/rules/audit-facts.ts';
import { recordEvent } from '#server/events/data/events.ts';
import type { Actor } from '#server/events/rules/event.ts';
import { orderEvent, saveOrderStatus } from '../orders/orders.ts';
import type { StartedSubscription } from '../orders/rules/order.ts';
import type { QuoteContent } from '../quotes/rules/quote-content.ts';
import { scheduleOf } from '../subscriptions/rules/renewal.ts';
import { nextSubscriptionOrderStatus } from '../subscriptions/rules/subscription-order.ts';
import type { LiveOrigin } from './origin.ts';
import { planChangeData } from './replace-origin.ts';
import { cancelScheduledOrder } from './scheduled-order.ts';

/**
 * Links a locked subscription with the pending order that replaces it. A scheduled change that it has already ends, and a
 * cancellation is undone: the subscription continues with the new plan.
 */
export async function scheduleChange(
  tx: Tx,
  { order: origin, productName: fromPlan }: LiveOrigin,
  changeOrderId: string,
  content: QuoteContent,
  actor: Actor,
  now: Date,
): Promise<void> {
  const { merchantId, storeId, changeOrderId: earlier } = origin;
  if (earlier && earlier !== changeOrderId) {
    await cancelScheduledOrder(tx, { merchantId, storeId, orderId: earlier }, actor, now);
  }
  const kept = origin.status === 'canceling' ? await keepSubscription(tx, origin, actor, now) : origin;
  await saveOrderStatus(tx, kept, kept.status, { changeOrderId }, now);
  const data = {
    ...planChangeData({ origin, changeOrderId, fromPlan, content }, origin.currentPeriodEnd),
    periodNumber: origin.periodNumber,
    orderStatus: kept.status,
  };
  await recordEvent(tx, orderEvent(origin, actor)('subscription.plan_change_scheduled', data), now);
}

/** Undoes the cancellation of a locked subscription. */
async function keepSubscription(
  tx: Tx,
  origin: StartedSubscription,
  actor: Actor,
  now: Date,
): Promise<StartedSubscription> {
  const status = nextSubscriptionOrderStatus(origin.status, 'reactivate');
  const schedule = scheduleOf(origin, status, origin.periodNumber, now);
  const saved = await saveOrderStatus(tx, origin, status, { canceledAt: null, ...schedule }, now);
  const changes = changesBetween(subscriptionFacts(origin), subscriptionFacts(saved));
  const { periodNumber } = origin;
  await recordEvent(tx, orderEvent(origin, actor)('subscription.uncanceled', { periodNumber }, changes), now);
  return saved as StartedSubscription;
}
