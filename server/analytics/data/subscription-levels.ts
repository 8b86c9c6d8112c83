/** Active subscriptions and MRR at points in time. */
import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { monthlyMinor, type Recurring } from '#server/billing/subscriptions/rules/recurring-revenue.ts';
import { bucketsOf, type Interval, type TimeRange } from '#server/domain/time-range.ts';
import { bucketNumber, first, second } from './facts.ts';
import { type FigureScope, figureRows, figures } from './rollups.ts';

interface Level {
  /** The number of active subscriptions. */
  readonly active: number;
  /** In minor units of the currency; meaningless without one. */
  readonly mrrMinor: number;
}

/** The level at the end of each bucket of a range. */
export async function readSubscriptionLevels(
  tx: Tx,
  scope: FigureScope,
  { range, interval, currency }: { range: TimeRange; interval: Interval; currency: string | undefined },
): Promise<(Level & { readonly start: Date })[]> {
  const starts = bucketsOf(range, interval);
  const levels = await readLevelsBefore(tx, scope, [...starts.slice(1), range.to], currency);
  return levels.map((level, index) => ({ start: starts[index] as Date, ...level }));
}

/** The levels right before some times, in order: all that started before, minus all that ended. */
export async function readLevelsBefore(
  tx: Tx,
  scope: FigureScope,
  times: readonly Date[],
  currency: string | undefined,
): Promise<Level[]> {
  const choice = { range: { to: times.at(-1) ?? new Date(0) }, currency, cuts: times };
  const movements = sql`(
    select at, key, count, amount from ${figureRows('subscription_start', scope, choice)}
    union all
    select at, key, -count, -amount from ${figureRows('subscription_end', scope, choice)}) as movements (at, key, count, amount)`;
  const rows = await tx
    .select({
      bucket: bucketNumber(figures.at, times),
      period: figures.key,
      subscriptions: figures.count,
      amountMinor: figures.amountMinor,
    })
    .from(movements)
    .groupBy(first, second);
  const byBucket = Map.groupBy(rows, ({ bucket }) => bucket);
  let active = 0;
  const recurring: { -readonly [Period in keyof Recurring]: number } = {};
  return times.map((_, index) => {
    for (const { period, subscriptions, amountMinor } of byBucket.get(index) ?? []) {
      active += subscriptions;
      // The key of a subscription is its billing period.
      const billed = period as keyof Recurring;
      recurring[billed] = (recurring[billed] ?? 0) + amountMinor;
    }
    return { active, mrrMinor: monthlyMinor(recurring) };
  });
}
