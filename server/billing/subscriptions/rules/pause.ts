/** Pauses of subscriptions. (docs/behavior/subscriptions.md, "Pauses") */
import { ApiError } from '#server/domain/errors.ts';
import type { Order, StartedSubscription, SubscriptionOrder } from '../../orders/rules/order.ts';
import { isRenewing } from './subscription-order.ts';

export interface PausedSubscription extends Omit<StartedSubscription, 'pausedAt'> {
  readonly pausedAt: Date;
}

/** How far ahead a subscription can be set to resume by itself. */
const maxPauseYears = 2;

const refusal = (code: string, message: string, path?: string) => () =>
  new ApiError(400, message, 'order', { code, path });

export const pauseRefusals = {
  notRenewing: refusal('wrong_status', 'Only trialing and active subscriptions can be paused'),
  pastDue: refusal('wrong_status', 'A past due subscription cannot be paused, because its current period is unpaid'),
  canceling: refusal(
    'wrong_status',
    'A canceling subscription cannot be paused; undo the cancellation before pausing it',
  ),
  paused: refusal('subscription_paused', 'The subscription is already paused'),
  notPaused: refusal('subscription_not_paused', 'Only paused subscriptions can be resumed'),
  resumesInPast: refusal('invalid_field', 'Invalid resumesAt: must be in the future', 'resumesAt'),
  resumesTooLate: refusal(
    'invalid_field',
    `Invalid resumesAt: must not be more than ${maxPauseYears} years ahead`,
    'resumesAt',
  ),
};

/** Throws 400 unless the subscription is trialing or active, and not paused yet. */
export function requirePausable(order: SubscriptionOrder): StartedSubscription {
  if (order.status === 'past_due') throw pauseRefusals.pastDue();
  if (order.status === 'canceling') throw pauseRefusals.canceling();
  if (!isRenewing(order.status)) throw pauseRefusals.notRenewing();
  if (order.pausedAt) throw pauseRefusals.paused();
  return order as StartedSubscription;
}

/** Whether an order is a paused subscription. */
export const isPaused = (order: Order): order is SubscriptionOrder & PausedSubscription => order.pausedAt !== null;

/** Whether an order is a subscription that can be paused, unless a charge is in flight. */
export const isPausable = (order: Order): boolean =>
  order.productType === 'subscription' && isRenewing(order.status) && !order.pausedAt;

/**
 * When the current period ends, with the planned resumption if it is paused. Null: not started, or paused until someone
 * resumes it.
 */
export function plannedPeriodEnd(order: Pick<Order, 'pausedAt' | 'resumesAt' | 'currentPeriodEnd'>): Date | null {
  if (!order.pausedAt || !order.currentPeriodEnd) return order.currentPeriodEnd;
  return order.resumesAt && endAfter(order.pausedAt, order.resumesAt, order.currentPeriodEnd);
}

/** The end of a period after a pause. A reset test clock may show an earlier time than the pause. */
const endAfter = (pausedAt: Date, resumedAt: Date, end: Date): Date =>
  new Date(end.getTime() + Math.max(0, resumedAt.getTime() - pausedAt.getTime()));

/** Throws 400 unless the time is in the future and not too far ahead. */
export function requireResumption(resumesAt: Date, now: Date): void {
  const last = new Date(now);
  last.setUTCFullYear(last.getUTCFullYear() + maxPauseYears);
  if (resumesAt <= now) throw pauseRefusals.resumesInPast();
  if (resumesAt > last) throw pauseRefusals.resumesTooLate();
}

type ResumedDates = Pick<StartedSubscription, 'currentPeriodEnd' | 'trialEndsAt' | 'movedPeriods'>;

/**
 * The dates of a subscription that resumes at `now`, or at the planned time if that is past: the end of the current period,
 * or of the trial, moves by the length of the pause.
 */
export function resumedDates(order: PausedSubscription, now: Date): ResumedDates {
  const { pausedAt, resumesAt, currentPeriodEnd, periodNumber, trialEndsAt, movedPeriods } = order;
  const resumedAt = resumesAt && resumesAt < now ? resumesAt : now;
  const end = endAfter(pausedAt, resumedAt, currentPeriodEnd);
  if (periodNumber === 0) return { currentPeriodEnd: end, trialEndsAt: end, movedPeriods };
  const next = { number: periodNumber + 1, startsAt: end.toISOString() };
  const earlier = movedPeriods?.filter(({ number }) => number < next.number) ?? [];
  return { currentPeriodEnd: end, trialEndsAt, movedPeriods: [...earlier, next] };
}
