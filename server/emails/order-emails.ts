/** The emails about orders, by trigger. */

import type { EmailKind } from '#server/events/rules/email.ts';
import type { Draft } from '#server/events/rules/email-content.ts';
import type { EmailSwitch, NoticeSwitch } from '#server/stores/rules/email-switches.ts';
import {
  canceling,
  ended,
  endingTrial,
  firstPayment,
  laterPayment,
  pastDue,
  planChanged,
  planChangeFailed,
  planChangeScheduled,
  purchase,
  refundAnswered,
  refundMade,
  startedTrial,
  upcomingCharge,
} from './compose-buyer-emails.ts';
import { type NoticeTrigger, orderNotice } from './content/order-notices.ts';
import {
  refundFailedNotice,
  refundNotice,
  refundRequestNotice,
  unbookedRefundNotice,
} from './content/refund-notices.ts';
import type { OrderOccurrence } from './order-occurrence.ts';

export interface OrderEmailTemplate {
  readonly to: 'buyer' | 'owner';
  readonly kind: EmailKind;
  /** The notification setting that turns it off. Absent: it cannot be turned off. */
  readonly switch?: EmailSwitch | NoticeSwitch;
  /** Undefined: no email. */
  readonly content: (occurrence: OrderOccurrence) => Draft | undefined | Promise<Draft | undefined>;
}

const ownerNotice = (kind: EmailKind, setting: NoticeSwitch, trigger: NoticeTrigger) =>
  ({ to: 'owner', kind, switch: setting, content: orderNotice(trigger) }) as const;

export const orderEmails = {
  bought: [
    { to: 'buyer', kind: 'order_confirmation', switch: 'emailOrderConfirmation', content: purchase },
    ownerNotice('new_order', 'notifyNewOrders', 'bought'),
  ],
  began: [
    { to: 'buyer', kind: 'subscription_confirmation', switch: 'emailSubscriptionConfirmation', content: firstPayment },
    ownerNotice('new_subscription', 'notifyNewSubscriptions', 'began'),
  ],
  trial: [
    { to: 'buyer', kind: 'trial_started', switch: 'emailTrialStarted', content: startedTrial },
    ownerNotice('new_subscription', 'notifyNewSubscriptions', 'trial'),
  ],
  charged: [
    { to: 'buyer', kind: 'subscription_cycled', switch: 'emailSubscriptionCycled', content: laterPayment },
    ownerNotice('subscription_renewed_notice', 'notifySubscriptionRenewed', 'charged'),
  ],
  trial_ending: [{ to: 'buyer', kind: 'trial_ending', switch: 'emailTrialEnding', content: endingTrial }],
  upcoming_charge: [{ to: 'buyer', kind: 'upcoming_charge', switch: 'emailUpcomingCharge', content: upcomingCharge }],
  charge_failed: [{ to: 'buyer', kind: 'subscription_past_due', switch: 'emailSubscriptionPastDue', content: pastDue }],
  past_due: [ownerNotice('subscription_past_due_notice', 'notifySubscriptionPastDue', 'past_due')],
  canceling: [
    { to: 'buyer', kind: 'subscription_canceled', switch: 'emailSubscriptionCanceled', content: canceling },
    ownerNotice('subscription_canceled_notice', 'notifySubscriptionCanceled', 'canceling'),
  ],
  uncanceled: [ownerNotice('subscription_uncanceled_notice', 'notifySubscriptionUncanceled', 'uncanceled')],
  plan_changed: [
    { to: 'buyer', kind: 'plan_change', switch: 'emailSubscriptionPlanChanged', content: planChanged },
    ownerNotice('plan_change_notice', 'notifySubscriptionPlanChanged', 'plan_changed'),
  ],
  plan_change_scheduled: [
    { to: 'buyer', kind: 'plan_change', switch: 'emailSubscriptionPlanChanged', content: planChangeScheduled },
    ownerNotice('plan_change_notice', 'notifySubscriptionPlanChanged', 'plan_change_scheduled'),
  ],
  plan_change_failed: [
    { to: 'buyer', kind: 'plan_change', switch: 'emailSubscriptionPlanChanged', content: planChangeFailed },
    ownerNotice('plan_change_notice', 'notifySubscriptionPlanChanged', 'plan_change_failed'),
  ],
  ended: [
    { to: 'buyer', kind: 'subscription_revoked', switch: 'emailSubscriptionRevoked', content: ended },
    ownerNotice('subscription_ended_notice', 'notifySubscriptionEnded', 'ended'),
  ],
  refund_requested: [{ to: 'owner', kind: 'refund_request_notice', content: refundRequestNotice }],
  refund_answered: [{ to: 'buyer', kind: 'refund_answer', content: refundAnswered }],
  refund_made: [
    { to: 'buyer', kind: 'refund', switch: 'emailRefundSucceeded', content: refundMade },
    { to: 'owner', kind: 'refund_notice', switch: 'notifyRefundSucceeded', content: refundNotice },
  ],
  refund_failed: [{ to: 'owner', kind: 'refund_failed_notice', content: refundFailedNotice }],
  refund_not_booked: [{ to: 'owner', kind: 'refund_failed_notice', content: unbookedRefundNotice }],
} satisfies Readonly<Record<string, readonly OrderEmailTemplate[]>>;

export type OrderEmailTrigger = keyof typeof orderEmails;
