/** Assembles pages: reader, language, theme and messages. */

import type { CompiledMessages } from '#server/i18n/format.ts';
import { languageNames, languages, type Reading } from '#server/i18n/languages.ts';
import { compiledMessages } from '#server/i18n/say.ts';
import type { CheckoutView } from '../checkout/view.ts';
import { isClosed } from '../checkout/view-state.ts';
import { type Area, areaOf, type HostedPage, type PageContent, type PageStore } from './page.ts';

/** Messages that only the server uses, in emails and documents. */
const serverOnly =
  /^(?:errors|declines|receiptPdf|emails|tax|testCards\.effect|due\.(?:terms|freeTrial|paidTrial|every|per))\b/;
/** Messages that a kind of page never uses. */
const excluded = { portal: /^(?:notice|summary)\./, checkout: /^portal\./ } as const;

const messageCache = new Map<string, CompiledMessages>();

function messagesFor(area: Area, { language }: Reading): CompiledMessages {
  const name = `${area} ${language}`;
  let messages = messageCache.get(name);
  if (!messages) {
    const entries = Object.entries(compiledMessages(language)).filter(
      ([key]) => !serverOnly.test(key) && !excluded[area].test(key),
    );
    messages = Object.fromEntries(entries);
    messageCache.set(name, messages);
  }
  return messages;
}

const named = languages.map((code) => [code, languageNames[code]] as const);

/**
 * Removes what the page does not show. Of the buyer's details, only the form's own fields remain: a session's URL
 * outlives its form and is passed on to the merchant's success page.
 */
function withoutUnshown(content: PageContent): PageContent {
  if (content.kind !== 'checkout' && content.kind !== 'challenge') return content;
  const { view } = content;
  const returnSite = isClosed(view.state) ? view.returnSite : null;
  return { ...content, view: { ...view, email: null, billingDetail: null, frameOrigins: [], returnSite } };
}

/** The context of a page's content. */
type Around = Omit<HostedPage, 'content' | 'languages' | 'messages' | 'renderedAt' | 'choices' | 'testTime'> &
  Partial<Pick<HostedPage, 'choices' | 'testTime'>>;

/** Creates a page for a reader. */
export const makePage = (content: PageContent, page: Around, now: Date): HostedPage => ({
  choices: '',
  testTime: null,
  ...page,
  content: withoutUnshown(content),
  languages: named,
  messages: messagesFor(areaOf(content), page.reading),
  renderedAt: now.toISOString(),
});

/** The store of a checkout, reduced to what its page shows. */
export const storeOf = ({ store }: Pick<CheckoutView, 'store'>): PageStore => {
  const { name, slug, logo, website, supportEmail, checkoutSettings } = store;
  return { name, slug, logo, website, supportEmail, checkoutSettings };
};
