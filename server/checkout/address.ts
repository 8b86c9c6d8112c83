/** Loads a checkout by its address. */
import type { Database } from '#db/client.ts';
import type { CheckoutSession } from '#server/billing/orders/checkout-sessions.ts';
import { findSessionOrder, type Order } from '#server/billing/orders/orders.ts';
import { sessionState } from '#server/billing/orders/rules/checkout-session.ts';
import type { BillingDetail } from '#server/domain/billing-detail.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import { isUuid } from '#server/domain/ids.ts';
import { type Say, sayInEnglish } from '#server/i18n/say.ts';
import { type CheckoutOpening, findCheckoutOpening } from './data/checkout-openings.ts';

/** A session's address, and the browser that opens it. */
export interface CheckoutAddress {
  readonly storeSlug: string;
  readonly sessionId: string;
  /** The digest of the browser's cookie, or undefined. */
  readonly browser?: string | undefined;
}

/** A checkout as opened by one browser. A request loads it once; each deciding transaction locks and reads it again. */
export interface Checkout extends CheckoutOpening, Pick<CheckoutAddress, 'browser'> {}

/** The checkout at an address, or undefined. */
export async function findCheckout(
  db: Database,
  { storeSlug: slug, sessionId, browser }: CheckoutAddress,
): Promise<Checkout | undefined> {
  const found = isUuid(sessionId) && (await findCheckoutOpening(db, { slug, sessionId }));
  return found ? { ...found, browser } : undefined;
}

/** The checkout at an address; throws 404 if there is none. */
export async function requireCheckout(db: Database, address: CheckoutAddress): Promise<Checkout> {
  const checkout = await findCheckout(db, address);
  if (!checkout) throw errors.sessionNotFound();
  return checkout;
}

/** The current state of the order that existed when the checkout was loaded. */
export const findCheckoutOrder = async (db: Database, { isOrdered, session }: Checkout): Promise<Order | undefined> =>
  isOrdered ? await findSessionOrder(db, session) : undefined;

/** Throws 400 with a message for the buyer unless the session can be paid. */
export function requirePayable(
  session: CheckoutSession,
  order: Order | undefined,
  now: Date,
  say: Say = sayInEnglish,
): void {
  const state = sessionState(session, order, now);
  if (state !== 'open') throw new ApiError(400, say(`errors.${state}`), 'payment');
}

/** Whether a browser may see the order's buyer data: it was typed there, or comes from the merchant. */
export const isBuyersBrowser = ({ buyerBrowser }: Order, { browser }: Pick<Checkout, 'browser'>): boolean =>
  buyerBrowser === null || buyerBrowser === browser;

interface KnownBuyer {
  readonly email: string | null;
  readonly billingDetail: BillingDetail | null;
}

/** The buyer data that the browser may see: the order's, or else the session's. */
export function knownBuyer({ session, browser }: Checkout, order: Order | undefined): KnownBuyer {
  const own = order && isBuyersBrowser(order, { browser }) ? order : undefined;
  return {
    email: own?.buyerEmail ?? session.buyerEmail,
    billingDetail: own?.billingDetail ?? session.billingDetail,
  };
}
