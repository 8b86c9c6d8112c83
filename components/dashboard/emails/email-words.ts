/** Labels and texts of the email pages. */
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
  plan_change: 'Plan change',
  refund: 'Refund',
  refund_answer: 'Refund request decision',
  portal_link: 'Portal link',
  new_order: 'Notification: new order',
  new_subscription: 'Notification: new subscription',
  subscription_canceled_notice: 'Notification: cancellation',
  subscription_ended_notice: 'Notification: subscription ended',
  subscription_past_due_notice: 'Notification: past due',
  subscription_renewed_notice: 'Notification: renewal',
  subscription_uncanceled_notice: 'Notification: cancellation reversed',
  plan_change_notice: 'Notification: plan change',
  refund_request_notice: 'Notification: refund request',
  refund_notice: 'Notification: refund succeeded',
  refund_failed_notice: 'Notification: refund failed',
  webhook_paused_notice: 'Notification: webhook paused',
  review: 'Verification decision',
  sender_code: 'Sender verification code',
  invitation: 'Invitation',
  account: 'Account',
  security: 'Security',
};

/** Account emails belong to no store, so they are never listed. */
export const shownKinds = (Object.keys(kindWords) as EmailKind[]).filter(
  (kind) => kind !== 'account' && kind !== 'security',
);

export const statusWords: Readonly<Record<EmailStatus, string>> = {
  queued: 'Queued',
  sent: 'Sent',
  unsent: 'Not sent: no mail server',
  failed: 'Failed',
  kept: 'Not sent (test)',
};

/** The label of an email's kind; old emails have none. */
export const kindWord = (kind: EmailKind | null): string => (kind ? kindWords[kind] : 'Email');

/** Explains an email's status. */
export function statusNote(status: EmailStatus, { attempts, isTest }: { attempts: number; isTest: boolean }): string {
  if (status === 'kept')
    return isTest
      ? 'In test mode, emails are delivered to team members only. Notifications are not sent while a test clock is set.'
      : 'Listed here only.';
  if (status === 'sent') return 'Accepted by the mail server. Later delivery failures are not reported here.';
  if (status === 'unsent')
    return 'Not delivered: no mail server configured. The operator can set one up with SMTP_URL.';
  if (status === 'failed') return 'No further automatic retries.';
  return attempts === 0 ? 'Will be sent shortly.' : 'Will be retried automatically.';
}
