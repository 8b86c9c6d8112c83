/** The events of orders: their checkouts, subscriptions, payments and refunds. */
import * as choose from './email-choices.ts';
import type { EventDefinition } from './event-definition.ts';
import { ofPayment, ofRefund, period, why, whyDeclined, whySkipped } from './event-labels.ts';

export const orderEvents = {
  'checkout_session.tied': { object: 'checkout_session', label: 'Checkout session linked to a customer' },
  'order.created': { object: 'order', label: 'Order created', icon: 'receipt-text' },
  'order.updated': { object: 'order', label: 'Buyer details changed', icon: 'receipt-text' },
  'order.completed': {
    object: 'order',
    label: ({ amount }) => `Order completed${amount === undefined ? '' : `: payment of ${amount} succeeded`}`,
    icon: 'package-check',
    webhook: 'order.completed',
    email: 'bought',
  },
  'order.canceled': { object: 'order', label: 'Order canceled', icon: 'ban' },
  'order.expired': { object: 'order', label: 'Order expired', icon: 'timer-off' },
  'subscription.activated': {
    object: 'order',
    label: (facts) => `Subscription started${period(facts)}`,
    icon: 'package-check',
    webhook: 'subscription.activated',
    email: choose.activation,
  },
  'subscription.trial_started': { object: 'order', label: 'Trial started', icon: 'hourglass', email: 'trial' },
  'subscription.renewed': {
    object: 'order',
    label: (facts) => `Subscription renewed${period(facts)}`,
    icon: 'refresh-cw',
    webhook: 'subscription.renewed',
    email: 'charged',
  },
  'subscription.recovered': {
    object: 'order',
    label: (facts) => `Subscription recovered${period(facts)}`,
    icon: 'refresh-cw',
    webhook: 'subscription.recovered',
    email: 'charged',
  },
  'subscription.past_due': {
    object: 'order',
    label: 'Subscription past due',
    icon: 'triangle-alert',
    webhook: 'subscription.past_due',
    email: 'past_due',
  },
  'subscription.charge_skipped': {
    object: 'order',
    label: ({ data }) => `Charge skipped${whySkipped(data.reason)}`,
    icon: 'triangle-alert',
    email: choose.failedCharge,
  },
  'subscription.reminded': {
    object: 'order',
    label: 'Reminder of the next charge sent',
    icon: 'bell',
    email: choose.reminder,
  },
  'subscription.canceling': {
    object: 'order',
    label: 'Cancellation scheduled',
    icon: 'calendar-x',
    webhook: 'subscription.canceling',
    email: 'canceling',
  },
  'subscription.uncanceled': {
    object: 'order',
    label: 'Cancellation reversed',
    icon: 'rotate-ccw',
    webhook: 'subscription.uncanceled',
    email: 'uncanceled',
  },
  'subscription.canceled': {
    object: 'order',
    label: ({ data }) => (data.reason === 'unpaid' ? 'Subscription canceled: payment failed' : 'Subscription canceled'),
    icon: 'ban',
    webhook: 'subscription.canceled',
    email: 'ended',
  },
  'subscription.expired': { object: 'order', label: 'Subscription expired', icon: 'timer-off' },
  'payment_method.change_started': { object: 'order', label: 'New payment method submitted', icon: 'credit-card' },
  'payment_method.change_failed': {
    object: 'order',
    label: ({ data }) => `New payment method declined${whyDeclined(data)}`,
    icon: 'triangle-alert',
  },
  'payment_method.changed': { object: 'order', label: 'Payment method updated', icon: 'credit-card' },
  'refund_ticket.created': {
    object: 'order',
    label: (facts) => `Refund${ofRefund(facts)} requested`,
    icon: 'undo-2',
    email: 'refund_requested',
  },
  'refund_ticket.resubmitted': {
    object: 'order',
    label: (facts) => `Refund${ofRefund(facts)} requested again`,
    icon: 'undo-2',
    email: 'refund_requested',
  },
  'refund_ticket.approved': {
    object: 'order',
    label: 'Refund request approved',
    icon: 'circle-check',
    email: 'refund_answered',
  },
  'refund_ticket.rejected': {
    object: 'order',
    label: 'Refund request declined',
    icon: 'ban',
    email: 'refund_answered',
  },
  'refund.started': { object: 'order', label: (facts) => `Refund${ofRefund(facts)} started`, icon: 'undo-2' },
  'refund.succeeded': {
    object: 'order',
    label: (facts) => `Refund${ofRefund(facts)} succeeded`,
    icon: 'circle-check',
    webhook: 'refund.succeeded',
    email: 'refund_made',
  },
  'refund.failed': {
    object: 'order',
    label: (facts) => `Refund${ofRefund(facts)} failed${why(facts.data.failureReason)}`,
    icon: 'triangle-alert',
    webhook: 'refund.failed',
    email: 'refund_failed',
  },
  'refund.unbooked': {
    object: 'order',
    label: (facts) =>
      `Refund${ofRefund(facts)} at the payment provider was not recorded${why(facts.data.failureReason)}`,
    icon: 'triangle-alert',
    email: 'refund_not_booked',
  },
  'payment.pending': {
    object: 'order',
    label: (facts) => `Payment${ofPayment(facts)} processing`,
    icon: 'hourglass',
  },
  'payment.requires_action': {
    object: 'order',
    label: (facts) => `Payment${ofPayment(facts)} requires authentication (3D Secure)`,
    icon: 'shield-question',
  },
  'payment.resumed': { object: 'order', label: 'Authentication completed (3D Secure)', icon: 'shield-check' },
  'payment.succeeded': {
    object: 'order',
    label: (facts) => `Payment${ofPayment(facts)} succeeded`,
    icon: 'circle-check',
    // The payment of a one-time order is recorded and reported as its completion. Earlier versions recorded both.
    webhook: { onetime: null, subscription: 'subscription.payment_succeeded' },
  },
  'payment.failed': {
    object: 'order',
    label: (facts) => `Payment${ofPayment(facts)} failed${whyDeclined(facts.data)}`,
    icon: 'triangle-alert',
    email: choose.failedCharge,
  },
  'payment.refund_started': {
    object: 'order',
    label: (facts) => `Late payment${ofPayment(facts)}: refund started`,
    icon: 'undo-2',
  },
  'payment.refunded': {
    object: 'order',
    label: (facts) => `Late payment${ofPayment(facts)} refunded`,
    icon: 'circle-check',
  },
} as const satisfies Readonly<Record<string, EventDefinition>>;
