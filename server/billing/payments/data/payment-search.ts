/** Payment search for the dashboard's lists and exports. */
import { and, eq, exists, inArray, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { orders, payments, productVersions, refunds } from '#db/schema/index.ts';
import { fromShortId } from '#server/domain/ids.ts';
import { holdingRefundStatuses } from '#server/domain/refund-status.ts';
import { type ListPage, type PagePosition, readListPage } from '#server/platform/data/paging.ts';
import { matchesOrderSearch, type StoreScope } from '../../orders/data/order-search.ts';
import { isRenewal, matchingSale } from '../../orders/data/sale-search.ts';
import { parseOrderOf } from '../../orders/rules/order.ts';
import type { PaymentFilter, PaymentType } from '../rules/payment-filter.ts';

const isHolding = inArray(refunds.status, [...holdingRefundStatuses]);

/** The payment's succeeded and pending refunds. */
const refundedMinor = sql<number>`(
  select coalesce(sum(${refunds.amountMinor}), 0) from ${refunds}
  where ${refunds.paymentId} = ${payments.id} and ${isHolding})`.mapWith(Number);

const selectListed = (tx: Tx) =>
  tx
    .select({
      id: payments.id,
      orderId: payments.orderId,
      status: payments.status,
      currency: payments.currency,
      amountMinor: payments.amountMinor,
      taxMinor: payments.taxMinor,
      refundedMinor,
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
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .innerJoin(productVersions, eq(productVersions.id, orders.productVersionId))
    .$dynamic();

export type ListedPayment = Awaited<ReturnType<typeof selectListed>>[number];

const inScope = ({ storeId, environment }: StoreScope) =>
  and(eq(payments.storeId, storeId), eq(payments.environment, environment));

/** One page of the store's payments that match the filter. */
export function searchPayments(
  tx: Tx,
  scope: StoreScope,
  filter: PaymentFilter,
  position: PagePosition,
  limit: number,
): Promise<ListPage<ListedPayment>> {
  const isInScope = inScope(scope);
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
          selectListed(tx)
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

function matchesFilter(tx: Tx, scope: StoreScope, filter: PaymentFilter): SQL | undefined {
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
            .where(and(eq(refunds.paymentId, payments.id), isHolding)),
        )
      : undefined,
    matchingSale(filter, payments),
  );
}

const isOfType = (type: PaymentType): SQL | undefined =>
  type === 'renewal' ? isRenewal : eq(orders.productType, type);

/** Matches a payment by its ID, or by a search for its order. */
function matchesSearch(tx: Tx, scope: StoreScope, search: string): SQL | undefined {
  const paymentId = search.startsWith('PAY_') ? fromShortId('PAY', search) : undefined;
  if (paymentId) return eq(payments.id, paymentId);
  const isInStore = and(eq(orders.storeId, scope.storeId), eq(orders.environment, scope.environment));
  return inArray(
    payments.orderId,
    tx
      .select({ id: orders.id })
      .from(orders)
      .where(and(isInStore, matchesOrderSearch(tx, scope, search))),
  );
}

/** One payment of the store with its order and product name, or undefined. */
export async function findStorePayment(tx: Tx, scope: StoreScope, id: string) {
  const [row] = await tx
    .select({ payment: payments, order: orders, productName: productVersions.name })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .innerJoin(productVersions, eq(productVersions.id, orders.productVersionId))
    .where(and(inScope(scope), eq(payments.id, id)));
  return row && parseOrderOf(row);
}
