/** A product with its store and current version, loaded in one statement for a new checkout. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { hotStatement, type Params } from '#db/hot-statement.ts';
import { products, productVersions, storeMembers, stores } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import { inStore, isStoreOf, refersTo, type StoreScope } from '#server/platform/data/merchant-scope.ts';
import { findStoreScope } from '#server/stores/data/store-merchants.ts';
import type { Store } from '#server/stores/stores.ts';
import type { ProductWithVersion } from '../products.ts';
import { columnsIn } from './product-columns.ts';

export interface Offer extends ProductWithVersion {
  readonly store: Store;
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

/** Like {@link findOffer}, for a store that the member may act in. */
export async function findMemberOffer(
  tx: Tx,
  memberId: string,
  { storeId, environment }: Omit<OfferScope, 'merchantId'>,
  productId: string,
): Promise<Offer | undefined> {
  const scope = await findStoreScope(tx, storeId);
  return scope && (await memberOffers[environment](tx, { ...scope, memberId, productId }))[0];
}

type ProductKey = StoreScope & { productId: string };

const offerIn = (db: Tx, environment: Environment, key: Params<ProductKey>) =>
  db
    .select({ store: stores, product: products, version: productVersions })
    .from(products)
    .innerJoin(stores, and(isStoreOf(products), isNull(stores.deletedAt)))
    .innerJoin(productVersions, refersTo(products, columnsIn(environment).versionId, productVersions))
    .where(and(eq(products.id, key.productId), inStore(products, key)));

const storeOffer = (environment: Environment) =>
  hotStatement((db, key: Params<ProductKey>) => offerIn(db, environment, key));

const memberOffer = (environment: Environment) =>
  hotStatement((db, key: Params<ProductKey & { memberId: string }>) =>
    offerIn(db, environment, key).innerJoin(
      storeMembers,
      and(eq(storeMembers.storeId, stores.id), eq(storeMembers.merchantId, key.memberId)),
    ),
  );

const offers = { test: storeOffer('test'), prod: storeOffer('prod') };
const memberOffers = { test: memberOffer('test'), prod: memberOffer('prod') };
