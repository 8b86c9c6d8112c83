/** Time series for charts. */
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

/** A choice whose currency is optional: counts make sense without one, sums do not. */
type CountChoice = Omit<SeriesChoice, 'currency'> & { readonly currency: string | undefined };

/** One bucket. Amounts are in minor units of the requested currency, tax included. */
export interface TrendPoint {
  readonly start: Date;
  /** Payments by the time of their success, first payments and renewals. */
  readonly revenueMinor: number;
  /** Refunds by the time of their success, regardless of the payment's. */
  readonly refundedMinor: number;
  readonly netMinor: number;
  /** Paid orders and started trials. */
  readonly orders: number;
  /** Succeeded payments. */
  readonly payments: number;
  /** Failed attempts, by the time of the attempt. */
  readonly failedPayments: number;
  /** Buyers with their first order, in any currency. */
  readonly newCustomers: number;
}

/** Figures by bucket number, from 1. */
export type Series<Figures> = ReadonlyMap<number, Figures>;

const byBucket = <Row extends { bucket: number }>(rows: readonly Row[]): Series<Row> =>
  new Map(rows.map((row) => [row.bucket, row]));

/** Succeeded payments and their revenue. */
export async function readRevenueSeries(
  tx: Tx,
  scope: ReadScope,
  { range, currency }: CountChoice,
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

/** Succeeded refunds. */
export async function readRefundSeries(
  tx: Tx,
  scope: ReadScope,
  { range, currency }: CountChoice,
  starts: readonly Date[],
): Promise<Series<{ bucket: number; refundedMinor: number }>> {
  // A refund that bounced after its success has the status `failed` and does not count.
  const isCounted = and(eq(refunds.status, 'succeeded'), ofCurrency(refunds.currency, currency));
  return byBucket(
    await tx
      .select({ bucket: bucketNumber(refunds.succeededAt, starts), refundedMinor: sumOf(refunds.amountMinor) })
      .from(refunds)
      .where(and(owned(refunds, scope), during(refunds.succeededAt, range), isCounted))
      .groupBy(first),
  );
}

/** Counts rows of a table by time. */
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

/** Paid and started orders. */
export function readOrderSeries(tx: Tx, scope: ReadScope, { range, currency }: CountChoice, starts: readonly Date[]) {
  const bought = boughtAt(orders);
  const condition = and(owned(orders, scope), during(bought, range), ofCurrency(orders.currency, currency));
  return countSeries(tx, orders, bought, condition, starts);
}

/** Failed payment attempts. */
function readFailureSeries(tx: Tx, scope: ReadScope, { range, currency }: SeriesChoice, starts: readonly Date[]) {
  const isCounted = and(eq(payments.status, 'failed'), eq(payments.currency, currency));
  const condition = and(owned(payments, scope), during(payments.createdAt, range), isCounted);
  return countSeries(tx, payments, sql`${payments.createdAt}`, condition, starts);
}

/** New customers by their first order. */
export function readCustomerSeries(tx: Tx, scope: ReadScope, range: TimeRange, starts: readonly Date[]) {
  const { firstOrderAt } = customers;
  const condition = and(owned(customers, scope), during(firstOrderAt, range));
  return countSeries(tx, customers, sql`${firstOrderAt}`, condition, starts);
}

/** All buckets of the range, empty ones included; throws 400 if there are too many. */
export async function readTrend(tx: Tx, scope: ReadScope, choice: SeriesChoice): Promise<TrendPoint[]> {
  const starts = bucketsOf(choice.range, choice.interval);
  const [revenue, refunded, bought, failed, newCustomers] = await Promise.all([
    readRevenueSeries(tx, scope, choice, starts),
    readRefundSeries(tx, scope, choice, starts),
    readOrderSeries(tx, scope, choice, starts),
    readFailureSeries(tx, scope, choice, starts),
    readCustomerSeries(tx, scope, choice.range, starts),
  ]);
  return starts.map((start, index) => {
    const bucket = index + 1;
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
