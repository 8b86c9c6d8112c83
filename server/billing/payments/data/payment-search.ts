/** Payment search for the dashboard's lists and exports. */

import { and, eq, exists, inArray, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { orders, payments, productVersions, refunds } from '#db/schema/index.ts';
import { fromShortId } from '#server/domain/ids.ts';
import { holdingRefundStatuses } from '#server/domain/refund-status.ts';
import { type EnvironmentScope, inEnvironment, refersTo } from '#server/platform/data/merchant-scope.ts';
import { type ListPage, type PagePosition, readListPage } from '#server/platform/data/paging.ts';
import { matchesOrderSearch } from '../../orders/data/order-search.ts';
import { isRenewal, matchingSale } from '../../orders/data/sale-search.ts';
import { parseOrderOf } from '../../orders/rules/order.ts';
import type { PaymentFilter, PaymentType } from '../rules/payment-filter.ts';

const isHolding = inArray(refunds.status, [...holdingRefundStatuses]);

/** The payment's succeeded and pending refunds. */
const refundedMinor = (merchantId: string) =>
  sql<number>`(
    select coalesce(sum(${refunds.amountMinor}), 0) from ${refunds}
    where ${refunds.paymentId} = ${payments.id} and ${refunds.merchantId} = ${merchantId} and ${isHolding})`.mapWith(
    Number,
  );

const selectListed = (tx: Tx, merchantId: string) =>
  tx
    .select({
      id: payments.id,
      orderId: payments.orderId,
      status: payments.status,
      currency: payments.currency,
      amountMinor: payments.amountMinor,
      taxMinor: payments.taxMinor,
      refundedMinor: refundedMinor(merchantId),
      method: payments.method,
      cardBrand: payments.cardBrand,
      cardLast4: payments.cardLast4,
      provider: payments.provider,
      providerPaymentId: payments.providerPaymentId,
      failureCode: payments.failureCode,
      failureReason: payments.failureReason,
      periodNumber: payments.periodNumber,
      createdAt: payments.createdAt,
      succeededAt: payments.succeededAt,
      buyerEmail: orders.buyerEmail,
      productName: productVersions.name,
    })
    .from(payments)
    .innerJoin(orders, refersTo(payments, payments.orderId, orders))
    .innerJoin(productVersions, refersTo(orders, orders.productVersionId, productVersions))
    .$dynamic();

export type ListedPayment = Awaited<ReturnType<typeof selectListed>>[number];

/** One page of the store's payments that match the filter. */
export function searchPayments(
  tx: Tx,
  scope: EnvironmentScope,
  filter: PaymentFilter,
  position: PagePosition,
  limit: number,
): Promise<ListPage<ListedPayment>> {
  const isInScope = inEnvironment(payments, scope);
  return readListPage({
    position,
    limit,
    by: { at: payments.createdAt, id: payments.id },
    oldestFirst: filter.oldestFirst,
    valueAt: async (id) =>
      (
        await tx
          .select({ at: payments.createdAt })
          .from(payments)
          .where(and(isInScope, eq(payments.id, id)))
      )[0]?.at,
    keyOf: ({ createdAt, id }) => ({ at: createdAt, id }),
    find: ({ beyond, inOrder, limit: maxRows }) =>
      Promise.all(
        branchesOf(filter).map((branch) =>
          selectListed(tx, scope.merchantId)
            .where(and(isInScope, branch, matchesFilter(tx, scope, filter), beyond))
            .orderBy(...inOrder)
            .limit(maxRows),
        ),
      ),
  });
}

/** An index sorts the payments of one status, but not of several: one branch per status. */
function branchesOf({ statuses, search, customerId, productId }: PaymentFilter): (SQL | undefined)[] {
  if (statuses.length === 0) return [undefined];
  if ((search ?? customerId ?? productId) !== undefined) return [inArray(payments.status, [...statuses])];
  return statuses.map((status) => eq(payments.status, status));
}

function matchesFilter(tx: Tx, scope: EnvironmentScope, filter: PaymentFilter): SQL | undefined {
  const { search, type, decline, isRefunded } = filter;
  return and(
    search === undefined ? undefined : matchesSearch(tx, scope, search),
    type && isOfType(type),
    decline === undefined ? undefined : eq(payments.failureCode, decline),
    isRefunded
      ? exists(
          tx
            .select({ one: sql`1` })
            .from(refunds)
            .where(and(eq(refunds.paymentId, payments.id), eq(refunds.merchantId, scope.merchantId), isHolding)),
        )
      : undefined,
    matchingSale(filter, payments),
  );
}

const isOfType = (type: PaymentType): SQL | undefined =>
  type === 'renewal' ? isRenewal : eq(orders.productType, type);

/** Matches a payment by its ID, or by a search for its order. */
function matchesSearch(tx: Tx, scope: EnvironmentScope, search: string): SQL | undefined {
  const paymentId = search.startsWith('PAY_') ? fromShortId('PAY', search) : undefined;
  if (paymentId) return eq(payments.id, paymentId);
  return inArray(
    payments.orderId,
    tx
      .select({ id: orders.id })
      .from(orders)
      .where(and(inEnvironment(orders, scope), matchesOrderSearch(tx, scope, search))),
  );
}

/** One payment of the store with its order and product name, or undefined. */
export async function findStorePayment(tx: Tx, scope: EnvironmentScope, id: string) {
  const [row] = await tx
    .select({ payment: payments, order: orders, productName: productVersions.name })
    .from(payments)
    .innerJoin(orders, refersTo(payments, payments.orderId, orders))
    .innerJoin(productVersions, refersTo(orders, orders.productVersionId, productVersions))
    .where(and(inEnvironment(payments, scope), eq(payments.id, id)));
  return row && parseOrderOf(row);
}
