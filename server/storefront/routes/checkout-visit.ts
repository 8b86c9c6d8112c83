/** Somebody who opens one of the checkout's pages, and what was read for them. */
import { database } from '#db/client.ts';
import { type Checkout, findCheckout } from '#server/checkout/address.ts';
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
  readonly checkout: Checkout;
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
  if (!(await mayCheck(found.checkout.session.id, settings, isSentBack(visit.request.url)))) return found;
  try {
    await checkPayment(database(settings).db, found.checkout, visit.now, { limitMs: patienceMs });
  } catch (error) {
    // Then it is as far as we know, and the page asks again.
    log().error(describeFailure(error), 'payment not checked');
  }
  return await describe(visit, found.checkout);
}

/** The checkout as far as we know. */
export async function readOnce(visit: Visit): Promise<Found | undefined> {
  const { storeSlug, token: sessionId } = visit.address;
  const address = { storeSlug, sessionId, browser: readBrowser(visit.request) };
  const checkout = await findCheckout(database(readSettings()).db, address);
  return checkout && (await describe(visit, checkout));
}

/** A checkout that has been loaded, in the buyer's words and with its order as it stands now. */
export async function describe({ buyer, now }: Visit, checkout: Checkout): Promise<Found> {
  const reading = readingOf(buyer, checkout.session.language);
  const { db } = database(readSettings());
  return { checkout, reading, view: await readCheckout(db, checkout, now, voiceFor(reading), likelyCountry(buyer)) };
}
