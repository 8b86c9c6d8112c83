/** Subscription orders. */

import { and, eq, inArray, lte, notExists, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { orders, payments } from '#db/schema/index.ts';
import { errors } from '#server/domain/errors.ts';
import { livePaymentStatuses } from '#server/domain/payment.ts';
import { inJobScope } from '#server/platform/data/job-scope.ts';
import { type EnvironmentScope, refersTo } from '#server/platform/data/merchant-scope.ts';
import type { DueOrders } from '../orders/data/due-orders.ts';
import { lockStoreOrder } from '../orders/orders.ts';
import { parseStartedSubscription, type StartedSubscription, type SubscriptionOrder } from '../orders/rules/order.ts';

/** Locks a subscription of one store and environment, or throws 404 `Order not found`. Does not check its owner. */
export async function lockStoreSubscription(
  tx: Tx,
  scope: EnvironmentScope,
  orderId: string,
): Promise<SubscriptionOrder> {
  const order = await lockStoreOrder(tx, scope, orderId);
  if (order?.productType !== 'subscription' || order.environment !== scope.environment) throw errors.orderNotFound();
  return order;
}

/** Canceling subscriptions whose period is over and that have no charge in flight. */
export const endedSubscriptions: DueOrders<StartedSubscription> = {
  dueAt: orders.currentPeriodEnd,
  isDue: (tx, scope, now) =>
    and(
      eq(orders.productType, 'subscription'),
      eq(orders.status, 'canceling'),
      lte(orders.currentPeriodEnd, now),
      inJobScope(tx, scope, orders),
      notExists(
        tx
          .select({ one: sql`1` })
          .from(payments)
          .where(and(refersTo(payments, payments.orderId, orders), inArray(payments.status, [...livePaymentStatuses]))),
      ),
    ),
  parse: parseStartedSubscription,
};

/** Paused subscriptions whose planned resumption is due. */
export const dueResumptions: DueOrders<StartedSubscription> = {
  dueAt: orders.resumesAt,
  isDue: (tx, scope, now) => and(lte(orders.resumesAt, now), inJobScope(tx, scope, orders)),
  parse: parseStartedSubscription,
};
