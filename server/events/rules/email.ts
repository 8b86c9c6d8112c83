/** Emails: kinds, statuses and content. */
import { ApiError } from '#server/domain/errors.ts';
import { follow, followOrRefuse, type Transitions } from '#server/domain/state-machine.ts';

export const emailStatuses = ['queued', 'sent', 'unsent', 'failed', 'kept'] as const;
/**
 * `sent`: the mail server accepted it. `unsent`: there was no mail server; it is in the mailbox only. `kept`: it stays in the
 * mailbox, as an email of the test environment to a non-member or under a test clock.
 */
export type EmailStatus = (typeof emailStatuses)[number];
export type EmailEvent = 'send' | 'lack_server' | 'give_up' | 'send_again';

export const emailTransitions: Transitions<EmailStatus, EmailEvent> = {
  queued: { send: 'sent', lack_server: 'unsent', give_up: 'failed' },
  sent: {},
  unsent: { send_again: 'queued' },
  failed: { send_again: 'queued' },
  kept: {},
};

/** Throws for a transition that does not exist. */
export function nextEmailStatus(from: EmailStatus, event: EmailEvent): EmailStatus {
  const status = follow(emailTransitions, from, event);
  if (status === undefined) throw new Error(`an email that is ${from} cannot ${event}`);
  return status;
}

export const onlyFailedMessage = 'Only emails that failed or were not sent can be resent';
export const secretEmailMessage = 'Emails with a sign-in link or a code cannot be resent';

/**
 * The status of an email that is sent again; 400 for one that did not fail, and for one with a code or a sign-in link, which
 * has expired.
 */
export function resentStatus(email: { readonly status: EmailStatus; readonly isUrgent: boolean }): EmailStatus {
  const status = followOrRefuse(emailTransitions, email.status, 'send_again', {
    message: onlyFailedMessage,
    layer: 'email',
  });
  if (email.isUrgent) throw new ApiError(400, secretEmailMessage, 'email');
  return status;
}

/** To a store's buyers: in the store's name, with replies to its support address. */
export const buyerKinds = [
  'order_confirmation',
  'subscription_confirmation',
  'subscription_cycled',
  'subscription_canceled',
  'subscription_revoked',
  'subscription_past_due',
  'trial_started',
  'trial_ending',
  'upcoming_charge',
  'plan_change',
  'refund',
  'refund_answer',
  'portal_link',
] as const;

/** To a store's owner, about the store. */
export const noticeKinds = [
  'new_order',
  'new_subscription',
  'subscription_canceled_notice',
  'subscription_ended_notice',
  'subscription_past_due_notice',
  'subscription_renewed_notice',
  'subscription_uncanceled_notice',
  'plan_change_notice',
  'refund_request_notice',
  'refund_notice',
  'refund_failed_notice',
  'webhook_paused_notice',
] as const;

/** All kinds of emails. */
export const emailKinds = [
  ...buyerKinds,
  ...noticeKinds,
  'review',
  'sender_code',
  'invitation',
  'account',
  'security',
] as const;
export type EmailKind = (typeof emailKinds)[number];

/** A part of an email. Text by merchants and buyers is plain text, never markup. */
export type EmailBlock =
  | { readonly kind: 'text'; readonly text: string }
  /** Text by a merchant or a buyer. */
  | { readonly kind: 'quote'; readonly text: string }
  | { readonly kind: 'button'; readonly label: string; readonly url: string }
  | { readonly kind: 'facts'; readonly rows: readonly { readonly label: string; readonly value: string }[] }
  | { readonly kind: 'note'; readonly text: string };

/** An email's content in the reader's language, with its sender's name and colors. Rendered when the email is sent. */
export interface EmailContent {
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly storeName: string | null;
  readonly logo: string | null;
  /** Hex colors of the store's light theme; absent: the service's own. */
  readonly colors: Readonly<Partial<Record<'primary' | 'background' | 'card' | 'text', string>>>;
  readonly heading: string;
  readonly blocks: readonly EmailBlock[];
}
