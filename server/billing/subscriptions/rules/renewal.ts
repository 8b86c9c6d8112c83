/** The schedule of charges, retries and reminders. (decisions.md, "Subscriptions".) */

import type { BillingPeriod } from '#server/catalog/rules/product.ts';
import { addDays, periodStart } from '#server/domain/billing-calendar.ts';
import { isHardDecline } from '#server/domain/declines.ts';
import { isRenewing, type SubscriptionOrderStatus } from './subscription-order.ts';

/** A period whose start a pause in the period before has moved. Later periods are counted from it. */
export interface MovedPeriod {
  readonly number: number;
  /** ISO 8601. */
  readonly startsAt: string;
}

/** The dates of a started subscription that determine its periods. */
export interface SubscriptionDates {
  readonly billingPeriod: BillingPeriod;
  readonly startedAt: Date;
  readonly trialEndsAt: Date | null;
  /** In ascending order of their numbers. Null: there was no pause in a paid period. */
  readonly movedPeriods: readonly MovedPeriod[] | null;
}

/** The start of the first paid period, from which periods are counted until a pause moves one. */
export const anchorOf = ({ startedAt, trialEndsAt }: Pick<SubscriptionDates, 'startedAt' | 'trialEndsAt'>): Date =>
  trialEndsAt ?? startedAt;

/** The start of a paid period, counted from 1. */
function startOf({ billingPeriod, movedPeriods, ...dates }: SubscriptionDates, number: number): Date {
  const moved = movedPeriods?.findLast((period) => period.number <= number);
  return moved
    ? periodStart(new Date(moved.startsAt), billingPeriod, number - moved.number)
    : periodStart(anchorOf(dates), billingPeriod, number - 1);
}

/** The bounds of a period, pauses included. Periods from 1 up follow each other without gaps; 0 is the trial. */
export function periodOf(subscription: SubscriptionDates, number: number): { start: Date; end: Date } {
  const start = number === 0 ? subscription.startedAt : startOf(subscription, number);
  return { start, end: startOf(subscription, number + 1) };
}

/** The paid time of a period, as if its pauses had been before it: it has its length without them, and its end. */
export function paidTimeOf(subscription: SubscriptionDates, number: number): { start: Date; end: Date } {
  const { start, end } = periodOf(subscription, number);
  const movedPeriods = subscription.movedPeriods?.filter((period) => period.number <= number) ?? null;
  const unpausedEnd = startOf({ ...subscription, movedPeriods }, number + 1);
  return { start: new Date(start.getTime() + end.getTime() - unpausedEnd.getTime()), end };
}

/**
 * The next retry after `now`; null if none is left. `retryDays` are ascending numbers of days after the first failed
 * charge, `pastDueSince`.
 */
export function nextRetryAt(pastDueSince: Date, retryDays: readonly number[], now: Date): Date | null {
  const retries = retryDays.map((days) => addDays(pastDueSince, days));
  return retries.find((at) => at > now) ?? null;
}

const [firstPauseMs, maxPauseMs] = [60_000, 3_600_000];

/**
 * The next attempt after consecutive charges that never reached the provider: after a minute, then with doubled delays up
 * to an hour.
 */
export const nextAttemptAt = (missed: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(firstPauseMs * 2 ** Math.max(0, missed - 1), maxPauseMs));

/** The longest delay between attempts at an unreachable provider. */
export const maxAttemptPauseMs = maxPauseMs;

/** How many days before a charge the buyer is reminded. */
const reminderDays: Readonly<Record<BillingPeriod, number>> = { weekly: 1, monthly: 3, quarterly: 7, yearly: 7 };
const trialReminderDays = 3;

/** When to remind the buyer of the charge at the period's end; null if that is within a day of the period's start. */
function remindAt(period: { start: Date; end: Date }, billingPeriod: BillingPeriod, number: number): Date | null {
  const at = addDays(period.end, -(number === 0 ? trialReminderDays : reminderDays[billingPeriod]));
  return at > addDays(period.start, 1) ? at : null;
}

/** The worker's next tasks for a subscription. */
export interface Schedule {
  readonly nextChargeAt: Date | null;
  readonly remindAt: Date | null;
}

/**
 * The next charge and its reminder for a status; a reminder in the past is omitted. Past due subscriptions follow the
 * retries instead, and paused ones have neither.
 */
export function scheduleOf(
  subscription: SubscriptionDates & { readonly pausedAt: Date | null },
  status: SubscriptionOrderStatus,
  periodNumber: number,
  now: Date,
): Schedule {
  if (!isRenewing(status) || subscription.pausedAt) return { nextChargeAt: null, remindAt: null };
  const period = periodOf(subscription, periodNumber);
  const reminder = remindAt(period, subscription.billingPeriod, periodNumber);
  return { nextChargeAt: period.end, remindAt: reminder && reminder > now ? reminder : null };
}

/**
 * Whether a method must not be charged again off-session: the bank would decline it again, and count that against us, or
 * requires authentication.
 */
export const isFinalDecline = (code: string | null): boolean =>
  isHardDecline(code) || code === 'authentication_required';
