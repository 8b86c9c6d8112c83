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
import { orderNotice } from './content/order-notices.ts';
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

export const orderEmails = {
  bought: [
    { to: 'buyer', kind: 'order_confirmation', switch: 'emailOrderConfirmation', content: purchase },
    { to: 'owner', kind: 'new_order', switch: 'notifyNewOrders', content: orderNotice('bought') },
  ],
  began: [
    { to: 'buyer', kind: 'subscription_confirmation', switch: 'emailSubscriptionConfirmation', content: firstPayment },
    { to: 'owner', kind: 'new_subscription', switch: 'notifyNewSubscriptions', content: orderNotice('began') },
  ],
  trial: [
    { to: 'buyer', kind: 'trial_started', switch: 'emailTrialStarted', content: startedTrial },
    { to: 'owner', kind: 'new_subscription', switch: 'notifyNewSubscriptions', content: orderNotice('trial') },
  ],
  charged: [
    { to: 'buyer', kind: 'subscription_cycled', switch: 'emailSubscriptionCycled', content: laterPayment },
    {
      to: 'owner',
      kind: 'subscription_renewed_notice',
      switch: 'notifySubscriptionRenewed',
      content: orderNotice('charged'),
    },
  ],
  trial_ending: [{ to: 'buyer', kind: 'trial_ending', switch: 'emailTrialEnding', content: endingTrial }],
  upcoming_charge: [{ to: 'buyer', kind: 'upcoming_charge', switch: 'emailUpcomingCharge', content: upcomingCharge }],
  charge_failed: [{ to: 'buyer', kind: 'subscription_past_due', switch: 'emailSubscriptionPastDue', content: pastDue }],
  past_due: [
    {
      to: 'owner',
      kind: 'subscription_past_due_notice',
      switch: 'notifySubscriptionPastDue',
      content: orderNotice('past_due'),
    },
  ],
  canceling: [
    { to: 'buyer', kind: 'subscription_canceled', switch: 'emailSubscriptionCanceled', content: canceling },
    {
      to: 'owner',
      kind: 'subscription_canceled_notice',
      switch: 'notifySubscriptionCanceled',
      content: orderNotice('canceling'),
    },
  ],
  uncanceled: [
    {
      to: 'owner',
      kind: 'subscription_uncanceled_notice',
      switch: 'notifySubscriptionUncanceled',
      content: orderNotice('uncanceled'),
    },
  ],
  plan_changed: [
    { to: 'buyer', kind: 'plan_change', switch: 'emailSubscriptionPlanChanged', content: planChanged },
    {
      to: 'owner',
      kind: 'plan_change_notice',
      switch: 'notifySubscriptionPlanChanged',
      content: orderNotice('plan_changed'),
    },
  ],
  plan_change_scheduled: [
    { to: 'buyer', kind: 'plan_change', switch: 'emailSubscriptionPlanChanged', content: planChangeScheduled },
    {
      to: 'owner',
      kind: 'plan_change_notice',
      switch: 'notifySubscriptionPlanChanged',
      content: orderNotice('plan_change_scheduled'),
    },
  ],
  plan_change_failed: [
    { to: 'buyer', kind: 'plan_change', switch: 'emailSubscriptionPlanChanged', content: planChangeFailed },
    {
      to: 'owner',
      kind: 'plan_change_notice',
      switch: 'notifySubscriptionPlanChanged',
      content: orderNotice('plan_change_failed'),
    },
  ],
  ended: [
    { to: 'buyer', kind: 'subscription_revoked', switch: 'emailSubscriptionRevoked', content: ended },
    {
      to: 'owner',
      kind: 'subscription_ended_notice',
      switch: 'notifySubscriptionEnded',
      content: orderNotice('ended'),
    },
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
