/**
 * The handler of the buyer pages: everything below /<store_slug>/checkout/ and /<store_slug>/portal, product links, and
 * the pages' files (/assets/). Independent of any framework; mounted by `server/main.ts` and by Next's route handlers.
 */
import { database } from '#db/client.ts';
import { answerFrom, requestIdHere } from '#server/api/origin.ts';
import { accepts, compressed } from '#server/http/compression.ts';
import { type GatewayRequest, type GatewayResponse, header, pathOf } from '#server/http/http.ts';
import { newNonce } from '#server/http/nonce.ts';
import { readClock } from '#server/platform/clock.ts';
import { logFailure, refusalFor } from '#server/platform/outage.ts';
import { settings as readSettings } from '#server/platform/settings.ts';
import { isStorePage, productLinkOf } from '#server/stores/rules/hosted-path.ts';
import { isReservedSlug } from '#server/stores/rules/store.ts';
import { findStoreBySlug } from '#server/stores/stores.ts';
import { answerAsset } from '../asset.ts';
import { readBuyer, readingOf, themeOf } from '../rendering/buyer.ts';
import { type ExtraSources, securityHeaders, writeDocument } from '../rendering/document.ts';
import { type HostedPage, type PageStore, referrerPolicyOf } from '../rendering/page.ts';
import { fillTemplate } from '../rendering/page-template.ts';
import { makePage, storeOf } from '../rendering/pages.ts';
import { type HostedBuild, hostedBuild } from '../rendering/renderer.ts';
import { answerCheckout } from './checkout-pages.ts';
import { answerPortal } from './portal-pages.ts';
import { answerProductLink } from './product-link.ts';

/** A page with its status and headers. */
export interface PageAnswer {
  readonly page: HostedPage;
  readonly status: number;
  readonly cookies?: readonly string[];
  readonly retryAfter?: string;
  /** The origins that may frame the page. */
  readonly frameAncestors?: readonly string[];
  readonly extraSources?: ExtraSources;
}

/** Answers a request for which `isHostedPath` holds. Never throws. */
export const handleHosted = (request: GatewayRequest): Promise<GatewayResponse> =>
  answerFrom(request, () => answer(request));

async function answer(request: GatewayRequest): Promise<GatewayResponse> {
  const path = pathOf(request.url);
  try {
    if (path.startsWith('/assets/')) return await answerAsset(request, path.slice('/assets/'.length));
    if (isStorePage(path)) return redirectToCheckout(request.url);
    const link = productLinkOf(path);
    if (link) return await shown(request, await answerProductLink(request, path, link));
    const plain = inLowerCase(request.url);
    if (plain !== request.url) return { status: 308, headers: { ...noStore, Location: plain }, body: '' };
    const isPortal = path.split('/')[2] === 'portal';
    const answered = await (isPortal ? answerPortal(request, path) : answerCheckout(request, path));
    return await shown(request, answered);
  } catch (error) {
    return await showFailure(request, path, error);
  }
}

const shown = async (request: GatewayRequest, answered: GatewayResponse | PageAnswer): Promise<GatewayResponse> =>
  'page' in answered ? await showPage(request, answered) : answered;

const noStore = { 'Cache-Control': 'no-store, no-transform' };

/** `/store/<slug>/change/<session>` leads to the checkout page, which confirms plan changes. Browsers keep the `#token=`. */
function redirectToCheckout(url: string): GatewayResponse {
  const [, slug = '', session = '', query = ''] = /^\/store\/([^/]+)\/change\/([^/?]+)(\?.*)?$/.exec(url) ?? [];
  return { status: 303, headers: { ...noStore, Location: `/${slug}/checkout/${session}${query}` }, body: '' };
}

/** The URL with the slug as stored: people type capitals. */
const inLowerCase = (url: string): string =>
  url.replace(/(?<=^\/)[a-z\d-]+(?=\/)/i, (slug) => (isReservedSlug(slug.toLowerCase()) ? slug : slug.toLowerCase()));

/** As a document, or as JSON for a page that refreshes. */
async function showPage(
  request: GatewayRequest,
  { page: hostedPage, status, cookies = [], retryAfter, frameAncestors, extraSources }: PageAnswer,
): Promise<GatewayResponse> {
  const headers = {
    ...noStore,
    Vary: 'Accept, Accept-Encoding, Accept-Language, Cookie',
    ...(cookies.length > 0 && { 'Set-Cookie': cookies }),
    ...(retryAfter && { 'Retry-After': retryAfter }),
  };
  const build = await hostedBuild();
  if (header(request.headers, 'accept') === 'application/json') {
    const hasLanguage = new URL(request.url, 'http://page').searchParams.has('language');
    const page = build.complete(hostedPage);
    const body = JSON.stringify(hasLanguage ? page : { ...page, messages: null });
    const json = { ...headers, 'Content-Type': 'application/json; charset=utf-8', 'X-Content-Type-Options': 'nosniff' };
    // A refresh accepts a missing page as content, but no failure and no other page.
    return await compressed(request, { status: status < 429 ? 200 : status, headers: json, body });
  }
  const nonce = newNonce();
  const security = securityHeaders(nonce, {
    referrer: referrerPolicyOf(hostedPage.content),
    ...(frameAncestors && { frameAncestors }),
    ...(extraSources && { extra: extraSources }),
  });
  const html = { ...headers, ...security, 'Content-Type': 'text/html; charset=utf-8' };
  const filled = fillTemplate(hostedPage, build, nonce);
  if (filled && accepts(request, 'gzip')) {
    return { status, headers: { ...html, 'Content-Encoding': 'gzip' }, body: filled.gzip() };
  }
  const body = filled?.plain() ?? renderInFull(hostedPage, build, nonce);
  return await compressed(request, { status, headers: html, body });
}

function renderInFull(hostedPage: HostedPage, build: HostedBuild, nonce: string): string {
  const page = build.complete(hostedPage);
  return writeDocument(page, build.render(page), build, nonce);
}

/**
 * The error page, with a number that the log has too. During a database outage it is in the buyer's language and tells
 * the browser when to retry.
 */
async function showFailure(request: GatewayRequest, path: string, error: unknown): Promise<GatewayResponse> {
  const requestId = requestIdHere();
  logFailure(error, 'page failed', { requestId });
  const { status, headers } = refusalFor(error);
  const isOutage = status === 503;
  try {
    const buyer = readBuyer(request);
    const store = isOutage ? null : await findStore(path);
    const theme = themeOf(buyer, store?.checkoutSettings.defaultDarkMode);
    const around = { store, reading: readingOf(buyer, null), theme, path, choices: buyer.choices };
    const page = makePage({ kind: 'broken', requestId, isOutage }, around, readClock());
    const shown = await showPage(request, { page, status });
    return { ...shown, headers: { ...shown.headers, ...headers } };
  } catch {
    const plain = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...headers };
    return { status, headers: plain, body: `Something went wrong (${requestId})` };
  }
}

/** The store of the page's theme; null if it cannot be loaded. */
async function findStore(path: string): Promise<PageStore | null> {
  try {
    const store = await findStoreBySlug(
      database(readSettings()).db,
      productLinkOf(path)?.storeSlug ?? path.split('/')[1] ?? '',
    );
    return store && !store.deletedAt
      ? storeOf({ store: { ...store, checkoutSettings: store.checkoutSettings ?? {} } })
      : null;
  } catch {
    return null;
  }
}
