/** Somebody who opens one of the checkout's pages, and what was read for them. */
import { database } from '#db/client.ts';
import type { CheckoutAddress } from '#server/checkout/address.ts';
import { checkPayment } from '#server/checkout/check-payment.ts';
import type { GatewayRequest } from '#server/http/http.ts';
import type { Reading } from '#server/i18n/languages.ts';
import { voiceFor } from '#server/i18n/say.ts';
import { describeFailure, log } from '#server/platform/log.ts';
import { mayCheck } from '#server/platform/rate-limits/rate-limit.ts';
import { settings as readSettings } from '#server/platform/settings.ts';
import { type CheckoutView, readCheckout } from '../checkout/view.ts';
import { type Buyer, likelyCountry, readingOf } from '../rendering/buyer.ts';
import { isSentBack } from './bank-return.ts';
import { readBrowser } from './buyer-cookie.ts';

export interface Visit {
  readonly request: GatewayRequest;
  readonly path: string;
  readonly address: { readonly storeSlug: string; readonly token: string };
  readonly buyer: Buyer;
  readonly now: Date;
}

/** What was read for a page. */
export interface Found {
  readonly view: CheckoutView;
  readonly reading: Reading;
}

/** How long a page waits for what a provider knows. */
const patienceMs = 3000;

/** The checkout as it stands; a payment that is under way is asked about first, so that the page says what is true. */
export async function read(visit: Visit): Promise<Found | undefined> {
  const found = await readOnce(visit);
  if (found?.view.state !== 'processing' && found?.view.state !== 'challenge') return found;
  const settings = readSettings();
  // A page that is left open, or loaded in a loop, must not use up what the provider allows everybody.
  if (!(await mayCheck(found.view.sessionId, settings, isSentBack(visit.request.url)))) return found;
  const { db } = database(settings);
  try {
    await checkPayment(db, addressOf(visit), visit.now, { limitMs: patienceMs });
  } catch (error) {
    // Then it is as far as we know, and the page asks again.
    log().error(describeFailure(error), 'payment not checked');
  }
  return await readOnce(visit);
}

/** The checkout as far as we know. */
export async function readOnce(visit: Visit): Promise<Found | undefined> {
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

export const addressOf = ({ address: { storeSlug, token }, request }: Visit): CheckoutAddress => ({
  storeSlug,
  sessionId: token,
  browser: readBrowser(request),
});
