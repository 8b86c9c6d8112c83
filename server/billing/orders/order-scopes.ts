/** The orders that a caller may change. */
import { and, eq, isNotNull, isNull, type SQL } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { orders } from '#db/schema/index.ts';
import type { ProductType } from '#server/catalog/rules/product.ts';
import type { Environment } from '#server/domain/environments.ts';
import { errors } from '#server/domain/errors.ts';
import { inStore, type StoreScope } from '#server/platform/data/merchant-scope.ts';
import { findOfMember, inMemberStores } from '#server/stores/stores.ts';
import { boughtBy } from './data/visible-orders.ts';
import { type Order, type OrderOf, parseOrder, parsers } from './rules/order.ts';

/** All orders of a member's stores, or one customer's orders in one store. */
type OrderScope = { readonly environment: Environment } & (
  | { readonly memberId: string }
  | { readonly store: StoreScope; readonly buyerIdentity: string }
);

/** The orders that a caller may change: all orders of the merchant's stores, or a customer's own. */
export const orderScopeOf = (
  caller: { readonly environment: Environment; readonly merchantId: string } & (
    | { readonly kind: 'apiKey' | 'dashboard' }
    | { readonly kind: 'sessionToken'; readonly store: StoreScope; readonly buyerIdentity: string }
  ),
): OrderScope =>
  caller.kind === 'sessionToken'
    ? { environment: caller.environment, store: caller.store, buyerIdentity: caller.buyerIdentity }
    : { environment: caller.environment, memberId: caller.merchantId };

/** Whether a customer bought a loaded order, by the rule of {@link boughtBy}. */
export const isBoughtBy = (order: Order, buyerIdentity: string): boolean =>
  order.buyerIdentity === null
    ? order.buyerEmail?.toLowerCase() === buyerIdentity.toLowerCase()
    : order.buyerIdentity === buyerIdentity;

/** Runs a search for one of a merchant's orders in scope, among one merchant's stores after the other. */
async function searchScope<Row>(
  tx: Tx,
  { environment, ...scope }: OrderScope,
  search: (isInScope: SQL | undefined) => PromiseLike<Row[]>,
): Promise<Row | undefined> {
  const isIn = (of: SQL | undefined) => and(eq(orders.environment, environment), of);
  if (!('memberId' in scope))
    return (await search(isIn(and(inStore(orders, scope.store), boughtBy(scope.buyerIdentity)))))[0];
  const { memberId } = scope;
  return await findOfMember(
    tx,
    memberId,
    async (merchantId) => (await search(isIn(inMemberStores(tx, orders, { memberId, merchantId }))))[0],
  );
}

/** The key of a subscription in scope that waits for a scheduled plan change; undefined without one. Locks nothing. */
export const findScheduledOrigin = (
  tx: Tx,
  scope: OrderScope,
  orderId: string,
): Promise<{ merchantId: string; storeId: string; orderId: string } | undefined> =>
  searchScope(tx, scope, (isInScope) =>
    tx
      .select({ merchantId: orders.merchantId, storeId: orders.storeId, orderId: orders.id })
      .from(orders)
      .where(and(eq(orders.id, orderId), isInScope, isNotNull(orders.changeOrderId), isNull(orders.endedAt))),
  );

/** The store of an order in scope; otherwise throws 404 `Order not found`. */
export async function requireOrderStore(tx: Tx, scope: OrderScope, orderId: string): Promise<StoreScope> {
  const store = await searchScope(tx, scope, (isInScope) =>
    tx
      .select({ merchantId: orders.merchantId, storeId: orders.storeId })
      .from(orders)
      .where(and(eq(orders.id, orderId), isInScope)),
  );
  if (!store) throw errors.orderNotFound();
  return store;
}

/** Locks an order of either type in scope; otherwise throws 404 `Order not found`. */
export async function lockAnyOrder(tx: Tx, scope: OrderScope, orderId: string): Promise<Order> {
  return parseOrder(await lockRow(tx, scope, eq(orders.id, orderId)));
}

/** Locks an order of one type in scope; otherwise throws 404 `Order not found`. */
export async function lockOrder<Type extends ProductType>(
  tx: Tx,
  scope: OrderScope,
  type: Type,
  orderId: string,
): Promise<OrderOf<Type>> {
  return parsers[type](await lockRow(tx, scope, and(eq(orders.id, orderId), eq(orders.productType, type))));
}

async function lockRow(tx: Tx, scope: OrderScope, isWanted: SQL | undefined) {
  const row = await searchScope(tx, scope, (isInScope) =>
    tx.select().from(orders).where(and(isWanted, isInScope)).for('update'),
  );
  if (!row) throw errors.orderNotFound();
  return row;
}
