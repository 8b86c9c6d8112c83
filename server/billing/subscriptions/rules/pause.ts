/** Pauses of subscriptions. (docs/behavior/subscriptions.md, "Pauses") */
import { ApiError } from '#server/domain/errors.ts';
import type { StartedSubscription, SubscriptionOrder } from '../../orders/rules/order.ts';
import { isRenewing } from './subscription-order.ts';

export interface PausedSubscription extends Omit<StartedSubscription, 'pausedAt'> {
  readonly pausedAt: Date;
}

/** How far ahead a subscription can be set to resume by itself. */
const maxPauseYears = 2;

const refusal = (code: string, message: string) => () => new ApiError(400, message, 'order', { code });

export const pauseRefusals = {
  notRenewing: refusal('wrong_status', 'Only trialing and active subscriptions can be paused'),
  pastDue: refusal('wrong_status', 'A past due subscription cannot be paused, because its current period is unpaid'),
  canceling: refusal(
    'wrong_status',
    'A canceling subscription cannot be paused; undo the cancellation before pausing it',
  ),
  paused: refusal('subscription_paused', 'The subscription is already paused'),
  notPaused: refusal('subscription_not_paused', 'Only paused subscriptions can be resumed'),
  resumesInPast: refusal('invalid_field', 'Invalid resumesAt: must be in the future'),
  resumesTooLate: refusal('invalid_field', `Invalid resumesAt: must not be more than ${maxPauseYears} years ahead`),
};

/** Throws 400 unless the subscription is trialing or active, and not paused yet. */
export function requirePausable(order: SubscriptionOrder): StartedSubscription {
  if (order.status === 'past_due') throw pauseRefusals.pastDue();
  if (order.status === 'canceling') throw pauseRefusals.canceling();
  if (!isRenewing(order.status)) throw pauseRefusals.notRenewing();
  if (order.pausedAt) throw pauseRefusals.paused();
  return order as StartedSubscription;
}

export const isPaused = (order: SubscriptionOrder): order is SubscriptionOrder & PausedSubscription =>
  order.pausedAt !== null;

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
  // A reset test clock may show an earlier time than the pause.
  const pausedMs = Math.max(0, resumedAt.getTime() - pausedAt.getTime());
  const end = new Date(currentPeriodEnd.getTime() + pausedMs);
  if (periodNumber === 0) return { currentPeriodEnd: end, trialEndsAt: end, movedPeriods };
  const next = { number: periodNumber + 1, startsAt: end.toISOString() };
  const earlier = movedPeriods?.filter(({ number }) => number < next.number) ?? [];
  return { currentPeriodEnd: end, trialEndsAt, movedPeriods: [...earlier, next] };
}
