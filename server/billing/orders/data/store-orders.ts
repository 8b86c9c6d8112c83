/** Orders with their products' names, for the dashboard. */

import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { orders, productVersions } from '#db/schema/index.ts';
import { type EnvironmentScope, inEnvironment, refersTo } from '#server/platform/data/merchant-scope.ts';
import type { OrderWithProduct } from '../orders.ts';
import { parseOrderOf } from '../rules/order.ts';

/** Orders with their products' names, unscoped: the caller has to add a scope. */
export const ordersWithProduct = (tx: Tx) =>
  tx
    .select({ order: orders, productName: productVersions.name })
    .from(orders)
    .innerJoin(productVersions, refersTo(orders, orders.productVersionId, productVersions));

/** One page of a store's orders with their products' names, newest first. */
export async function listStoreOrders(
  tx: Tx,
  scope: EnvironmentScope,
  page: { limit: number; offset: number },
): Promise<OrderWithProduct[]> {
  const rows = await ordersWithProduct(tx)
    .where(inEnvironment(orders, scope))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(page.limit)
    .offset(page.offset);
  return rows.map(parseOrderOf);
}

/** One order of a store with its product's name, or undefined. */
export async function findStoreOrder(
  tx: Tx,
  scope: EnvironmentScope,
  orderId: string,
): Promise<OrderWithProduct | undefined> {
  const [row] = await ordersWithProduct(tx).where(and(eq(orders.id, orderId), inEnvironment(orders, scope)));
  return row && parseOrderOf(row);
}

/** The store's orders with these IDs, in no particular order; other IDs are ignored. */
export async function listOrdersById(
  tx: Tx,
  scope: EnvironmentScope,
  ids: readonly string[],
): Promise<OrderWithProduct[]> {
  if (ids.length === 0) return [];
  const rows = await ordersWithProduct(tx).where(and(inArray(orders.id, [...ids]), inEnvironment(orders, scope)));
  return rows.map(parseOrderOf);
}
