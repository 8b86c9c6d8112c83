/** Loads everything that a checkout page needs in one statement. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Database, Tx } from '#db/client.ts';
import { hotStatement, type Params } from '#db/hot-statement.ts';
import { checkoutSessions, orders, products, stores } from '#db/schema/index.ts';
import type { CheckoutSession } from '#server/billing/orders/checkout-sessions.ts';
import { statusIn } from '#server/catalog/data/product-columns.ts';
import { requireVersion } from '#server/catalog/data/product-versions.ts';
import type { ProductVersion } from '#server/catalog/products.ts';
import { isRow, isStore, type StoreScope } from '#server/platform/data/merchant-scope.ts';
import { selectHeldStore } from '#server/stores/data/store-locks.ts';
import { findBySlug } from '#server/stores/data/store-merchants.ts';
import type { Store } from '#server/stores/stores.ts';

/** A consistent view of a checkout. */
export interface CheckoutOpening {
  readonly store: Store;
  readonly session: CheckoutSession;
  /** The product version that the session sells. */
  readonly version: ProductVersion;
  /** Whether the product is on sale in the session's environment. */
  readonly isOnSale: boolean;
  /** Whether the session has an order. */
  readonly isOrdered: boolean;
}

interface Address {
  readonly slug: string;
  readonly sessionId: string;
}

const openingStatement = hotStatement((db, { merchantId, storeId, slug, sessionId }: Params<Address & StoreScope>) =>
  db
    .select({
      store: stores,
      session: checkoutSessions,
      testStatus: products.testStatus,
      prodStatus: products.prodStatus,
      orderId: orders.id,
    })
    .from(checkoutSessions)
    .innerJoin(stores, isStore({ merchantId, storeId }))
    .innerJoin(
      products,
      and(eq(products.id, checkoutSessions.productId), eq(products.merchantId, checkoutSessions.merchantId)),
    )
    .leftJoin(
      orders,
      and(eq(orders.checkoutSessionId, checkoutSessions.id), eq(orders.merchantId, checkoutSessions.merchantId)),
    )
    .where(
      and(
        eq(stores.slug, slug),
        isNull(stores.deletedAt),
        isRow(checkoutSessions, { id: sessionId, merchantId, storeId }),
      ),
    ),
);

/** A locked session, its held store, and whether its product is on sale in its environment. */
export type SessionForSale = Pick<CheckoutOpening, 'store' | 'session' | 'isOnSale'>;

/**
 * Holds a store and locks one of its sessions, and reads both as they are then. Every operation that creates or pays the
 * session's order holds this lock.
 */
export async function lockSessionForSale(tx: Tx, key: SessionKey): Promise<SessionForSale | undefined> {
  const [found] = await sessionForSale(tx, key);
  if (!found) return undefined;
  const { held: store, checkout_sessions: session, products: product } = found;
  return { store, session, isOnSale: statusIn(product, session.environment) === 'active' };
}

type SessionKey = { merchantId: string; storeId: string; sessionId: string };

const sessionForSale = hotStatement((db, { merchantId, storeId, sessionId }: Params<SessionKey>) => {
  // The store is locked first, as in every operation that locks both. It is in a subquery, because Drizzle knows one strength
  // of lock per statement.
  const held = selectHeldStore(db, { merchantId, storeId }).as('held');
  return db
    .select()
    .from(held)
    .innerJoin(checkoutSessions, isRow(checkoutSessions, { id: sessionId, merchantId, storeId }))
    .innerJoin(
      products,
      and(eq(products.id, checkoutSessions.productId), eq(products.merchantId, checkoutSessions.merchantId)),
    )
    .for('update', { of: checkoutSessions });
});

/** The session of a store that is not deleted, or undefined. `sessionId` is a UUID. */
export async function findCheckoutOpening(db: Database, address: Address): Promise<CheckoutOpening | undefined> {
  const found = await findBySlug(
    db,
    address.slug,
    async (scope) => (await openingStatement(db, { ...address, ...scope }))[0],
  );
  if (!found) return undefined;
  const { store, session, testStatus, prodStatus, orderId } = found;
  const version = await requireVersion(db, session, session.productVersionId);
  const isOnSale = statusIn({ testStatus, prodStatus }, session.environment) === 'active';
  return { store, session, version, isOnSale, isOrdered: orderId !== null };
}
