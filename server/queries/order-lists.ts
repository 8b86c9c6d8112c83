/** Orders as GraphQL lists them. */
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { orders } from '../../db/schema/index.ts';
import type { ProductType } from '../domain/product.ts';
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
    billingPeriod: orders.billingPeriod,
    trialEndsAt: orders.trialEndsAt,
    currentPeriodEnd: orders.currentPeriodEnd,
    canceledAt: orders.canceledAt,
    createdAt: orders.createdAt,
  },
  sorts: { createdAt: orders.createdAt, updatedAt: orders.updatedAt },
};

const visible = (scope: ReadScope, type: ProductType | undefined) =>
  and(visibleOrders(scope), type && eq(orders.productType, type));

type OrderListing = ListingOf<typeof listed>;

/** One page of the orders of that type in scope; of both types without one. */
export const listOrders = (
  tx: Tx,
  scope: ReadScope,
  type: ProductType | undefined,
  listing: OrderListing,
): Promise<Order[]> => listRows(tx, listed, visible(scope, type), listing);

/** How many orders of that type in scope the filter lets through. */
export const countOrders = (
  tx: Tx,
  scope: ReadScope,
  type: ProductType,
  filter: FilterOf<typeof listed>,
): Promise<number> => countRows(tx, listed, visible(scope, type), filter);
