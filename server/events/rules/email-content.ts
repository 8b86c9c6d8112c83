/** Drafts: an email's plain text and the content of its HTML, from one list of parts. */

import { plainName } from '#server/domain/quoted-name.ts';
import { quotedText } from '#server/domain/quoted-text.ts';
import type { CheckoutSettings } from '#server/stores/rules/store.ts';
import type { EmailBlock, EmailContent } from './email.ts';

/** `body` is the plain text; the HTML is rendered from `content`. */
export interface Draft {
  readonly subject: string;
  readonly body: string;
  readonly content: EmailContent;
}

/** The name, logo and colors of an email's sender. */
export type EmailLook = Pick<EmailContent, 'storeName' | 'logo' | 'colors'>;

/** The service's own look. */
export const serviceLook: EmailLook = { storeName: null, logo: null, colors: {} };

/** A store's look, with the colors of its checkout's light theme. A logo without https is left out. */
export function lookOf(store: {
  readonly name: string;
  readonly logo: string | null;
  readonly checkoutSettings: CheckoutSettings | null;
}): EmailLook {
  const { checkoutLogo, checkoutColorPrimary, checkoutColorBackground, checkoutColorCard, checkoutColorText } =
    store.checkoutSettings?.light ?? {};
  const logo = checkoutLogo ?? store.logo;
  const colors = {
    ...(checkoutColorPrimary && { primary: checkoutColorPrimary }),
    ...(checkoutColorBackground && { background: checkoutColorBackground }),
    ...(checkoutColorCard && { card: checkoutColorCard }),
    ...(checkoutColorText && { text: checkoutColorText }),
  };
  return { storeName: plainName(store.name), logo: logo?.startsWith('https://') ? logo : null, colors };
}

/** A string is a paragraph; null, false and undefined are left out. */
export type DraftPart = EmailBlock | string | null | false | undefined;

export interface DraftContent {
  readonly subject: string;
  /** A prefix of the subject in brackets, as "Test". */
  readonly mark?: string | null | false;
  readonly parts: readonly DraftPart[];
}

/** Makes a draft in the reader's language. */
export function draft(
  look: EmailLook,
  reader: Pick<EmailContent, 'language' | 'direction'>,
  { subject, mark, parts }: DraftContent,
): Draft {
  const blocks = parts
    .filter((part): part is EmailBlock | string => Boolean(part))
    .map((part): EmailBlock => (typeof part === 'string' ? { kind: 'text', text: part } : part));
  return {
    subject: mark ? `[${mark}] ${subject}` : subject,
    body: blocks.map(textOf).join('\n\n'),
    content: { ...reader, ...look, heading: subject, blocks },
  };
}

/** Makes a draft in English, for merchants. */
export const englishDraft = (look: EmailLook, content: DraftContent): Draft =>
  draft(look, { language: 'en', direction: 'ltr' }, content);

/** A part as plain text; for a button its address. */
function textOf(block: EmailBlock): string {
  if (block.kind === 'quote') return quotedText(block.text);
  if (block.kind === 'button') return block.url;
  if (block.kind === 'facts') return block.rows.map(({ label, value }) => `${label}: ${value}`).join('\n');
  return block.text;
}
