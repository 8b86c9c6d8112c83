/**
 * The states of one payment attempt. Its row is written before the provider is called (`processing`), so that a crash
 * in between can be settled. An order has at most one live or successful attempt.
 */
import type { Environment } from './environments.ts';
import { followOrRefuse, isOneOf, type Transitions } from './state-machine.ts';

export const paymentStatuses = ['processing', 'requires_action', 'succeeded', 'failed'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** Statuses of an undecided attempt. An order has at most one. */
export const livePaymentStatuses = ['processing', 'requires_action'] as const satisfies readonly PaymentStatus[];
export const isLivePayment = isOneOf(livePaymentStatuses);

/** Statuses that block a second attempt for the order. */
export const holdingPaymentStatuses = [...livePaymentStatuses, 'succeeded'] as const satisfies readonly PaymentStatus[];

/** The statuses that API callers see. */
export const shownPaymentStatuses = ['pending', 'succeeded', 'failed'] as const;
export type ShownPaymentStatus = (typeof shownPaymentStatuses)[number];

export const shownPaymentStatus = (status: PaymentStatus): ShownPaymentStatus =>
  isLivePayment(status) ? 'pending' : status;

/** The names of each status in filters: the one that API callers see, and its own. */
export const paymentStatusNames: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  paymentStatuses.map((status) => [status, [shownPaymentStatus(status), status]]),
);

/**
 * - `challenge`: the buyer's bank asks for confirmation.
 * - `resume`: the buyer answered.
 * - `succeed`, `fail`: the outcome. A `failed` attempt may `succeed` if the provider reports success after we gave up
 * and the order is still unpaid.
 */
export type PaymentEvent = 'challenge' | 'resume' | 'succeed' | 'fail';

export const paymentTransitions: Transitions<PaymentStatus, PaymentEvent> = {
  processing: { challenge: 'requires_action', succeed: 'succeeded', fail: 'failed' },
  requires_action: { resume: 'processing', succeed: 'succeeded', fail: 'failed' },
  succeeded: {},
  failed: { succeed: 'succeeded' },
};

/** The next status of a payment; 400 if the event is not allowed in the current one. */
export const nextPaymentStatus = (from: PaymentStatus, event: PaymentEvent): PaymentStatus =>
  followOrRefuse(paymentTransitions, from, event, {
    message: `A payment that is ${from.replace('_', ' ')} cannot ${event}`,
    layer: 'payment',
  });

/** Whether a payment is from the sandbox in prod: a demonstration in which no money moves. */
export const isDemonstration = ({ environment, provider }: { environment: Environment; provider: string }): boolean =>
  environment === 'prod' && provider === 'sandbox';
