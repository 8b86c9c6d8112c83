/** Labels of the notification switches and the kinds of their emails. Switches without emails are omitted. */
import type { EmailKind } from '#server/events/rules/email.ts';
import type { EmailSwitch, NoticeSwitch } from '#server/stores/rules/email-switches.ts';

interface Words {
  readonly label: string;
  readonly hint: string;
  readonly kind: EmailKind;
}

export type ShownSwitch = Exclude<NoticeSwitch, 'notifySubscriptionUpdated' | 'notifyChargeback'>;

export const notificationWords: Readonly<Record<ShownSwitch, Words>> = {
  notifyNewOrders: { label: 'New orders', hint: 'A one-time order was paid.', kind: 'new_order' },
  notifyNewSubscriptions: {
    label: 'New subscriptions',
    hint: 'A subscription or trial started.',
    kind: 'new_subscription',
  },
  notifySubscriptionCanceled: {
    label: 'Cancellations',
    hint: 'A customer canceled at period end.',
    kind: 'subscription_canceled_notice',
  },
  notifySubscriptionEnded: {
    label: 'Ended subscriptions',
    hint: 'A subscription ended.',
    kind: 'subscription_ended_notice',
  },
  notifySubscriptionPastDue: {
    label: 'Failed renewals',
    hint: 'A renewal payment failed and will be retried.',
    kind: 'subscription_past_due_notice',
  },
  notifySubscriptionRenewed: {
    label: 'Renewals',
    hint: 'A renewal was paid.',
    kind: 'subscription_renewed_notice',
  },
  notifySubscriptionUncanceled: {
    label: 'Resumed subscriptions',
    hint: 'A customer reversed a cancellation.',
    kind: 'subscription_uncanceled_notice',
  },
  notifySubscriptionPlanChanged: {
    label: 'Plan changes',
    hint: 'A customer changed their plan, scheduled a change, or a change failed.',
    kind: 'plan_change_notice',
  },
  notifyRefundSucceeded: { label: 'Refunds', hint: 'A refund succeeded.', kind: 'refund_notice' },
};

export const customerEmails: Readonly<Record<EmailSwitch, Words>> = {
  emailOrderConfirmation: { label: 'Order confirmation', hint: 'Includes the receipt.', kind: 'order_confirmation' },
  emailSubscriptionConfirmation: {
    label: 'Subscription confirmation',
    hint: 'Includes the first receipt.',
    kind: 'subscription_confirmation',
  },
  emailSubscriptionCycled: { label: 'Renewal receipts', hint: 'One for each renewal.', kind: 'subscription_cycled' },
  emailSubscriptionCanceled: {
    label: 'Cancellation',
    hint: 'Confirms the end date.',
    kind: 'subscription_canceled',
  },
  emailSubscriptionRevoked: {
    label: 'Subscription ended',
    hint: 'Confirms that the subscription has ended.',
    kind: 'subscription_revoked',
  },
  emailSubscriptionPastDue: {
    label: 'Failed payment',
    hint: 'Includes a link to update the payment method.',
    kind: 'subscription_past_due',
  },
  emailTrialStarted: {
    label: 'Trial started',
    hint: 'Shows the end date and the first charge.',
    kind: 'trial_started',
  },
  emailTrialEnding: { label: 'Trial ending', hint: 'Sent before the first full charge.', kind: 'trial_ending' },
  emailUpcomingCharge: {
    label: 'Upcoming charge',
    hint: 'Sent before renewals of longer periods.',
    kind: 'upcoming_charge',
  },
  emailSubscriptionPlanChanged: {
    label: 'Plan change',
    hint: 'Confirms a plan change, a scheduled one, or that it failed.',
    kind: 'plan_change',
  },
  emailRefundSucceeded: {
    label: 'Refund',
    hint: 'Confirms a refund that the customer did not request.',
    kind: 'refund',
  },
};
