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
      'We received a request to reset the password of your Counterfoil account. To set a new password, open this link:',
      { kind: 'button', label: 'Set a new password', url },
      'The link works once and expires in one hour. If you did not request it, ignore this email: your password has not changed.',
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
      'A new Counterfoil account was created with this email address. If you created it, verify the address:',
      { kind: 'button', label: 'Verify this address', url },
      'The link works once and expires in 24 hours. If you did not create an account, ignore this email.',
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
      'Someone tried to create a Counterfoil account with this email address, which already has one. Nothing has changed. To sign in:',
      { kind: 'button', label: 'Sign in', url: `${appUrl}/sign-in` },
      'If you forgot your password, set a new one:',
      { kind: 'button', label: 'Set a new password', url: `${appUrl}/forgot-password` },
      'If it was not you, ignore this email.',
    ],
  });
  return { kind: 'account', recipient: account.email, ...draft };
}
