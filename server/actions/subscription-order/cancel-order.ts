import { z } from 'zod';
import { lockOrder, orderScopeOf } from '#server/billing/orders/order-scopes.ts';
import { orderEvent, saveOrderStatus } from '#server/billing/orders/orders.ts';
import { orderAt } from '#server/billing/orders/rules/order.ts';
import { endPaymentToCancel } from '#server/billing/payments/payments.ts';
import { releaseOrigin } from '#server/billing/plan-changes/scheduled-order.ts';
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
 * `subscription-order/cancel-order`: stops a subscription from renewing. An `active` or `trialing` one becomes
 * `canceling` and runs to the end of its period or trial without further charges. A `pending` or `past_due` one is
 * canceled immediately, unless a payment is processing, since its outcome is unknown. A canceled order of a scheduled
 * plan change leaves its subscription with the current plan. (commerce-api.md, "Subscription
 * order status")
 */
export const cancelOrder = defineAction({
  callers: ['apiKey', 'dashboard', 'sessionToken'],
  scope: 'environment',
  layer: 'order',
  input: z.object({ orderId: shortId('ORD') }),
  output: z.object({ orderId: shownId('ORD'), status: z.enum(subscriptionOrderStatuses) }),
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
    const order = await lockOrder(tx, orderScopeOf(caller), 'subscription', orderId);
    const now = await timeIn(order.storeId);
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
    if (order.status === 'pending') await releaseOrigin(tx, order, actor, now);
    const type = isOver ? 'subscription.canceled' : 'subscription.canceling';
    const changes = changesBetween(subscriptionFacts(order), subscriptionFacts(saved));
    await recordEvent(tx, orderEvent(order, actor)(type, { periodNumber: order.periodNumber }, changes), now);
    return { orderId: toShortId('ORD', order.id), status };
  },
});
