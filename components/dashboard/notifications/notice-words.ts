/** What each switch sends, and the kind of its emails. Switches without emails of their own are not listed. */
import type { EmailKind } from '#server/events/rules/email.ts';
import type { EmailSwitch, NoticeSwitch } from '#server/stores/rules/email-switches.ts';

interface Words {
  readonly label: string;
  readonly hint: string;
  readonly kind: EmailKind;
}

export type ShownSwitch = Exclude<NoticeSwitch, 'notifySubscriptionUpdated' | 'notifyChargeback'>;

export const noticeWords: Readonly<Record<ShownSwitch, Words>> = {
  notifyNewOrders: { label: 'New orders', hint: 'A one-time order was paid.', kind: 'new_order' },
  notifyNewSubscriptions: {
    label: 'New subscriptions',
    hint: 'A subscription or a trial began.',
    kind: 'new_subscription',
  },
  notifySubscriptionCanceled: {
    label: 'Cancellations',
    hint: 'A buyer canceled; the period that is paid still runs.',
    kind: 'subscription_canceled_notice',
  },
  notifySubscriptionEnded: {
    label: 'Ended subscriptions',
    hint: 'A subscription is over.',
    kind: 'subscription_ended_notice',
  },
  notifySubscriptionPastDue: {
    label: 'Failed renewals',
    hint: 'A charge failed, and is tried again.',
    kind: 'subscription_past_due_notice',
  },
  notifySubscriptionRenewed: {
    label: 'Renewals',
    hint: 'A further period was paid.',
    kind: 'subscription_renewed_notice',
  },
  notifySubscriptionUncanceled: {
    label: 'Cancellations taken back',
    hint: 'A buyer goes on after all.',
    kind: 'subscription_uncanceled_notice',
  },
};

export const buyerWords: Readonly<Record<EmailSwitch, Words>> = {
  emailOrderConfirmation: { label: 'Order confirmation', hint: 'With the receipt.', kind: 'order_confirmation' },
  emailSubscriptionConfirmation: {
    label: 'Subscription confirmation',
    hint: 'With the first receipt.',
    kind: 'subscription_confirmation',
  },
  emailSubscriptionCycled: { label: 'Renewal receipts', hint: 'For each further period.', kind: 'subscription_cycled' },
  emailSubscriptionCanceled: {
    label: 'Cancellation',
    hint: 'Until when what is paid still runs.',
    kind: 'subscription_canceled',
  },
  emailSubscriptionRevoked: { label: 'End', hint: 'That the subscription is over.', kind: 'subscription_revoked' },
  emailSubscriptionPastDue: {
    label: 'Failed payment',
    hint: 'With a link to pay otherwise.',
    kind: 'subscription_past_due',
  },
  emailTrialStarted: { label: 'Trial started', hint: 'Until when it runs, and what follows.', kind: 'trial_started' },
  emailTrialEnding: { label: 'Trial ending', hint: 'Before the first full charge.', kind: 'trial_ending' },
  emailUpcomingCharge: {
    label: 'Upcoming charge',
    hint: 'Before a renewal of a longer period.',
    kind: 'upcoming_charge',
  },
};
