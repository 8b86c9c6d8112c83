/** A product with its store and current version, loaded in one statement for a new checkout. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { hotStatement, type Params } from '#db/hot-statement.ts';
import { products, productVersions, storeMembers, stores } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import type { Store } from '#server/stores/stores.ts';
import type { ProductWithVersion } from '../products.ts';
import { columnsIn } from './product-columns.ts';

export interface Offer extends ProductWithVersion {
  readonly store: Store;
}

/**
 * A store's product with its version in the environment. Holds the store until the transaction ends, as `holdStore` does.
 * Undefined if any of them is missing or the store is deleted; the caller determines which.
 */
export const holdOffer = async (
  tx: Tx,
  { storeId, environment }: { readonly storeId: string; readonly environment: Environment },
  productId: string,
): Promise<Offer | undefined> => (await offers[environment](tx, { storeId, productId }))[0];

/** Like {@link holdOffer}, for a store that the merchant is a member of. */
export const holdMemberOffer = async (
  tx: Tx,
  merchantId: string,
  { storeId, environment }: { readonly storeId: string; readonly environment: Environment },
  productId: string,
): Promise<Offer | undefined> => (await memberOffers[environment](tx, { merchantId, storeId, productId }))[0];

const offerIn = (db: Tx, environment: Environment) =>
  db
    .select({ store: stores, product: products, version: productVersions })
    .from(products)
    .innerJoin(stores, and(eq(stores.id, products.storeId), isNull(stores.deletedAt)))
    .innerJoin(
      productVersions,
      and(eq(productVersions.id, columnsIn(environment).versionId), eq(productVersions.storeId, products.storeId)),
    );

type ProductKey = { productId: string; storeId: string };
const isProduct = ({ productId, storeId }: Params<ProductKey>) =>
  and(eq(products.id, productId), eq(products.storeId, storeId));

const storeOffer = (environment: Environment) =>
  hotStatement((db, key: Params<ProductKey>) =>
    offerIn(db, environment).where(isProduct(key)).for('key share', { of: stores }),
  );

const memberOffer = (environment: Environment) =>
  hotStatement((db, key: Params<ProductKey & { merchantId: string }>) =>
    offerIn(db, environment)
      .innerJoin(storeMembers, and(eq(storeMembers.storeId, stores.id), eq(storeMembers.merchantId, key.merchantId)))
      .where(isProduct(key))
      .for('key share', { of: stores }),
  );

const offers = { test: storeOffer('test'), prod: storeOffer('prod') };
const memberOffers = { test: memberOffer('test'), prod: memberOffer('prod') };
