import { z } from 'zod';
import { lockOrder, orderScopeOf } from '#server/billing/orders/order-scopes.ts';
import { resumeSubscription } from '#server/billing/subscriptions/pause.ts';
import { isPaused, pauseRefusals } from '#server/billing/subscriptions/rules/pause.ts';
import { errors } from '#server/domain/errors.ts';
import { shortId } from '#server/domain/fields.ts';
import { defineAction } from '#server/platform/action.ts';
import { pauseObject, shownPause } from './paused-order.ts';

/**
 * `subscription-order/resume-order`: ends the pause of a subscription. The end of the current period or trial moves by the
 * length of the pause, and the next charge with it. (docs/behavior/subscriptions.md, "Pauses")
 */
export const resumeOrder = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'environment',
  keyScope: 'sell',
  layer: 'order',
  input: z.object({ orderId: shortId('ORD') }),
  output: shownPause,
  docs: {
    summary: 'Resume a paused subscription',
    refusals: [
      pauseRefusals.notPaused().when('the subscription is not paused'),
      errors.orderNotFound().when('there is no such order, or it is not the caller’s'),
    ],
    example: { orderId: '$orderId' },
  },
  async run({ tx, caller, actor, timeIn }, { orderId }) {
    const order = await lockOrder(tx, orderScopeOf(caller), 'subscription', orderId);
    const now = await timeIn(order.storeId);
    if (!isPaused(order)) throw pauseRefusals.notPaused();
    return pauseObject(await resumeSubscription(tx, order, actor, now));
  },
});
