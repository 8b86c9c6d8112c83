/** The email with the sign-in link. */

import type { Environment } from '#server/domain/environments.ts';
import { quoteName } from '#server/emails/content/buyer-email.ts';
import { type Draft, draft, lookOf } from '#server/events/rules/email-content.ts';
import { directionOf } from '#server/i18n/languages.ts';
import type { Voice } from '#server/i18n/say.ts';
import type { Store } from '#server/stores/stores.ts';

/** What the address can open. */
interface LinkedOrders {
  /** The sign-in link; null if no order can be opened with it. */
  readonly link: string | null;
  /** Whether orders of a customer account have the address. */
  readonly hasAccount: boolean;
}

/** In the language of the request. */
export function linkEmail(
  store: Pick<Store, 'name' | 'supportEmail' | 'website' | 'logo' | 'checkoutSettings'>,
  environment: Environment,
  { link, hasAccount }: LinkedOrders,
  voice: Voice,
): Draft {
  const { say, language } = voice;
  const { supportEmail, website } = store;
  const name = quoteName(store.name, voice);
  const isTest = environment === 'test';
  return draft(
    lookOf(store),
    { language, direction: directionOf(language) },
    {
      subject: say('emails.portalLink.subject', { store: name }),
      mark: isTest && 'Test',
      parts: [
        link !== null && say('emails.portalLink.text', { store: name }),
        link !== null && { kind: 'button', label: say('emails.button.orders'), url: link },
        hasAccount && say('emails.portalLink.account', { store: name }),
        hasAccount &&
          website !== null && { kind: 'button', label: say('emails.button.store', { store: name }), url: website },
        say('emails.portalLink.notYou'),
        isTest && { kind: 'note', text: say('emails.portalLink.test') },
        supportEmail !== null && { kind: 'note', text: say('common.questions', { email: supportEmail }) },
      ],
    },
  );
}
