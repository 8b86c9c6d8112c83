/** A visitor of a checkout page, and the data loaded for them. */
import type { Database } from '#db/client.ts';
import { type Checkout, findCheckout } from '#server/checkout/address.ts';
import { checkPayment } from '#server/checkout/check-payment.ts';
import type { GatewayRequest } from '#server/http/http.ts';
import type { Reading } from '#server/i18n/languages.ts';
import { voiceFor } from '#server/i18n/say.ts';
import { describeFailure, log } from '#server/platform/log.ts';
import { mayCheck } from '#server/platform/rate-limits/rate-limit.ts';
import { settings as readSettings } from '#server/platform/settings.ts';
import { storefrontDatabase } from '#server/stores/store-databases.ts';
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

/** The data of a page. */
export interface Found {
  readonly checkout: Checkout;
  readonly view: CheckoutView;
  readonly reading: Reading;
}

/** The page's timeout for a provider's answer. */
const patienceMs = 3000;

/** The current checkout. Asks the provider about a pending payment first. */
export async function read(visit: Visit): Promise<Found | undefined> {
  const found = await readOnce(visit);
  if (found?.view.state !== 'processing' && found?.view.state !== 'challenge') return found;
  const settings = readSettings();
  // Limits requests: an open or looping page must not use up the provider's rate limit.
  if (!(await mayCheck(found.checkout.session.id, settings, isSentBack(visit.request.url)))) return found;
  try {
    const db = await databaseOf(visit);
    await checkPayment(db, found.checkout, visit.now, { limitMs: patienceMs });
  } catch (error) {
    // Falls back to the stored state; the page polls again.
    log().error(describeFailure(error), 'could not check a payment');
  }
  return await describe(visit, found.checkout);
}

const databaseOf = ({ address }: Visit): Promise<Database> => storefrontDatabase(readSettings(), address.storeSlug);

/** The stored checkout. */
export async function readOnce(visit: Visit): Promise<Found | undefined> {
  const { storeSlug, token: sessionId } = visit.address;
  const address = { storeSlug, sessionId, browser: readBrowser(visit.request) };
  const checkout = await findCheckout(await databaseOf(visit), address);
  return checkout && (await describe(visit, checkout));
}

/** A loaded checkout in the buyer's language, with the current state of its order. */
export async function describe(visit: Visit, checkout: Checkout): Promise<Found> {
  const { buyer, now } = visit;
  const reading = readingOf(buyer, checkout.session.language);
  const db = await databaseOf(visit);
  return { checkout, reading, view: await readCheckout(db, checkout, now, voiceFor(reading), likelyCountry(buyer)) };
}
