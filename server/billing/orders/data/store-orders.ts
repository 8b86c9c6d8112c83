/** Orders with their products' names, for the dashboard. */
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { orders, productVersions } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import type { OrderWithProduct } from '../orders.ts';
import { parseOrderOf } from '../rules/order.ts';

/** Orders with their products' names, unscoped: the caller has to add a scope. */
export const ordersWithProduct = (tx: Tx) =>
  tx
    .select({ order: orders, productName: productVersions.name })
    .from(orders)
    .innerJoin(productVersions, eq(productVersions.id, orders.productVersionId));

/** One page of a store's orders with their products' names, newest first. */
export async function listStoreOrders(
  tx: Tx,
  scope: { storeId: string; environment: Environment },
  page: { limit: number; offset: number },
): Promise<OrderWithProduct[]> {
  const rows = await ordersWithProduct(tx)
    .where(and(eq(orders.storeId, scope.storeId), eq(orders.environment, scope.environment)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(page.limit)
    .offset(page.offset);
  return rows.map(parseOrderOf);
}

/** One order of a store with its product's name, or undefined. */
export async function findStoreOrder(
  tx: Tx,
  scope: { storeId: string; environment: Environment },
  orderId: string,
): Promise<OrderWithProduct | undefined> {
  const [row] = await ordersWithProduct(tx).where(
    and(eq(orders.id, orderId), eq(orders.storeId, scope.storeId), eq(orders.environment, scope.environment)),
  );
  return row && parseOrderOf(row);
}

/** The store's orders with these IDs, in no particular order; other IDs are ignored. */
export async function listOrdersById(
  tx: Tx,
  scope: { storeId: string; environment: Environment },
  ids: readonly string[],
): Promise<OrderWithProduct[]> {
  if (ids.length === 0) return [];
  const rows = await ordersWithProduct(tx).where(
    and(inArray(orders.id, [...ids]), eq(orders.storeId, scope.storeId), eq(orders.environment, scope.environment)),
  );
  return rows.map(parseOrderOf);
}
