/** One buyer's orders, for the customer portal. */

import { and, count, desc, eq, inArray, isNotNull, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { orders } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import type { ReadScope } from '#server/platform/data/listing.ts';
import { inStore, type StoreScope } from '#server/platform/data/merchant-scope.ts';
import { liveStatuses } from '../../subscriptions/rules/subscription-order.ts';
import type { OrderWithProduct } from '../orders.ts';
import { parseOrderOf } from '../rules/order.ts';
import { ordersWithProduct } from './store-orders.ts';
import { hasEmail, hasIdentity, visibleOrders } from './visible-orders.ts';

/** One buyer in one store and environment. */
export interface BuyerScope extends StoreScope {
  readonly environment: Environment;
  readonly buyerIdentity: string;
}

const readScopeOf = ({ merchantId, storeId, environment, buyerIdentity }: BuyerScope): ReadScope => ({
  environment,
  storeIds: [storeId],
  merchantIds: [merchantId],
  buyerIdentity,
  onSaleOnly: true,
});

/** The order was paid, or started as a trial. */
const isBought = or(isNotNull(orders.completedAt), isNotNull(orders.startedAt));

/**
 * The buyer's address as spelled on an order that was paid or started as a trial; undefined without such an order. Emails
 * go to this spelling, not to the one that a visitor typed.
 */
export async function findBuyersAddress(tx: Tx, scope: BuyerScope): Promise<string | undefined> {
  const [found] = await tx
    .select({ address: sql<string>`coalesce(${orders.buyerIdentity}, ${orders.buyerEmail})` })
    .from(orders)
    .where(and(visibleOrders(readScopeOf(scope)), isBought))
    .orderBy(desc(orders.createdAt))
    .limit(1);
  return found?.address;
}

/**
 * The address as spelled on an order that a customer of another identity bought with it; undefined without such an order.
 * Such a customer enters the portal from the store's site.
 */
export async function findAccountsAddress(
  tx: Tx,
  { buyerIdentity: email, ...scope }: BuyerScope,
): Promise<string | undefined> {
  const [found] = await tx
    .select({ address: orders.buyerEmail })
    .from(orders)
    .where(
      and(
        inStore(orders, scope),
        eq(orders.environment, scope.environment),
        hasEmail(email),
        isNotNull(orders.buyerIdentity),
        not(hasIdentity(email)),
        isBought,
      ),
    )
    .orderBy(desc(orders.createdAt))
    .limit(1);
  return found?.address ?? undefined;
}

/** Excludes orders that lapsed before they were paid, and plan changes that have not started. */
const isShown = (scope: BuyerScope, now: Date): SQL | undefined =>
  and(
    visibleOrders(readScopeOf(scope)),
    ne(orders.status, 'expired'),
    or(isNull(orders.changeOriginOrderId), isNotNull(orders.startedAt)),
    not(sql`(${orders.status} = 'pending' and ${orders.expiresAt} <= ${now.toISOString()}::timestamptz)`),
  );

const isLive = sql`(${orders.productType} = 'subscription' and ${inArray(orders.status, [...liveStatuses])})`;

/** One page of a buyer's orders with their products' names: live subscriptions first, then the newest. */
export async function listBuyerOrders(
  tx: Tx,
  scope: BuyerScope,
  page: { readonly limit: number; readonly offset: number },
  now: Date,
): Promise<OrderWithProduct[]> {
  const rows = await ordersWithProduct(tx)
    .where(isShown(scope, now))
    .orderBy(desc(isLive), desc(orders.createdAt), desc(orders.id))
    .limit(page.limit)
    .offset(page.offset);
  return rows.map(parseOrderOf);
}

export async function countBuyerOrders(tx: Tx, scope: BuyerScope, now: Date): Promise<number> {
  const [row] = await tx.select({ rows: count() }).from(orders).where(isShown(scope, now));
  return row?.rows ?? 0;
}

/** A buyer's own order with its product's name, or undefined. */
export const findBuyerOrder = async (
  tx: Tx,
  scope: BuyerScope,
  orderId: string,
): Promise<OrderWithProduct | undefined> =>
  (await ordersWithProduct(tx).where(and(visibleOrders(readScopeOf(scope)), eq(orders.id, orderId)))).map(
    parseOrderOf,
  )[0];

/** The email address that a buyer used last; undefined if no order has one. */
export async function findBuyersEmail(tx: Tx, scope: BuyerScope): Promise<string | undefined> {
  const [found] = await tx
    .select({ email: orders.buyerEmail })
    .from(orders)
    .where(and(visibleOrders(readScopeOf(scope)), sql`${orders.buyerEmail} is not null`))
    .orderBy(desc(orders.createdAt))
    .limit(1);
  return found?.email ?? undefined;
}
