/**
 * Subscription figures: active, started and ended subscriptions, and MRR. A subscription counts from the start of its first
 * paid period, which is the end of its trial, until it ends: also while it is past due or canceling. One that ended with its
 * trial never counts.
 */
import { and, count, eq, gte, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { orders } from '#db/schema/index.ts';
import { monthlyMinor, type Recurring } from '#server/billing/subscriptions/rules/recurring-revenue.ts';
import { shareOf, type TimeRange } from '#server/domain/time-range.ts';
import type { ReadScope } from '#server/platform/data/listing.ts';
import { countWhere, during, ofCurrency, owned, sumOf, timeParam } from './facts.ts';
import { countChangedTrials, countContinuedEnds, readPlanChanges } from './subscription-changes.ts';
import { paidSince, wasPaidFor } from './subscription-conditions.ts';

export interface SubscriptionChoice {
  readonly range: TimeRange;
  readonly currency?: string | undefined;
}

export interface SubscriptionFigures {
  readonly activeAtStart: number;
  /** `activeAtStart` plus `started`, minus `ended`; besides, changes into a trial end now and start later. */
  readonly activeAtEnd: number;
  /** Subscriptions with their first paid period in the range. */
  readonly started: number;
  /** Subscriptions that ended in the range, including those that started in it. */
  readonly ended: number;
  /** Subscriptions active at the start that ended in the range. */
  readonly churned: number;
  /** `churned` divided by `activeAtStart`; null if none was active. */
  readonly churnRate: number | null;
  readonly trialsBegun: number;
  /** Subscriptions in their trial at the end of the range. */
  readonly trialingAtEnd: number;
  /** Trials that ended in the range and were then paid. */
  readonly trialsConverted: number;
  /** Trials that ended in the range and were never paid: canceled, or all charges failed. */
  readonly trialsLost: number;
  /** `trialsConverted` divided by the decided trials; null without any. */
  readonly trialConversionRate: number | null;
  /** Currently past due subscriptions, regardless of the range. */
  readonly pastDue: number;
  /** The monthly revenue of subscriptions active at the end, without tax, in minor units; null without a currency. */
  readonly mrrMinor: number | null;
}

/** Whether a subscription had not ended before a time. */
export const wasOpen = (moment: Date): SQL | undefined => or(isNull(orders.endedAt), gte(orders.endedAt, moment));

/** Whether a subscription is active right before a time. */
export const activeBefore = (moment: Date): SQL | undefined =>
  and(wasPaidFor, sql`${paidSince} < ${timeParam(moment)}`, wasOpen(moment));

/** The subscriptions in scope that started before a time. */
export const startedBefore = (moment: Date, scope: ReadScope, currency: string | undefined): SQL | undefined =>
  and(owned(orders, scope), lt(orders.startedAt, moment), ofCurrency(orders.currency, currency));

/** The figures of a range. */
export async function readSubscriptionFigures(
  tx: Tx,
  scope: ReadScope,
  { range, currency }: SubscriptionChoice,
): Promise<SubscriptionFigures> {
  const isPastDue = and(owned(orders, scope), eq(orders.status, 'past_due'), ofCurrency(orders.currency, currency));
  const choice = { range, currency };
  const [[counts], [pastDueCount], recurring, { changes, ofEarlier }, continuedEnds, changedTrials] = await Promise.all(
    [
      tx
        .select(countsOf(range))
        .from(orders)
        .where(startedBefore(range.to, scope, currency)),
      tx.select({ pastDue: count() }).from(orders).where(isPastDue),
      currency === undefined ? null : readRecurring(tx, scope, range.to, currency),
      readPlanChanges(tx, scope, choice),
      countContinuedEnds(tx, scope, choice),
      countChangedTrials(tx, scope, choice),
    ],
  );
  if (!counts || !pastDueCount) throw new Error('a count returned no row');
  const churned = counts.churned - ofEarlier + continuedEnds;
  const trialsConverted = counts.trialsConverted + changedTrials;
  const trialsLost = counts.trialsLost - changedTrials;
  return {
    ...counts,
    ...pastDueCount,
    started: counts.started - changes,
    ended: counts.ended - changes,
    churned,
    churnRate: shareOf(churned, counts.activeAtStart),
    trialsConverted,
    trialsLost,
    trialConversionRate: shareOf(trialsConverted, trialsConverted + trialsLost),
    mrrMinor: recurring && monthlyMinor(recurring),
  };
}

/**
 * The counted conditions of a range, for subscriptions that started before its end. An index answers them all, which has no
 * plan changes.
 */
export const countsOf = (range: TimeRange) => {
  const trialIsOver = during(orders.trialEndsAt, range);
  return {
    activeAtStart: countWhere(activeBefore(range.from)),
    activeAtEnd: countWhere(activeBefore(range.to)),
    started: countWhere(and(wasPaidFor, during(paidSince, range))),
    ended: countWhere(and(wasPaidFor, during(orders.endedAt, range))),
    churned: countWhere(and(activeBefore(range.from), during(orders.endedAt, range))),
    trialsBegun: countWhere(and(isNotNull(orders.trialEndsAt), during(orders.startedAt, range))),
    trialingAtEnd: countWhere(and(gte(orders.trialEndsAt, range.to), wasOpen(range.to))),
    trialsConverted: countWhere(and(trialIsOver, wasPaidFor)),
    trialsLost: countWhere(and(trialIsOver, eq(orders.periodNumber, 0), isNotNull(orders.endedAt))),
  };
};

/** The sums per billing period of the subscriptions active right before a time, without tax. */
export async function readRecurring(tx: Tx, scope: ReadScope, moment: Date, currency: string): Promise<Recurring> {
  const rows = await tx
    .select({ period: orders.billingPeriod, amountMinor: sumOf(orders.subtotalMinor) })
    .from(orders)
    .where(and(startedBefore(moment, scope, currency), activeBefore(moment)))
    .groupBy(orders.billingPeriod);
  return Object.fromEntries(rows.map(({ period, amountMinor }) => [period, amountMinor]));
}
