/** Counts the objects that block a store's deletion. */

import { and, eq, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/client.ts';
import { kybTickets, orders, products, senderDomains, senderEmails, stores } from '#db/schema/index.ts';
import { errors } from '#server/domain/errors.ts';
import { among } from '#server/platform/data/listing.ts';
import { inStore, isStore, type StoreScope } from '#server/platform/data/merchant-scope.ts';
import { terminalKybStatuses } from '#server/stores/rules/kyb-ticket.ts';
import type { DeletionBlocker } from '#server/stores/rules/store-deletion.ts';
import { activeBlockerStatuses, pendingBlockerStatuses } from './orders/rules/order.ts';

/**
 * Counts the blockers in both environments. The store has to be locked, so that none are added meanwhile. `max` limits each
 * count, for callers that only need to know whether there are that many.
 */
export async function countDeletionBlockers(
  tx: Tx,
  scope: StoreScope,
  max: number | null = null,
): Promise<Record<DeletionBlocker, number>> {
  const count = (from: PgTable, where: SQL | undefined) =>
    sql<number>`(select count(*)::int from (select 1 from ${from} where ${where} limit ${max}) as counted)`;
  const [row] = await tx
    .select({
      active_products: count(
        products,
        and(inStore(products, scope), or(eq(products.testStatus, 'active'), eq(products.prodStatus, 'active'))),
      ),
      pending_orders: count(orders, and(inStore(orders, scope), among(orders.status, pendingBlockerStatuses))),
      active_subscriptions: count(orders, and(inStore(orders, scope), among(orders.status, activeBlockerStatuses))),
      pending_tickets: count(
        kybTickets,
        and(inStore(kybTickets, scope), notInArray(kybTickets.status, [...terminalKybStatuses])),
      ),
      bound_emails: count(senderEmails, and(inStore(senderEmails, scope), eq(senderEmails.status, 'bound'))),
      bound_domains: count(senderDomains, and(inStore(senderDomains, scope), eq(senderDomains.status, 'bound'))),
    })
    .from(stores)
    .where(isStore(scope));
  if (!row) throw errors.storeNotFound();
  return row;
}
