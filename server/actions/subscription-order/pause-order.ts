import { z } from 'zod';
import { lockOrder, orderScopeOf } from '#server/billing/orders/order-scopes.ts';
import { pauseSubscription } from '#server/billing/subscriptions/pause.ts';
import { pauseRefusals } from '#server/billing/subscriptions/rules/pause.ts';
import { errors } from '#server/domain/errors.ts';
import { shortId } from '#server/domain/fields.ts';
import { defineAction } from '#server/platform/action.ts';
import { momentField } from '#server/stores/rules/test-clock.ts';
import { pauseObject, shownPause } from './paused-order.ts';

/**
 * `subscription-order/pause-order`: pauses a trialing or active subscription, until `resumesAt` if that is given. Its status
 * stays. While it is paused, nothing is charged, no reminder is sent and its plan cannot change; a scheduled plan change
 * waits. (docs/behavior/subscriptions.md, "Pauses")
 */
export const pauseOrder = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'environment',
  keyScope: 'sell',
  layer: 'order',
  input: z.object({ orderId: shortId('ORD'), resumesAt: momentField('resumesAt').optional() }),
  output: shownPause,
  docs: {
    summary: 'Pause a subscription',
    refusals: [
      pauseRefusals.resumesInPast().when('`resumesAt` is not in the future'),
      pauseRefusals.resumesTooLate().when('`resumesAt` is more than 2 years ahead'),
      pauseRefusals.notRenewing().when('the subscription is pending, canceled or expired'),
      pauseRefusals.pastDue().when('the subscription is past due'),
      pauseRefusals.canceling().when('the subscription is canceled and runs to the end of its period'),
      pauseRefusals.paused().when('the subscription is paused'),
      errors.paymentInFlight().when('a charge of the subscription or of its plan change is in progress'),
      errors.orderNotFound().when('there is no such order, or it is not the caller’s'),
    ],
    example: { orderId: '$orderId', resumesAt: '$laterMoment' },
  },
  async run({ tx, caller, actor, timeIn }, { orderId, resumesAt = null }) {
    const order = await lockOrder(tx, orderScopeOf(caller), 'subscription', orderId);
    const now = await timeIn(order.storeId);
    return pauseObject(await pauseSubscription(tx, order, resumesAt, actor, now));
  },
});
