/** Creates the one order of a checkout session. */
import type { Tx } from '#db/client.ts';
import { requireVersion } from '#server/catalog/data/product-versions.ts';
import { isOnSale } from '#server/catalog/products.ts';
import type { ProductType } from '#server/catalog/rules/product.ts';
import type { OrderRequest } from '#server/checkout/rules/order-request.ts';
import { amountsOf } from '#server/domain/amounts.ts';
import { changesBetween } from '#server/domain/changes.ts';
import type { Environment } from '#server/domain/environments.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import { toShortId } from '#server/domain/ids.ts';
import type { TaxProvider } from '#server/domain/tax.ts';
import { newOrderFacts } from '#server/events/audit/rules/audit-facts.ts';
import { recordEvent } from '#server/events/data/events.ts';
import type { Actor } from '#server/events/rules/event.ts';
import { requireProdSales } from '#server/stores/rules/prod-sales.ts';
import { requireMemberStore, type Store } from '#server/stores/stores.ts';
import { type CheckoutSession, lockMemberSession } from './checkout-sessions.ts';
import { insertOrder, lockSessionOrder, type Order, type OrderTerms, orderEvent } from './orders.ts';
import { requireOpen, sessionState } from './rules/checkout-session.ts';

/** Creates the pending order of a locked session that has none. */
export async function openSessionOrder(
  tx: Tx,
  session: CheckoutSession,
  terms: OrderTerms & Pick<Order, 'successUrl'> & Partial<Pick<Order, 'quoteId' | 'expiresAt'>>,
  actor: Actor,
  now: Date,
): Promise<Order> {
  const { billingPeriod, versionNumber } = await requireVersion(tx, session, session.productVersionId);
  const order = await insertOrder(tx, session, { ...terms, billingPeriod }, now);
  const changes = changesBetween(null, newOrderFacts(order, versionNumber, session.price));
  await recordEvent(tx, orderEvent(order, actor)('order.created', {}, changes), now);
  return order;
}

/** The refusals for a session that sells a product of the other type. */
export const wrongType = {
  onetime: 'The checkout session is for a subscription; use subscription-order/create-order',
  subscription: 'The checkout session is for a one-time product; use onetime-order/create-order',
} as const;

/**
 * Returns the session of one of the merchant's stores, with its pending order created if needed. Throws 404 for a session
 * out of scope; 400 for a session of the other type, a closed session, an inactive store, and a new order of a product that
 * is no longer on sale. `timeIn` returns a store's time.
 */
export async function requestOrder(
  tx: Tx,
  scope: { merchantId: string; environment: Environment },
  type: ProductType,
  request: OrderRequest,
  actor: Actor,
  timeIn: (storeId: string) => Promise<Date>,
  taxes: TaxProvider,
): Promise<{ session: CheckoutSession; store: Store }> {
  const session = await lockMemberSession(tx, scope, request.checkoutSessionId);
  if (session.productType !== type) throw new ApiError(400, wrongType[type], 'order');
  const existing = await lockSessionOrder(tx, session);
  const now = await timeIn(session.storeId);
  requireOpen(sessionState(session, existing, now));
  const store = await requireMemberStore(tx, scope.merchantId, session.storeId);
  if (store.status !== 'active') throw errors.storeNotActive();
  requireProdSales(store, session.environment);
  if (!existing) {
    if (!(await isOnSale(tx, session))) {
      throw errors.productNotActive(toShortId('PROD', session.productId), session.environment);
    }
    const { billingDetail } = request;
    const terms = {
      ...amountsOf(session.price, billingDetail, now, taxes),
      buyerEmail: request.buyerEmail ?? session.buyerEmail,
      billingDetail,
      successUrl: request.successUrl ?? session.successUrl,
      buyerBrowser: null,
      language: null,
      trialEndsAt: null,
    };
    await openSessionOrder(tx, session, terms, actor, now);
  }
  return { session, store };
}
