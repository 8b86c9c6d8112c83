/** What a checkout's address leads to. */
import type { Database } from '#db/client.ts';
import { type CheckoutSession, findStoreSession } from '#server/billing/orders/checkout-sessions.ts';
import type { Order } from '#server/billing/orders/orders.ts';
import { sessionState } from '#server/billing/orders/rules/checkout-session.ts';
import type { BillingDetail } from '#server/domain/billing-detail.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import { isUuid } from '#server/domain/ids.ts';
import { type Say, sayInEnglish } from '#server/i18n/say.ts';
import { findStoreBySlug, type Store } from '#server/stores/stores.ts';

/** Where a session's address leads. */
export interface CheckoutAddress {
  readonly storeSlug: string;
  readonly sessionId: string;
  /** The digest of the cookie of the browser that asks; undefined: it has none. */
  readonly browser?: string | undefined;
}

/** The store and session behind an address; 404 for one that leads nowhere. */
export async function findCheckout(
  db: Database,
  address: CheckoutAddress,
): Promise<{ store: Store; session: CheckoutSession }> {
  const store = await findStoreBySlug(db, address.storeSlug);
  const session =
    store && !store.deletedAt && isUuid(address.sessionId) && (await findStoreSession(db, store.id, address.sessionId));
  if (!store || !session) throw errors.sessionNotFound();
  return { store, session };
}

/** 400 with a sentence for the buyer unless the session can be paid. */
export function requirePayable(
  session: CheckoutSession,
  order: Order | undefined,
  now: Date,
  say: Say = sayInEnglish,
): void {
  const state = sessionState(session, order, now);
  if (state !== 'open') throw new ApiError(400, say(`errors.${state}`), 'payment');
}

/** Whether the order's buyer data may be shown there: the browser that asks typed it, or the merchant gave it. */
export const isBuyersBrowser = ({ buyerBrowser }: Order, { browser }: CheckoutAddress): boolean =>
  buyerBrowser === null || buyerBrowser === browser;

interface KnownBuyer {
  readonly email: string | null;
  readonly billingDetail: BillingDetail | null;
}

/** The buyer's data that this browser may see: the order's, else the session's. */
export function knownBuyer(session: CheckoutSession, order: Order | undefined, address: CheckoutAddress): KnownBuyer {
  const own = order && isBuyersBrowser(order, address) ? order : undefined;
  return {
    email: own?.buyerEmail ?? session.buyerEmail,
    billingDetail: own?.billingDetail ?? session.billingDetail,
  };
}
