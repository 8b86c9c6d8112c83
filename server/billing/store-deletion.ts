/** Counts the objects that block a store's deletion. */
import { and, eq, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/client.ts';
import { kybTickets, orders, products, senderDomains, senderEmails, stores } from '#db/schema/index.ts';
import { errors } from '#server/domain/errors.ts';
import { among } from '#server/platform/data/listing.ts';
import type { DeletionBlocker } from '#server/stores/rules/store-deletion.ts';
import { activeSubscriptionStatuses, pendingOrderStatuses } from './orders/rules/order.ts';

/**
 * Counts the blockers in both environments. The store has to be locked, so that none are added meanwhile. `max` limits each
 * count, for callers that only need to know whether there are that many.
 */
export async function countDeletionBlockers(
  tx: Tx,
  storeId: string,
  max: number | null = null,
): Promise<Record<DeletionBlocker, number>> {
  const count = (from: PgTable, where: SQL | undefined) =>
    sql<number>`(select count(*)::int from (select from ${from} where ${where} limit ${max}) as counted)`;
  const [row] = await tx
    .select({
      active_products: count(
        products,
        and(eq(products.storeId, storeId), or(eq(products.testStatus, 'active'), eq(products.prodStatus, 'active'))),
      ),
      pending_orders: count(orders, and(eq(orders.storeId, storeId), among(orders.status, pendingOrderStatuses))),
      active_subscriptions: count(
        orders,
        and(eq(orders.storeId, storeId), among(orders.status, activeSubscriptionStatuses)),
      ),
      pending_tickets: count(
        kybTickets,
        and(eq(kybTickets.storeId, storeId), notInArray(kybTickets.status, ['succeeded', 'rejected'])),
      ),
      bound_emails: count(senderEmails, and(eq(senderEmails.storeId, storeId), eq(senderEmails.status, 'bound'))),
      bound_domains: count(senderDomains, and(eq(senderDomains.storeId, storeId), eq(senderDomains.status, 'bound'))),
    })
    .from(stores)
    .where(eq(stores.id, storeId));
  if (!row) throw errors.storeNotFound();
  return row;
}
