/** Payments as GraphQL lists them. */
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

const listed = {
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
export const listPayments = (tx: Tx, scope: ReadScope, listing: ListingOf<typeof listed>): Promise<Payment[]> =>
  listRowsOfStores(tx, listed, scope, visiblePayments(tx, scope), listing);

const paymentsById = lookUp((db, scope, isThere) =>
  db
    .select()
    .from(payments)
    .where(and(visiblePayments(db, scope), isThere(payments.id))),
);

/** Those of them that are in scope. */
export const findPayments = (tx: Tx, scope: ReadScope, ids: readonly string[]): Promise<Payment[]> =>
  paymentsById(tx, scope, ids);

/** How many payments in scope the filter lets through. */
export const countPayments = (tx: Tx, scope: ReadScope, filter: FilterOf<typeof listed>): Promise<number> =>
  countRows(tx, listed, visiblePayments(tx, scope), filter);

const paymentsOfOrders = lookUp((db, scope, isThere, params: Params<{ limit: number }>) => {
  const ranked = db
    .select({
      ...getTableColumns(payments),
      place: sql<number>`row_number() over (partition by ${payments.orderId} order by ${payments.attempt} desc)`.as(
        'place',
      ),
    })
    .from(payments)
    .where(and(isThere(payments.orderId), visiblePayments(db, scope)))
    .as('ranked');
  return db.select().from(ranked).where(lte(ranked.place, params.limit)).orderBy(ranked.orderId, desc(ranked.attempt));
});

/** The newest attempts of each of those orders, at most `limit` an order, newest first. */
export const listPaymentsOfOrders = (
  tx: Tx,
  scope: ReadScope,
  orderIds: readonly string[],
  limit: number,
): Promise<Payment[]> => paymentsOfOrders(tx, scope, orderIds, { limit });
