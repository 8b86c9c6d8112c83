/** Customers by the month of their first order: how many come back, and what they bring in over time. */
import { and, count, countDistinct, eq, gt } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { customers, orders, payments } from '#db/schema/index.ts';
import { bucketsOf, type TimeRange } from '#server/domain/time-range.ts';
import type { ReadScope } from '#server/platform/data/listing.ts';
import { boughtInCurrency, firstBoughtIn } from './customers.ts';
import { bucketNumber, during, first, second, sumOf } from './facts.ts';

/** How many months back cohorts go, and so how many months each can be followed at most. */
export const maxCohorts = 24;

export interface Cohort {
  /** Where its month begins. */
  readonly month: Date;
  /** Customers whose first order fell into it, and who have bought in the currency. */
  readonly size: number;
  /** From the month itself on, to that in which the range ends. */
  readonly months: readonly CohortMonth[];
}

export interface CohortMonth {
  /** How many months after the first order's. */
  readonly number: number;
  /** How many of the cohort paid something in that month. */
  readonly active: number;
  /** What the cohort has paid until that month's end, in minor units. */
  readonly revenueMinor: number;
}

/** The cohorts of the range's months, of the last 24 where it has more, followed up to the range's end. */
export async function readCohorts(
  tx: Tx,
  scope: ReadScope,
  { range, currency }: { readonly range: TimeRange; readonly currency: string },
): Promise<Cohort[]> {
  const starts = bucketsOf(range, 'month').slice(-maxCohorts);
  const [firstMonth = range.from] = starts;
  const recent = { from: new Date(Math.max(+firstMonth, +range.from)), to: range.to };
  const theirs = firstBoughtIn(scope, recent);
  const [sizes, paid] = await Promise.all([
    tx
      .select({ cohort: bucketNumber(customers.firstOrderAt, starts), size: count() })
      .from(customers)
      .where(and(theirs, boughtInCurrency(tx, currency)))
      .groupBy(first),
    tx
      .select({
        cohort: bucketNumber(customers.firstOrderAt, starts),
        month: bucketNumber(payments.succeededAt, starts),
        active: countDistinct(customers.id),
        revenueMinor: sumOf(payments.amountMinor),
      })
      .from(customers)
      .innerJoin(orders, eq(orders.customerId, customers.id))
      .innerJoin(payments, eq(payments.orderId, orders.id))
      .where(
        and(
          theirs,
          eq(payments.status, 'succeeded'),
          eq(payments.currency, currency),
          gt(payments.amountMinor, 0),
          during(payments.succeededAt, recent),
        ),
      )
      .groupBy(first, second),
  ]);
  return starts.map((start, place) => {
    const cohort = place + 1;
    const ours = new Map(paid.filter((row) => row.cohort === cohort).map((row) => [row.month, row]));
    let revenueMinor = 0;
    const months = starts.slice(place).map((_, number): CohortMonth => {
      const row = ours.get(cohort + number);
      revenueMinor += row?.revenueMinor ?? 0;
      return { number, active: row?.active ?? 0, revenueMinor };
    });
    return { month: start, size: sizes.find((row) => row.cohort === cohort)?.size ?? 0, months };
  });
}
