/** One-time orders as GraphQL lists them. */
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { orders } from '../../db/schema/index.ts';
import { countRows, type FilterOf, type ListingOf, listRows, type ReadScope } from './listing.ts';
import { visibleOrders } from './order-scopes.ts';
import type { Order } from './orders.ts';

const listed = {
  table: orders,
  filters: {
    id: orders.id,
    storeId: orders.storeId,
    status: orders.status,
    buyerEmail: orders.buyerEmail,
    buyerIdentity: orders.buyerIdentity,
    currency: orders.currency,
    productId: orders.productId,
    checkoutSessionId: orders.checkoutSessionId,
    merchantExternalId: orders.merchantExternalId,
    completedAt: orders.completedAt,
    createdAt: orders.createdAt,
  },
  sorts: { createdAt: orders.createdAt, updatedAt: orders.updatedAt },
};

const visible = (scope: ReadScope) => and(visibleOrders(scope), eq(orders.productType, 'onetime'));

/** One page of the one-time orders in scope. */
export const listOnetimeOrders = (tx: Tx, scope: ReadScope, listing: ListingOf<typeof listed>): Promise<Order[]> =>
  listRows(tx, listed, visible(scope), listing);

/** How many one-time orders in scope the filter lets through. */
export const countOnetimeOrders = (tx: Tx, scope: ReadScope, filter: FilterOf<typeof listed>): Promise<number> =>
  countRows(tx, listed, visible(scope), filter);
