/** Customer search for the dashboard's lists and exports. A trigger on orders maintains the rows. */
import { and, asc, desc, eq, gt, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { customers, events, orders, payments, refunds, refundTickets } from '#db/schema/index.ts';
import { holdingRefundStatuses } from '#server/domain/refund-status.ts';
import { begins } from '#server/events/data/email-prefix.ts';
import type { EventRow } from '#server/events/data/events.ts';
import { among } from '#server/platform/data/listing.ts';
import { type EnvironmentScope, inEnvironment, inStore } from '#server/platform/data/merchant-scope.ts';
import { type ListPage, type PagePosition, readListPage } from '#server/platform/data/paging.ts';
import type { CustomerFilter } from '../rules/customer-filter.ts';

export type Customer = typeof customers.$inferSelect;

const inScope = (scope: EnvironmentScope) => inEnvironment(customers, scope);

/** One page of the store's customers that match the filter, sorted by their last or first order. */
export function searchCustomers(
  tx: Tx,
  scope: EnvironmentScope,
  filter: CustomerFilter,
  position: PagePosition,
  limit: number,
): Promise<ListPage<Customer>> {
  const isInScope = inScope(scope);
  const at = filter.newestFirst ? customers.firstOrderAt : customers.lastOrderAt;
  return readListPage<Customer>({
    position,
    limit,
    by: { at, id: customers.id },
    valueAt: async (id) =>
      (
        await tx
          .select({ at })
          .from(customers)
          .where(and(isInScope, eq(customers.id, id)))
      )[0]?.at,
    keyOf: ({ id, firstOrderAt, lastOrderAt }) => ({ at: filter.newestFirst ? firstOrderAt : lastOrderAt, id }),
    find: async ({ beyond, inOrder, limit: maxRows }) => [
      await tx
        .select()
        .from(customers)
        .where(and(isInScope, matchesFilter(filter), beyond))
        .orderBy(...inOrder)
        .limit(maxRows),
    ],
  });
}

function matchesFilter({ search, country, isReturning, from, until }: CustomerFilter): SQL | undefined {
  return and(
    search === undefined
      ? undefined
      : or(begins(sql`lower(${customers.email})`, search.toLowerCase()), eq(customers.key, `id:${search}`)),
    country === undefined ? undefined : eq(customers.country, country),
    isReturning ? gt(customers.orders, 1) : undefined,
    from && gte(customers.firstOrderAt, from),
    until && lt(customers.firstOrderAt, until),
  );
}

/** One customer of the store, or undefined. */
export const findCustomer = async (tx: Tx, scope: EnvironmentScope, id: string): Promise<Customer | undefined> =>
  (
    await tx
      .select()
      .from(customers)
      .where(and(inScope(scope), eq(customers.id, id)))
  )[0];

/** A customer's payments, and pending and succeeded refunds, in one currency. Bigint, because sums may be large. */
export interface Spent {
  readonly currency: string;
  readonly paidMinor: bigint;
  readonly refundedMinor: bigint;
}

/** The part that went through one payment provider; 0 if the provider has only saved a card. */
interface SpentThrough extends Spent {
  readonly provider: string;
}

/** The spending of customers of the store, by customer ID, per currency. */
export async function readSpent(
  tx: Tx,
  scope: EnvironmentScope,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Spent[]>> {
  const spent = await readSpentThrough(tx, scope, customerIds);
  return new Map([...spent].map(([customerId, parts]) => [customerId, sumByCurrency(parts)]));
}

function sumByCurrency(parts: readonly SpentThrough[]): Spent[] {
  const paid = parts.filter(({ paidMinor }) => paidMinor > 0n);
  return [...Map.groupBy(paid, ({ currency }) => currency)].map(([currency, amounts]) => ({
    currency,
    paidMinor: amounts.reduce((sum, { paidMinor }) => sum + paidMinor, 0n),
    refundedMinor: amounts.reduce((sum, { refundedMinor }) => sum + refundedMinor, 0n),
  }));
}

/** The spending of customers per currency and payment provider, zero amounts included. */
export async function readSpentThrough(
  tx: Tx,
  { environment, ...store }: EnvironmentScope,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, readonly SpentThrough[]>> {
  if (customerIds.length === 0) return new Map();
  const refundedMinor = sql`(
    select coalesce(sum(${refunds.amountMinor}), 0) from ${refunds}
    where ${refunds.paymentId} = ${payments.id} and ${refunds.merchantId} = ${store.merchantId}
      and ${inArray(refunds.status, [...holdingRefundStatuses])})`;
  const rows = await tx
    .select({
      customerId: orders.customerId,
      currency: payments.currency,
      provider: payments.provider,
      paidMinor: sql<bigint>`sum(${payments.amountMinor})`.mapWith(BigInt),
      refundedMinor: sql<bigint>`sum(${refundedMinor})`.mapWith(BigInt),
    })
    .from(orders)
    .innerJoin(payments, and(eq(payments.orderId, orders.id), eq(payments.merchantId, orders.merchantId)))
    .where(
      and(
        among(orders.customerId, customerIds),
        inStore(orders, store),
        eq(orders.environment, environment),
        eq(payments.status, 'succeeded'),
      ),
    )
    .groupBy(orders.customerId, payments.currency, payments.provider)
    .orderBy(asc(payments.currency), asc(payments.provider));
  return Map.groupBy(rows, ({ customerId }) => customerId ?? '');
}

/** A customer's refund requests, newest first. */
export const listCustomerTickets = (
  tx: Tx,
  { environment, ...store }: EnvironmentScope,
  customerId: string,
  limit: number,
) =>
  tx
    .select({ ticket: refundTickets })
    .from(orders)
    .innerJoin(
      refundTickets,
      and(eq(refundTickets.orderId, orders.id), eq(refundTickets.merchantId, orders.merchantId)),
    )
    .where(and(eq(orders.customerId, customerId), inStore(orders, store), eq(orders.environment, environment)))
    .orderBy(desc(refundTickets.createdAt), desc(refundTickets.id))
    .limit(limit);

/** The latest events of orders of the store, newest first. */
export const listEventsOfOrders = (
  tx: Tx,
  { environment, ...store }: EnvironmentScope,
  orderIds: readonly string[],
  limit: number,
): Promise<EventRow[]> =>
  tx
    .select()
    .from(events)
    .where(and(among(events.objectId, orderIds), inStore(events, store), eq(events.environment, environment)))
    .orderBy(desc(events.createdAt), desc(events.id))
    .limit(limit);
