/** Emails to accounts that no event triggers: with a link that signs in, or about a sign-up that changed nothing. */

import { plainName } from '#server/domain/quoted-name.ts';
import type { NewEmail } from '#server/events/data/emails.ts';
import { englishDraft, serviceLook } from '#server/events/rules/email-content.ts';

interface Account {
  readonly name: string;
  readonly email: string;
}

/** The link behind "Forgot your password?". */
export function resetEmail(account: Account, url: string): NewEmail {
  const draft = englishDraft(serviceLook, {
    subject: 'Set a new password',
    parts: [
      `Hello ${plainName(account.name)},`,
      'somebody, probably you, asked to set a new password for your Counterfoil account. To do so, open:',
      { kind: 'button', label: 'Set a new password', url },
      'The address works once, within the next hour. If it was not you, nothing has changed and nothing needs doing.',
    ],
  });
  return { kind: 'account', recipient: account.email, ...draft, isUrgent: true };
}

/** The link that verifies an address. */
export function verificationEmail(account: Account, url: string): NewEmail {
  const draft = englishDraft(serviceLook, {
    subject: 'Verify your email address',
    parts: [
      `Hello ${plainName(account.name)},`,
      'this address was given for a new Counterfoil account. If you made the account, verify the address:',
      { kind: 'button', label: 'Verify this address', url },
      'The link works once, within the next 24 hours. If you did not make an account, ignore this email.',
    ],
  });
  return { kind: 'account', recipient: account.email, ...draft, isUrgent: true };
}

/** Sent when someone signs up with a registered address. The page itself does not reveal that the account exists. */
export function existingAccountEmail(account: Account, appUrl: string): NewEmail {
  const draft = englishDraft(serviceLook, {
    subject: 'You already have an account',
    parts: [
      `Hello ${plainName(account.name)},`,
      'a new Counterfoil account was requested for this address, which already has one. Nothing has changed. To sign in:',
      { kind: 'button', label: 'Sign in', url: `${appUrl}/sign-in` },
      'If you do not know the password, set a new one:',
      { kind: 'button', label: 'Set a new password', url: `${appUrl}/forgot-password` },
      'If it was not you, ignore this email.',
    ],
  });
  return { kind: 'account', recipient: account.email, ...draft };
}
