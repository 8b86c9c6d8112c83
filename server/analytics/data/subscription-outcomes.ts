/** What became of subscriptions: cancellations, churn by period, and trials. */

import { and, count, desc, eq, gte, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { orders, products, productVersions } from '#db/schema/index.ts';
import { columnsIn } from '#server/catalog/data/product-columns.ts';
import type { BillingPeriod } from '#server/catalog/rules/product.ts';
import type { ReadScope } from '#server/platform/data/listing.ts';
import { refersTo } from '#server/platform/data/merchant-scope.ts';
import { bucketNumber, countWhere, during, first, ofCurrency, owned, sumOf } from './facts.ts';
import type { Choice } from './orders.ts';
import type { FigureScope } from './rollups.ts';
import { endOfPaid, paidSince, wasPaidFor } from './subscription-conditions.ts';
import { readSubscriptionHistory } from './subscription-history.ts';
import { levelBefore } from './subscription-levels.ts';
import { activeBefore, startedBefore } from './subscriptions.ts';

export interface Cancellations {
  /** Subscriptions and trials that ran at any time in the range. */
  readonly subscriptions: number;
  /** How many of them ended in the range. */
  readonly ended: number;
  /** How long these lasted, in days; null without any. */
  readonly meanDays: number | null;
  readonly medianDays: number | null;
}

/** The ends of subscriptions in the range. */
export async function readCancellations(tx: Tx, scope: ReadScope, { range, currency }: Choice): Promise<Cancellations> {
  const isEnded = during(orders.endedAt, range);
  const days = sql`extract(epoch from ${orders.endedAt} - ${orders.startedAt})::float8 / 86400`;
  const [row] = await tx
    .select({
      subscriptions: count(),
      ended: countWhere(isEnded),
      meanDays: sql<number | null>`avg(${days}) filter (where ${isEnded})`,
      medianDays: sql<number | null>`percentile_cont(0.5) within group (order by ${days}) filter (where ${isEnded})`,
    })
    .from(orders)
    .where(and(startedBefore(range.to, scope, currency), or(isNull(orders.endedAt), gte(orders.endedAt, range.from))));
  return row ?? { subscriptions: 0, ended: 0, meanDays: null, medianDays: null };
}

/** The subscriptions and trials that ended in each bucket that starts at these times. */
export async function countEnds(
  tx: Tx,
  scope: ReadScope,
  { range, currency }: Choice,
  starts: readonly Date[],
): Promise<number[]> {
  const rows = await tx
    .select({ bucket: bucketNumber(orders.endedAt, starts), ended: count() })
    .from(orders)
    .where(and(startedBefore(range.to, scope, currency), isNotNull(orders.endedAt), during(orders.endedAt, range)))
    .groupBy(first);
  const found = new Map(rows.map((row) => [row.bucket, row.ended]));
  return starts.map((_, index) => found.get(index + 1) ?? 0);
}

export interface Churn {
  /** Subscriptions active at the start of the period. */
  readonly active: number;
  /** How many of them ended in the period. */
  readonly churned: number;
}

/** The churn of each bucket that starts at these times; the first one begins with the range. */
export async function readChurnSeries(
  tx: Tx,
  scope: FigureScope,
  { range, currency }: Choice,
  starts: readonly Date[],
): Promise<Churn[]> {
  const times = [range.from, ...starts.slice(1)];
  const bucket = bucketNumber(endOfPaid, times);
  const [history, rows] = await Promise.all([
    readSubscriptionHistory(tx, scope, times, currency),
    tx
      .select({ bucket, churned: count() })
      .from(orders)
      .where(
        and(
          owned(orders, scope),
          ofCurrency(orders.currency, currency),
          wasPaidFor,
          isNotNull(orders.endedAt),
          during(endOfPaid, range),
          lt(bucketNumber(paidSince, times), bucket),
        ),
      )
      .groupBy(first),
  ]);
  const found = new Map(rows.map((row) => [row.bucket, row.churned]));
  return times.map((time, index) => ({
    active: levelBefore(history, time).active,
    churned: found.get(index + 1) ?? 0,
  }));
}

/** The trials of one product that began in a range. */
export interface TrialOutcome {
  readonly productId: string;
  /** The current name in the environment. */
  readonly name: string;
  readonly trials: number;
  /** How many have been paid since. */
  readonly converted: number;
  /** How many are still in their trial. */
  readonly active: number;
}

/** The trials that began in the range, by product, most first. */
export const listTrialOutcomes = (tx: Tx, scope: ReadScope, { range, currency }: Choice): Promise<TrialOutcome[]> =>
  tx
    .select({
      productId: orders.productId,
      name: sql<string>`coalesce(min(${productVersions.name}), '')`,
      trials: count(),
      converted: countWhere(gte(orders.periodNumber, 1)),
      active: countWhere(and(eq(orders.periodNumber, 0), isNull(orders.endedAt))),
    })
    .from(orders)
    .innerJoin(products, refersTo(orders, orders.productId, products))
    .leftJoin(productVersions, refersTo(products, columnsIn(scope.environment).versionId, productVersions))
    .where(
      and(
        owned(orders, scope),
        during(orders.startedAt, range),
        isNotNull(orders.trialEndsAt),
        ofCurrency(orders.currency, currency),
      ),
    )
    .groupBy(orders.productId)
    .orderBy(desc(count()), orders.productId);

export interface PeriodFigures {
  readonly period: BillingPeriod | null;
  readonly currency: string;
  readonly subscriptions: number;
  /** The price of their last paid periods, tax included, in minor units. */
  readonly totalMinor: number;
}

/** The subscriptions active at the end of the range, by billing period and currency. */
export const listBillingPeriods = (tx: Tx, scope: ReadScope, { range, currency }: Choice): Promise<PeriodFigures[]> =>
  tx
    .select({
      period: orders.billingPeriod,
      currency: orders.currency,
      subscriptions: count(),
      totalMinor: sumOf(orders.totalMinor),
    })
    .from(orders)
    .where(and(startedBefore(range.to, scope, currency), activeBefore(range.to)))
    .groupBy(orders.billingPeriod, orders.currency)
    .orderBy(desc(count()), orders.billingPeriod, orders.currency);
