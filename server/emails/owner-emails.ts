/** The emails about stores and accounts, by trigger. */

import type { EmailKind } from '#server/events/rules/email.ts';
import type { Draft } from '#server/events/rules/email-content.ts';
import { keyExpiring, signInChanged } from './content/account-emails.ts';
import { securityEmail } from './content/security-emails.ts';
import { businessReviewed, senderReviewed, standingChanged, webhookPaused } from './content/store-emails.ts';
import type { OwnerEmailFacts, Reader } from './owner-email-facts.ts';

export interface OwnerEmailTemplate {
  readonly kind: EmailKind;
  /** Store emails are read by all members in the store's mailbox; account emails by the account only. */
  readonly scope: 'store' | 'account';
  /** Absent: the owner. */
  readonly readers?: (facts: OwnerEmailFacts) => readonly (Reader | undefined)[];
  /** Undefined: no email. */
  readonly content: (facts: OwnerEmailFacts, reader: Reader) => Draft | undefined;
}

/** Security emails show where a person signed in from, which other members must not read. */
const security = { kind: 'security', scope: 'account' } as const;

export const ownerEmails = {
  prod_key_created: { ...security, content: securityEmail('prod_key_created') },
  prod_key_changed: { ...security, content: securityEmail('prod_key_changed') },
  store_handed_over: {
    ...security,
    readers: ({ formerOwner, person }) => [formerOwner, person],
    content: securityEmail('store_handed_over'),
  },
  admin_added: { ...security, content: securityEmail('admin_added') },
  prod_webhook_added: { ...security, content: securityEmail('prod_webhook_added') },
  prod_webhook_moved: { ...security, content: securityEmail('prod_webhook_moved') },
  store_suspended: { ...security, content: securityEmail('store_suspended') },
  changed_by_key: { ...security, content: securityEmail('changed_by_key') },
  business_reviewed: { kind: 'review', scope: 'store', content: businessReviewed },
  sender_reviewed: { kind: 'review', scope: 'store', content: senderReviewed },
  store_standing_changed: { kind: 'review', scope: 'store', content: standingChanged },
  account_standing_changed: { kind: 'account', scope: 'account', content: standingChanged },
  sign_in_changed: { kind: 'account', scope: 'account', content: signInChanged },
  key_expiring: { kind: 'account', scope: 'account', content: keyExpiring },
  webhook_paused: { kind: 'webhook_paused_notice', scope: 'store', content: webhookPaused },
} satisfies Readonly<Record<string, OwnerEmailTemplate>>;

export type OwnerEmailTrigger = keyof typeof ownerEmails;
