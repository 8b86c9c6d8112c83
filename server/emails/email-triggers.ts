/** The emails that follow from what happens to orders, and the switch of the store that each obeys. */

import type { EventRow } from '#server/events/data/events.ts';
import type { EmailKind } from '#server/events/rules/email.ts';
import { definitionOf } from '#server/events/rules/registry.ts';
import type { EmailSwitch, NoticeSwitch } from '#server/stores/rules/email-switches.ts';

/** What the rows of the event registry name. */
export type OrderEmailTrigger =
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
export type MerchantEmailTrigger = Exclude<OrderEmailTrigger, 'trial_ending' | 'upcoming_charge'>;

export const isMerchantTrigger = (trigger: OrderEmailTrigger): trigger is MerchantEmailTrigger =>
  Object.hasOwn(merchantNotices, trigger);

/** The email that an event triggers, if any. */
export function triggerOf({ type, data }: Pick<EventRow, 'type' | 'data'>): OrderEmailTrigger | undefined {
  const email = definitionOf(type)?.email;
  return typeof email === 'function' ? email(data) : email;
}

/** Whether the end came because no retry was left. */
export const isUnpaid = ({ data }: Pick<EventRow, 'data'>): boolean => data.reason === 'unpaid';

interface Gated<Switch> {
  readonly kind: EmailKind;
  readonly by: Switch;
}

/** What buyers get. A failed payment is emailed by billing (dunning-emails.ts): the email names the next retry. */
export const buyerLetters: Readonly<Partial<Record<OrderEmailTrigger, Gated<EmailSwitch>>>> = {
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
