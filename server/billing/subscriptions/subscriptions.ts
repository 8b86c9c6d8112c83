/** Subscription orders. */
import { and, asc, eq, inArray, lte, notExists, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { orders, payments } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import { errors } from '#server/domain/errors.ts';
import { livePaymentStatuses } from '#server/domain/payment.ts';
import { inJobScope, type JobScope } from '#server/platform/data/job-scope.ts';
import { lockStoreOrder } from '../orders/orders.ts';
import { parseStartedSubscription, type StartedSubscription, type SubscriptionOrder } from '../orders/rules/order.ts';
import { isPaused, type PausedSubscription } from './rules/pause.ts';

/** Locks a subscription of one store and environment, or throws 404 `Order not found`. Does not check its owner. */
export async function lockStoreSubscription(
  tx: Tx,
  { storeId, environment }: { storeId: string; environment: Environment },
  orderId: string,
): Promise<SubscriptionOrder> {
  const order = await lockStoreOrder(tx, storeId, orderId);
  if (order?.productType !== 'subscription' || order.environment !== environment) throw errors.orderNotFound();
  return order;
}

/**
 * Locks canceling subscriptions whose period is over and that have no charge in flight, oldest first; skips locked rows.
 */
export const lockEndedSubscriptions = async (
  tx: Tx,
  scope: JobScope,
  now: Date,
  limit: number,
): Promise<StartedSubscription[]> => {
  const rows = await tx
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.productType, 'subscription'),
        eq(orders.status, 'canceling'),
        lte(orders.currentPeriodEnd, now),
        inJobScope(tx, scope, orders),
        notExists(
          tx
            .select({ one: sql`1` })
            .from(payments)
            .where(and(eq(payments.orderId, orders.id), inArray(payments.status, [...livePaymentStatuses]))),
        ),
      ),
    )
    .orderBy(asc(orders.currentPeriodEnd))
    .limit(limit)
    .for('update', { of: orders, skipLocked: true });
  return rows.map(parseStartedSubscription);
};

/** Locks paused subscriptions to resume by `now`, the longest due first; skips locked rows. */
export const lockDueResumptions = async (
  tx: Tx,
  scope: JobScope,
  now: Date,
  limit: number,
): Promise<(StartedSubscription & PausedSubscription)[]> => {
  const rows = await tx
    .select()
    .from(orders)
    .where(and(lte(orders.resumesAt, now), inJobScope(tx, scope, orders)))
    .orderBy(asc(orders.resumesAt))
    .limit(limit)
    .for('update', { of: orders, skipLocked: true });
  return rows.map(parseStartedSubscription).filter(isPaused);
};
