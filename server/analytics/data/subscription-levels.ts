/** Active subscriptions and MRR at points in time. */
import type { Tx } from '#db/client.ts';
import { monthlyMinor, type Recurring } from '#server/billing/subscriptions/rules/recurring-revenue.ts';
import { bucketsOf, type Interval, type TimeRange } from '#server/domain/time-range.ts';
import type { FigureScope } from './rollups.ts';
import { readSubscriptionHistory, type SubscriptionHistory, sumsBefore } from './subscription-history.ts';

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
  const times = [...starts.slice(1), range.to];
  const history = await readSubscriptionHistory(tx, scope, times, currency);
  return times.map((time, index) => ({ start: starts[index] as Date, ...levelBefore(history, time) }));
}

/** The level right before one of the times of a history: all that started before, minus all that ended. */
export function levelBefore(history: SubscriptionHistory, moment: Date): Level {
  let active = 0;
  const recurring: { -readonly [Period in keyof Recurring]: number } = {};
  for (const { kind, period, subscriptions, amountMinor } of sumsBefore(history, moment)) {
    const sign = kind === 'start' ? 1 : -1;
    active += sign * subscriptions;
    recurring[period] = (recurring[period] ?? 0) + sign * amountMinor;
  }
  return { active, mrrMinor: monthlyMinor(recurring) };
}
