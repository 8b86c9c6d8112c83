/** Emails to accounts about changes to how they sign in. */

import { plainName } from '#server/domain/quoted-name.ts';
import { type Draft, englishDraft, serviceLook } from '#server/events/rules/email-content.ts';
import { settings } from '#server/platform/settings.ts';
import type { OwnerEmailFacts, Reader } from '../owner-email-facts.ts';

/** The subject and the text by event type. */
const changes: Readonly<Record<string, readonly [subject: string, text: string]>> = {
  'account.password_changed': ['Your password was changed', 'The password of your Counterfoil account was changed.'],
  'account.two_factor_enabled': [
    'Two-factor authentication is on',
    'Signing in to your Counterfoil account with the password now also requires a code.',
  ],
  'account.two_factor_disabled': [
    'Two-factor authentication is off',
    'Signing in to your Counterfoil account no longer requires a code.',
  ],
  'account.passkey_added': [
    'A passkey was added',
    'A passkey was added to your Counterfoil account. Anyone who has it can sign in.',
  ],
};

/** A change that lets a person sign in, or makes it easier: the owner must notice a change by someone else. */
export function signInChanged({ event }: OwnerEmailFacts, reader: Reader): Draft | undefined {
  const change = changes[event.type];
  if (!change) return undefined;
  const [subject, text] = change;
  return englishDraft(serviceLook, {
    subject,
    parts: [
      `Hello ${plainName(reader.name)},`,
      text,
      'If you made this change, you do not need to do anything. If you did not, set a new password immediately and review your account:',
      { kind: 'button', label: 'Open your account', url: `${settings().appUrl}/dashboard/account` },
    ],
  });
}
