/** The parts that all emails to buyers share. */

import { plainName, quotedName } from '#server/domain/quoted-name.ts';
import { type Draft, type DraftPart, draft, type EmailLook } from '#server/events/rules/email-content.ts';
import { directionOf } from '#server/i18n/languages.ts';
import type { Voice } from '#server/i18n/say.ts';

/** The order, store and reader of an email. */
export interface EmailSubject {
  readonly storeName: string;
  /** The store's logo and colors. Absent: the service's own. */
  readonly look?: EmailLook;
  readonly supportEmail: string | null;
  readonly productName: string;
  /** Money moves only in `live`. `demonstration`: the sandbox took the payment in prod. */
  readonly mode: 'test' | 'demonstration' | 'live';
  readonly voice: Voice;
}

/** The order's page in the portal. Null: buyers manage the order on the merchant's own site. */
export type OrderUrl = string | null;

/** Puts an email together; adds the note about test payments and the support address. */
export function write(about: EmailSubject, subject: string, parts: readonly DraftPart[]): Draft {
  const { say, language } = about.voice;
  const { mode, supportEmail, storeName } = about;
  const notes = { test: say('emails.portalLink.test'), demonstration: say('emails.demonstration'), live: null };
  // The same mark as in merchants' emails, so that one filter matches all test emails.
  const marks = { test: 'Test', demonstration: say('common.demonstration'), live: null };
  const note = (text: string | null): DraftPart => text && { kind: 'note', text };
  const end = [note(notes[mode]), note(supportEmail && say('common.questions', { email: supportEmail }))];
  const look = about.look ?? { storeName: plainName(storeName), logo: null, colors: {} };
  const reader = { language, direction: directionOf(language) };
  return draft(look, reader, { subject, mark: marks[mode], parts: [...parts, ...end] });
}

export const orderButton = ({ voice }: EmailSubject, orderUrl: OrderUrl): DraftPart =>
  orderUrl && { kind: 'button', label: voice.say('emails.button.order'), url: orderUrl };

/** Merchants choose names, so emails show them in the quotation marks of the reader's language. */
export const quoteName = (name: string, { say }: Voice): string =>
  quotedName(name, (plain) => say('emails.quoted', { name: plain }));

export const namesOf = ({ productName, storeName, voice }: EmailSubject) => ({
  product: quoteName(productName, voice),
  store: quoteName(storeName, voice),
});
