/** What happened in each bucket of a time range: the series behind charts. */
import { and, count, eq, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { customers, orders, payments, refunds } from '#db/schema/index.ts';
import { bucketsOf, type Interval, type TimeRange } from '#server/domain/time-range.ts';
import type { ReadScope } from '#server/platform/data/listing.ts';
import { boughtAt, bucketNumber, during, first, ofCurrency, owned, sumOf } from './facts.ts';

export interface SeriesChoice {
  readonly range: TimeRange;
  readonly interval: Interval;
  readonly currency: string;
}

/** Without a currency, sums mean nothing; what is counted does. */
type Counted = Omit<SeriesChoice, 'currency'> & { readonly currency: string | undefined };

/** One bucket. Amounts are of the currency that was asked for, in minor units, tax included. */
export interface TrendPoint {
  readonly start: Date;
  /** What payments brought in, by the time at which they succeeded; first payments and renewals alike. */
  readonly revenueMinor: number;
  /** What was given back, by the time at which the refund succeeded, whenever it had been paid. */
  readonly refundedMinor: number;
  readonly netMinor: number;
  /** Orders that were paid, or that began with a trial. */
  readonly orders: number;
  /** Payments that succeeded. */
  readonly payments: number;
  /** Attempts that failed, by the time at which they were made. */
  readonly failedPayments: number;
  /** Buyers whose first order it was, in whatever currency. */
  readonly newCustomers: number;
}

/** What one bucket counts, by its number from 1. */
export type Series<Figures> = ReadonlyMap<number, Figures>;

const byBucket = <Row extends { bucket: number }>(rows: readonly Row[]): Series<Row> =>
  new Map(rows.map((row) => [row.bucket, row]));

/** Payments that succeeded, and what they brought in. */
export async function readRevenueSeries(
  tx: Tx,
  scope: ReadScope,
  { range, currency }: Counted,
  starts: readonly Date[],
): Promise<Series<{ bucket: number; payments: number; revenueMinor: number }>> {
  const { succeededAt } = payments;
  const figures = { payments: count(), revenueMinor: sumOf(payments.amountMinor) };
  return byBucket(
    await tx
      .select({ bucket: bucketNumber(succeededAt, starts), ...figures })
      .from(payments)
      .where(and(owned(payments, scope), during(succeededAt, range), ofCurrency(payments.currency, currency)))
      .groupBy(first),
  );
}

/** What was given back. */
export async function readRefundSeries(
  tx: Tx,
  scope: ReadScope,
  { range, currency }: Counted,
  starts: readonly Date[],
): Promise<Series<{ bucket: number; refundedMinor: number }>> {
  // A refund can bounce after it succeeded: then it gave nothing back.
  const counted = and(eq(refunds.status, 'succeeded'), ofCurrency(refunds.currency, currency));
  return byBucket(
    await tx
      .select({ bucket: bucketNumber(refunds.succeededAt, starts), refundedMinor: sumOf(refunds.amountMinor) })
      .from(refunds)
      .where(and(owned(refunds, scope), during(refunds.succeededAt, range), counted))
      .groupBy(first),
  );
}

/** Rows of one kind, by when they came to be. */
async function countSeries(
  tx: Tx,
  table: typeof orders | typeof payments | typeof customers,
  moment: SQL,
  condition: SQL | undefined,
  starts: readonly Date[],
): Promise<Series<{ bucket: number; rows: number }>> {
  const found = tx.select({ bucket: bucketNumber(moment, starts), rows: count() }).from(table);
  return byBucket(await found.where(condition).groupBy(first));
}

/** Orders that were paid, or that began. */
export function readOrderSeries(tx: Tx, scope: ReadScope, { range, currency }: Counted, starts: readonly Date[]) {
  const bought = boughtAt(orders);
  const condition = and(owned(orders, scope), during(bought, range), ofCurrency(orders.currency, currency));
  return countSeries(tx, orders, bought, condition, starts);
}

/** Attempts to pay that failed. */
function readFailureSeries(tx: Tx, scope: ReadScope, { range, currency }: SeriesChoice, starts: readonly Date[]) {
  const counted = and(eq(payments.status, 'failed'), eq(payments.currency, currency));
  const condition = and(owned(payments, scope), during(payments.createdAt, range), counted);
  return countSeries(tx, payments, sql`${payments.createdAt}`, condition, starts);
}

/** Buyers by when they first bought. */
export function readCustomerSeries(tx: Tx, scope: ReadScope, range: TimeRange, starts: readonly Date[]) {
  const { firstOrderAt } = customers;
  const condition = and(owned(customers, scope), during(firstOrderAt, range));
  return countSeries(tx, customers, sql`${firstOrderAt}`, condition, starts);
}

/** What happened in each bucket of the range, those of nothing too; 400 where there would be too many. */
export async function readTrend(tx: Tx, scope: ReadScope, choice: SeriesChoice): Promise<TrendPoint[]> {
  const starts = bucketsOf(choice.range, choice.interval);
  const [revenue, refunded, bought, failed, newCustomers] = await Promise.all([
    readRevenueSeries(tx, scope, choice, starts),
    readRefundSeries(tx, scope, choice, starts),
    readOrderSeries(tx, scope, choice, starts),
    readFailureSeries(tx, scope, choice, starts),
    readCustomerSeries(tx, scope, choice.range, starts),
  ]);
  return starts.map((start, place) => {
    const bucket = place + 1;
    const { revenueMinor = 0, payments = 0 } = revenue.get(bucket) ?? {};
    const { refundedMinor = 0 } = refunded.get(bucket) ?? {};
    return {
      start,
      revenueMinor,
      refundedMinor,
      netMinor: revenueMinor - refundedMinor,
      orders: bought.get(bucket)?.rows ?? 0,
      payments,
      failedPayments: failed.get(bucket)?.rows ?? 0,
      newCustomers: newCustomers.get(bucket)?.rows ?? 0,
    };
  });
}
