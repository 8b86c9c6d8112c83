/** The email with the link that opens the portal. */
import type { Environment } from '../domain/environments.ts';
import type { Voice } from '../i18n/say.ts';
import type { Store } from '../queries/stores.ts';
import { quoteName } from '../subscriptions/letters.ts';

/** Subject and text, in the language of whoever asked. */
export function linkEmail(
  { name, supportEmail }: Pick<Store, 'name' | 'supportEmail'>,
  environment: Environment,
  address: string,
  voice: Voice,
): { subject: string; body: string } {
  const { say } = voice;
  const store = quoteName(name, voice);
  const isTest = environment === 'test';
  const subject = say('emails.portalLink.subject', { store });
  const body = [
    say('emails.portalLink.text', { store }),
    '',
    address,
    '',
    say('emails.portalLink.notYou'),
    ...(isTest ? ['', say('emails.portalLink.test')] : []),
    ...(supportEmail ? ['', say('common.questions', { email: supportEmail })] : []),
  ];
  return { subject: isTest ? `[${say('common.testMode')}] ${subject}` : subject, body: body.join('\n') };
}
