/** Time series for charts. */
import { and, count } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { customers } from '#db/schema/index.ts';
import { bucketsOf, type Interval, type TimeRange } from '#server/domain/time-range.ts';
import type { ReadScope } from '#server/platform/data/listing.ts';
import type { RollupMetric } from '../rules/rollup.ts';
import { bucketNumber, during, first, owned, second } from './facts.ts';
import { type FigureScope, figureRows, figures } from './rollups.ts';

export interface SeriesChoice {
  readonly range: TimeRange;
  readonly interval: Interval;
  readonly currency: string;
}

/** A choice whose currency is optional: counts make sense without one, sums do not. */
type CountChoice = Pick<SeriesChoice, 'range'> & { readonly currency?: string | undefined };

/** The sales of a bucket. Amounts are in minor units of the requested currency, tax included. */
export interface SalesPoint {
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
}

export interface TrendPoint extends SalesPoint {
  /** Failed attempts, by the time of the attempt. */
  readonly failedPayments: number;
  /** Buyers with their first order, in any currency. */
  readonly newCustomers: number;
}

interface BucketFigures {
  readonly bucket: number;
  readonly count: number;
  readonly amountMinor: number;
}

/** Figures by bucket number, from 1. */
export type Series = ReadonlyMap<number, BucketFigures>;

/** A metric in the buckets that start at these times. */
export async function readSeries(
  tx: Tx,
  scope: FigureScope,
  metric: RollupMetric,
  { range, currency }: CountChoice,
  starts: readonly Date[],
): Promise<Series> {
  const { count, amountMinor } = figures;
  const rows = await tx
    .select({ bucket: bucketNumber(figures.at, starts), count, amountMinor })
    .from(figureRows(metric, scope, { range, currency, cuts: starts }))
    .groupBy(first);
  return new Map(rows.map((row) => [row.bucket, row]));
}

/** The same for each currency with figures in the range. */
export async function readSeriesByCurrency(
  tx: Tx,
  scope: FigureScope,
  metric: RollupMetric,
  { range, currency }: { readonly range: TimeRange; readonly currency: string | undefined },
  starts: readonly Date[],
): Promise<ReadonlyMap<string, Series>> {
  const { count, amountMinor } = figures;
  const rows = await tx
    .select({ currency: figures.currency, bucket: bucketNumber(figures.at, starts), count, amountMinor })
    .from(figureRows(metric, scope, { range, currency, cuts: starts }))
    .groupBy(first, second)
    .orderBy(first);
  const byCurrency = Map.groupBy(rows, (row) => row.currency);
  return new Map([...byCurrency].map(([code, found]) => [code, new Map(found.map((row) => [row.bucket, row]))]));
}

/** New customers by their first order. */
export async function readCustomerSeries(
  tx: Tx,
  scope: ReadScope,
  range: TimeRange,
  starts: readonly Date[],
): Promise<ReadonlyMap<number, number>> {
  const { firstOrderAt } = customers;
  const rows = await tx
    .select({ bucket: bucketNumber(firstOrderAt, starts), rows: count() })
    .from(customers)
    .where(and(owned(customers, scope), during(firstOrderAt, range)))
    .groupBy(first);
  return new Map(rows.map(({ bucket, rows }) => [bucket, rows]));
}

/** The sales in all buckets of the range, empty ones included; throws 400 if there are too many. */
export async function readSalesTrend(tx: Tx, scope: FigureScope, choice: SeriesChoice): Promise<SalesPoint[]> {
  const starts = bucketsOf(choice.range, choice.interval);
  const [sales, refunds, orders] = await Promise.all([
    readSeries(tx, scope, 'sale', choice, starts),
    readSeries(tx, scope, 'refund', choice, starts),
    readSeries(tx, scope, 'order', choice, starts),
  ]);
  return starts.map((start, index) => {
    const bucket = index + 1;
    const { amountMinor: revenueMinor = 0, count: payments = 0 } = sales.get(bucket) ?? {};
    const refundedMinor = refunds.get(bucket)?.amountMinor ?? 0;
    const netMinor = revenueMinor - refundedMinor;
    return { start, revenueMinor, refundedMinor, netMinor, orders: orders.get(bucket)?.count ?? 0, payments };
  });
}

/** The same with failed payments and new customers. */
export async function readTrend(tx: Tx, scope: FigureScope, choice: SeriesChoice): Promise<TrendPoint[]> {
  const starts = bucketsOf(choice.range, choice.interval);
  const [sales, failures, newCustomers] = await Promise.all([
    readSalesTrend(tx, scope, choice),
    readSeries(tx, scope, 'decline', choice, starts),
    readCustomerSeries(tx, scope, choice.range, starts),
  ]);
  return sales.map((point, index) => ({
    ...point,
    failedPayments: failures.get(index + 1)?.count ?? 0,
    newCustomers: newCustomers.get(index + 1) ?? 0,
  }));
}
