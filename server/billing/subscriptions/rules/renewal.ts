/** When subscriptions are charged, charged again and reminded of it. (decisions.md, "Subscriptions".) */

import type { BillingPeriod } from '#server/catalog/rules/product.ts';
import { addDays, periodStart } from '#server/domain/billing-calendar.ts';
import { isHardDecline } from '#server/domain/declines.ts';
import { isRenewing, type SubscriptionOrderStatus } from './subscription-order.ts';

/** A subscription that has begun, as far as its periods are concerned. */
export interface Begun {
  readonly billingPeriod: BillingPeriod;
  readonly startedAt: Date;
  readonly trialEndsAt: Date | null;
}

/** Periods are counted from where the first that is paid for began. */
export const anchorOf = ({ startedAt, trialEndsAt }: Begun): Date => trialEndsAt ?? startedAt;

/** Where a period begins and ends; the periods from 1 up join without a gap. 0 is the trial. */
export function periodOf(subscription: Begun, number: number): { start: Date; end: Date } {
  const anchor = anchorOf(subscription);
  if (number === 0) return { start: subscription.startedAt, end: anchor };
  const { billingPeriod } = subscription;
  return { start: periodStart(anchor, billingPeriod, number - 1), end: periodStart(anchor, billingPeriod, number) };
}

/**
 * When the next retry falls, counted from the charge that failed first; null: there is none left after `now`, and the
 * subscription ends. `retryDays`: the setting, days after that charge, ascending.
 */
export function nextRetryAt(pastDueSince: Date, retryDays: readonly number[], now: Date): Date | null {
  const retries = retryDays.map((days) => addDays(pastDueSince, days));
  return retries.find((at) => at > now) ?? null;
}

const [firstPauseMs, maxPauseMs] = [60_000, 3_600_000];

/**
 * When to charge again after so many charges in a row that never reached the provider: a minute after the first, then
 * after twice as long each time, at most an hour. It may be down, and gains nothing by being asked all the time.
 */
export const nextAttemptAt = (missed: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(firstPauseMs * 2 ** Math.max(0, missed - 1), maxPauseMs));

/** Longer than this no charge waits for its provider. */
export const maxAttemptPauseMs = maxPauseMs;

/** How many days before a charge its buyer is told of it. */
const reminderDays: Readonly<Record<BillingPeriod, number>> = { weekly: 1, monthly: 3, quarterly: 7, yearly: 7 };
const trialReminderDays = 3;

/** When to tell the buyer of the charge at the current period's end; null where that leaves no full day after its start. */
function remindAt(period: { start: Date; end: Date }, billingPeriod: BillingPeriod, number: number): Date | null {
  const at = addDays(period.end, -(number === 0 ? trialReminderDays : reminderDays[billingPeriod]));
  return at > addDays(period.start, 1) ? at : null;
}

/** What the worker is to do next with a subscription. */
export interface Schedule {
  readonly nextChargeAt: Date | null;
  readonly remindAt: Date | null;
}

/**
 * When a subscription in that status is charged next, and when its buyer is reminded of that; a reminder whose time is
 * past is left out. Of a past due one the retries decide, not its period.
 */
export function scheduleOf(
  subscription: Begun,
  status: SubscriptionOrderStatus,
  periodNumber: number,
  now: Date,
): Schedule {
  if (!isRenewing(status)) return { nextChargeAt: null, remindAt: null };
  const period = periodOf(subscription, periodNumber);
  const reminder = remindAt(period, subscription.billingPeriod, periodNumber);
  return { nextChargeAt: period.end, remindAt: reminder && reminder > now ? reminder : null };
}

/**
 * Whether a method is not to be charged again while the buyer is away: it would be refused again, and held against us;
 * or their bank wants to hear from them first.
 */
export const isFinalDecline = (code: string | null): boolean =>
  isHardDecline(code) || code === 'authentication_required';
