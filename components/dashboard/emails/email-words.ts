/** What the mailbox calls things. */
import type { EmailKind, EmailStatus } from '#server/events/rules/email.ts';

export const kindWords: Readonly<Record<EmailKind, string>> = {
  order_confirmation: 'Order confirmation',
  subscription_confirmation: 'Subscription confirmation',
  subscription_cycled: 'Renewal receipt',
  subscription_canceled: 'Cancellation',
  subscription_revoked: 'Subscription ended',
  subscription_past_due: 'Failed payment',
  trial_started: 'Trial started',
  trial_ending: 'Trial ending',
  upcoming_charge: 'Upcoming charge',
  refund: 'Refund',
  refund_answer: 'Answer to a refund request',
  portal_link: 'Link to the portal',
  new_order: 'Notice: new order',
  new_subscription: 'Notice: new subscription',
  subscription_canceled_notice: 'Notice: cancellation',
  subscription_ended_notice: 'Notice: subscription ended',
  subscription_past_due_notice: 'Notice: past due',
  subscription_renewed_notice: 'Notice: renewal',
  subscription_uncanceled_notice: 'Notice: cancellation taken back',
  refund_request_notice: 'Notice: refund request',
  refund_failed_notice: 'Notice: refund not made',
  webhook_paused_notice: 'Notice: webhook paused',
  review: 'Review',
  sender_code: 'Code for a sender',
  invitation: 'Invitation',
  account: 'Account',
  security: 'Security',
};

/** An account's emails are in nobody's mailbox. */
export const shownKinds = (Object.keys(kindWords) as EmailKind[]).filter(
  (kind) => kind !== 'account' && kind !== 'security',
);

export const statusWords: Readonly<Record<EmailStatus, string>> = {
  queued: 'On its way',
  sent: 'Sent',
  unsent: 'Not sent: no mail server',
  failed: 'Failed',
  kept: 'Kept here',
};

/** From before kinds were noted: an email. */
export const kindWord = (kind: EmailKind | null): string => (kind ? kindWords[kind] : 'Email');

/** What there is to say of an email's status. */
export function statusNote(status: EmailStatus, { attempts, isTest }: { attempts: number; isTest: boolean }): string {
  if (status === 'kept')
    return isTest
      ? 'In test, letters are sent to the store’s own people only, and notices while no test clock is set; this one stays in the mailbox.'
      : 'It stays in the mailbox.';
  if (status === 'sent') return 'The mail server accepted it. Whether it arrived is not known here.';
  if (status === 'unsent')
    return 'No mail server is set up, so the email is in this mailbox only. The operator sets one up with SMTP_URL.';
  if (status === 'failed') return 'It is not tried any more by itself.';
  return attempts === 0 ? 'It goes out within moments.' : 'It is tried again by itself.';
}
