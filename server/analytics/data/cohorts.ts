/** Customer cohorts by the period of the first order: how many return, and their revenue over time. */

import { and, count, countDistinct, eq, gt } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { customers, orders, payments } from '#db/schema/index.ts';
import { bucketsOf, type Granularity, type TimeRange } from '#server/domain/time-range.ts';
import type { ReadScope } from '#server/platform/data/listing.ts';
import { refersTo } from '#server/platform/data/merchant-scope.ts';
import { boughtInCurrency, firstBoughtIn } from './customers.ts';
import { bucketNumber, during, first, ofCurrency, second, sumOf } from './facts.ts';

/** The maximum number of cohorts, and of months per cohort. */
export const maxCohorts = 24;

export interface Cohort {
  /** The start of its month. */
  readonly month: Date;
  /** Customers with their first order in that month who have bought in the currency. */
  readonly size: number;
  /** From the cohort's month to the end of the range. */
  readonly months: readonly CohortMonth[];
}

export interface CohortMonth {
  /** The number of months since the first order's. */
  readonly number: number;
  /** How many of the cohort have paid in that month. */
  readonly active: number;
  /** The cohort's payments up to the end of that month, in minor units. */
  readonly revenueMinor: number;
}

interface CohortChoice {
  readonly range: TimeRange;
  /** Without one, customers of all currencies count, and revenue is meaningless. */
  readonly currency: string | undefined;
  readonly granularity?: Granularity;
}

/** The cohorts of the range's last 24 months or other periods, up to the end of the range. */
export async function readCohorts(
  tx: Tx,
  scope: ReadScope,
  { range, currency, granularity = 'month' }: CohortChoice,
): Promise<Cohort[]> {
  const starts = bucketsOf(range, granularity).slice(-maxCohorts);
  const [firstMonth = range.from] = starts;
  const recent = { from: new Date(Math.max(+firstMonth, +range.from)), to: range.to };
  const isInCohorts = firstBoughtIn(scope, recent);
  const [sizes, paid] = await Promise.all([
    tx
      .select({ cohort: bucketNumber(customers.firstOrderAt, starts), size: count() })
      .from(customers)
      .where(and(isInCohorts, currency === undefined ? undefined : boughtInCurrency(tx, currency)))
      .groupBy(first),
    tx
      .select({
        cohort: bucketNumber(customers.firstOrderAt, starts),
        month: bucketNumber(payments.succeededAt, starts),
        active: countDistinct(customers.id),
        revenueMinor: sumOf(payments.amountMinor),
      })
      .from(customers)
      .innerJoin(orders, refersTo(orders, orders.customerId, customers))
      .innerJoin(payments, refersTo(payments, payments.orderId, orders))
      .where(
        and(
          isInCohorts,
          eq(payments.status, 'succeeded'),
          ofCurrency(payments.currency, currency),
          gt(payments.amountMinor, 0),
          during(payments.succeededAt, recent),
        ),
      )
      .groupBy(first, second),
  ]);
  return starts.map((start, index) => {
    const cohort = index + 1;
    const paidByMonth = new Map(paid.filter((row) => row.cohort === cohort).map((row) => [row.month, row]));
    let revenueMinor = 0;
    const months = starts.slice(index).map((_, number): CohortMonth => {
      const row = paidByMonth.get(cohort + number);
      revenueMinor += row?.revenueMinor ?? 0;
      return { number, active: row?.active ?? 0, revenueMinor };
    });
    return { month: start, size: sizes.find((row) => row.cohort === cohort)?.size ?? 0, months };
  });
}
