/**
 * The life of a subscription. (commerce-api.md, "Subscription order status"; decisions.md, "Subscriptions".)
 */
import { type ApiError, errors } from '#server/domain/errors.ts';
import { followOrRefuse, type Transitions } from '#server/domain/state-machine.ts';

export const subscriptionOrderStatuses = [
  'pending',
  'active',
  'trialing',
  'canceling',
  'past_due',
  'canceled',
  'expired',
] as const;
export type SubscriptionOrderStatus = (typeof subscriptionOrderStatuses)[number];

/**
 * - `pay`: a period was paid. - `start_trial`: it began with a trial. - `fail`: a renewal was not paid.
 * - `cancel`, `reactivate`: asked for. - `end`: the period of a canceling one is over, or there is no more to try.
 * - `expire`: nobody paid before the checkout session's end.
 */
export type SubscriptionOrderEvent = 'pay' | 'start_trial' | 'fail' | 'cancel' | 'reactivate' | 'end' | 'expire';

export const subscriptionOrderTransitions: Transitions<SubscriptionOrderStatus, SubscriptionOrderEvent> = {
  pending: { pay: 'active', start_trial: 'trialing', cancel: 'canceled', expire: 'expired' },
  trialing: { pay: 'active', fail: 'past_due', cancel: 'canceling' },
  active: { pay: 'active', fail: 'past_due', cancel: 'canceling', end: 'canceled' },
  past_due: { pay: 'active', cancel: 'canceled', end: 'canceled' },
  // A charge that was on its way when it was canceled may still come through: that period is paid, and then it ends.
  canceling: { pay: 'canceling', reactivate: 'active', end: 'canceled' },
  canceled: {},
  expired: {},
};

/** Started and not ended: the payment method may be changed, and a charge that is under way may still pay a period. */
export const liveStatuses = ['trialing', 'active', 'past_due', 'canceling'] as const;
/** Live and not canceled: the next period is charged, after a failure by a retry. */
export const billableStatuses = ['trialing', 'active', 'past_due'] as const;
/** Billable and paid up: the next charge is that of the next period. */
export const renewingStatuses = ['trialing', 'active'] as const;
/** Ended: nothing happens to it any more. */
export const terminalStatuses = ['canceled', 'expired'] as const;

const isOneOf = (statuses: readonly string[]) => (status: string) => statuses.includes(status);
export const isLive = isOneOf(liveStatuses);
export const isBillable = isOneOf(billableStatuses);
export const isRenewing = isOneOf(renewingStatuses);
export const isTerminal = isOneOf(terminalStatuses);

const refusals: Record<SubscriptionOrderEvent, string> = {
  pay: 'This subscription has ended and cannot be paid',
  start_trial: 'Only pending subscriptions can start a trial',
  fail: 'Only subscriptions that are billed can fall past due',
  cancel: 'Only pending, trialing, active or past due subscriptions can be canceled',
  reactivate: 'Only canceling subscriptions can be reactivated',
  end: 'This subscription cannot end now',
  expire: 'Only pending subscriptions can expire',
};

/** 400 with the event's sentence. */
export const refuseSubscriptionEvent = (event: SubscriptionOrderEvent): ApiError =>
  errors.wrongStatus(refusals[event], 'order');

/** The next status of a subscription; 400 with the event's sentence where it is not allowed. */
export const nextSubscriptionOrderStatus = (
  from: SubscriptionOrderStatus,
  event: SubscriptionOrderEvent,
): SubscriptionOrderStatus =>
  followOrRefuse(subscriptionOrderTransitions, from, event, { message: refusals[event], layer: 'order' });
