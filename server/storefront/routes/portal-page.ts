/** The portal's answers: a page, a redirect, or a line of text. */

import type { GatewayRequest, GatewayResponse } from '#server/http/http.ts';
import { readClock } from '#server/platform/clock.ts';
import type { LimitStatus } from '#server/platform/rate-limits/rate-limit.ts';
import { testTimeOf } from '#server/stores/rules/test-clock.ts';
import type { Visit } from '../portal/visit.ts';
import { describeVisitor } from '../portal/visitor-words.ts';
import { readBuyer, readingOf, themeOf } from '../rendering/buyer.ts';
import type { PageContent } from '../rendering/page.ts';
import { makePage } from '../rendering/pages.ts';
import type { Visitor } from './portal-visit.ts';
import type { PageAnswer } from './storefront-routes.ts';

export type Answer = GatewayResponse | PageAnswer;

/** The content as a page in the store's theme; 404 without content. */
export function showPage(visitor: Visitor, path: string, content: PageContent): PageAnswer {
  const { store, buyer, voice, visit, environment } = visitor;
  const { name, slug, logo, website, supportEmail } = store;
  const checkoutSettings = store.checkoutSettings ?? {};
  const page = {
    store: { name, slug, logo, website, supportEmail, checkoutSettings },
    reading: { language: voice.language, locale: voice.locale },
    theme: themeOf(buyer, checkoutSettings.defaultDarkMode),
    path,
    testTime: testTimeOf(store, visit?.environment ?? environment)?.toISOString() ?? null,
  };
  const status = content.kind === 'portal-not-found' ? 404 : 200;
  // Real time: it orders answers even while a store's test clock is stopped.
  return { page: makePage(content, page, readClock()), status, cookies: buyer.cookies };
}

/** The visitor, as every page shows them. */
export const describeCurrentVisitor = ({ db, settings }: Visitor, visit: Visit) => describeVisitor(db, visit, settings);

/** An unknown page or another customer's. The answer does not say which. */
export const showNotFound = async (visitor: Visitor, visit: Visit, path: string): Promise<PageAnswer> =>
  showPage(visitor, path, { kind: 'portal-not-found', visitor: await describeCurrentVisitor(visitor, visit) });

/** No store has that slug. */
export function showNoStore(request: GatewayRequest, path: string): PageAnswer {
  const buyer = readBuyer(request);
  const page = { store: null, reading: readingOf(buyer, null), theme: themeOf(buyer, undefined), path };
  return { page: makePage({ kind: 'portal-not-found', visitor: null }, page, readClock()), status: 404 };
}

export const goTo = (address: string): GatewayResponse => ({
  status: 303,
  headers: { Location: address, 'Cache-Control': 'no-store' },
  body: '',
});

export const answerPlain = (
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): GatewayResponse => ({
  status,
  headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  body,
});

/** Undefined below the limit. */
export const refusalOf = ({ refusal }: LimitStatus): GatewayResponse | undefined =>
  refusal && answerPlain(429, 'Too Many Requests', refusal.headers);
