import { z } from 'zod';
import { lockOrder, orderScopeOf, requireOrderStore } from '#server/billing/orders/order-scopes.ts';
import { nothingScheduled, undoScheduledChange } from '#server/billing/plan-changes/scheduled-order.ts';
import { subscriptionOrderStatuses } from '#server/billing/subscriptions/rules/subscription-order.ts';
import { errors } from '#server/domain/errors.ts';
import { shortId, shownId } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';
import { defineAction } from '#server/platform/action.ts';
import { holdStore } from '#server/stores/stores.ts';

/**
 * `subscription-order/undo-plan-change`: takes back a plan change that is scheduled for the end of the period. The
 * subscription renews with its current plan. (docs/behavior/orders.md)
 */
export const undoPlanChange = defineAction({
  callers: ['apiKey', 'dashboard', 'sessionToken'],
  scope: 'environment',
  keyScope: 'sell',
  layer: 'order',
  input: z.object({ orderId: shortId('ORD') }),
  output: z.object({ orderId: shownId('ORD'), status: z.enum(subscriptionOrderStatuses) }),
  docs: {
    summary: 'Take back a plan change that is scheduled for the end of the period',
    refusals: [
      nothingScheduled().when('no plan change is scheduled'),
      errors.paymentInFlight().when('the new plan is being paid'),
      errors.orderNotFound().when('there is no such subscription, or it is not the caller’s'),
    ],
    example: { orderId: '$orderId' },
  },
  async run({ tx, caller, actor, timeIn }, { orderId }) {
    const scope = orderScopeOf(caller);
    const { merchantId, storeId } = await requireOrderStore(tx, scope, orderId);
    const store = await holdStore(tx, { merchantId, storeId });
    if (!store) throw errors.orderNotFound();
    await undoScheduledChange(tx, { merchantId, storeId, orderId }, actor, await timeIn(storeId));
    const { id, status } = await lockOrder(tx, scope, 'subscription', orderId);
    return { orderId: toShortId('ORD', id), status };
  },
});
