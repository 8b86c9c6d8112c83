/** Subscription orders. */

import { and, asc, eq, inArray, lte, notExists, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { orders, payments } from '#db/schema/index.ts';
import { errors } from '#server/domain/errors.ts';
import { livePaymentStatuses } from '#server/domain/payment.ts';
import { type DueSearch, listDueMerchants } from '#server/platform/data/due-merchants.ts';
import { type BatchScope, inJobScope, type SearchScope } from '#server/platform/data/job-scope.ts';
import { type EnvironmentScope, refersTo } from '#server/platform/data/merchant-scope.ts';
import { lockStoreOrder } from '../orders/orders.ts';
import { parseStartedSubscription, type StartedSubscription, type SubscriptionOrder } from '../orders/rules/order.ts';
import { isPaused, type PausedSubscription } from './rules/pause.ts';

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

const isEnded = (tx: Tx, scope: SearchScope | BatchScope, now: Date) =>
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
  );

/** The merchants of subscriptions to end, the longest due first. Locks nothing. */
export const listMerchantsOfEnded = (tx: Tx, now: Date, search: DueSearch): Promise<string[]> =>
  listDueMerchants(
    tx,
    { table: orders, dueAt: orders.currentPeriodEnd, where: (scope) => isEnded(tx, scope, now) },
    search,
  );

/**
 * Locks canceling subscriptions whose period is over and that have no charge in flight, oldest first; skips locked rows.
 */
export const lockEndedSubscriptions = async (
  tx: Tx,
  scope: BatchScope,
  now: Date,
  limit: number,
): Promise<StartedSubscription[]> => {
  const rows = await tx
    .select()
    .from(orders)
    .where(isEnded(tx, scope, now))
    .orderBy(asc(orders.currentPeriodEnd))
    .limit(limit)
    .for('update', { of: orders, skipLocked: true });
  return rows.map(parseStartedSubscription);
};

const isResumable = (tx: Tx, scope: SearchScope | BatchScope, now: Date) =>
  and(lte(orders.resumesAt, now), inJobScope(tx, scope, orders));

/** The merchants of subscriptions to resume, the longest due first. Locks nothing. */
export const listMerchantsOfResumptions = (tx: Tx, now: Date, search: DueSearch): Promise<string[]> =>
  listDueMerchants(
    tx,
    { table: orders, dueAt: orders.resumesAt, where: (scope) => isResumable(tx, scope, now) },
    search,
  );

/** Locks paused subscriptions to resume by `now`, the longest due first; skips locked rows. */
export const lockDueResumptions = async (
  tx: Tx,
  scope: BatchScope,
  now: Date,
  limit: number,
): Promise<(StartedSubscription & PausedSubscription)[]> => {
  const rows = await tx
    .select()
    .from(orders)
    .where(isResumable(tx, scope, now))
    .orderBy(asc(orders.resumesAt))
    .limit(limit)
    .for('update', { of: orders, skipLocked: true });
  return rows.map(parseStartedSubscription).filter(isPaused);
};
