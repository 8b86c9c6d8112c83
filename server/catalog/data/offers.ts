/** A product with its store and current version, loaded in one statement for a new checkout. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { hotStatement, type Params } from '#db/hot-statement.ts';
import { products, productVersions, stores } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import { inStore, isStoreOf, refersTo, type StoreScope } from '#server/platform/data/merchant-scope.ts';
import type { Store } from '#server/stores/stores.ts';
import type { Product, ProductVersion } from '../products.ts';
import { columnsIn } from './product-columns.ts';

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
const versionColumns = { id: productVersions.id, prices: productVersions.prices };

export interface Offer {
  readonly store: Pick<Store, keyof typeof storeColumns>;
  readonly product: Product;
  readonly version: Pick<ProductVersion, keyof typeof versionColumns>;
}

type OfferScope = StoreScope & { readonly environment: Environment };

/**
 * A store's product with its version in the environment. Undefined if any of them is missing or the store is deleted; the
 * caller determines which. Locks nothing: a session of a store that is deleted or suspended at the same time has no page and
 * cannot be paid, because these read the store again.
 */
export const findOffer = async (
  tx: Tx,
  { merchantId, storeId, environment }: OfferScope,
  productId: string,
): Promise<Offer | undefined> => (await offers[environment](tx, { merchantId, storeId, productId }))[0];

const offerIn = (environment: Environment) =>
  hotStatement((db, key: Params<StoreScope & { productId: string }>) =>
    db
      .select({ store: storeColumns, product: products, version: versionColumns })
      .from(products)
      .innerJoin(stores, and(isStoreOf(products), isNull(stores.deletedAt)))
      .innerJoin(productVersions, refersTo(products, columnsIn(environment).versionId, productVersions))
      .where(and(eq(products.id, key.productId), inStore(products, key))),
  );

const offers = { test: offerIn('test'), prod: offerIn('prod') };
