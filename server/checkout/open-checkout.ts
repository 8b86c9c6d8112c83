/** A checkout that is about to be paid, locked. */
import type { Tx } from '#db/client.ts';
import { type CheckoutSession, lockStoreSession } from '#server/billing/orders/checkout-sessions.ts';
import { lockSessionOrder, type Order } from '#server/billing/orders/orders.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import type { Actor } from '#server/events/rules/event.ts';
import type { Say } from '#server/i18n/say.ts';
import { maySellIn } from '#server/stores/rules/prod-sales.ts';
import { holdStore, type Store } from '#server/stores/stores.ts';
import { requirePayable } from './address.ts';

/** Whoever is at the checkout's page. */
export const actorOf = (session: { id: string }): Actor => ({ kind: 'checkout', by: session.id });

/** Locks a session and its order, and refuses unless it can be paid now. */
export async function lockOpenCheckout(
  tx: Tx,
  { id: storeId }: Store,
  sessionId: string,
  say: Say,
  now: Date,
): Promise<{ session: CheckoutSession; order: Order | undefined }> {
  // Store, session and order are read again and locked: any of them may have changed since the checkout was loaded.
  const store = await holdStore(tx, storeId);
  if (!store || store.deletedAt) throw errors.sessionNotFound();
  const session = await lockStoreSession(tx, store.id, sessionId);
  const order = await lockSessionOrder(tx, session);
  requirePayable(session, order, now, say);
  if (store.status !== 'active' || !maySellIn(store, session.environment))
    throw new ApiError(400, say('errors.storeClosed'), 'payment');
  return { session, order };
}
