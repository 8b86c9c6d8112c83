/** Emails put together: their plain text, and what their HTML is made from when they go out, from one list of parts. */

import { plainName } from '#server/domain/quoted-name.ts';
import { quotedText } from '#server/domain/quoted-text.ts';
import type { CheckoutSettings } from '#server/stores/rules/store.ts';
import type { EmailBlock, EmailContent } from './email.ts';

/** An email's content: `body` is its plain text. */
export interface Draft {
  readonly subject: string;
  readonly body: string;
  readonly content: EmailContent;
}

/** In whose name and colours an email comes. */
export type EmailLook = Pick<EmailContent, 'storeName' | 'logo' | 'colors'>;

/** What the service itself has to say comes in its own. */
export const serviceLook: EmailLook = { storeName: null, logo: null, colors: {} };

/** In a store's name and colours, those of its checkout by day. A logo that anybody on the way could change is left out. */
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

/** A part of an email; a text is a paragraph, and what there is not is left out. */
export type DraftPart = EmailBlock | string | null | false | undefined;

export interface DraftContent {
  readonly subject: string;
  /** Stands before the subject in brackets: that no money moves. */
  readonly mark?: string | null | false;
  readonly parts: readonly DraftPart[];
}

/** Puts an email together, for whoever reads that language. */
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

/** The same in English, for merchants. */
export const englishDraft = (look: EmailLook, content: DraftContent): Draft =>
  draft(look, { language: 'en', direction: 'ltr' }, content);

/** A part as plain text: of a button, its address. */
function textOf(block: EmailBlock): string {
  if (block.kind === 'quote') return quotedText(block.text);
  if (block.kind === 'button') return block.url;
  if (block.kind === 'facts') return block.rows.map(({ label, value }) => `${label}: ${value}`).join('\n');
  return block.text;
}
