/**
 * The life of one payment attempt. A row is written before the provider is called (`processing`), so that a crash in
 * between leaves something to settle; at most one attempt of an order is ever live or successful.
 */
import type { Environment } from './environments.ts';
import { followOrRefuse, type Transitions } from './state-machine.ts';

export const paymentStatuses = ['processing', 'requires_action', 'succeeded', 'failed'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/**
 * - `challenge`: the buyer's bank asks. - `resume`: it was answered. - `succeed`, `fail`: decided.
 * A `failed` attempt may `succeed`: we had given up on it when the provider had not, and its order is still to be paid.
 */
export type PaymentEvent = 'challenge' | 'resume' | 'succeed' | 'fail';

/** Statuses of an attempt that is not decided yet: an order has one at most. */
export const livePaymentStatuses = ['processing', 'requires_action'] as const;

/** Statuses that hold the order: no second attempt may start beside one of these. */
export const holdingPaymentStatuses = ['processing', 'requires_action', 'succeeded'] as const;

export const paymentTransitions: Transitions<PaymentStatus, PaymentEvent> = {
  processing: { challenge: 'requires_action', succeed: 'succeeded', fail: 'failed' },
  requires_action: { resume: 'processing', succeed: 'succeeded', fail: 'failed' },
  succeeded: {},
  failed: { succeed: 'succeeded' },
};

/** The next status of a payment; 400 where the event is not allowed in that status. */
export const nextPaymentStatus = (from: PaymentStatus, event: PaymentEvent): PaymentStatus =>
  followOrRefuse(paymentTransitions, from, event, {
    message: `A payment that is ${from.replace('_', ' ')} cannot ${event}`,
    layer: 'payment',
  });

/** Whether a payment is one of the sandbox in prod: of a demonstration, in which no money moves. */
export const isDemonstration = ({ environment, provider }: { environment: Environment; provider: string }): boolean =>
  environment === 'prod' && provider === 'sandbox';
