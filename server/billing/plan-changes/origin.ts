/** Which subscriptions can change their plan. (docs/behavior/plan-changes.md) */
import { ApiError } from '#server/domain/errors.ts';
import type { Order, StartedSubscription } from '../orders/rules/order.ts';
import { isLive } from '../subscriptions/rules/subscription-order.ts';
import type { Origin } from './data/origins.ts';

export interface LiveOrigin extends Origin {
  readonly order: StartedSubscription;
}

export const changeRefusals = {
  notLive: () =>
    new ApiError(400, 'Only trialing, active, past due or canceling subscriptions can change their plan', 'order', {
      code: 'wrong_status',
    }),
  paused: () =>
    new ApiError(400, 'Resume the subscription before changing its plan', 'order', { code: 'subscription_paused' }),
};

/** Whether a subscription has started and not ended. */
export const isLiveSubscription = (order: Order): order is StartedSubscription =>
  order.productType === 'subscription' && isLive(order.status);

/** Throws 400 unless the subscription is live and not paused. */
export function requireChangeable(origin: Origin): LiveOrigin {
  const { order } = origin;
  if (!isLiveSubscription(order)) throw changeRefusals.notLive();
  if (order.pausedAt) throw changeRefusals.paused();
  return { ...origin, order };
}
