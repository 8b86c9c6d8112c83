/** What a store still has that keeps it from being deleted. */
import { and, eq, notInArray, or } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { kybTickets, orders, products, senderDomains, senderEmails, stores } from '../../db/schema/index.ts';
import { liveSubscriptionStatuses, pendingOrderStatuses } from '../domain/order.ts';
import type { DeletionBlocker } from '../domain/store-deletion.ts';
import { errors } from '../errors.ts';
import { among } from './listing.ts';

/** How many of each, in both environments. The store has to be locked: then nothing can be added meanwhile. */
export async function countDeletionBlockers(tx: Tx, storeId: string): Promise<Record<DeletionBlocker, number>> {
  const [row] = await tx
    .select({
      active_products: tx.$count(
        products,
        and(eq(products.storeId, storeId), or(eq(products.testStatus, 'active'), eq(products.prodStatus, 'active'))),
      ),
      pending_orders: tx.$count(orders, and(eq(orders.storeId, storeId), among(orders.status, pendingOrderStatuses))),
      active_subscriptions: tx.$count(
        orders,
        and(eq(orders.storeId, storeId), among(orders.status, liveSubscriptionStatuses)),
      ),
      pending_tickets: tx.$count(
        kybTickets,
        and(eq(kybTickets.storeId, storeId), notInArray(kybTickets.status, ['succeeded', 'rejected'])),
      ),
      bound_emails: tx.$count(senderEmails, and(eq(senderEmails.storeId, storeId), eq(senderEmails.status, 'bound'))),
      bound_domains: tx.$count(
        senderDomains,
        and(eq(senderDomains.storeId, storeId), eq(senderDomains.status, 'bound')),
      ),
    })
    .from(stores)
    .where(eq(stores.id, storeId));
  if (!row) throw errors.storeNotFound();
  return row;
}
