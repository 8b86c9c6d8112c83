/** Emails to an account's owner: a new password, address verification, and changes to sign-in. */

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

/** The text for each change, so that the owner notices changes made by someone else. */
const changes = {
  'account.password_changed': {
    subject: 'Your password was changed',
    text: 'the password of your Counterfoil account was changed.',
  },
  'account.two_factor_enabled': {
    subject: 'Two-factor sign-in is on',
    text: 'from now on, signing in to your Counterfoil account with the password asks for a code as well.',
  },
  'account.two_factor_disabled': {
    subject: 'Two-factor sign-in is off',
    text: 'signing in to your Counterfoil account no longer asks for a code.',
  },
  'account.passkey_added': {
    subject: 'A passkey was added',
    text: 'a passkey was added to your Counterfoil account. Whoever has it can sign in with it.',
  },
} as const;

export type NotifiedChange = keyof typeof changes;

export const isTold = (type: string): type is NotifiedChange => Object.hasOwn(changes, type);

/** The email about a change to how the account is signed in to; `url` is the page that shows it. */
export function changeEmail(account: Account, change: NotifiedChange, url: string): NewEmail {
  const { subject, text } = changes[change];
  const draft = englishDraft(serviceLook, {
    subject,
    parts: [
      `Hello ${plainName(account.name)},`,
      text,
      'If it was you, nothing needs doing. If not, set a new password at once, and look at what is there:',
      { kind: 'button', label: 'Open your account', url },
    ],
  });
  return { kind: 'account', recipient: account.email, ...draft };
}
