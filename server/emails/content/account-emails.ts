/** Emails to accounts about changes to how they sign in, and about API keys that expire. */

import { momentInWords } from '#server/domain/day-words.ts';
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

/** A key that expires soon stops the backends that use it. */
export function keyExpiring({ event }: OwnerEmailFacts, reader: Reader): Draft {
  const { nickname, fingerprint, expiresAt } = event.data;
  const mode = event.environment === 'test' ? 'test' : 'live';
  return englishDraft(serviceLook, {
    subject: `A ${mode} API key expires soon`,
    parts: [
      `Hello ${plainName(reader.name)},`,
      `A ${mode} API key of your account expires soon. Calls signed with it will then be rejected.`,
      {
        kind: 'facts',
        rows: [
          { label: 'Nickname', value: plainName(String(nickname)) },
          { label: 'Fingerprint', value: String(fingerprint) },
          { label: 'Expires', value: momentInWords(new Date(String(expiresAt))) },
        ],
      },
      'If you still need the key, set a later expiry under “API keys”, or create a new key and replace it in your backend.',
      { kind: 'button', label: 'Open the dashboard', url: `${settings().appUrl}/dashboard` },
    ],
  });
}
