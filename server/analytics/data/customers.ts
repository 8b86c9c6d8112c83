/** Customer figures: new and returning buyers, top customers, and lifetime value. */

import { and, count, countDistinct, desc, eq, exists, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { customers, orders, payments, refunds } from '#db/schema/index.ts';
import type { TimeRange } from '#server/domain/time-range.ts';
import { ofMerchants, type ReadScope } from '#server/platform/data/listing.ts';
import { refersTo } from '#server/platform/data/merchant-scope.ts';
import { boughtAt, countWhere, during, ofCurrency, owned, sumOf } from './facts.ts';
import type { Choice } from './orders.ts';
import { succeededIn, type TopChoice } from './revenue.ts';

export interface BuyerFigures {
  /** Customers with a paid order or started trial in the range. */
  readonly buyers: number;
  /** Buyers with their first order in the range. */
  readonly new: number;
  /** Buyers with an order before the range. */
  readonly returning: number;
  /** Buyers with an order before the range, or two in it. */
  readonly repeating: number;
}

/** The buyers in the range. */
export async function readBuyers(tx: Tx, scope: ReadScope, { range, currency }: Choice): Promise<BuyerFigures> {
  const bought = tx
    .select({ customerId: orders.customerId, orders: count().as('bought') })
    .from(orders)
    .where(and(owned(orders, scope), during(boughtAt(orders), range), ofCurrency(orders.currency, currency)))
    .groupBy(orders.customerId)
    .as('buyers');
  const isNew = during(customers.firstOrderAt, range);
  const [row] = await tx
    .select({
      buyers: count(),
      new: countWhere(isNew),
      returning: countWhere(sql`not ${isNew}`),
      repeating: countWhere(sql`not ${isNew} or ${bought.orders} > 1`),
    })
    .from(bought)
    .innerJoin(customers, and(eq(customers.id, bought.customerId), ofMerchants(customers, scope)));
  return row ?? { buyers: 0, new: 0, returning: 0, repeating: 0 };
}

export interface TopCustomer {
  readonly customerId: string;
  readonly email: string | null;
  readonly identity: string | null;
  readonly country: string | null;
  /** All paid or started orders, in any currency. */
  readonly orders: number;
  readonly firstOrderAt: Date;
  readonly lastOrderAt: Date;
  /** The orders that these payments are for. */
  readonly paidOrders: number;
  /** The payments in the range, tax included, in minor units, and their number. */
  readonly spentMinor: number;
  readonly payments: number;
}

/** The customers with the highest payments in the range. */
export async function listTopCustomers(
  tx: Tx,
  scope: ReadScope,
  { range, currency, limit }: TopChoice,
): Promise<TopCustomer[]> {
  const spentMinor = sumOf(payments.amountMinor);
  const spenders = tx
    .select({
      customerId: orders.customerId,
      spentMinor: spentMinor.as('spent'),
      payments: count().as('paid'),
      paidOrders: countDistinct(orders.id).as('paid_orders'),
    })
    .from(payments)
    .innerJoin(orders, refersTo(payments, payments.orderId, orders))
    .where(and(succeededIn(scope, range, currency), sql`${orders.customerId} is not null`))
    .groupBy(orders.customerId)
    .orderBy(desc(spentMinor), orders.customerId)
    .limit(limit)
    .as('spenders');
  return await tx
    .select({
      customerId: customers.id,
      email: customers.email,
      identity: customers.identity,
      country: customers.country,
      orders: customers.orders,
      firstOrderAt: customers.firstOrderAt,
      lastOrderAt: customers.lastOrderAt,
      paidOrders: sql<number>`${spenders.paidOrders}`.mapWith(Number),
      spentMinor: sql<number>`${spenders.spentMinor}`.mapWith(Number),
      payments: sql<number>`${spenders.payments}`.mapWith(Number),
    })
    .from(spenders)
    .innerJoin(customers, and(eq(customers.id, spenders.customerId), ofMerchants(customers, scope)))
    .orderBy(desc(spenders.spentMinor), customers.id);
}

/** Customers with their first order in the range. */
export const firstBoughtIn = (scope: ReadScope, range: TimeRange): SQL | undefined =>
  and(owned(customers, scope), during(customers.firstOrderAt, range));

/** Whether a customer has an order in a currency, at any time. */
export const boughtInCurrency = (tx: Tx, currency: string): SQL =>
  exists(
    tx
      .select({ one: sql`1` })
      .from(orders)
      .where(and(refersTo(orders, orders.customerId, customers), eq(orders.currency, currency))),
  );

export interface LifetimeFigures {
  /** The customers who have bought in the currency. */
  readonly customers: number;
  /** All their payments so far, in minor units, and the refunds of them. */
  readonly paidMinor: number;
  readonly refundedMinor: number;
}

/** The payments so far of customers with their first order in the range. */
export async function readLifetime(
  tx: Tx,
  scope: ReadScope,
  { range, currency }: { readonly range: TimeRange; readonly currency: string },
): Promise<LifetimeFigures> {
  const isInRange = firstBoughtIn(scope, range);
  const [[found], [paid], [refunded]] = await Promise.all([
    tx
      .select({ customers: count() })
      .from(customers)
      .where(and(isInRange, boughtInCurrency(tx, currency))),
    tx
      .select({ paidMinor: sumOf(payments.amountMinor) })
      .from(customers)
      .innerJoin(orders, refersTo(orders, orders.customerId, customers))
      .innerJoin(payments, refersTo(payments, payments.orderId, orders))
      .where(and(isInRange, eq(payments.status, 'succeeded'), eq(payments.currency, currency))),
    tx
      .select({ refundedMinor: sumOf(refunds.amountMinor) })
      .from(customers)
      .innerJoin(orders, refersTo(orders, orders.customerId, customers))
      .innerJoin(refunds, refersTo(refunds, refunds.orderId, orders))
      .where(and(isInRange, eq(refunds.status, 'succeeded'), eq(refunds.currency, currency))),
  ]);
  return {
    customers: found?.customers ?? 0,
    paidMinor: paid?.paidMinor ?? 0,
    refundedMinor: refunded?.refundedMinor ?? 0,
  };
}
