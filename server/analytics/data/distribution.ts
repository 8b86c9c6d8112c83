/** Distributions of amounts: orders, payments, refunds, and customers' lifetime values. */

import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { customers, orders, payments, refunds } from '#db/schema/index.ts';
import type { TimeRange } from '#server/domain/time-range.ts';
import type { ReadScope } from '#server/platform/data/listing.ts';
import { refersTo } from '#server/platform/data/merchant-scope.ts';
import { firstBoughtIn } from './customers.ts';
import { boughtAt, during, owned, sumOf } from './facts.ts';
import { succeededIn } from './revenue.ts';

export const spreadMetrics = ['ORDER_VALUE', 'PAYMENT_AMOUNT', 'REFUND_AMOUNT', 'LIFETIME_VALUE'] as const;
export type SpreadMetric = (typeof spreadMetrics)[number];

export interface SpreadChoice {
  readonly range: TimeRange;
  readonly currency: string;
  readonly metric: SpreadMetric;
}

/** Amounts in minor units, rounded half away from zero; all null without data. */
export interface Spread {
  readonly count: number;
  readonly sumMinor: number;
  readonly minMinor: number | null;
  readonly maxMinor: number | null;
  readonly meanMinor: number | null;
  readonly medianMinor: number | null;
  /** The standard deviation of all amounts. */
  readonly deviationMinor: number | null;
  /** In the order of the request. */
  readonly percentilesMinor: readonly (number | null)[];
}

/** A statement with the amounts in one column, `amount`. */
function amounts(tx: Tx, scope: ReadScope, { range, currency, metric }: SpreadChoice) {
  const asAmount = (amount: SQL) => sql<number>`${amount}`.as('amount');
  switch (metric) {
    case 'ORDER_VALUE': {
      const bought = and(owned(orders, scope), during(boughtAt(orders), range), eq(orders.currency, currency));
      return tx
        .select({ amount: asAmount(sql`${orders.totalMinor}`) })
        .from(orders)
        .where(bought)
        .getSQL();
    }
    case 'PAYMENT_AMOUNT':
      return tx
        .select({ amount: asAmount(sql`${payments.amountMinor}`) })
        .from(payments)
        .where(and(succeededIn(scope, range, currency), sql`${payments.amountMinor} > 0`))
        .getSQL();
    case 'REFUND_AMOUNT':
      return tx
        .select({ amount: asAmount(sql`${refunds.amountMinor}`) })
        .from(refunds)
        .where(
          and(
            owned(refunds, scope),
            during(refunds.succeededAt, range),
            eq(refunds.status, 'succeeded'),
            eq(refunds.currency, currency),
          ),
        )
        .getSQL();
    case 'LIFETIME_VALUE':
      return tx
        .select({ amount: asAmount(sumOf(payments.amountMinor)) })
        .from(customers)
        .innerJoin(orders, refersTo(orders, orders.customerId, customers))
        .innerJoin(payments, refersTo(payments, payments.orderId, orders))
        .where(and(firstBoughtIn(scope, range), isNotNull(payments.succeededAt), eq(payments.currency, currency)))
        .groupBy(customers.id)
        .getSQL();
  }
}

/** Without it Citus refuses an aggregate of amounts in several places. It changes nothing. */
const collected = sql`offset 0`;

/** The spread of the amounts. Percentiles between two amounts are interpolated. */
export async function readSpread(
  tx: Tx,
  scope: ReadScope,
  choice: SpreadChoice,
  percentiles: readonly number[],
): Promise<Spread> {
  const {
    rows: [row],
  } = await tx.execute<Record<string, unknown>>(sql`
    select count(*) as count, coalesce(sum(amount), 0) as sum, min(amount) as min, max(amount) as max,
      round(avg(amount)) as mean, round(stddev_pop(amount)) as deviation,
       round(percentile_cont(0.5) within group (order by amount)::numeric) as median,
      array(select round(value::numeric) from unnest(percentile_cont(${`{${percentiles.join(',')}}`}::float8[])
        within group (order by amount)) with ordinality as found (value, position) order by position)::text[] as percentiles
    from (${amounts(tx, scope, choice)} ${collected}) as given`);
  const numberOf = (value: unknown) => (value === null || value === undefined ? null : Number(value));
  const found = (row?.percentiles ?? []) as unknown[];
  return {
    count: Number(row?.count ?? 0),
    sumMinor: Number(row?.sum ?? 0),
    minMinor: numberOf(row?.min),
    maxMinor: numberOf(row?.max),
    meanMinor: numberOf(row?.mean),
    medianMinor: numberOf(row?.median),
    deviationMinor: numberOf(row?.deviation),
    percentilesMinor: percentiles.map((_, index) => numberOf(found[index])),
  };
}

export interface HistogramBar {
  /** The inclusive lower bound. */
  readonly fromMinor: number;
  /** The exclusive upper bound. */
  readonly toMinor: number;
  readonly count: number;
}

/** The number of amounts in each of `bars` equally wide bars between the minimum and the maximum. */
export async function readHistogram(
  tx: Tx,
  scope: ReadScope,
  choice: SpreadChoice,
  { minMinor, maxMinor }: Pick<Spread, 'minMinor' | 'maxMinor'>,
  bars: number,
): Promise<HistogramBar[]> {
  if (minMinor === null || maxMinor === null) return [];
  const width = Math.max(1, Math.ceil((maxMinor - minMinor + 1) / bars));
  const { rows } = await tx.execute<{ bar: number; count: number }>(sql`
    select ((amount::bigint - ${minMinor}::bigint) / ${width}::bigint)::int as bar, count(*)::int as count
    from (${amounts(tx, scope, choice)}) as given group by 1`);
  const counts = new Map(rows.map(({ bar, count }) => [bar, count]));
  return Array.from({ length: Math.ceil((maxMinor - minMinor + 1) / width) }, (_, bar) => ({
    fromMinor: minMinor + bar * width,
    toMinor: minMinor + (bar + 1) * width,
    count: counts.get(bar) ?? 0,
  }));
}
