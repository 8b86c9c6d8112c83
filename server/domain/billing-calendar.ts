/**
 * The start and end of a subscription's periods, counted from the first period's start in UTC and without drift:
 * monthly from January 31 begins on February 28 or 29, March 31, April 30, … (decisions.md, "Subscriptions")
 */
import type { BillingPeriod } from '#server/catalog/rules/product.ts';

const dayMs = 24 * 60 * 60 * 1000;

const monthsIn: Readonly<Record<Exclude<BillingPeriod, 'weekly'>, number>> = { monthly: 1, quarterly: 3, yearly: 12 };

/** The noun of a period, as in "every month". */
export const periodNames: Readonly<Record<BillingPeriod, string>> = {
  weekly: 'week',
  monthly: 'month',
  quarterly: '3 months',
  yearly: 'year',
};

/** The time `days` × 24 hours later. */
export const addDays = (moment: Date, days: number): Date => new Date(moment.getTime() + days * dayMs);

/**
 * The start of the period with that number, counted from 0 at the anchor. It is also the end of the previous period.
 */
export function periodStart(anchor: Date, period: BillingPeriod, number: number): Date {
  if (period === 'weekly') return addDays(anchor, 7 * number);
  const month = anchor.getUTCMonth() + monthsIn[period] * number;
  // Day 0 of the next month is the last day of this one.
  const lastDay = new Date(Date.UTC(anchor.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const moment = new Date(anchor);
  moment.setUTCFullYear(anchor.getUTCFullYear(), month, Math.min(anchor.getUTCDate(), lastDay));
  return moment;
}
