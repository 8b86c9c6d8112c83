/** The events of orders: their subscriptions, payments and refunds. */
import * as choose from './email-choices.ts';
import type { EventDefinition } from './event-definition.ts';
import { ofPayment, ofRefund, period, plansOf, why, whyDeclined, whySkipped } from './event-labels.ts';

const rows = {
  'order.created': { label: 'Order created', icon: 'receipt-text' },
  'order.updated': { label: 'Buyer details changed', icon: 'receipt-text' },
  'order.completed': {
    label: ({ amount }) => `Order completed${amount === undefined ? '' : `: payment of ${amount} succeeded`}`,
    icon: 'package-check',
    webhook: 'order.completed',
    email: 'bought',
  },
  'order.canceled': { label: 'Order canceled', icon: 'ban' },
  'order.expired': { label: 'Order expired', icon: 'timer-off' },
  'subscription.activated': {
    label: (facts) => `Subscription started${period(facts)}`,
    icon: 'package-check',
    webhook: 'subscription.activated',
    email: choose.activation,
  },
  'subscription.trial_started': { label: 'Trial started', icon: 'hourglass', email: 'trial' },
  'subscription.renewed': {
    label: (facts) => `Subscription renewed${period(facts)}`,
    icon: 'refresh-cw',
    webhook: 'subscription.renewed',
    email: 'charged',
  },
  'subscription.recovered': {
    label: (facts) => `Subscription recovered${period(facts)}`,
    icon: 'refresh-cw',
    webhook: 'subscription.recovered',
    email: 'charged',
  },
  'subscription.past_due': {
    label: 'Subscription past due',
    icon: 'triangle-alert',
    webhook: 'subscription.past_due',
    email: 'past_due',
  },
  'subscription.charge_skipped': {
    label: ({ data }) => `Charge skipped${whySkipped(data.reason)}`,
    icon: 'triangle-alert',
    email: choose.failedCharge,
  },
  'subscription.reminded': { label: 'Reminder of the next charge sent', icon: 'bell', email: choose.reminder },
  'subscription.canceling': {
    label: 'Cancellation scheduled',
    icon: 'calendar-x',
    webhook: 'subscription.canceling',
    email: 'canceling',
  },
  'subscription.uncanceled': {
    label: 'Cancellation reversed',
    icon: 'rotate-ccw',
    webhook: 'subscription.uncanceled',
    email: 'uncanceled',
  },
  'subscription.canceled': {
    label: ({ data }) => (data.reason === 'unpaid' ? 'Subscription canceled: payment failed' : 'Subscription canceled'),
    icon: 'ban',
    webhook: 'subscription.canceled',
    email: 'ended',
  },
  'subscription.plan_changed': {
    label: (facts) => `Plan changed${plansOf(facts)}`,
    icon: 'arrow-left-right',
    webhook: 'subscription.plan_changed',
    email: 'plan_changed',
  },
  'subscription.replaced': { label: 'Replaced by another plan', icon: 'arrow-left-right' },
  'subscription.plan_change_scheduled': {
    label: (facts) => `Plan change scheduled${plansOf(facts)}`,
    icon: 'calendar-clock',
    webhook: 'subscription.plan_change_scheduled',
    email: 'plan_change_scheduled',
  },
  'subscription.plan_change_failed': {
    label: (facts) => `Plan change failed${whyDeclined(facts.data)}`,
    icon: 'triangle-alert',
    webhook: 'subscription.plan_change_failed',
    email: choose.failedChange,
  },
  'subscription.plan_change_undone': { label: 'Scheduled plan change withdrawn', icon: 'rotate-ccw' },
  'subscription.paused': { label: 'Subscription paused', icon: 'circle-pause' },
  'subscription.resumed': { label: 'Subscription resumed', icon: 'circle-play' },
  'subscription.expired': { label: 'Subscription expired', icon: 'timer-off' },
  'payment_method.change_started': { label: 'New payment method submitted', icon: 'credit-card' },
  'payment_method.change_failed': {
    label: ({ data }) => `New payment method declined${whyDeclined(data)}`,
    icon: 'triangle-alert',
  },
  'payment_method.changed': { label: 'Payment method updated', icon: 'credit-card' },
  'refund_ticket.created': {
    label: (facts) => `Refund${ofRefund(facts)} requested`,
    icon: 'undo-2',
    email: 'refund_requested',
  },
  'refund_ticket.resubmitted': {
    label: (facts) => `Refund${ofRefund(facts)} requested again`,
    icon: 'undo-2',
    email: 'refund_requested',
  },
  'refund_ticket.approved': { label: 'Refund request approved', icon: 'circle-check', email: 'refund_answered' },
  'refund_ticket.rejected': { label: 'Refund request declined', icon: 'ban', email: 'refund_answered' },
  'refund.started': { label: (facts) => `Refund${ofRefund(facts)} started`, icon: 'undo-2' },
  'refund.succeeded': {
    label: (facts) => `Refund${ofRefund(facts)} succeeded`,
    icon: 'circle-check',
    webhook: 'refund.succeeded',
    email: 'refund_made',
  },
  'refund.failed': {
    label: (facts) => `Refund${ofRefund(facts)} failed${why(facts.data.failureReason)}`,
    icon: 'triangle-alert',
    webhook: 'refund.failed',
    email: 'refund_failed',
  },
  'refund.unbooked': {
    label: (facts) =>
      `Refund${ofRefund(facts)} at the payment provider was not recorded${why(facts.data.failureReason)}`,
    icon: 'triangle-alert',
    email: 'refund_not_booked',
  },
  'payment.pending': { label: (facts) => `Payment${ofPayment(facts)} processing`, icon: 'hourglass' },
  'payment.requires_action': {
    label: (facts) => `Payment${ofPayment(facts)} requires authentication (3D Secure)`,
    icon: 'shield-question',
  },
  'payment.resumed': { label: 'Authentication completed (3D Secure)', icon: 'shield-check' },
  'payment.succeeded': {
    label: (facts) => `Payment${ofPayment(facts)} succeeded`,
    icon: 'circle-check',
    // The payment of a one-time order is recorded and reported as its completion. Earlier versions recorded both.
    webhook: { onetime: null, subscription: 'subscription.payment_succeeded' },
  },
  'payment.failed': {
    label: (facts) => `Payment${ofPayment(facts)} failed${whyDeclined(facts.data)}`,
    icon: 'triangle-alert',
    email: choose.failedCharge,
  },
  'payment.refund_started': { label: (facts) => `Late payment${ofPayment(facts)}: refund started`, icon: 'undo-2' },
  'payment.refunded': { label: (facts) => `Late payment${ofPayment(facts)} refunded`, icon: 'circle-check' },
} as const satisfies Readonly<Record<string, Omit<EventDefinition, 'object'>>>;

type Rows = typeof rows;

export const orderEvents = Object.fromEntries(
  Object.entries(rows).map(([type, row]) => [type, { object: 'order', ...row }]),
) as { readonly [Type in keyof Rows]: { readonly object: 'order' } & Rows[Type] };
