/** Order search for the dashboard's lists and exports. */

import { and, desc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { orders, payments, productVersions, refunds } from '#db/schema/index.ts';
import { productTypes } from '#server/catalog/rules/product.ts';
import { fromShortId } from '#server/domain/ids.ts';
import { begins } from '#server/events/data/email-prefix.ts';
import { type EnvironmentScope, inEnvironment, isRow, refersTo } from '#server/platform/data/merchant-scope.ts';
import { type ListPage, type PagePosition, type PageQuery, readListPage } from '#server/platform/data/paging.ts';
import { type Order, type OrderStatus, parseOrderOf } from '../rules/order.ts';
import { type OrderFilter, type RefundedChoice, statusesOf } from '../rules/order-filter.ts';
import { matchingSale } from './sale-search.ts';
import { hasIdentity } from './visible-orders.ts';

/** The columns of an order in lists. */
const listColumns = {
  id: orders.id,
  status: orders.status,
  productName: productVersions.name,
  totalMinor: orders.totalMinor,
  currency: orders.currency,
  billingPeriod: orders.billingPeriod,
  buyerEmail: orders.buyerEmail,
  buyerIdentity: orders.buyerIdentity,
  currentPeriodStart: orders.currentPeriodStart,
  currentPeriodEnd: orders.currentPeriodEnd,
  nextChargeAt: orders.nextChargeAt,
  pastDueSince: orders.pastDueSince,
  pausedAt: orders.pausedAt,
  resumesAt: orders.resumesAt,
  periodNumber: orders.periodNumber,
  refundState: orders.refundState,
  createdAt: orders.createdAt,
};

const selectListed = (tx: Tx) =>
  tx
    .select(listColumns)
    .from(orders)
    .innerJoin(productVersions, refersTo(orders, orders.productVersionId, productVersions))
    .$dynamic();

export type ListedOrder = Awaited<ReturnType<typeof selectListed>>[number];

/** The provider of an order's newest payment; null if there is none. */
const newestProvider = (tx: Tx, merchantId: string) => {
  const newest = tx
    .select({ provider: payments.provider })
    .from(payments)
    .where(and(eq(payments.orderId, orders.id), eq(payments.merchantId, merchantId)))
    .orderBy(desc(payments.attempt))
    .limit(1);
  return sql<string | null>`${newest}`;
};

const selectFull = (tx: Tx, merchantId: string) =>
  tx
    .select({ order: orders, productName: productVersions.name, provider: newestProvider(tx, merchantId) })
    .from(orders)
    .innerJoin(productVersions, refersTo(orders, orders.productVersionId, productVersions))
    .$dynamic();

/** One page of the store's orders that match the filter. */
export const searchOrders = (
  tx: Tx,
  scope: EnvironmentScope,
  filter: OrderFilter,
  position: PagePosition,
  limit: number,
) =>
  readPage(tx, scope, filter, position, limit, {
    keyOf: (order: ListedOrder) => ({ at: sortValueOf(filter, order), id: order.id }),
    read: (where, { inOrder, limit: maxRows }) =>
      selectListed(tx)
        .where(where)
        .orderBy(...inOrder)
        .limit(maxRows),
  });

/** One page of complete orders, newest first, for exports. */
export const readFullOrders = (
  tx: Tx,
  scope: EnvironmentScope,
  filter: OrderFilter,
  position: PagePosition,
  limit: number,
) =>
  readPage(tx, scope, { ...filter, oldestFirst: false, byNextCharge: false }, position, limit, {
    keyOf: ({ order }: { readonly order: Order }) => ({ at: order.createdAt, id: order.id }),
    read: async (where, { inOrder, limit: maxRows }) => {
      const rows = await selectFull(tx, scope.merchantId)
        .where(where)
        .orderBy(...inOrder)
        .limit(maxRows);
      return rows.map(parseOrderOf);
    },
  });

interface PageReader<Row> {
  readonly keyOf: (row: Row) => { readonly at: Date; readonly id: string };
  readonly read: (where: SQL | undefined, part: PageQuery) => PromiseLike<Row[]>;
}

function readPage<Row>(
  tx: Tx,
  scope: EnvironmentScope,
  filter: OrderFilter,
  position: PagePosition,
  limit: number,
  { keyOf, read }: PageReader<Row>,
): Promise<ListPage<Row>> {
  const isInScope = inEnvironment(orders, scope);
  return readListPage({
    position,
    limit,
    by: { at: filter.byNextCharge ? nextCharge : orders.createdAt, id: orders.id },
    // A list by next charge starts with the earliest charge.
    oldestFirst: filter.oldestFirst || filter.byNextCharge,
    valueAt: async (id) => {
      const { createdAt, nextChargeAt } = orders;
      const [row] = await tx
        .select({ createdAt, nextChargeAt })
        .from(orders)
        .where(and(isInScope, eq(orders.id, id)));
      return row && sortValueOf(filter, row);
    },
    keyOf,
    find: (part) =>
      Promise.all(
        branchesOf(filter).map((branch) =>
          read(and(isInScope, branch, matchesFilter(tx, scope, filter), part.beyond), part),
        ),
      ),
  });
}

/** Replaces a missing next charge, so that such orders come last. */
const never = '9999-12-31T00:00:00Z';

/** The expression of the index. */
const nextCharge = sql`coalesce(${orders.nextChargeAt}, ${sql.raw(`'${never}'::timestamptz`)})`;

/** The value that a list is sorted by. */
const sortValueOf = (
  { byNextCharge }: OrderFilter,
  { createdAt, nextChargeAt }: Pick<Order, 'createdAt' | 'nextChargeAt'>,
) => (byNextCharge ? (nextChargeAt ?? new Date(never)) : createdAt);

/** Whether the filter has an index of its own that leaves few rows. */
const isNarrow = ({ search, productId, customerId, refunded }: OrderFilter): boolean =>
  (search ?? productId ?? customerId ?? refunded) !== undefined;

/**
 * The conditions whose merged results make up the filter. An index sorts the orders of one type and status, but not of
 * several.
 */
function branchesOf(filter: OrderFilter): (SQL | undefined)[] {
  const { statuses, type } = filter;
  const isOfType = type && eq(orders.productType, type);
  if (statuses.length === 0) return [isOfType];
  // The index of next charges sorts all of a store's subscriptions, whatever their status.
  if (isNarrow(filter) || filter.byNextCharge) return [and(isOfType, or(...statuses.flatMap(conditionsOf)))];
  return (type ? [type] : productTypes).flatMap((productType) =>
    statuses
      .filter((status) => statusesOf[productType].includes(status))
      .flatMap(conditionsOf)
      .map((condition) => and(eq(orders.productType, productType), condition)),
  );
}

/** The words of the partial index. (`isTrialing` in `rules/order-display-status.ts`.) */
const isUncanceledTrial = sql`${orders.status} = 'active' and ${orders.periodNumber} = 0`;

/** The conditions for a displayed status; each is sorted by an index of its own. */
function conditionsOf(status: OrderStatus): (SQL | undefined)[] {
  const hasStatus = eq(orders.status, status);
  if (status === 'trialing') return [hasStatus, isUncanceledTrial];
  return [status === 'active' ? and(hasStatus, sql`${orders.periodNumber} is distinct from 0`) : hasStatus];
}

/** Written out in full: the partial index only matches its own words. */
const refundConditions: Readonly<Record<RefundedChoice, SQL>> = {
  yes: sql`${orders.refundState} <> 'none'`,
  full: sql`${orders.refundState} <> 'none' and ${orders.refundState} = 'full'`,
  partial: sql`${orders.refundState} <> 'none' and ${orders.refundState} = 'partial'`,
};

function matchesFilter(tx: Tx, scope: EnvironmentScope, filter: OrderFilter): SQL | undefined {
  const { search, billingPeriod, refunded } = filter;
  const { productId, totalMinor: amountMinor, currency, createdAt } = orders;
  const country = sql`${orders.billingDetail}->>'country'`;
  return and(
    search === undefined ? undefined : matchesOrderSearch(tx, scope, search),
    billingPeriod === undefined ? undefined : eq(orders.billingPeriod, billingPeriod),
    refunded && refundConditions[refunded],
    matchingSale(filter, { productId, country, amountMinor, currency, createdAt }),
  );
}

/** Matches an order by its ID, its payments' or refunds' IDs, the merchant's reference, or the buyer. */
export function matchesOrderSearch(tx: Tx, scope: EnvironmentScope, search: string): SQL | undefined {
  const orderId = fromShortId('ORD', search);
  const paymentId = search.startsWith('PAY_') ? fromShortId('PAY', search) : undefined;
  const refundId = search.startsWith('REF_') ? fromShortId('REF', search) : undefined;
  const orderIdsOfPayment = (id: string) =>
    tx
      .select({ id: payments.orderId })
      .from(payments)
      .where(isRow(payments, { ...scope, id }));
  const orderIdsOfRefund = (id: string) =>
    tx
      .select({ id: refunds.orderId })
      .from(refunds)
      .where(isRow(refunds, { ...scope, id }));
  if (paymentId) return inArray(orders.id, orderIdsOfPayment(paymentId));
  if (refundId) return inArray(orders.id, orderIdsOfRefund(refundId));
  return or(
    orderId === undefined ? undefined : eq(orders.id, orderId),
    begins(sql`lower(${orders.buyerEmail})`, search.toLowerCase()),
    and(isNotNull(orders.merchantExternalId), eq(orders.merchantExternalId, search)),
    and(eq(orders.buyerIdentity, search), hasIdentity(search)),
  );
}
