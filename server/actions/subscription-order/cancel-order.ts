import { z } from 'zod';
import { findScheduledOrigin, lockOrder, orderScopeOf } from '#server/billing/orders/order-scopes.ts';
import { orderEvent, saveOrderStatus } from '#server/billing/orders/orders.ts';
import { orderAt } from '#server/billing/orders/rules/order.ts';
import { endPaymentToCancel } from '#server/billing/payments/payments.ts';
import { releaseOrigin, undoScheduledChange } from '#server/billing/plan-changes/scheduled-order.ts';
import { resumeSubscription } from '#server/billing/subscriptions/pause.ts';
import { isPaused } from '#server/billing/subscriptions/rules/pause.ts';
import {
  nextSubscriptionOrderStatus,
  refuseSubscriptionEvent,
  subscriptionOrderStatuses,
} from '#server/billing/subscriptions/rules/subscription-order.ts';
import { changesBetween } from '#server/domain/changes.ts';
import { errors } from '#server/domain/errors.ts';
import { shortId, shownId } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';
import { subscriptionFacts } from '#server/events/audit/rules/audit-facts.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { defineAction } from '#server/platform/action.ts';

/**
 * `subscription-order/cancel-order`: stops a subscription from renewing, and takes a scheduled plan change back. An
 * `active` or `trialing` one becomes
 * `canceling` and runs to the end of its period or trial without further charges. A `pending` or `past_due` one is
 * canceled immediately, unless a payment is processing, since its outcome is unknown. A paused one is resumed first, so
 * that the rest of its paid time runs from now. (commerce-api.md, "Subscription order status")
 */
export const cancelOrder = defineAction({
  callers: ['apiKey', 'dashboard', 'sessionToken'],
  scope: 'environment',
  keyScope: 'sell',
  layer: 'order',
  input: z.object({ orderId: shortId('ORD') }),
  output: z
    .object({ orderId: shownId('ORD'), status: z.enum(subscriptionOrderStatuses) })
    .meta({ schemaName: 'SubscriptionOrder' }),
  docs: {
    summary: 'Cancel a subscription at the end of the paid period',
    refusals: [
      refuseSubscriptionEvent('cancel').when('the subscription is canceling, canceled or expired'),
      errors
        .paymentInFlight()
        .when('a charge of a pending or past-due subscription is in progress, so its outcome is unknown'),
      errors.orderNotFound().when('there is no such order, or it is not the caller’s'),
    ],
    example: { orderId: '$orderId' },
  },
  async run({ tx, caller, actor, timeIn }, { orderId }) {
    const scope = orderScopeOf(caller);
    // The order of a scheduled plan change is locked before its subscription.
    const scheduled = await findScheduledOrigin(tx, scope, orderId);
    if (scheduled) await undoScheduledChange(tx, scheduled, actor, await timeIn(scheduled.storeId));
    const locked = await lockOrder(tx, scope, 'subscription', orderId);
    const now = await timeIn(locked.storeId);
    const order = isPaused(locked) ? await resumeSubscription(tx, locked, actor, now) : locked;
    const status = nextSubscriptionOrderStatus(orderAt(order, now).status, 'cancel');
    const isOver = status === 'canceled';
    if (isOver) await endPaymentToCancel(tx, order, actor, now);
    const nothingDue = { nextChargeAt: null, remindAt: null, pastDueSince: null };
    const saved = await saveOrderStatus(
      tx,
      order,
      status,
      { canceledAt: now, endedAt: isOver ? now : null, ...nothingDue },
      now,
    );
    const type = isOver ? 'subscription.canceled' : 'subscription.canceling';
    const changes = changesBetween(subscriptionFacts(order), subscriptionFacts(saved));
    if (isOver) await releaseOrigin(tx, order, actor, now);
    await recordEvent(tx, orderEvent(order, actor)(type, { periodNumber: order.periodNumber }, changes), now);
    return { orderId: toShortId('ORD', order.id), status };
  },
});
