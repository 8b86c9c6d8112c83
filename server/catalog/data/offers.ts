/** A product with its store, loaded in one statement for a new checkout. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { hotStatement, type Params } from '#db/hot-statement.ts';
import { products, stores } from '#db/schema/index.ts';
import { inStore, isStoreOf, type StoreScope } from '#server/platform/data/merchant-scope.ts';
import type { Store } from '#server/stores/stores.ts';
import type { Product } from '../products.ts';

// Only the columns of a new checkout: a node of a cluster plans this join, with each column, for each call.
const storeColumns = {
  id: stores.id,
  merchantId: stores.merchantId,
  ownerId: stores.ownerId,
  slug: stores.slug,
  status: stores.status,
  prodEnabled: stores.prodEnabled,
  prodSuspendedAt: stores.prodSuspendedAt,
  suspendedWith: stores.suspendedWith,
  checkoutReturnOrigins: stores.checkoutReturnOrigins,
  testClockAt: stores.testClockAt,
  deletedAt: stores.deletedAt,
};

export interface Offer {
  readonly store: Pick<Store, keyof typeof storeColumns>;
  readonly product: Product;
}

/**
 * A store's product with the store. Undefined if one of them is missing or the store is deleted; the caller determines which.
 * Locks nothing: a session of a store that is deleted or suspended at the same time has no page and cannot be paid, because
 * these read the store again.
 */
export const findOffer = async (
  tx: Tx,
  { merchantId, storeId }: StoreScope,
  productId: string,
): Promise<Offer | undefined> => (await offer(tx, { merchantId, storeId, productId }))[0];

const offer = hotStatement((db, key: Params<StoreScope & { productId: string }>) =>
  db
    .select({ store: storeColumns, product: products })
    .from(products)
    .innerJoin(stores, and(isStoreOf(products), isNull(stores.deletedAt)))
    .where(and(eq(products.id, key.productId), inStore(products, key))),
);
