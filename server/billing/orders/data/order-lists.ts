/** Orders as GraphQL lists them. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { orders } from '#db/schema/index.ts';
import type { ProductType } from '#server/catalog/rules/product.ts';
import {
  type Condition,
  countRows,
  type FilterOf,
  type ListingOf,
  type ReadScope,
  type StatementScope,
} from '#server/platform/data/listing.ts';
import { listRowsOfStores } from '#server/platform/data/multi-store-pagination.ts';
import { lookUp } from '#server/platform/data/scoped-statement.ts';
import { type Order, type OrderOf, parseOrder, parsers } from '../rules/order.ts';
import { visibleOrders } from './visible-orders.ts';

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

const visible = (scope: StatementScope, type: ProductType) => and(visibleOrders(scope), eq(orders.productType, type));

/**
 * What filters of buyers say, once more in the words of the indexes, which know nothing of upper and lower case: who looks
 * for one buyer's orders does not read everybody's. Nothing is let through that the filter itself does not.
 */
const asIndexed = ({ buyerEmail, buyerIdentity }: FilterOf<typeof listed>): SQL | undefined =>
  and(
    ...inLowerCase(sql`lower(${orders.buyerEmail})`, buyerEmail),
    // An order that has an identity is filed under that.
    ...inLowerCase(sql`lower(coalesce(${orders.buyerIdentity}, ${orders.buyerEmail}))`, buyerIdentity),
  );

function inLowerCase(indexed: SQL, condition: Condition | null | undefined): SQL[] {
  const { eq: one, in: several } = condition ?? {};
  return [
    ...(typeof one === 'string' ? [sql`${indexed} = lower(${one})`] : []),
    ...(several
      ? [sql`${indexed} = any(array(select lower(each) from unnest(${sql.param(several)}::text[]) as each))`]
      : []),
  ];
}

type OrderListing = ListingOf<typeof listed>;

/** One page of the orders of that type in scope. */
export async function listOrders<Type extends ProductType>(
  tx: Tx,
  scope: ReadScope,
  type: Type,
  listing: OrderListing,
): Promise<OrderOf<Type>[]> {
  const among = and(visible(scope, type), asIndexed(listing.filter));
  return (await listRowsOfStores(tx, listed, scope, among, listing)).map(parsers[type]);
}

const ordersById = lookUp((db, scope, isThere) =>
  db
    .select()
    .from(orders)
    .where(and(visibleOrders(scope), isThere(orders.id))),
);

/** Those of them that are in scope, of either type. */
export const findOrders = async (tx: Tx, scope: ReadScope, ids: readonly string[]): Promise<Order[]> =>
  (await ordersById(tx, scope, ids)).map(parseOrder);

/** How many orders of that type in scope the filter lets through. */
export const countOrders = (
  tx: Tx,
  scope: ReadScope,
  type: ProductType,
  filter: FilterOf<typeof listed>,
): Promise<number> => countRows(tx, listed, and(visible(scope, type), asIndexed(filter)), filter);
