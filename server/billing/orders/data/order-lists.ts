/** Orders for GraphQL lists. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { orders } from '#db/schema/index.ts';
import type { ProductType } from '#server/catalog/rules/product.ts';
import {
  byNames,
  type Condition,
  countRows,
  type FilterOf,
  type ListingOf,
  type ReadScope,
  type StatementScope,
} from '#server/platform/data/listing.ts';
import { listRowsOfStores } from '#server/platform/data/multi-store-pagination.ts';
import { lookUp } from '#server/platform/data/scoped-statement.ts';
import { type Order, type OrderOf, orderStatusNames, parseOrder, parsers } from '../rules/order.ts';
import { visibleOrders } from './visible-orders.ts';

const listColumns = {
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
    orderMerchantExternalId: orders.merchantExternalId,
    totalAmount: orders.totalMinor,
    testMode: sql`(${orders.environment} = 'test')`,
    expiresAt: orders.expiresAt,
    completedAt: orders.completedAt,
    billingPeriod: orders.billingPeriod,
    trialEndsAt: orders.trialEndsAt,
    currentPeriodEnd: orders.currentPeriodEnd,
    canceledAt: orders.canceledAt,
    createdAt: orders.createdAt,
    updatedAt: orders.updatedAt,
  },
  sorts: { createdAt: orders.createdAt, updatedAt: orders.updatedAt },
};

const visible = (scope: StatementScope, type: ProductType | undefined) =>
  and(visibleOrders(scope), type && eq(orders.productType, type));

/**
 * Repeats the buyer filters as conditions on the lower-case indexes, so that a search for one buyer reads only their
 * orders. The conditions are never stricter than the filters themselves.
 */
const indexedConditions = ({ buyerEmail, buyerIdentity }: FilterOf<typeof listColumns>): SQL | undefined =>
  and(
    ...inLowerCase(sql`lower(${orders.buyerEmail})`, buyerEmail),
    ...inLowerCase(sql`lower(${orders.buyerIdentity})`, buyerIdentity),
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

type OrderFilter = FilterOf<typeof listColumns>;
type OrderListing = ListingOf<typeof listColumns>;

const withStoredStatus = (filter: OrderFilter): OrderFilter => ({
  ...filter,
  status: byNames(filter.status, orderStatusNames),
});

const listRows = (tx: Tx, scope: ReadScope, type: ProductType | undefined, { filter, page }: OrderListing) =>
  listRowsOfStores(tx, listColumns, scope, and(visible(scope, type), indexedConditions(filter)), {
    filter: withStoredStatus(filter),
    page,
  });

/** One page of the orders of one type in scope. */
export const listOrders = async <Type extends ProductType>(
  tx: Tx,
  scope: ReadScope,
  type: Type,
  listing: OrderListing,
): Promise<OrderOf<Type>[]> => (await listRows(tx, scope, type, listing)).map(parsers[type]);

/** One page of the orders of both types in scope. */
export const listAllOrders = async (tx: Tx, scope: ReadScope, listing: OrderListing): Promise<Order[]> =>
  (await listRows(tx, scope, undefined, listing)).map(parseOrder);

const ordersById = lookUp((db, scope, hasId) =>
  db
    .select()
    .from(orders)
    .where(and(visibleOrders(scope), hasId(orders.id))),
);

/** The orders in scope with these IDs, of either type. */
export const findOrders = async (tx: Tx, scope: ReadScope, ids: readonly string[]): Promise<Order[]> =>
  (await ordersById(tx, scope, ids)).map(parseOrder);

/** The number of orders in scope that match the filter; without a type, of both. */
export const countOrders = (
  tx: Tx,
  scope: ReadScope,
  type: ProductType | undefined,
  filter: OrderFilter,
): Promise<number> =>
  countRows(tx, listColumns, and(visible(scope, type), indexedConditions(filter)), withStoredStatus(filter));
