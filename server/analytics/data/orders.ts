/** Orders in a time range: their number, status and value. */
import { and, count, desc, isNotNull, or, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { orders } from '#db/schema/index.ts';
import type { OrderStatus } from '#server/billing/orders/rules/order.ts';
import type { ProductType } from '#server/catalog/rules/product.ts';
import { bucketsOf, type Granularity, type Interval, type TimeRange } from '#server/domain/time-range.ts';
import type { ReadScope } from '#server/platform/data/listing.ts';
import { bucketNumber, countWhere, during, first, ofCurrency, owned, second } from './facts.ts';
import { type FigureScope, figureRows, figures } from './rollups.ts';

/** A range and a currency; without a currency, all orders count. */
export interface Choice {
  readonly range: TimeRange;
  readonly currency?: string | undefined;
}

/** Orders that were created in the range. */
const createdIn = (scope: ReadScope, { range, currency }: Choice) =>
  and(owned(orders, scope), during(orders.createdAt, range), ofCurrency(orders.currency, currency));

export interface OrderCount {
  readonly productType: ProductType;
  readonly status: OrderStatus;
  readonly orders: number;
  /** How many of them were paid or started a trial, regardless of their current status. */
  readonly bought: number;
}

/** The orders created in the range, by product type and current status. */
export const countOrders = (tx: Tx, scope: ReadScope, choice: Choice): Promise<OrderCount[]> =>
  tx
    .select({
      productType: orders.productType,
      status: orders.status,
      orders: count(),
      bought: countWhere(or(isNotNull(orders.completedAt), isNotNull(orders.startedAt))),
    })
    .from(orders)
    .where(createdIn(scope, choice))
    .groupBy(orders.productType, orders.status);

export interface OrdersOfCountry {
  /** ISO 3166-1 alpha-2, as entered by the buyer; null if it was not asked for. */
  readonly country: string | null;
  readonly orders: number;
}

/** The orders created in the range by country, most first. */
export const countOrdersByCountry = (tx: Tx, scope: ReadScope, choice: Choice): Promise<OrdersOfCountry[]> =>
  tx
    .select({ country: sql<string | null>`${orders.billingDetail}->>'country'`, orders: count() })
    .from(orders)
    .where(createdIn(scope, choice))
    .groupBy(first)
    .orderBy(desc(count()), first);

export interface OrderBucket {
  readonly start: Date;
  readonly byStatus: ReadonlyMap<OrderStatus, number>;
}

/** The orders created in each bucket of the range, by current status. */
export async function readOrderBuckets(
  tx: Tx,
  scope: ReadScope,
  { interval, ...choice }: Choice & { readonly interval: Interval | Granularity },
): Promise<OrderBucket[]> {
  const starts = bucketsOf(choice.range, interval);
  const rows = await tx
    .select({ bucket: bucketNumber(orders.createdAt, starts), status: orders.status, orders: count() })
    .from(orders)
    .where(createdIn(scope, choice))
    .groupBy(first, second);
  const byBucket = Map.groupBy(rows, ({ bucket }) => bucket);
  return starts.map((start, index) => {
    const found = byBucket.get(index + 1) ?? [];
    return { start, byStatus: new Map(found.map((row) => [row.status, row.orders])) };
  });
}

export interface OrderValue {
  readonly currency: string;
  readonly orders: number;
  readonly totalMinor: number;
}

/** The value of orders bought in the range, by currency; for subscriptions, of one period. */
export const listOrderValues = (tx: Tx, scope: FigureScope, choice: Choice): Promise<OrderValue[]> =>
  tx
    .select({ currency: figures.currency, orders: figures.count, totalMinor: figures.amountMinor })
    .from(figureRows('order', scope, choice))
    .groupBy(figures.currency)
    .orderBy(desc(figures.count), figures.currency);
