/** What one-time and subscription orders have in common: they live in one table, under one session. */

import type { ProductType } from '#server/catalog/rules/product.ts';
import { follow } from '#server/domain/state-machine.ts';
import {
  nextSubscriptionOrderStatus,
  type SubscriptionOrderStatus,
  subscriptionOrderTransitions,
} from '../../subscriptions/rules/subscription-order.ts';
import { nextOnetimeOrderStatus, type OnetimeOrderStatus, onetimeOrderTransitions } from './onetime-order.ts';

export type OrderStatus = OnetimeOrderStatus | SubscriptionOrderStatus;

/** The next status of an order of either type, for what can happen to both; 400 where it is not allowed. */
export const nextOrderStatus = (
  order: { readonly productType: ProductType; readonly status: OrderStatus },
  event: 'pay' | 'cancel' | 'expire',
): OrderStatus =>
  order.productType === 'onetime'
    ? nextOnetimeOrderStatus(order.status as OnetimeOrderStatus, event)
    : nextSubscriptionOrderStatus(order.status as SubscriptionOrderStatus, event);

/** Whether a cancellation means anything to an order now. */
export const isCancelable = (order: { readonly productType: ProductType; readonly status: OrderStatus }): boolean =>
  (order.productType === 'onetime'
    ? follow(onetimeOrderTransitions, order.status as OnetimeOrderStatus, 'cancel')
    : follow(subscriptionOrderTransitions, order.status as SubscriptionOrderStatus, 'cancel')) !== undefined;

/** An order's status at `now`: one that nobody paid in time has expired, though the worker has not come by yet. */
export const statusAt = <Status extends OrderStatus>(
  order: { readonly status: Status; readonly expiresAt: Date },
  now: Date,
): Status | 'expired' => (order.status === 'pending' && order.expiresAt <= now ? 'expired' : order.status);

/** Subscriptions that a store cannot be deleted with. (commerce-api.md, "delete-store", `active_subscriptions`.) */
export const activeSubscriptionStatuses = [
  'active',
  'canceling',
  'past_due',
] as const satisfies SubscriptionOrderStatus[];

/**
 * Of either type: neither over nor live, a trial too. Named one by one, as an index finds them so and not by what they are
 * not. (commerce-api.md, "delete-store", `pending_orders`.)
 */
export const pendingOrderStatuses = ['pending', 'trialing'] as const satisfies OrderStatus[];
