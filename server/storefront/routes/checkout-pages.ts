/** The checkout's pages: the checkout, the sandbox's 3D Secure page, and the receipt. */
import { readSentForm, type TypedBuyer } from '#server/billing/payments/buyer-form.ts';
import { portalAddress } from '#server/customers/rules/portal-address.ts';
import { ApiError } from '#server/domain/errors.ts';
import { type GatewayRequest, type GatewayResponse, header } from '#server/http/http.ts';
import { isSameOrigin } from '#server/http/same-origin.ts';
import { voiceFor } from '#server/i18n/say.ts';
import { readClock } from '#server/platform/clock.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { countAnonymousCall, countPageView, countReceipt } from '#server/platform/rate-limits/rate-limit.ts';
import { settings as readSettings } from '#server/platform/settings.ts';
import { storefrontDatabase } from '#server/stores/store-databases.ts';
import { findStoreBySlug } from '#server/stores/stores.ts';
import { fillForm, formFor, formSources } from '../checkout/page-form.ts';
import { readReceipt, receiptFileName } from '../receipts/receipt.ts';
import { chooseByForm, likelyCountry, readBuyer, readingOf, themeOf } from '../rendering/buyer.ts';
import type { PageContent } from '../rendering/page.ts';
import { makePage, storeOf } from '../rendering/pages.ts';
import { handleChallenge, handleCustomer, handlePay, handleQuote } from './checkout-routes.ts';
import { describe, type Found, read, readOnce, type Visit } from './checkout-visit.ts';
import type { PageAnswer } from './storefront-routes.ts';

type Answer = GatewayResponse | PageAnswer;

/** Answers all GET requests below /<store_slug>/checkout. */
export async function answerCheckout(request: GatewayRequest, path: string): Promise<Answer> {
  const [storeSlug = '', , token = '', step, paymentId = '', end] = path.slice(1).split('/');
  const address = { storeSlug, token };
  if (paymentId === '' && step === 'pay') return await handlePay(address, request);
  if (paymentId === '' && step === 'quote') return await handleQuote(address, request);
  if (paymentId === '' && step === 'customer') return await handleCustomer(address, request);
  if (step === 'challenge' && end === 'finish') return await handleChallenge({ ...address, paymentId }, request);
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  const visit = { request, path, address, buyer: readBuyer(request), now: readClock() };
  if (step === undefined && request.method === 'POST') return await showSentForm(visit);
  if (!isReading)
    return plain(405, 'Method Not Allowed', { Allow: step === undefined ? 'GET, HEAD, POST' : 'GET, HEAD' });
  // First, as a page costs the database more than this check.
  const { refusal } = await countPageView(request.address, readSettings());
  if (refusal) return showBusy(visit, refusal);
  if (step === undefined) return await showCheckout(visit);
  if (step === 'receipt.pdf' && paymentId === '') return await sendReceipt(visit);
  if (step === 'challenge' && paymentId && end === undefined) return await showChallenge(visit, paymentId);
  return await notFound(visit);
}

async function showCheckout(visit: Visit): Promise<Answer> {
  const found = await read(visit);
  return found ? await answerCheckoutPage(visit, found) : await notFound(visit);
}

/**
 * The page after a submission without JavaScript: typed values and the quote. The form carries language and theme, so
 * that switching them keeps the input out of the URL.
 */
async function showSentForm(visit: Visit): Promise<Answer> {
  const { request } = visit;
  if (!isSameOrigin(request)) return plain(403, 'This form was not sent from its own page');
  if (request.body instanceof ApiError) {
    const { status, headers } = request.body;
    return status === 429 ? plain(429, 'Too Many Requests', headers) : plain(413, 'This form is too large');
  }
  if (!header(request.headers, 'content-type')?.startsWith('application/x-www-form-urlencoded')) {
    return plain(415, 'This is not a form');
  }
  // As the quote endpoint does for a page with JavaScript.
  const { refusal } = await countAnonymousCall(`checkout ${request.address}`, readSettings());
  if (refusal) return plain(429, 'Too Many Requests', refusal.headers);
  const found = await read(visit);
  if (!found) return await notFound(visit);
  const sent = new URLSearchParams(new TextDecoder().decode(request.body));
  const shows = { language: found.reading.language, theme: themeOf(visit.buyer, found.view.darkMode) ?? 'system' };
  const buyer = chooseByForm(visit.buyer, sent, shows);
  const isChosen = buyer !== visit.buyer;
  const form = { typed: readSentForm(request.body), isChecked: !isChosen || sent.has('check') };
  if (!isChosen) return await answerCheckoutPage(visit, found, form);
  const again = { ...visit, buyer };
  // The view contains text in the previous language.
  return await answerCheckoutPage(again, await describe(again, found.checkout), form);
}

/** A submitted form. `isChecked`: for validation, and not only to switch language or theme. */
interface SentForm {
  readonly typed: TypedBuyer;
  readonly isChecked: boolean;
}

async function answerCheckoutPage(visit: Visit, found: Found, sent?: SentForm): Promise<PageAnswer> {
  const { checkout, view, reading } = found;
  if (view.state !== 'open' && view.state !== 'challenge') {
    return answerPage({ kind: 'checkout', view, form: null }, visit, found);
  }
  const db = await storefrontDatabase(readSettings(), visit.address.storeSlug);
  const form = formFor(view, reading, likelyCountry(visit.buyer), timeOn(view, visit));
  if (!form) {
    // The provider does not take this currency, which the buyer cannot fix.
    return answerPage({ kind: 'checkout', view: { ...view, state: 'unavailable' }, form }, visit, found);
  }
  const filled = sent
    ? await fillForm(db, checkout, { form, view }, sent.typed, voiceFor(reading), visit.now)
    : { form, view };
  const shown = sent?.isChecked === false ? { ...filled.form, problems: {}, isSent: false } : filled.form;
  const extraSources = formSources(form);
  const answer = answerPage({ kind: 'checkout', view: filled.view, form: shown }, visit, found);
  return extraSources ? { ...answer, extraSources } : answer;
}

/** Answers when to retry, without the store's theme: the store was not loaded. */
export function showBusy({ buyer, path, now }: Visit, { headers }: ApiError): PageAnswer {
  const retryAfter = headers['Retry-After'] ?? '1';
  const page = {
    store: null,
    reading: readingOf(buyer, null),
    theme: themeOf(buyer, undefined),
    path,
    choices: buyer.choices,
  };
  const content = { kind: 'busy' as const, seconds: Number(retryAfter) };
  return { page: makePage(content, page, now), status: 429, retryAfter };
}

/** The sandbox's 3D Secure page. Redirects to the checkout if nothing is pending. */
async function showChallenge(visit: Visit, paymentId: string): Promise<Answer> {
  const found = await read(visit);
  if (!found) return await notFound(visit);
  const { challengePath, store, sessionId } = found.view;
  if (challengePath !== visit.path) {
    const { choices } = visit.buyer;
    const Location = `/${store.slug}/checkout/${sessionId}${choices ? `?${choices}` : ''}`;
    return { status: 303, headers: { Location, 'Cache-Control': 'no-store' }, body: '' };
  }
  return answerPage({ kind: 'challenge', view: found.view, paymentId }, visit, found);
}

/** The current time of the checkout's store. */
const timeOn = ({ testTime }: Found['view'], { now }: Visit): Date => (testTime === null ? now : new Date(testTime));

/** The receipt as PDF. Other browsers need the portal. */
async function sendReceipt(visit: Visit): Promise<Answer> {
  const settings = readSettings();
  const found = await readOnce(visit);
  const number = found?.view.receipt?.number;
  if (found?.view.state === 'paid' && !number) {
    const Location = portalAddress(found.view.store, found.view.environment);
    return { status: 303, headers: { Location, 'Cache-Control': 'no-store' }, body: '' };
  }
  if (!found || !number) return await notFound(visit);
  const { store, session } = found.checkout;
  const { refusal } = await countReceipt(session.id, settings);
  if (refusal) return plain(429, 'Too Many Requests', refusal.headers);
  const scope = { ...scopeOfStore(store), environment: session.environment, paymentId: number };
  const db = await storefrontDatabase(settings, visit.address.storeSlug);
  const receipt = await readReceipt(db, scope, timeOn(found.view, visit));
  if (!receipt) return await notFound(visit);
  // Fonts and their tools are loaded at the first receipt.
  const { renderReceiptPdf } = await import('../receipts/pdf.ts');
  return {
    status: 200,
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="${receiptFileName(receipt)}"`,
      'Cache-Control': 'no-store, no-transform',
      'X-Content-Type-Options': 'nosniff',
    },
    body: await renderReceiptPdf(receipt, found.reading),
  };
}

function answerPage(content: PageContent, { buyer, path, now }: Visit, { view, reading }: Found): PageAnswer {
  const { choices } = buyer;
  const { darkMode, testTime } = view;
  const page = { store: storeOf(view), reading, theme: themeOf(buyer, darkMode), path, choices, testTime };
  return {
    page: makePage(content, page, now),
    status: 200,
    cookies: buyer.cookies,
    frameAncestors: view.frameOrigins,
  };
}

/** An unknown address, with the theme of its store. */
export async function notFound({ buyer, path, now, address }: Visit): Promise<PageAnswer> {
  const db = await storefrontDatabase(readSettings(), address.storeSlug);
  const known = await findStoreBySlug(db, address.storeSlug);
  const store = known && !known.deletedAt ? { ...known, checkoutSettings: known.checkoutSettings ?? {} } : null;
  const reading = readingOf(buyer, null);
  const theme = themeOf(buyer, store?.checkoutSettings.defaultDarkMode);
  const page = { store: store && storeOf({ store }), reading, theme, path, choices: buyer.choices };
  return { page: makePage({ kind: 'not-found' }, page, now), status: 404, cookies: buyer.cookies };
}

export const plain = (
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): GatewayResponse => ({
  status,
  headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  body,
});
