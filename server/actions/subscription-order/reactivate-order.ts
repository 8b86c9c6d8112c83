import { z } from 'zod';
import type { Tx } from '#db/client.ts';
import { isBoughtBy, lockOrder, orderScopeOf } from '#server/billing/orders/order-scopes.ts';
import { orderEvent, saveOrderStatus } from '#server/billing/orders/orders.ts';
import { isReactivatable } from '#server/billing/orders/rules/order.ts';
import { scheduleOf } from '#server/billing/subscriptions/rules/renewal.ts';
import {
  nextSubscriptionOrderStatus,
  refuseSubscriptionEvent,
  subscriptionOrderStatuses,
} from '#server/billing/subscriptions/rules/subscription-order.ts';
import { lockStoreSubscription } from '#server/billing/subscriptions/subscriptions.ts';
import { changesBetween } from '#server/domain/changes.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import { shortId, shownId } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';
import { subscriptionFacts } from '#server/events/audit/rules/audit-facts.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { type CallerOf, defineAction } from '#server/platform/action.ts';

const notAuthenticated = (cause?: ApiError) =>
  new ApiError(401, 'Authentication failed', 'user', { callers: cause?.entries ?? [] });
const otherCustomers = () => new ApiError(403, 'Order does not belong to user', 'order');

/**
 * `subscription-order/reactivate-order`: a customer, or a merchant in the dashboard, undoes the cancellation of a
 * subscription before its period ends. Nothing is charged now and renewal continues as planned. Inside a trial the
 * first charge stays at the trial's end. (commerce-api.md, "reactivate-order"; decisions.md, "Subscriptions")
 */
export const reactivateOrder = defineAction({
  callers: ['sessionToken', 'dashboard'],
  scope: 'environment',
  layer: 'order',
  input: z.object({ orderId: shortId('ORD') }),
  output: z
    .object({ orderId: shownId('ORD'), status: z.enum(subscriptionOrderStatuses) })
    .meta({ schemaName: 'SubscriptionOrder' }),
  docs: {
    summary: 'Undo the cancellation of a subscription',
    refusals: [
      refuseSubscriptionEvent('reactivate').when('the subscription is not `canceling`, or its period is over'),
      notAuthenticated().when('the token is invalid, expired or malformed'),
      otherCustomers().when('the order is another customer’s'),
      errors.orderNotFound().when('there is no such subscription in the token’s store'),
    ],
    example: { orderId: '$orderId' },
  },
  refuseCredential: notAuthenticated,
  async run({ tx, caller, actor, timeIn }, { orderId }) {
    const order = await lockCanceling(tx, caller, orderId);
    const now = await timeIn(order.storeId);
    if (!isReactivatable(order, now)) throw refuseSubscriptionEvent('reactivate');
    const status = nextSubscriptionOrderStatus(order.status, 'reactivate');
    const schedule = scheduleOf(order, status, order.periodNumber, now);
    const saved = await saveOrderStatus(tx, order, status, { canceledAt: null, ...schedule }, now);
    const changes = changesBetween(subscriptionFacts(order), subscriptionFacts(saved));
    const { periodNumber } = order;
    await recordEvent(tx, orderEvent(order, actor)('subscription.uncanceled', { periodNumber }, changes), now);
    return { orderId: toShortId('ORD', order.id), status };
  },
});

/**
 * A merchant's order in any of their stores, or a customer's own. For another customer's order the contract answers
 * 403.
 */
async function lockCanceling(tx: Tx, caller: CallerOf<'sessionToken' | 'dashboard'>, orderId: string) {
  if (caller.kind === 'dashboard') return await lockOrder(tx, orderScopeOf(caller), 'subscription', orderId);
  const order = await lockStoreSubscription(tx, { ...caller.store, environment: caller.environment }, orderId);
  if (!isBoughtBy(order, caller.buyerIdentity)) throw otherCustomers();
  return order;
}
