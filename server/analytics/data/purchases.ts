/** How often customers buy: by number of orders, and by period. */
import { and, asc, count, eq, isNotNull, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { customers, orders } from '#db/schema/index.ts';
import { ofMerchants, type ReadScope } from '#server/platform/data/listing.ts';
import { boughtAt, bucketNumber, countWhere, during, first, ofCurrency, owned, second } from './facts.ts';
import type { Choice } from './orders.ts';

const boughtIn = (scope: ReadScope, { range, currency }: Choice) =>
  and(
    owned(orders, scope),
    during(boughtAt(orders), range),
    ofCurrency(orders.currency, currency),
    isNotNull(orders.customerId),
  );

/** Customers with the same number of orders. */
export interface PurchaseFrequency {
  readonly orders: number;
  readonly customers: number;
}

/** The buyers in the range by their number of orders in it, the smallest number first. */
export const listPurchaseFrequencies = (tx: Tx, scope: ReadScope, choice: Choice): Promise<PurchaseFrequency[]> => {
  const buyers = tx
    .select({ orders: count().as('bought') })
    .from(orders)
    .where(boughtIn(scope, choice))
    .groupBy(orders.customerId)
    .as('buyers');
  return tx
    .select({ orders: sql<number>`${buyers.orders}`.mapWith(Number), customers: count() })
    .from(buyers)
    .groupBy(buyers.orders)
    .orderBy(asc(buyers.orders));
};

export interface BuyersOfPeriod {
  readonly start: Date;
  readonly buyers: number;
  /** Buyers with an order before the period, or two in it. */
  readonly repeating: number;
}

/** The buyers of each bucket that starts at these times, empty ones included. */
export async function readBuyerSeries(
  tx: Tx,
  scope: ReadScope,
  choice: Choice,
  starts: readonly Date[],
): Promise<BuyersOfPeriod[]> {
  const at = boughtAt(orders);
  const buyers = tx
    .select({
      bucket: bucketNumber(at, starts).as('bucket'),
      customerId: orders.customerId,
      orders: count().as('bought'),
      firstAt: sql`min(${at})`.as('first_at'),
    })
    .from(orders)
    .where(boughtIn(scope, choice))
    .groupBy(first, second)
    .as('buyers');
  const rows = await tx
    .select({
      bucket: buyers.bucket,
      buyers: count(),
      repeating: countWhere(sql`${buyers.orders} > 1 or ${customers.firstOrderAt} < ${buyers.firstAt}`),
    })
    .from(buyers)
    .innerJoin(customers, and(eq(customers.id, buyers.customerId), ofMerchants(customers, scope)))
    .groupBy(buyers.bucket);
  const found = new Map(rows.map((row) => [row.bucket, row]));
  return starts.map((start, index) => {
    const { buyers: all = 0, repeating = 0 } = found.get(index + 1) ?? {};
    return { start, buyers: all, repeating };
  });
}
