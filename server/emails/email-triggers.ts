/** Which events are told by email to whom, and which of the store's switches each of those emails obeys. */

import type { EventRow } from '#server/events/data/events.ts';
import type { EmailKind } from '#server/events/rules/email.ts';
import type { EmailSwitch, NoticeSwitch } from '#server/stores/rules/email-switches.ts';

/** What happened, as far as letters are concerned. */
export type News =
  | 'bought'
  | 'began'
  | 'trial'
  | 'charged'
  | 'past_due'
  | 'canceling'
  | 'uncanceled'
  | 'ended'
  | 'trial_ending'
  | 'upcoming_charge';

/** What the store's owner is told of: reminders are for buyers. */
export type MerchantEmailTrigger = Exclude<News, 'trial_ending' | 'upcoming_charge'>;

export const isMerchantTrigger = (news: News): news is MerchantEmailTrigger => Object.hasOwn(merchantNotices, news);

/** What an event's letters are about; undefined where nobody is written to. */
export function triggerOf({ type, data }: Pick<EventRow, 'type' | 'data'>): News | undefined {
  switch (type) {
    case 'order.completed':
      return 'bought';
    case 'subscription.trial_started':
      return 'trial';
    case 'subscription.activated':
      // The first payment after a trial says where it came from; a late one is told as a recovery already.
      if (data.from === undefined) return 'began';
      return data.from === 'past_due' ? undefined : 'charged';
    case 'subscription.renewed':
    case 'subscription.recovered':
      return 'charged';
    case 'subscription.past_due':
      return 'past_due';
    case 'subscription.canceling':
      return 'canceling';
    case 'subscription.uncanceled':
      return 'uncanceled';
    case 'subscription.canceled':
      return 'ended';
    case 'subscription.reminded':
      if (data.emailsBuyer !== true) return undefined;
      return data.of === 'trial_end' ? 'trial_ending' : 'upcoming_charge';
    default:
      return undefined;
  }
}

/** Whether the end came because no retry was left. */
export const isUnpaid = ({ data }: Pick<EventRow, 'data'>): boolean => data.reason === 'unpaid';

interface Gated<Switch> {
  readonly kind: EmailKind;
  readonly by: Switch;
}

/** What buyers get. That a payment failed, and that one ended unpaid, they are told where it happens, with the way out. */
export const buyerLetters: Readonly<Partial<Record<News, Gated<EmailSwitch>>>> = {
  bought: { kind: 'order_confirmation', by: 'emailOrderConfirmation' },
  began: { kind: 'subscription_confirmation', by: 'emailSubscriptionConfirmation' },
  trial: { kind: 'trial_started', by: 'emailTrialStarted' },
  charged: { kind: 'subscription_cycled', by: 'emailSubscriptionCycled' },
  canceling: { kind: 'subscription_canceled', by: 'emailSubscriptionCanceled' },
  ended: { kind: 'subscription_revoked', by: 'emailSubscriptionRevoked' },
  trial_ending: { kind: 'trial_ending', by: 'emailTrialEnding' },
  upcoming_charge: { kind: 'upcoming_charge', by: 'emailUpcomingCharge' },
};

/** What the store's owner gets. */
export const merchantNotices: Readonly<Record<MerchantEmailTrigger, Gated<NoticeSwitch>>> = {
  bought: { kind: 'new_order', by: 'notifyNewOrders' },
  began: { kind: 'new_subscription', by: 'notifyNewSubscriptions' },
  trial: { kind: 'new_subscription', by: 'notifyNewSubscriptions' },
  charged: { kind: 'subscription_renewed_notice', by: 'notifySubscriptionRenewed' },
  past_due: { kind: 'subscription_past_due_notice', by: 'notifySubscriptionPastDue' },
  canceling: { kind: 'subscription_canceled_notice', by: 'notifySubscriptionCanceled' },
  uncanceled: { kind: 'subscription_uncanceled_notice', by: 'notifySubscriptionUncanceled' },
  ended: { kind: 'subscription_ended_notice', by: 'notifySubscriptionEnded' },
};
