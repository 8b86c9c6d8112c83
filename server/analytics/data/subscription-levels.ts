/** Active subscriptions and MRR at the end of each bucket of a range. */
import { and, count, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { orders } from '#db/schema/index.ts';
import { monthlyMinor, type Recurring } from '#server/billing/subscriptions/rules/recurring-revenue.ts';
import type { BillingPeriod } from '#server/catalog/rules/product.ts';
import { bucketsOf, type Interval, type TimeRange } from '#server/domain/time-range.ts';
import type { ReadScope } from '#server/platform/data/listing.ts';
import { bucketNumber, first, second, sumOf, timeParam } from './facts.ts';
import { paidSince, startedBefore, wasPaidFor } from './subscriptions.ts';

export interface Level {
  readonly start: Date;
  /** The number of active subscriptions at the end of the bucket or range. */
  readonly active: number;
  /** In minor units of the currency; meaningless without one. */
  readonly mrrMinor: number;
}

/** The subscriptions that started or ended in a bucket, by billing period; bucket 0 is everything before the first. */
interface Movement {
  readonly bucket: number;
  readonly period: BillingPeriod | null;
  readonly subscriptions: number;
  readonly amountMinor: number;
}

/** The level of each bucket: all that started before its end, minus all that ended. */
export async function readSubscriptionLevels(
  tx: Tx,
  scope: ReadScope,
  { range, interval, currency }: { range: TimeRange; interval: Interval; currency: string | undefined },
): Promise<Level[]> {
  const starts = bucketsOf(range, interval);
  const isCounted = and(startedBefore(range.to, scope, currency), wasPaidFor);
  const countAt = (moment: SQL) =>
    tx
      .select({
        bucket: bucketNumber(moment, starts).as('bucket'),
        period: orders.billingPeriod,
        subscriptions: count(),
        amountMinor: sumOf(orders.subtotalMinor),
      })
      .from(orders)
      .where(and(isCounted, sql`${moment} < ${timeParam(range.to)}`))
      .groupBy(first, second);
  const [started, ended] = await Promise.all([countAt(paidSince), countAt(sql`${orders.endedAt}`)]);
  return accumulate(starts, started, ended);
}

function accumulate(starts: readonly Date[], started: readonly Movement[], ended: readonly Movement[]): Level[] {
  const signed = [
    ...started.map((movement) => ({ ...movement, sign: 1 })),
    ...ended.map((movement) => ({ ...movement, sign: -1 })),
  ];
  const byBucket = Map.groupBy(signed, ({ bucket }) => bucket);
  let active = 0;
  const recurring: { -readonly [Period in keyof Recurring]: number } = {};
  const apply = (bucket: number) => {
    for (const { period, subscriptions, amountMinor, sign } of byBucket.get(bucket) ?? []) {
      active += sign * subscriptions;
      if (period) recurring[period] = (recurring[period] ?? 0) + sign * amountMinor;
    }
  };
  apply(0);
  return starts.map((start, index) => {
    apply(index + 1);
    return { start, active, mrrMinor: monthlyMinor(recurring) };
  });
}
