/** A checkout as somebody opens its address: all that its page needs to know, asked at once. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { hotStatement, type Params } from '#db/hot-statement.ts';
import { checkoutSessions, orders, products, productVersions, stores } from '#db/schema/index.ts';
import type { CheckoutSession } from '#server/billing/orders/checkout-sessions.ts';
import type { ProductVersion } from '#server/catalog/products.ts';
import type { Store } from '#server/stores/stores.ts';

/** What an address leads to, as of one moment. */
export interface CheckoutOpening {
  readonly store: Store;
  readonly session: CheckoutSession;
  /** What the session sells. */
  readonly version: ProductVersion;
  /** Whether it can be bought in the session's environment now. */
  readonly isOnSale: boolean;
  /** Whether the session has made its order. */
  readonly isOrdered: boolean;
}

/**
 * From the session on, every row is found by its whole key. Compared by `store_id` instead, PostgreSQL may begin with all that a store has: while it knows little of the
 * store's tables, that looks cheaper, and costs a hundred times as much.
 */
const opening = hotStatement((db, { slug, sessionId }: Params<{ slug: string; sessionId: string }>) =>
  db
    .select({
      store: stores,
      session: checkoutSessions,
      version: productVersions,
      testStatus: products.testStatus,
      prodStatus: products.prodStatus,
      orderId: orders.id,
    })
    .from(checkoutSessions)
    .innerJoin(stores, eq(stores.id, checkoutSessions.storeId))
    .innerJoin(
      productVersions,
      and(
        eq(productVersions.id, checkoutSessions.productVersionId),
        eq(productVersions.merchantId, checkoutSessions.merchantId),
      ),
    )
    .innerJoin(
      products,
      and(eq(products.id, checkoutSessions.productId), eq(products.merchantId, checkoutSessions.merchantId)),
    )
    .leftJoin(
      orders,
      and(eq(orders.checkoutSessionId, checkoutSessions.id), eq(orders.merchantId, checkoutSessions.merchantId)),
    )
    .where(and(eq(stores.slug, slug), isNull(stores.deletedAt), eq(checkoutSessions.id, sessionId))),
);

/** The session of that store, which is not deleted; undefined where there is none. `sessionId` is a UUID. */
export async function findCheckoutOpening(
  db: Database,
  address: { readonly slug: string; readonly sessionId: string },
): Promise<CheckoutOpening | undefined> {
  const [found] = await opening(db, address);
  if (!found) return undefined;
  const { store, session, version, testStatus, prodStatus, orderId } = found;
  const status = session.environment === 'prod' ? prodStatus : testStatus;
  return { store, session, version, isOnSale: status === 'active', isOrdered: orderId !== null };
}
