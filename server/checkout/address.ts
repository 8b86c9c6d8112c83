/** What a checkout's address leads to. */
import type { Database } from '../../db/client.ts';
import type { BillingDetail } from '../domain/billing-detail.ts';
import { sessionState } from '../domain/checkout-session.ts';
import { isUuid } from '../domain/ids.ts';
import { ApiError, errors } from '../errors.ts';
import { type Say, sayInEnglish } from '../i18n/say.ts';
import { type CheckoutSession, findStoreSession } from '../queries/checkout-sessions.ts';
import type { Order } from '../queries/orders.ts';
import { findStoreBySlug, type Store } from '../queries/stores.ts';

/** Where a session's address leads. */
export interface CheckoutAddress {
  readonly storeSlug: string;
  readonly sessionId: string;
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

/** What has been said of the buyer so far: with the order, else with the session. */
export const knownBilling = (session: CheckoutSession, order: Order | undefined): BillingDetail | null =>
  order?.billingDetail ?? session.billingDetail;
