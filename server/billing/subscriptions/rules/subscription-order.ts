/** The state machine of a subscription. (commerce-api.md, "Subscription order status"; decisions.md, "Subscriptions".) */
import { type ApiError, errors } from '#server/domain/errors.ts';
import { followOrRefuse, isOneOf, type Transitions } from '#server/domain/state-machine.ts';

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
 * - `pay`: a period was paid. - `start_trial`: it started with a trial. - `fail`: a renewal failed.
 * - `cancel`, `reactivate`: requested. - `end`: a canceling subscription's period is over, or no retry is left.
 * - `replace`: a plan change started another order in its place. - `expire`: the checkout session ended without a payment.
 */
export type SubscriptionOrderEvent =
  | 'pay'
  | 'start_trial'
  | 'fail'
  | 'cancel'
  | 'reactivate'
  | 'replace'
  | 'end'
  | 'expire';

export const subscriptionOrderTransitions: Transitions<SubscriptionOrderStatus, SubscriptionOrderEvent> = {
  pending: { pay: 'active', start_trial: 'trialing', cancel: 'canceled', expire: 'expired' },
  trialing: { pay: 'active', fail: 'past_due', cancel: 'canceling', replace: 'canceled' },
  active: { pay: 'active', fail: 'past_due', cancel: 'canceling', replace: 'canceled', end: 'canceled' },
  past_due: { pay: 'active', cancel: 'canceled', replace: 'canceled', end: 'canceled' },
  // A charge in flight during the cancellation may succeed: that period is paid, then the subscription ends.
  canceling: { pay: 'canceling', reactivate: 'active', replace: 'canceled', end: 'canceled' },
  canceled: {},
  expired: {},
};

/** Started and not ended: the payment method can change, and a charge in flight can still pay a period. */
export const liveStatuses = ['trialing', 'active', 'past_due', 'canceling'] as const;
/** Live and not canceled: the next period will be charged, or retried. */
export const billableStatuses = ['trialing', 'active', 'past_due'] as const;
/** Billable and paid: the next charge is for the next period. */
export const renewingStatuses = ['trialing', 'active'] as const;
/** Ended: no event is possible. */
export const terminalStatuses = ['canceled', 'expired'] as const;

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
  replace: 'This subscription has ended and cannot change its plan',
  end: 'This subscription cannot end now',
  expire: 'Only pending subscriptions can expire',
};

/** The 400 refusal of an event. */
export const refuseSubscriptionEvent = (event: SubscriptionOrderEvent): ApiError =>
  errors.wrongStatus(refusals[event], 'order');

/** The next status of a subscription; throws 400 if the event is not allowed. */
export const nextSubscriptionOrderStatus = (
  from: SubscriptionOrderStatus,
  event: SubscriptionOrderEvent,
): SubscriptionOrderStatus =>
  followOrRefuse(subscriptionOrderTransitions, from, event, { message: refusals[event], layer: 'order' });
