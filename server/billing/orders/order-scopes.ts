/** The orders that a caller may change. */
import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { orders } from '#db/schema/index.ts';
import type { ProductType } from '#server/catalog/rules/product.ts';
import type { Environment } from '#server/domain/environments.ts';
import { errors } from '#server/domain/errors.ts';
import { storeIdsOf } from '#server/stores/stores.ts';
import { boughtBy } from './data/visible-orders.ts';
import { type Order, type OrderOf, parseOrder, parsers } from './rules/order.ts';

/** All orders of a merchant's stores, or one customer's orders in one store. */
type OrderScope = { readonly environment: Environment } & (
  | { readonly merchantId: string }
  | { readonly storeId: string; readonly buyerIdentity: string }
);

/** The orders that a caller may change: all orders of the merchant's stores, or a customer's own. */
export const orderScopeOf = (
  caller: { readonly environment: Environment; readonly merchantId: string } & (
    | { readonly kind: 'apiKey' | 'dashboard' }
    | { readonly kind: 'sessionToken'; readonly storeId: string; readonly buyerIdentity: string }
  ),
): OrderScope =>
  caller.kind === 'sessionToken'
    ? { environment: caller.environment, storeId: caller.storeId, buyerIdentity: caller.buyerIdentity }
    : { environment: caller.environment, merchantId: caller.merchantId };

/** Whether a customer bought a loaded order, by the rule of {@link boughtBy}. */
export const isBoughtBy = (order: Order, buyerIdentity: string): boolean =>
  order.buyerIdentity === null
    ? order.buyerEmail?.toLowerCase() === buyerIdentity.toLowerCase()
    : order.buyerIdentity === buyerIdentity;

const isInScope = (tx: Tx, scope: OrderScope) =>
  and(
    eq(orders.environment, scope.environment),
    ...('merchantId' in scope
      ? [inArray(orders.storeId, storeIdsOf(tx, scope.merchantId))]
      : [eq(orders.storeId, scope.storeId), boughtBy(scope.buyerIdentity)]),
  );

/** The key of a subscription in scope that waits for a scheduled plan change; undefined without one. Locks nothing. */
export async function findScheduledOrigin(
  tx: Tx,
  scope: OrderScope,
  orderId: string,
): Promise<{ merchantId: string; storeId: string; orderId: string } | undefined> {
  const [order] = await tx
    .select({ merchantId: orders.merchantId, storeId: orders.storeId, orderId: orders.id })
    .from(orders)
    .where(and(eq(orders.id, orderId), isInScope(tx, scope), isNotNull(orders.changeOrderId), isNull(orders.endedAt)));
  return order;
}

/** The store of an order in scope; otherwise throws 404 `Order not found`. */
export async function requireOrderStore(tx: Tx, scope: OrderScope, orderId: string): Promise<string> {
  const [order] = await tx
    .select({ storeId: orders.storeId })
    .from(orders)
    .where(and(eq(orders.id, orderId), isInScope(tx, scope)));
  if (!order) throw errors.orderNotFound();
  return order.storeId;
}

/** Locks an order of either type in scope; otherwise throws 404 `Order not found`. */
export async function lockAnyOrder(tx: Tx, scope: OrderScope, orderId: string): Promise<Order> {
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), isInScope(tx, scope)))
    .for('update');
  if (!order) throw errors.orderNotFound();
  return parseOrder(order);
}

/** Locks an order of one type in scope; otherwise throws 404 `Order not found`. */
export async function lockOrder<Type extends ProductType>(
  tx: Tx,
  scope: OrderScope,
  type: Type,
  orderId: string,
): Promise<OrderOf<Type>> {
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.productType, type), isInScope(tx, scope)))
    .for('update');
  if (!order) throw errors.orderNotFound();
  return parsers[type](order);
}
