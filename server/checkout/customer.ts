/**
 * A checkout address may carry a customer's session token (`#token=…`): what is bought there is then that customer's.
 * (decisions.md, "Checkout sessions".)
 */
import type { Database } from '#db/client.ts';
import { lockStoreSession, saveSessionIdentity } from '#server/billing/orders/checkout-sessions.ts';
import { lockSessionOrder, saveOrderIdentity } from '#server/billing/orders/orders.ts';
import type { SessionTokenClaims } from '#server/customers/rules/session-token.ts';
import { changeOf } from '#server/domain/changes.ts';
import { errors } from '#server/domain/errors.ts';
import { toShortId } from '#server/domain/ids.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { storeTime } from '#server/stores/rules/test-clock.ts';
import { type Checkout, isBuyersBrowser, requirePayable } from './address.ts';

/** Whose checkout it is: `tied` where it is that customer's from now on, or was; false where it is another's. */
export interface Tie {
  readonly tied: boolean;
}

/**
 * Ties an open session, and the order that it may have made, to the customer whose token it is. The first to come
 * stays. 401 `Invalid or expired token` for a token of another store or environment, 400 once the session cannot be paid any more.
 */
export async function tieCheckout(
  db: Database,
  { store, session: found, browser }: Checkout,
  customer: Pick<SessionTokenClaims, 'storeId' | 'buyerIdentity' | 'environment'>,
  realTime: Date,
): Promise<Tie> {
  const now = storeTime(store, found.environment, realTime);
  if (customer.storeId !== store.id || customer.environment !== found.environment) throw errors.invalidToken();
  return await db.transaction(async (tx) => {
    // Read again under its lock: another customer may have been tied to it since.
    const session = await lockStoreSession(tx, store.id, found.id);
    const order = await lockSessionOrder(tx, session);
    requirePayable(session, order, now);
    if (session.buyerIdentity !== null) return { tied: session.buyerIdentity === customer.buyerIdentity };
    // Another browser has typed a buyer's data here: the order is that buyer's.
    if (order && !isBuyersBrowser(order, { browser })) return { tied: false };
    await saveSessionIdentity(tx, session, customer.buyerIdentity);
    if (order) await saveOrderIdentity(tx, order, customer.buyerIdentity, now);
    const { merchantId, storeId, environment } = session;
    const actor = { kind: 'sessionToken', by: customer.buyerIdentity } as const;
    const event = { type: 'checkout_session.tied', objectId: session.id } as const;
    const data = order ? { orderId: toShortId('ORD', order.id) } : {};
    // Whose it is now says its actor.
    const changes = changeOf('customer', null, 'set');
    await recordEvent(tx, { merchantId, storeId, environment, actor, ...event, data, changes }, now);
    return { tied: true };
  });
}
