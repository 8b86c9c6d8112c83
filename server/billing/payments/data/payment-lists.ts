/** Payments for GraphQL lists. */
import { and, desc, eq, getTableColumns, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import type { Params } from '#db/hot-statement.ts';
import { orders, paymentMethods, payments } from '#db/schema/index.ts';
import { paymentStatusNames } from '#server/domain/payment.ts';
import {
  byNames,
  countRows,
  type Filter,
  inStores,
  type Listing,
  type ReadScope,
  type StatementScope,
} from '#server/platform/data/listing.ts';
import { listRowsOfStores } from '#server/platform/data/multi-store-pagination.ts';
import { lookUp } from '#server/platform/data/scoped-statement.ts';
import { hasOrderExternalId, visibleOrders } from '../../orders/data/visible-orders.ts';
import type { Payment } from '../payments.ts';

const listColumns = {
  table: payments,
  filters: {
    id: payments.id,
    orderId: payments.orderId,
    storeId: payments.storeId,
    status: payments.status,
    currency: payments.currency,
    amount: payments.amountMinor,
    testMode: sql`(${payments.environment} = 'test')`,
    createdAt: payments.createdAt,
    updatedAt: payments.updatedAt,
  },
  sorts: { createdAt: payments.createdAt, updatedAt: payments.updatedAt },
};

/** A customer sees the payments of their own orders only. */
const visiblePayments = (tx: Tx, scope: StatementScope) =>
  and(
    inStores(payments, scope),
    eq(payments.environment, scope.environment),
    ...(scope.buyerIdentity === undefined
      ? []
      : [inArray(payments.orderId, tx.select({ id: orders.id }).from(orders).where(visibleOrders(scope)))]),
  );

type PaymentFilter = Filter<keyof typeof listColumns.filters | 'orderMerchantExternalId'>;
type PaymentListing = Listing<keyof PaymentFilter, keyof typeof listColumns.sorts>;

/** The visible rows and the conditions on columns for a filter. */
const chosen = (tx: Tx, scope: ReadScope, { orderMerchantExternalId, ...filter }: PaymentFilter) => ({
  among: and(visiblePayments(tx, scope), hasOrderExternalId(tx, scope, payments.orderId, orderMerchantExternalId)),
  filter: { ...filter, status: byNames(filter.status, paymentStatusNames) },
});

/** One page of the payments in scope. */
export const listPayments = (tx: Tx, scope: ReadScope, listing: PaymentListing): Promise<Payment[]> => {
  const { among, filter } = chosen(tx, scope, listing.filter);
  return listRowsOfStores(tx, listColumns, scope, among, { ...listing, filter });
};

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
export const countPayments = (tx: Tx, scope: ReadScope, wanted: PaymentFilter): Promise<number> => {
  const { among, filter } = chosen(tx, scope, wanted);
  return countRows(tx, listColumns, among, filter);
};

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

const expiriesOfPayments = lookUp((db, scope, hasId) =>
  db
    .select({ paymentId: payments.id, month: paymentMethods.expiryMonth, year: paymentMethods.expiryYear })
    .from(payments)
    .innerJoin(
      paymentMethods,
      and(
        eq(paymentMethods.orderId, payments.orderId),
        eq(paymentMethods.merchantId, payments.merchantId),
        or(
          eq(paymentMethods.id, payments.paymentMethodId),
          // A payment with the buyer present saves its method when it succeeds.
          and(isNull(payments.paymentMethodId), eq(paymentMethods.createdAt, payments.succeededAt)),
        ),
      ),
    )
    .where(and(visiblePayments(db, scope), hasId(payments.id))),
);

/** When the saved cards expire that the payments in scope were made with. */
export const findCardExpiries = (
  tx: Tx,
  scope: ReadScope,
  paymentIds: readonly string[],
): Promise<{ paymentId: string; month: number | null; year: number | null }[]> =>
  expiriesOfPayments(tx, scope, paymentIds);
