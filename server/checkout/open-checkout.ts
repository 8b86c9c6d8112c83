/** Locks a checkout before a payment. */
import type { Tx } from '#db/client.ts';
import { lockSessionOrder, type Order } from '#server/billing/orders/orders.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import type { Actor } from '#server/events/rules/event.ts';
import type { Say } from '#server/i18n/say.ts';
import { maySellIn } from '#server/stores/rules/prod-sales.ts';
import type { Store } from '#server/stores/stores.ts';
import { requirePayable } from './address.ts';
import { lockSessionForSale, type SessionForSale } from './data/checkout-openings.ts';

/** Any visitor of the checkout page. */
export const actorOf = (session: { id: string }): Actor => ({ kind: 'checkout', by: session.id });

/** Locks a session and its order; throws unless they can be paid now. */
export async function lockOpenCheckout(
  tx: Tx,
  { id: storeId, merchantId }: Store,
  sessionId: string,
  say: Say,
  now: Date,
): Promise<SessionForSale & { order: Order | undefined }> {
  // Read again under locks: any of the rows may have changed since the checkout was loaded. Both statements travel together.
  // PostgreSQL begins the second one after the first, so it reads what another payment has committed meanwhile.
  const [locked, order] = await Promise.all([
    lockSessionForSale(tx, { storeId, merchantId, sessionId }),
    lockSessionOrder(tx, { storeId, merchantId, id: sessionId }),
  ]);
  if (!locked || locked.store.deletedAt) throw errors.sessionNotFound();
  const { store, session } = locked;
  requirePayable(session, order, now, say);
  if (store.status !== 'active' || !maySellIn(store, session.environment))
    throw new ApiError(400, say('errors.storeClosed'), 'payment');
  return { ...locked, order };
}
