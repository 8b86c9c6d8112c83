/** How many subscriptions were active, and what they brought in each month, at the end of each bucket of a range. */
import { and, count, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { orders } from '#db/schema/index.ts';
import { monthlyMinor, type Recurring } from '#server/billing/subscriptions/rules/recurring-revenue.ts';
import type { BillingPeriod } from '#server/catalog/rules/product.ts';
import { bucketsOf, type Interval, type TimeRange } from '#server/domain/time-range.ts';
import type { ReadScope } from '#server/platform/data/listing.ts';
import { bucketNumber, first, momentOf, second, sumOf } from './facts.ts';
import { begunBefore, paidSince, wasPaidFor } from './subscriptions.ts';

export interface Level {
  readonly start: Date;
  /** Active right before the next bucket begins, or the range ends. */
  readonly active: number;
  /** In minor units of the currency; without one, this means nothing. */
  readonly mrrMinor: number;
}

/** What came or went in one bucket, of those billed that often; bucket 0 is everything before the first. */
interface Movement {
  readonly bucket: number;
  readonly period: BillingPeriod | null;
  readonly subscriptions: number;
  readonly amountMinor: number;
}

/** The level of each bucket: all that came until its end, without all that went. */
export async function readSubscriptionLevels(
  tx: Tx,
  scope: ReadScope,
  { range, interval, currency }: { range: TimeRange; interval: Interval; currency: string | undefined },
): Promise<Level[]> {
  const starts = bucketsOf(range, interval);
  const among = and(begunBefore(range.to, scope, currency), wasPaidFor);
  const at = (moment: SQL) =>
    tx
      .select({
        bucket: bucketNumber(moment, starts).as('bucket'),
        period: orders.billingPeriod,
        subscriptions: count(),
        amountMinor: sumOf(orders.subtotalMinor),
      })
      .from(orders)
      .where(and(among, sql`${moment} < ${momentOf(range.to)}`))
      .groupBy(first, second);
  const [came, went] = await Promise.all([at(paidSince), at(sql`${orders.endedAt}`)]);
  return addUp(starts, came, went);
}

function addUp(starts: readonly Date[], came: readonly Movement[], went: readonly Movement[]): Level[] {
  const signed = [
    ...came.map((movement) => ({ ...movement, sign: 1 })),
    ...went.map((movement) => ({ ...movement, sign: -1 })),
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
  return starts.map((start, place) => {
    apply(place + 1);
    return { start, active, mrrMinor: monthlyMinor(recurring) };
  });
}
