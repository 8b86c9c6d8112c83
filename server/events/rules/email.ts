/** Emails: what they are, what becomes of them, and what they are made of. */
import { ApiError } from '#server/domain/errors.ts';
import { follow, followOrRefuse, type Transitions } from '#server/domain/state-machine.ts';

export const emailStatuses = ['queued', 'sent', 'unsent', 'failed', 'kept'] as const;
/**
 * `sent`: the mail server took it. `unsent`: there was no mail server, and it is in the mailbox alone. `kept`: in the mailbox for good, as it
 * is about a test order, and to a stranger, or a notice about what happened on a test clock.
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

/** The next status of an email; throws for what cannot happen to one in that status. */
export function nextEmailStatus(from: EmailStatus, event: EmailEvent): EmailStatus {
  const status = follow(emailTransitions, from, event);
  if (status === undefined) throw new Error(`an email that is ${from} cannot ${event}`);
  return status;
}

export const onlyFailedAgain = 'Only emails that failed or were not sent can be sent again';
export const noneOfThoseAgain = 'Emails with a link to come in by, or with a code, cannot be sent again';

/**
 * The status of an email that is to be sent again; 400 for one that did not fail, and for one that let somebody in: what
 * it held is void by now.
 */
export function nextStatusAgain(email: { readonly status: EmailStatus; readonly isUrgent: boolean }): EmailStatus {
  const status = followOrRefuse(emailTransitions, email.status, 'send_again', {
    message: onlyFailedAgain,
    layer: 'email',
  });
  if (email.isUrgent) throw new ApiError(400, noneOfThoseAgain, 'email');
  return status;
}

/** Those that a store's buyers get: in its name, and answered to its support address. */
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
  'refund',
  'refund_answer',
  'portal_link',
] as const;

/** Those that a store's owner and members get about what happens in it. */
export const noticeKinds = [
  'new_order',
  'new_subscription',
  'subscription_canceled_notice',
  'subscription_ended_notice',
  'subscription_past_due_notice',
  'subscription_renewed_notice',
  'subscription_uncanceled_notice',
  'refund_request_notice',
  'refund_failed_notice',
  'webhook_paused_notice',
] as const;

/** What an email is: a buyer's letter, a merchant's notice, or what an account or the service needs; `security` cannot be turned off. */
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

/** One part of an email's text. What merchants and buyers typed stands in it as plain text, never as markup. */
export type EmailBlock =
  | { readonly kind: 'text'; readonly text: string }
  /** Somebody else's words. */
  | { readonly kind: 'quote'; readonly text: string }
  | { readonly kind: 'button'; readonly label: string; readonly url: string }
  | { readonly kind: 'facts'; readonly rows: readonly { readonly label: string; readonly value: string }[] }
  | { readonly kind: 'note'; readonly text: string };

/** An email's content, in the reader's language, and in whose name and colours it comes. Rendered when it goes out. */
export interface EmailContent {
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly storeName: string | null;
  readonly logo: string | null;
  /** Hex colours of the store's light theme; absent: the service's own. */
  readonly colors: Readonly<Partial<Record<'primary' | 'background' | 'card' | 'text', string>>>;
  readonly heading: string;
  readonly blocks: readonly EmailBlock[];
}
