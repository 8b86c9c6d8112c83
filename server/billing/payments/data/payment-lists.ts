/** Payments for GraphQL lists. */
import { and, desc, eq, getTableColumns, inArray, lte, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import type { Params } from '#db/hot-statement.ts';
import { orders, payments } from '#db/schema/index.ts';
import {
  countRows,
  type FilterOf,
  inStores,
  type ListingOf,
  type ReadScope,
  type StatementScope,
} from '#server/platform/data/listing.ts';
import { listRowsOfStores } from '#server/platform/data/multi-store-pagination.ts';
import { lookUp } from '#server/platform/data/scoped-statement.ts';
import { visibleOrders } from '../../orders/data/visible-orders.ts';
import type { Payment } from '../payments.ts';

const listColumns = {
  table: payments,
  filters: {
    id: payments.id,
    orderId: payments.orderId,
    storeId: payments.storeId,
    status: payments.status,
    currency: payments.currency,
    createdAt: payments.createdAt,
  },
  sorts: { createdAt: payments.createdAt, updatedAt: payments.updatedAt },
};

/** A customer sees the payments of their own orders only. */
const visiblePayments = (tx: Tx, scope: StatementScope) =>
  and(
    inStores(payments.storeId, scope),
    eq(payments.environment, scope.environment),
    ...(scope.buyerIdentity === undefined
      ? []
      : [inArray(payments.orderId, tx.select({ id: orders.id }).from(orders).where(visibleOrders(scope)))]),
  );

/** One page of the payments in scope. */
export const listPayments = (tx: Tx, scope: ReadScope, listing: ListingOf<typeof listColumns>): Promise<Payment[]> =>
  listRowsOfStores(tx, listColumns, scope, visiblePayments(tx, scope), listing);

const paymentsById = lookUp((db, scope, hasId) =>
  db
    .select()
    .from(payments)
    .where(and(visiblePayments(db, scope), hasId(payments.id))),
);

/** The payments in scope with these IDs. */
export const findPayments = (tx: Tx, scope: ReadScope, ids: readonly string[]): Promise<Payment[]> =>
  paymentsById(tx, scope, ids);

/** The number of payments in scope that match the filter. */
export const countPayments = (tx: Tx, scope: ReadScope, filter: FilterOf<typeof listColumns>): Promise<number> =>
  countRows(tx, listColumns, visiblePayments(tx, scope), filter);

const paymentsOfOrders = lookUp((db, scope, hasId, params: Params<{ limit: number }>) => {
  const ranked = db
    .select({
      ...getTableColumns(payments),
      position: sql<number>`row_number() over (partition by ${payments.orderId} order by ${payments.attempt} desc)`.as(
        'position',
      ),
    })
    .from(payments)
    .where(and(hasId(payments.orderId), visiblePayments(db, scope)))
    .as('ranked');
  return db
    .select()
    .from(ranked)
    .where(lte(ranked.position, params.limit))
    .orderBy(ranked.orderId, desc(ranked.attempt));
});

/** The newest attempts of each order, at most `limit` per order, newest first. */
export const listPaymentsOfOrders = (
  tx: Tx,
  scope: ReadScope,
  orderIds: readonly string[],
  limit: number,
): Promise<Payment[]> => paymentsOfOrders(tx, scope, orderIds, { limit });
