/** Orders of a time range: how many were made, what became of them, and what they came to. */
import { and, count, desc, isNotNull, or } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { orders } from '#db/schema/index.ts';
import type { OrderStatus } from '#server/billing/orders/rules/order.ts';
import type { ProductType } from '#server/catalog/rules/product.ts';
import { bucketsOf, type Interval, type TimeRange } from '#server/domain/time-range.ts';
import type { ReadScope } from '#server/platform/data/listing.ts';
import { boughtAt, bucketNumber, countWhere, during, first, ofCurrency, owned, second, sumOf } from './facts.ts';

/** What figures are asked about; without a currency, about orders of every currency. */
export interface Choice {
  readonly range: TimeRange;
  readonly currency?: string | undefined;
}

/** Orders that were made in the range. */
const madeIn = (scope: ReadScope, { range, currency }: Choice) =>
  and(owned(orders, scope), during(orders.createdAt, range), ofCurrency(orders.currency, currency));

export interface OrderCount {
  readonly productType: ProductType;
  readonly status: OrderStatus;
  readonly orders: number;
  /** How many of them were paid, or began with a trial, whatever became of them later. */
  readonly bought: number;
}

/** Orders made in the range, by what they are for and by their status now. */
export const countOrders = (tx: Tx, scope: ReadScope, choice: Choice): Promise<OrderCount[]> =>
  tx
    .select({
      productType: orders.productType,
      status: orders.status,
      orders: count(),
      bought: countWhere(or(isNotNull(orders.completedAt), isNotNull(orders.startedAt))),
    })
    .from(orders)
    .where(madeIn(scope, choice))
    .groupBy(orders.productType, orders.status);

export interface OrderBucket {
  readonly start: Date;
  readonly byStatus: ReadonlyMap<OrderStatus, number>;
}

/** The same by when they were made, in buckets. */
export async function readOrderBuckets(
  tx: Tx,
  scope: ReadScope,
  { interval, ...choice }: Choice & { readonly interval: Interval },
): Promise<OrderBucket[]> {
  const starts = bucketsOf(choice.range, interval);
  const rows = await tx
    .select({ bucket: bucketNumber(orders.createdAt, starts), status: orders.status, orders: count() })
    .from(orders)
    .where(madeIn(scope, choice))
    .groupBy(first, second);
  const byBucket = Map.groupBy(rows, ({ bucket }) => bucket);
  return starts.map((start, place) => {
    const found = byBucket.get(place + 1) ?? [];
    return { start, byStatus: new Map(found.map((row) => [row.status, row.orders])) };
  });
}

export interface OrderValue {
  readonly currency: string;
  readonly orders: number;
  readonly totalMinor: number;
}

/** What the orders came to that were bought in the range, by currency: of subscriptions, one period of theirs. */
export const listOrderValues = (tx: Tx, scope: ReadScope, { range, currency }: Choice): Promise<OrderValue[]> =>
  tx
    .select({ currency: orders.currency, orders: count(), totalMinor: sumOf(orders.totalMinor) })
    .from(orders)
    .where(and(owned(orders, scope), during(boughtAt(orders), range), ofCurrency(orders.currency, currency)))
    .groupBy(orders.currency)
    .orderBy(desc(count()), orders.currency);
