/**
 * How many subscriptions there were, how many came and went, and what they bring in each month. A subscription counts
 * from the beginning of the first period that is paid for, which is where its trial ends, until it ended: also while it
 * is past due, or goes on to the end of what is paid for. One that ended with its trial never counted.
 */
import { and, count, eq, gte, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { orders } from '#db/schema/index.ts';
import { monthlyMinor, type Recurring } from '#server/billing/subscriptions/rules/recurring-revenue.ts';
import { shareOf, type TimeRange } from '#server/domain/time-range.ts';
import type { ReadScope } from '#server/platform/data/listing.ts';
import { countWhere, during, momentOf, ofCurrency, owned, sumOf } from './facts.ts';

export interface SubscriptionChoice {
  readonly range: TimeRange;
  readonly currency?: string | undefined;
}

export interface SubscriptionFigures {
  readonly activeAtStart: number;
  /** `activeAtStart`, and what `started`, without what `ended`. */
  readonly activeAtEnd: number;
  /** Whose first paid period began in the range. */
  readonly started: number;
  /** That ended in the range, also such as had started in it. */
  readonly ended: number;
  /** Of those active at the start, how many ended in the range. */
  readonly churned: number;
  /** `churned` of `activeAtStart`; null where none was active. */
  readonly churnRate: number | null;
  readonly trialsBegun: number;
  /** In their trial at the range's end. */
  readonly trialingAtEnd: number;
  /** Trials whose end fell into the range and that were then paid for. */
  readonly trialsConverted: number;
  /** Trials whose end fell into the range and that were never paid for: canceled, or the charge failed to the last. */
  readonly trialsLost: number;
  /** `trialsConverted` of those decided; null where none was. */
  readonly trialConversionRate: number | null;
  /** Whose charge has failed and is being tried again: now, whatever the range. */
  readonly pastDue: number;
  /** What those active at the end bring in each month, without tax, in minor units; null without a currency. */
  readonly mrrMinor: number | null;
}

/** Where a subscription's first paid period begins: its trial's end, where it has one. */
export const paidSince = sql`coalesce(${orders.trialEndsAt}, ${orders.startedAt})`;

/** That it began, and a period of it was paid for: a trial alone is period 0. */
export const wasPaidFor = and(isNotNull(orders.startedAt), gte(orders.periodNumber, 1));

/** That it had not ended before that moment. */
const wasOpen = (moment: Date): SQL | undefined => or(isNull(orders.endedAt), gte(orders.endedAt, moment));

/** That a subscription is active right before a moment. */
export const activeBefore = (moment: Date): SQL | undefined =>
  and(wasPaidFor, sql`${paidSince} < ${momentOf(moment)}`, wasOpen(moment));

/** The subscriptions in scope that had begun before a moment. */
export const begunBefore = (moment: Date, scope: ReadScope, currency: string | undefined): SQL | undefined =>
  and(owned(orders, scope), lt(orders.startedAt, moment), ofCurrency(orders.currency, currency));

/** The figures of a range. */
export async function readSubscriptionFigures(
  tx: Tx,
  scope: ReadScope,
  { range, currency }: SubscriptionChoice,
): Promise<SubscriptionFigures> {
  const isLate = and(owned(orders, scope), eq(orders.status, 'past_due'), ofCurrency(orders.currency, currency));
  const [[counts], [late], recurring] = await Promise.all([
    tx
      .select(countsOf(range))
      .from(orders)
      .where(begunBefore(range.to, scope, currency)),
    tx.select({ pastDue: count() }).from(orders).where(isLate),
    currency === undefined ? null : readRecurring(tx, scope, range.to, currency),
  ]);
  if (!counts || !late) throw new Error('a statement that counts gave no row');
  return {
    ...counts,
    ...late,
    churnRate: shareOf(counts.churned, counts.activeAtStart),
    trialConversionRate: shareOf(counts.trialsConverted, counts.trialsConverted + counts.trialsLost),
    mrrMinor: recurring && monthlyMinor(recurring),
  };
}

/** What is counted of a range, of subscriptions that had begun before its end. */
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

/** What the subscriptions active right before a moment charge for each period, without tax. */
export async function readRecurring(tx: Tx, scope: ReadScope, moment: Date, currency: string): Promise<Recurring> {
  const rows = await tx
    .select({ period: orders.billingPeriod, amountMinor: sumOf(orders.subtotalMinor) })
    .from(orders)
    .where(and(begunBefore(moment, scope, currency), activeBefore(moment)))
    .groupBy(orders.billingPeriod);
  return Object.fromEntries(rows.map(({ period, amountMinor }) => [period, amountMinor]));
}
