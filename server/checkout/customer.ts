/**
 * A checkout address may carry a customer's session token (`#token=…`), which assigns the purchase to that customer.
 * (decisions.md, "Checkout sessions".)
 */
import type { Database, Tx } from '#db/client.ts';
import { type CheckoutSession, lockSession, saveSessionIdentity } from '#server/billing/orders/checkout-sessions.ts';
import { isBoughtBy } from '#server/billing/orders/order-scopes.ts';
import { lockSessionOrder, saveOrderIdentity } from '#server/billing/orders/orders.ts';
import { isBeingPaid } from '#server/billing/payments/payments.ts';
import { findOrigin } from '#server/billing/plan-changes/data/origins.ts';
import type { SessionTokenClaims } from '#server/customers/rules/session-token.ts';
import { changeOf } from '#server/domain/changes.ts';
import { errors } from '#server/domain/errors.ts';
import { toShortId } from '#server/domain/ids.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { storeTime } from '#server/stores/rules/test-clock.ts';
import { type Checkout, isBuyersBrowser, requirePayable } from './address.ts';

/** `tied` is true if the checkout belongs to the customer, false if it belongs to another one. */
export interface TieResult {
  readonly tied: boolean;
}

/**
 * Assigns an open session and its order to the token's customer, unless they belong to another one. Throws 401 `Invalid or
 * expired token` for a token of another store or environment, and 400 once the session cannot be paid.
 */
export async function tieCheckout(
  db: Database,
  { store, session: found, browser }: Checkout,
  customer: Pick<SessionTokenClaims, 'storeId' | 'buyerIdentity' | 'environment'>,
  realTime: Date,
): Promise<TieResult> {
  const now = storeTime(store, found.environment, realTime);
  if (customer.storeId !== store.id || customer.environment !== found.environment) throw errors.invalidToken();
  return await db.transaction(async (tx) => {
    // Read again under the lock: another customer may have been assigned since.
    const session = await lockSession(tx, found);
    const order = await lockSessionOrder(tx, session);
    requirePayable(session, order, now);
    // A plan change belongs to the customer of its subscription.
    if (session.originOrderId !== null)
      return { tied: await isOwnChange(tx, session, session.originOrderId, customer) };
    if (session.buyerIdentity !== null) return { tied: session.buyerIdentity === customer.buyerIdentity };
    // A buyer in another browser has entered their data: the order is theirs.
    if (order && !isBuyersBrowser(order, { browser })) return { tied: false };
    // The charge was allowed for the buyer who was known when it started.
    if (order && (await isBeingPaid(tx, order))) return { tied: false };
    await saveSessionIdentity(tx, session, customer.buyerIdentity);
    if (order) await saveOrderIdentity(tx, order, customer.buyerIdentity, now);
    const { merchantId, storeId, environment } = session;
    const actor = { kind: 'sessionToken', by: customer.buyerIdentity } as const;
    const event = { type: 'checkout_session.tied', objectId: session.id } as const;
    const data = order ? { orderId: toShortId('ORD', order.id) } : {};
    // The actor of the event identifies the customer.
    const changes = changeOf('customer', null, 'set');
    await recordEvent(tx, { merchantId, storeId, environment, actor, ...event, data, changes }, now);
    return { tied: true };
  });
}

async function isOwnChange(
  tx: Tx,
  { merchantId, storeId }: CheckoutSession,
  orderId: string,
  { buyerIdentity }: Pick<SessionTokenClaims, 'buyerIdentity'>,
): Promise<boolean> {
  const origin = await findOrigin(tx, { merchantId, storeId, orderId });
  return origin !== undefined && isBoughtBy(origin.order, buyerIdentity);
}
