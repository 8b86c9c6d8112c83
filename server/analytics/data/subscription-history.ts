/** Which subscriptions started and ended up to some times: the figures of a page share one statement. */
import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import type { BillingPeriod } from '#server/catalog/rules/product.ts';
import type { TimeRange } from '#server/domain/time-range.ts';
import { bucketNumber, first, second, third } from './facts.ts';
import { type FigureScope, figureRows, figures } from './rollups.ts';

type Kind = 'start' | 'end';

export interface SubscriptionHistory {
  readonly times: readonly Date[];
  /** Sums per bucket, which is the number of times until then. The amounts are in minor units of the currency. */
  readonly sums: readonly {
    readonly bucket: number;
    readonly kind: Kind;
    readonly period: BillingPeriod;
    readonly subscriptions: number;
    readonly amountMinor: number;
  }[];
}

/** The starts and ends of subscriptions before each of these times, which are in order. */
export async function readSubscriptionHistory(
  tx: Tx,
  scope: FigureScope,
  times: readonly Date[],
  currency: string | undefined,
): Promise<SubscriptionHistory> {
  const choice = { range: { to: times.at(-1) ?? new Date(0) }, currency, cuts: times };
  const movements = sql`(
    select 'start' as kind, at, key, count, amount from ${figureRows('subscription_start', scope, choice)}
    union all
    select 'end' as kind, at, key, count, amount from ${figureRows('subscription_end', scope, choice)}
  ) as movements (kind, at, key, count, amount)`;
  const sums = await tx
    .select({
      bucket: bucketNumber(figures.at, times),
      kind: sql<Kind>`kind`,
      // The key of a subscription is its billing period.
      period: sql<BillingPeriod>`key`,
      subscriptions: figures.count,
      amountMinor: figures.amountMinor,
    })
    .from(movements)
    .groupBy(first, second, third);
  return { times, sums };
}

/** The sums right before one of the times of a history. */
export function sumsBefore({ times, sums }: SubscriptionHistory, moment: Date): SubscriptionHistory['sums'] {
  const index = times.findIndex((time) => time.getTime() === moment.getTime());
  if (index === -1) throw new Error(`the history has no ${moment.toISOString()}`);
  return sums.filter(({ bucket }) => bucket <= index);
}

/** The sums in a range between two times of a history. */
export function sumsIn(history: SubscriptionHistory, { from, to }: TimeRange): SubscriptionHistory['sums'] {
  const before = new Set(sumsBefore(history, from));
  return sumsBefore(history, to).filter((sum) => !before.has(sum));
}
