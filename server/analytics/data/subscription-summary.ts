/** The subscriptions of a range for the overview: few figures, which rollups and indexes answer. */
import { and, count, gte, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { orders } from '#db/schema/index.ts';
import { shareOf, type TimeRange } from '#server/domain/time-range.ts';
import { during, ofCurrency, owned, timeParam } from './facts.ts';
import type { FigureScope } from './rollups.ts';
import { countContinuedEnds, readPlanChanges } from './subscription-changes.ts';
import { endOfPaid, paidSince, wasPaidFor } from './subscription-conditions.ts';
import { readSubscriptionHistory, type SubscriptionHistory, sumsIn } from './subscription-history.ts';
import { levelBefore } from './subscription-levels.ts';
import { type SubscriptionFigures, wasOpen } from './subscriptions.ts';

/** Figures of {@link SubscriptionFigures}. */
export type SubscriptionSummary = Pick<
  SubscriptionFigures,
  'activeAtStart' | 'activeAtEnd' | 'churned' | 'churnRate' | 'trialingAtEnd'
> & { readonly mrrMinor: number };

/** `history` has the times of the range. */
export async function readSubscriptionSummary(
  tx: Tx,
  scope: FigureScope,
  { range, currency }: { readonly range: TimeRange; readonly currency: string },
  history?: SubscriptionHistory,
): Promise<SubscriptionSummary> {
  const ofScope = and(owned(orders, scope), ofCurrency(orders.currency, currency));
  // These few ends are no churn; the history has the number of all ends. The index has no plan changes: they are counted
  // separately.
  const startedAndEnded = and(
    wasPaidFor,
    during(paidSince, range),
    isNotNull(orders.endedAt),
    sql`${endOfPaid} < ${timeParam(range.to)}`,
  );
  const isTrialing = and(
    // The index has this time.
    sql`${paidSince} >= ${timeParam(range.to)}`,
    gte(orders.trialEndsAt, range.to),
    lt(orders.startedAt, range.to),
    wasOpen(range.to),
  );
  const countOf = async (condition: SQL | undefined): Promise<number> => {
    const [row] = await tx.select({ rows: count() }).from(orders).where(and(ofScope, condition));
    return row?.rows ?? 0;
  };
  const [levels, endedOfStarted, trialingAtEnd, changes, continuedEnds] = await Promise.all([
    history ?? readSubscriptionHistory(tx, scope, [range.from, range.to], currency),
    countOf(startedAndEnded),
    countOf(isTrialing),
    readPlanChanges(tx, scope, { range, currency }),
    countContinuedEnds(tx, scope, { range, currency }),
  ]);
  const ends = sumsIn(levels, range).filter(({ kind }) => kind === 'end');
  const ended = ends.reduce((total, { subscriptions }) => total + subscriptions, 0);
  const churned = ended - endedOfStarted - changes.ofEarlier + continuedEnds;
  const { active: activeAtStart } = levelBefore(levels, range.from);
  const { active: activeAtEnd, mrrMinor } = levelBefore(levels, range.to);
  return {
    activeAtStart,
    activeAtEnd,
    churned,
    churnRate: shareOf(churned, activeAtStart),
    trialingAtEnd,
    mrrMinor,
  };
}
