/** The checkout's addresses: its page, the sandbox's bank, and what the page in a buyer's browser calls. */
import { database } from '../../db/client.ts';
import { findCheckout } from '../checkout/address.ts';
import { readSentForm, type TypedBuyer } from '../checkout/buyer-form.ts';
import { checkPayment } from '../checkout/check-payment.ts';
import { fillForm, formFor, formSources } from '../checkout/page-form.ts';
import { type CheckoutView, readCheckout } from '../checkout/view.ts';
import { readClock } from '../clock.ts';
import { type Buyer, likelyCountry, readBuyer, readingOf, themeOf } from '../hosted/buyer.ts';
import type { PageContent } from '../hosted/page.ts';
import { makePage, storeOf } from '../hosted/pages.ts';
import type { Reading } from '../i18n/languages.ts';
import { voiceFor } from '../i18n/say.ts';
import { describeFailure, log } from '../log.ts';
import { findStoreBySlug } from '../queries/stores.ts';
import { renderReceiptPdf } from '../receipts/pdf.ts';
import { readReceipt, receiptFileName } from '../receipts/receipt.ts';
import { settings as readSettings } from '../settings.ts';
import { handleChallenge, handleCustomer, handlePay, handleQuote } from './checkout-door.ts';
import { isSameOrigin } from './dashboard-door.ts';
import type { PageAnswer } from './hosted-door.ts';
import { type GatewayRequest, type GatewayResponse, header } from './http.ts';
import { countAnonymousCall, countReceipt, mayCheck } from './rate-limit.ts';

type Answer = GatewayResponse | PageAnswer;

/** Answers everything below /<store_slug>/checkout. */
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
  if (step === undefined) return await showCheckout(visit);
  if (step === 'receipt.pdf' && paymentId === '') return await sendReceipt(visit);
  if (step === 'challenge' && paymentId && end === undefined) return await showChallenge(visit, paymentId);
  return await notFound(visit);
}

/** Somebody at one of these addresses. */
interface Visit {
  readonly request: GatewayRequest;
  readonly path: string;
  readonly address: { readonly storeSlug: string; readonly token: string };
  readonly buyer: Buyer;
  readonly now: Date;
}

/** What was read for a page. */
interface Found {
  readonly view: CheckoutView;
  readonly reading: Reading;
}

/** How long a page waits for what a provider knows. */
const patienceMs = 3000;

/** The checkout as it stands; a payment that is under way is asked about first, so that the page says what is true. */
async function read(visit: Visit): Promise<Found | undefined> {
  const found = await readOnce(visit);
  if (found?.view.state !== 'processing' && found?.view.state !== 'challenge') return found;
  const settings = readSettings();
  // A page that is left open, or loaded in a loop, must not use up what the provider allows everybody.
  if (!(await mayCheck(found.view.sessionId, settings))) return found;
  const { db } = database(settings);
  try {
    await checkPayment(db, addressOf(visit), visit.now, { limitMs: patienceMs });
  } catch (error) {
    // Then it is as far as we know, and the page asks again.
    log().error(describeFailure(error), 'payment not checked');
  }
  return await readOnce(visit);
}

async function readOnce(visit: Visit): Promise<Found | undefined> {
  const { buyer, now } = visit;
  let reading = readingOf(buyer, null);
  const voiceOf = (sessionLanguage: string | null) => {
    reading = readingOf(buyer, sessionLanguage);
    return voiceFor(reading);
  };
  const { db } = database(readSettings());
  const view = await readCheckout(db, addressOf(visit), now, voiceOf, likelyCountry(buyer));
  return view && { view, reading };
}

const addressOf = ({ address: { storeSlug, token } }: Visit) => ({ storeSlug, sessionId: token });

async function showCheckout(visit: Visit): Promise<Answer> {
  const found = await read(visit);
  return found ? await answerCheckoutPage(visit, found) : await notFound(visit);
}

/** The form as a browser without our script sends it: the same page with what was typed, and what it comes to. */
async function showSentForm(visit: Visit): Promise<Answer> {
  const { request } = visit;
  if (!isSameOrigin(request)) return plain(403, 'This form was not sent from its own page');
  if (request.body === 'too-large') return plain(413, 'This form is too large');
  if (!header(request.headers, 'content-type')?.startsWith('application/x-www-form-urlencoded')) {
    return plain(415, 'This is not a form');
  }
  // As the quote that a page with script asks for.
  const { refusal } = await countAnonymousCall(`checkout ${request.address}`, readSettings());
  if (refusal) return plain(429, 'Too Many Requests', refusal.headers);
  const found = await read(visit);
  if (!found) return await notFound(visit);
  return await answerCheckoutPage(visit, found, readSentForm(request.body));
}

/** `typed`: the form that was sent. */
async function answerCheckoutPage(visit: Visit, found: Found, typed?: TypedBuyer): Promise<PageAnswer> {
  const { view, reading } = found;
  if (view.state !== 'open' && view.state !== 'challenge') {
    return answerPage({ kind: 'checkout', view, form: null }, visit, found);
  }
  const { db } = database(readSettings());
  const form = formFor(db, view, reading, likelyCountry(visit.buyer), visit.now);
  if (!form) {
    // Its provider does not take this currency: nothing that the buyer could do about it.
    return answerPage({ kind: 'checkout', view: { ...view, state: 'unavailable' }, form }, visit, found);
  }
  const filled = typed
    ? await fillForm(db, addressOf(visit), { form, view }, typed, voiceFor(reading), visit.now)
    : { form, view };
  const extraSources = formSources(form);
  const answer = answerPage({ kind: 'checkout', ...filled }, visit, found);
  return extraSources ? { ...answer, extraSources } : answer;
}

/** The sandbox's bank. A buyer whose payment no longer waits is at the checkout's own page again. */
async function showChallenge(visit: Visit, paymentId: string): Promise<Answer> {
  const found = await read(visit);
  if (!found) return await notFound(visit);
  const { challengePath, store, sessionId } = found.view;
  if (challengePath !== visit.path) {
    const Location = `/${store.slug}/checkout/${sessionId}`;
    return { status: 303, headers: { Location, 'Cache-Control': 'no-store' }, body: '' };
  }
  return answerPage({ kind: 'challenge', view: found.view, paymentId }, visit, found);
}

/** The receipt of what was paid here, as a PDF. */
async function sendReceipt(visit: Visit): Promise<Answer> {
  const settings = readSettings();
  const { db } = database(settings);
  const found = await readOnce(visit);
  const number = found?.view.receipt?.number;
  if (!found || !number) return await notFound(visit);
  const { store, session } = await findCheckout(db, addressOf(visit));
  const { refusal } = await countReceipt(session.id, settings);
  if (refusal) return plain(429, 'Too Many Requests', refusal.headers);
  const scope = { storeId: store.id, environment: session.environment, paymentId: number };
  const receipt = await readReceipt(db, scope, visit.now);
  if (!receipt) return await notFound(visit);
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
  const page = { store: storeOf(view), reading, theme: themeOf(buyer, view.darkMode), path };
  return {
    page: makePage(content, page, now),
    status: 200,
    cookies: buyer.cookies,
    frameAncestors: view.frameOrigins,
  };
}

/** An address that leads nowhere, in the colours of the store that it names. */
async function notFound({ buyer, path, now, address }: Visit): Promise<PageAnswer> {
  const { db } = database(readSettings());
  const known = await findStoreBySlug(db, address.storeSlug);
  const store = known && !known.deletedAt ? { ...known, checkoutSettings: known.checkoutSettings ?? {} } : null;
  const reading = readingOf(buyer, null);
  const theme = themeOf(buyer, store?.checkoutSettings.defaultDarkMode);
  const page = { store: store && storeOf({ store }), reading, theme, path };
  return { page: makePage({ kind: 'not-found' }, page, now), status: 404, cookies: buyer.cookies };
}

const plain = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): GatewayResponse => ({
  status,
  headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  body,
});
