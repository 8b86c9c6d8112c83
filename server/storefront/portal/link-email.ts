/** The email with the sign-in link. */

import type { Environment } from '#server/domain/environments.ts';
import { quoteName } from '#server/emails/content/buyer-email.ts';
import { type Draft, draft, lookOf } from '#server/events/rules/email-content.ts';
import { directionOf } from '#server/i18n/languages.ts';
import type { Voice } from '#server/i18n/say.ts';
import type { Store } from '#server/stores/stores.ts';

/** In the language of the request. */
export function linkEmail(
  store: Pick<Store, 'name' | 'supportEmail' | 'logo' | 'checkoutSettings'>,
  environment: Environment,
  address: string,
  voice: Voice,
): Draft {
  const { say, language } = voice;
  const { supportEmail } = store;
  const name = quoteName(store.name, voice);
  const isTest = environment === 'test';
  return draft(
    lookOf(store),
    { language, direction: directionOf(language) },
    {
      subject: say('emails.portalLink.subject', { store: name }),
      mark: isTest && 'Test',
      parts: [
        say('emails.portalLink.text', { store: name }),
        { kind: 'button', label: say('emails.button.orders'), url: address },
        say('emails.portalLink.notYou'),
        isTest && { kind: 'note', text: say('emails.portalLink.test') },
        supportEmail !== null && { kind: 'note', text: say('common.questions', { email: supportEmail }) },
      ],
    },
  );
}
