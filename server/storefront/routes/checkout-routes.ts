/**
 * The calls of the checkout page. The session's id grants access; data typed by a buyer needs the cookie of their browser.
 * `checkout-pages.ts` serves the pages.
 */
import type { Database } from '#db/client.ts';
import { requestIdHere } from '#server/api/origin.ts';
import { readBuyer } from '#server/billing/payments/buyer-form.ts';
import { type Checkout, requireCheckout } from '#server/checkout/address.ts';
import { tieCheckout } from '#server/checkout/customer.ts';
import { finishChallenge } from '#server/checkout/finish-challenge.ts';
import { liveSubscription } from '#server/checkout/live-subscription.ts';
import { type PayResult, payCheckout } from '#server/checkout/pay.ts';
import { quoteCheckout } from '#server/checkout/quote-checkout.ts';
import { portalAddress } from '#server/customers/rules/portal-address.ts';
import { verifySessionToken } from '#server/customers/session-token.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import { successBody } from '#server/http/envelope.ts';
import { bytesOf, type GatewayRequest, type GatewayResponse } from '#server/http/http.ts';
import { readJsonObject } from '#server/http/json-body.ts';
import { Reply } from '#server/http/reply.ts';
import { type Voice, voiceFor } from '#server/i18n/say.ts';
import { readClock } from '#server/platform/clock.ts';
import { countAnonymousCall } from '#server/platform/rate-limits/rate-limit.ts';
import { settings as readSettings } from '#server/platform/settings.ts';
import { storefrontDatabase } from '#server/stores/store-databases.ts';
import { nextStepOf } from '../checkout/next-step.ts';
import { requestLink } from '../portal/entry.ts';
import { modeOf } from '../portal/visitor-words.ts';
import { readingOf, readBuyer as readWho } from '../rendering/buyer.ts';
import { ensureBrowser, readBrowser } from './buyer-cookie.ts';
import { admitFrom, countCardCall } from './card-attempts.ts';

interface Address {
  readonly storeSlug: string;
  readonly token: string;
}

/**
 * POST …/pay: `{email, country, state?, postcode?, isBusiness?, businessName?, taxId?, shown}` with either
 * `{cardNumber, cardExpiry, cardCvc}` or `{paymentToken}`. Answers `{state, returnUrl, challengePath}`; null means the
 * checkout page. `shown` is the quote's: 409 if the amount due has changed.
 */
export const handlePay = (address: Address, request: GatewayRequest): Promise<GatewayResponse> =>
  answer(address, request, async (db, checkout, now, voice) => {
    const { checkoutUrl: appUrl } = readSettings();
    const admit = admitFrom(request, voice.say);
    const { choices } = readWho(request);
    const body = readBody(request);
    try {
      return await payCheckout(db, checkout, body, now, { admit, voice, appUrl, choices });
    } catch (error) {
      // The compared address: a plan change has the subscription's, a purchase the typed one.
      const { originOrderId, buyerEmail } = checkout.session;
      const email = originOrderId ? buyerEmail : body.email;
      if (isAddressOfSubscriber(error)) await emailLink(db, checkout, email, voice, now);
      throw error;
    }
  });

/**
 * POST …/quote: the buyer fields of `…/pay`, complete or not. Answers the amounts due today and at every renewal.
 * Stores nothing.
 */
export const handleQuote = (address: Address, request: GatewayRequest): Promise<GatewayResponse> =>
  answerCounted(address, request, (db, checkout, now) =>
    quoteCheckout(db, checkout, readBuyer(readBody(request)), now, voiceOf(checkout, request)),
  );

/** POST …/customer: `{token}`, a session token. Answers `{tied}`: whether the checkout belongs to the customer. */
export const handleCustomer = (address: Address, request: GatewayRequest): Promise<GatewayResponse> =>
  answerCounted(address, request, async (db, checkout, now) => {
    const { token } = readBody(request);
    const claims = await verifySessionToken(typeof token === 'string' ? token : '', readSettings(), now);
    return await tieCheckout(db, checkout, claims, now);
  });

/** POST …/challenge/<payment>/finish: `{passed: boolean}` from the sandbox's 3D Secure page. */
export const handleChallenge = (
  address: Address & { paymentId: string },
  request: GatewayRequest,
): Promise<GatewayResponse> =>
  answer(address, request, async (db, checkout, now, voice) => {
    const { passed } = readBody(request);
    return await finishChallenge(db, checkout, address.paymentId, passed === true, now, { voice });
  });

/** The language of the answer: the page's own, from the same choice, session and browser. */
const voiceOf = ({ session }: Checkout, request: GatewayRequest): Voice =>
  voiceFor(readingOf(readWho(request), session.language));

const readBody = (request: GatewayRequest): Record<string, unknown> => readJsonObject(bytesOf(request));

/** Whether the typed address has a live subscription. The page only says that a link was sent there. */
const isAddressOfSubscriber = (error: unknown): boolean =>
  error instanceof ApiError && error.entries[0].reason === liveSubscription.ofAddress;

/** Emails a link to the portal, where the plan can be changed. Too many requests for the address send no further email. */
async function emailLink(
  db: Database,
  { store, session: { environment } }: Checkout,
  email: unknown,
  voice: Voice,
  now: Date,
): Promise<void> {
  const settings = readSettings();
  const openUrl = `${settings.checkoutUrl}${portalAddress(store, environment, '/open')}`;
  const isFree = modeOf(environment, settings) !== 'live';
  try {
    await requestLink(db, { store, environment }, email, { openUrl, voice, isFree }, now);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

/** Calls that pay nothing count against the network's limit. */
async function answerCounted(
  address: Address,
  request: GatewayRequest,
  step: (db: Database, checkout: Checkout, now: Date) => Promise<object>,
): Promise<GatewayResponse> {
  const reply = new Reply(requestIdHere());
  try {
    const settings = readSettings();
    reply.count(await countAnonymousCall(`checkout ${request.address}`, settings));
    if (request.method !== 'POST') throw errors.methodNotAllowed('POST');
    const db = await storefrontDatabase(settings, address.storeSlug);
    const checkout = await load(db, address, readBrowser(request));
    reply.send(200, successBody(await step(db, checkout, readClock()), []));
  } catch (error) {
    reply.refuse(error);
  }
  return reply;
}

const load = (db: Database, { storeSlug, token }: Address, browser: string | undefined): Promise<Checkout> =>
  requireCheckout(db, { storeSlug, sessionId: token, browser });

type Step = (db: Database, checkout: Checkout, now: Date, voice: Voice) => Promise<PayResult>;

async function answer(address: Address, request: GatewayRequest, step: Step): Promise<GatewayResponse> {
  const reply = new Reply(requestIdHere());
  const { browser, cookies } = ensureBrowser(request);
  const setCookies = () => {
    if (cookies.length > 0) reply.headers['Set-Cookie'] = cookies;
  };
  try {
    // Before the session is loaded, so in the browser's language.
    await countCardCall(request, voiceFor(readingOf(readWho(request), null)).say);
    if (request.method !== 'POST') throw errors.methodNotAllowed('POST');
    const db = await storefrontDatabase(readSettings(), address.storeSlug);
    const checkout = await load(db, address, browser);
    const voice = voiceOf(checkout, request);
    const result = await step(db, checkout, readClock(), voice);
    setCookies();
    reply.send(200, successBody({ state: result.state, ...nextStepOf(checkout, result) }, []));
  } catch (error) {
    if (isDecline(error)) setCookies();
    reply.refuse(error);
  }
  return reply;
}

/**
 * Whether a refused attempt has stored the buyer's data for this browser. Any other refusal stores nothing, and a new cookie
 * could replace the cookie of the tab that pays at the same time.
 */
const isDecline = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 400 && error.entries[0].reason !== undefined;
