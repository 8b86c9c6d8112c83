/**
 * When a subscription's periods begin and end. Periods are counted from where the first began, in UTC and without
 * drift: monthly from January 31 begins on February 28 or 29, March 31, April 30, … (decisions.md, "Subscriptions".)
 */
import type { BillingPeriod } from '#server/catalog/rules/product.ts';

const dayMs = 24 * 60 * 60 * 1000;

const monthsIn: Readonly<Record<Exclude<BillingPeriod, 'weekly'>, number>> = { monthly: 1, quarterly: 3, yearly: 12 };

/** How a period reads after "every". */
export const periodNames: Readonly<Record<BillingPeriod, string>> = {
  weekly: 'week',
  monthly: 'month',
  quarterly: '3 months',
  yearly: 'year',
};

/** So many days of 24 hours later. */
export const addDays = (moment: Date, days: number): Date => new Date(moment.getTime() + days * dayMs);

/** Where the period with that number begins, counted from 0 at the anchor: also where the one before it ends. */
export function periodStart(anchor: Date, period: BillingPeriod, number: number): Date {
  if (period === 'weekly') return addDays(anchor, 7 * number);
  const month = anchor.getUTCMonth() + monthsIn[period] * number;
  // Day 0 of the month after is the last day of this one.
  const lastDay = new Date(Date.UTC(anchor.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const moment = new Date(anchor);
  moment.setUTCFullYear(anchor.getUTCFullYear(), month, Math.min(anchor.getUTCDate(), lastDay));
  return moment;
}
