/** Who buys: new and returning buyers, those who spend most, and what they are worth. */
import { and, count, desc, eq, exists, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { customers, orders, payments, refunds } from '#db/schema/index.ts';
import type { TimeRange } from '#server/domain/time-range.ts';
import type { ReadScope } from '#server/platform/data/listing.ts';
import { boughtAt, countWhere, during, ofCurrency, owned, sumOf } from './facts.ts';
import type { Choice } from './orders.ts';
import { succeededIn, type TopChoice } from './revenue.ts';

export interface BuyerFigures {
  /** Who bought in the range: an order was paid, or began with a trial. */
  readonly buyers: number;
  /** Those of them whose first order it was. */
  readonly new: number;
  /** Those who had bought before the range. */
  readonly returning: number;
  /** Those who had bought before, or bought twice in the range. */
  readonly repeating: number;
}

/** The buyers of the range. */
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
    .innerJoin(customers, eq(customers.id, bought.customerId));
  return row ?? { buyers: 0, new: 0, returning: 0, repeating: 0 };
}

export interface TopCustomer {
  readonly customerId: string;
  readonly email: string | null;
  readonly identity: string | null;
  readonly country: string | null;
  /** All orders of theirs that were ever paid or begun, in whatever currency. */
  readonly orders: number;
  readonly firstOrderAt: Date;
  /** What they paid in the range, tax included, in minor units; and in how many payments. */
  readonly spentMinor: number;
  readonly payments: number;
}

/** Who paid most in the range. */
export async function listTopCustomers(
  tx: Tx,
  scope: ReadScope,
  { range, currency, limit }: TopChoice,
): Promise<TopCustomer[]> {
  const spentMinor = sumOf(payments.amountMinor);
  const spenders = tx
    .select({ customerId: orders.customerId, spentMinor: spentMinor.as('spent'), payments: count().as('paid') })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
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
      spentMinor: sql<number>`${spenders.spentMinor}`.mapWith(Number),
      payments: sql<number>`${spenders.payments}`.mapWith(Number),
    })
    .from(spenders)
    .innerJoin(customers, eq(customers.id, spenders.customerId))
    .orderBy(desc(spenders.spentMinor), customers.id);
}

/** Customers whose first order falls into the range. */
export const firstBoughtIn = (scope: ReadScope, range: TimeRange): SQL | undefined =>
  and(owned(customers, scope), during(customers.firstOrderAt, range));

/** That a customer has bought something in that currency, whenever. */
export const boughtInCurrency = (tx: Tx, currency: string): SQL =>
  exists(
    tx
      .select({ one: sql`1` })
      .from(orders)
      .where(and(eq(orders.customerId, customers.id), eq(orders.currency, currency))),
  );

export interface LifetimeFigures {
  /** Those of them who have bought in the currency. */
  readonly customers: number;
  /** What they have paid by now, in minor units, and what they were given back of it. */
  readonly paidMinor: number;
  readonly refundedMinor: number;
}

/** What the customers who first bought in the range have brought in so far. */
export async function readLifetime(
  tx: Tx,
  scope: ReadScope,
  { range, currency }: { readonly range: TimeRange; readonly currency: string },
): Promise<LifetimeFigures> {
  const theirs = firstBoughtIn(scope, range);
  const [[found], [paid], [refunded]] = await Promise.all([
    tx
      .select({ customers: count() })
      .from(customers)
      .where(and(theirs, boughtInCurrency(tx, currency))),
    tx
      .select({ paidMinor: sumOf(payments.amountMinor) })
      .from(customers)
      .innerJoin(orders, eq(orders.customerId, customers.id))
      .innerJoin(payments, eq(payments.orderId, orders.id))
      .where(and(theirs, eq(payments.status, 'succeeded'), eq(payments.currency, currency))),
    tx
      .select({ refundedMinor: sumOf(refunds.amountMinor) })
      .from(customers)
      .innerJoin(orders, eq(orders.customerId, customers.id))
      .innerJoin(refunds, eq(refunds.orderId, orders.id))
      .where(and(theirs, eq(refunds.status, 'succeeded'), eq(refunds.currency, currency))),
  ]);
  return {
    customers: found?.customers ?? 0,
    paidMinor: paid?.paidMinor ?? 0,
    refundedMinor: refunded?.refundedMinor ?? 0,
  };
}
