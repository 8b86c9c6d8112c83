/** Orders as the dashboard lists, searches and exports them. */
import { and, desc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { orders, payments, productVersions, refunds } from '#db/schema/index.ts';
import { productTypes } from '#server/catalog/rules/product.ts';
import type { Environment } from '#server/domain/environments.ts';
import { fromShortId } from '#server/domain/ids.ts';
import { begins } from '#server/events/data/email-prefix.ts';
import { type Leaf, type Part, type Place, readLeaf } from '#server/platform/data/paging.ts';
import { type Order, type OrderStatus, parseOrderOf } from '../rules/order.ts';
import { type OrderFilter, type RefundedChoice, statusesOf } from '../rules/order-filter.ts';
import { matchingSale } from './sale-search.ts';

/** A store in one environment. */
export interface StoreScope {
  readonly storeId: string;
  readonly environment: Environment;
}

/** What a list shows of an order. */
const shown = {
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
  periodNumber: orders.periodNumber,
  refundState: orders.refundState,
  createdAt: orders.createdAt,
};

const selectShown = (tx: Tx) =>
  tx.select(shown).from(orders).innerJoin(productVersions, eq(productVersions.id, orders.productVersionId)).$dynamic();

export type ListedOrder = Awaited<ReturnType<typeof selectShown>>[number];

/** The provider of an order's newest payment; null: none was tried. */
const newestProvider = (tx: Tx) => {
  const newest = tx
    .select({ provider: payments.provider })
    .from(payments)
    .where(and(eq(payments.orderId, orders.id), eq(payments.storeId, orders.storeId)))
    .orderBy(desc(payments.attempt))
    .limit(1);
  return sql<string | null>`${newest}`;
};

const selectWhole = (tx: Tx) =>
  tx
    .select({ order: orders, productName: productVersions.name, provider: newestProvider(tx) })
    .from(orders)
    .innerJoin(productVersions, eq(productVersions.id, orders.productVersionId))
    .$dynamic();

/** One page of the store's orders that the filter lets through. */
export const searchOrders = (tx: Tx, scope: StoreScope, filter: OrderFilter, place: Place, limit: number) =>
  leafOf(tx, scope, filter, place, limit, {
    keyOf: (order: ListedOrder) => ({ at: placeOf(filter, order), id: order.id }),
    read: (where, { inOrder, limit: most }) =>
      selectShown(tx)
        .where(where)
        .orderBy(...inOrder)
        .limit(most),
  });

/** The same with all there is of each, newest first. */
export const readWholeOrders = (tx: Tx, scope: StoreScope, filter: OrderFilter, place: Place, limit: number) =>
  leafOf(tx, scope, { ...filter, oldestFirst: false, byNextCharge: false }, place, limit, {
    keyOf: ({ order }: { readonly order: Order }) => ({ at: order.createdAt, id: order.id }),
    read: async (where, { inOrder, limit: most }) => {
      const rows = await selectWhole(tx)
        .where(where)
        .orderBy(...inOrder)
        .limit(most);
      return rows.map(parseOrderOf);
    },
  });

interface Reading<Row> {
  readonly keyOf: (row: Row) => { readonly at: Date; readonly id: string };
  readonly read: (where: SQL | undefined, part: Part) => PromiseLike<Row[]>;
}

function leafOf<Row>(
  tx: Tx,
  scope: StoreScope,
  filter: OrderFilter,
  place: Place,
  limit: number,
  { keyOf, read }: Reading<Row>,
): Promise<Leaf<Row>> {
  const mine = inScope(scope);
  return readLeaf({
    place,
    limit,
    by: { at: filter.byNextCharge ? chargedAt : orders.createdAt, id: orders.id },
    // The next charge, too, is the earliest one.
    oldestFirst: filter.oldestFirst || filter.byNextCharge,
    valueAt: async (id) => {
      const { createdAt, nextChargeAt } = orders;
      const [row] = await tx
        .select({ createdAt, nextChargeAt })
        .from(orders)
        .where(and(mine, eq(orders.id, id)));
      return row && placeOf(filter, row);
    },
    keyOf,
    find: (part) =>
      Promise.all(legsOf(filter).map((leg) => read(and(mine, leg, matching(tx, scope, filter), part.beyond), part))),
  });
}

/** Stands for no next charge: what has none comes last. */
const never = '9999-12-31T00:00:00Z';

/** As the index has it. */
const chargedAt = sql`coalesce(${orders.nextChargeAt}, ${sql.raw(`'${never}'::timestamptz`)})`;

/** What a list is in the order of. */
const placeOf = (
  { byNextCharge }: OrderFilter,
  { createdAt, nextChargeAt }: Pick<Order, 'createdAt' | 'nextChargeAt'>,
) => (byNextCharge ? (nextChargeAt ?? new Date(never)) : createdAt);

const inScope = ({ storeId, environment }: StoreScope) =>
  and(eq(orders.storeId, storeId), eq(orders.environment, environment));

/** What has an index of its own finds few enough by itself. */
const isNarrow = ({ search, productId, customerId, refunded }: OrderFilter): boolean =>
  (search ?? productId ?? customerId ?? refunded) !== undefined;

/**
 * The lists that make up what the filter asks for: an index has the orders of one type and status in their order, and
 * those of several it has not.
 */
function legsOf(filter: OrderFilter): (SQL | undefined)[] {
  const { statuses, type } = filter;
  const ofType = type && eq(orders.productType, type);
  if (statuses.length === 0) return [ofType];
  // The index of next charges has all of a store's subscriptions in their order, whatever their status.
  if (isNarrow(filter) || filter.byNextCharge) return [and(ofType, or(...statuses.flatMap(conditionsOf)))];
  return (type ? [type] : productTypes).flatMap((each) =>
    statuses
      .filter((status) => statusesOf[each].includes(status))
      .flatMap(conditionsOf)
      .map((condition) => and(eq(orders.productType, each), condition)),
  );
}

/** As the partial index has it. (`isTrialing` in `domain/order-standing.ts`.) */
const isKeptTrial = sql`${orders.status} = 'active' and ${orders.periodNumber} = 0`;

/** The rows that are shown with a status; each condition is in the order of an index of its own. */
function conditionsOf(status: OrderStatus): (SQL | undefined)[] {
  const hasStatus = eq(orders.status, status);
  if (status === 'trialing') return [hasStatus, isKeptTrial];
  return [status === 'active' ? and(hasStatus, sql`${orders.periodNumber} is distinct from 0`) : hasStatus];
}

/** Written out, as the partial index is used for its own words only. */
const refundConditions: Readonly<Record<RefundedChoice, SQL>> = {
  yes: sql`${orders.refundState} <> 'none'`,
  full: sql`${orders.refundState} <> 'none' and ${orders.refundState} = 'full'`,
  partial: sql`${orders.refundState} <> 'none' and ${orders.refundState} = 'partial'`,
};

function matching(tx: Tx, scope: StoreScope, filter: OrderFilter): SQL | undefined {
  const { search, billingPeriod, refunded } = filter;
  const { productId, totalMinor: amountMinor, currency, createdAt } = orders;
  const country = sql`${orders.billingDetail}->>'country'`;
  return and(
    search === undefined ? undefined : searched(tx, scope, search),
    billingPeriod === undefined ? undefined : eq(orders.billingPeriod, billingPeriod),
    refunded && refundConditions[refunded],
    matchingSale(filter, { productId, country, amountMinor, currency, createdAt }),
  );
}

/** What people have at hand of an order: its id or that of one of its payments or refunds, a reference, who bought. */
export function searched(tx: Tx, { storeId }: StoreScope, search: string): SQL | undefined {
  const orderId = fromShortId('ORD', search);
  const paymentId = search.startsWith('PAY_') ? fromShortId('PAY', search) : undefined;
  const refundId = search.startsWith('REF_') ? fromShortId('REF', search) : undefined;
  const ofPayment = (id: string) =>
    tx
      .select({ id: payments.orderId })
      .from(payments)
      .where(and(eq(payments.id, id), eq(payments.storeId, storeId)));
  const ofRefund = (id: string) =>
    tx
      .select({ id: refunds.orderId })
      .from(refunds)
      .where(and(eq(refunds.id, id), eq(refunds.storeId, storeId)));
  if (paymentId) return inArray(orders.id, ofPayment(paymentId));
  if (refundId) return inArray(orders.id, ofRefund(refundId));
  return or(
    orderId === undefined ? undefined : eq(orders.id, orderId),
    begins(sql`lower(${orders.buyerEmail})`, search.toLowerCase()),
    and(isNotNull(orders.merchantExternalId), eq(orders.merchantExternalId, search)),
    and(
      eq(orders.buyerIdentity, search),
      // As the index has it.
      sql`lower(coalesce(${orders.buyerIdentity}, ${orders.buyerEmail})) = lower(${search})`,
    ),
  );
}
