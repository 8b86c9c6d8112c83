/** Subscription orders. */
import { and, asc, eq, lte } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { orders } from '../../db/schema/index.ts';
import type { Environment } from '../domain/environments.ts';
import { errors } from '../errors.ts';
import { lockStoreOrder, type OrderOf } from './orders.ts';

/** A subscription of that store and environment with its row locked, whoever's it is; 404 `Order not found` otherwise. */
export async function lockStoreSubscription(
  tx: Tx,
  { storeId, environment }: { storeId: string; environment: Environment },
  orderId: string,
): Promise<OrderOf<'subscription'>> {
  const order = await lockStoreOrder(tx, storeId, orderId);
  if (order?.productType !== 'subscription' || order.environment !== environment) throw errors.orderNotFound();
  return order as OrderOf<'subscription'>;
}

/** Canceling subscriptions whose period is over, locked, oldest first; others' locks are skipped. */
export const lockEndedSubscriptions = async (tx: Tx, now: Date, limit: number): Promise<OrderOf<'subscription'>[]> =>
  (await tx
    .select()
    .from(orders)
    .where(
      and(eq(orders.productType, 'subscription'), eq(orders.status, 'canceling'), lte(orders.currentPeriodEnd, now)),
    )
    .orderBy(asc(orders.currentPeriodEnd))
    .limit(limit)
    .for('update', { skipLocked: true })) as OrderOf<'subscription'>[];
