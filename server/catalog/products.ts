/** Products and their versions. */
import { and, asc, desc, eq, max, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { hotStatement, type Params } from '#db/hot-statement.ts';
import { products, productVersions } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import { errors } from '#server/domain/errors.ts';
import { newId, toShortId } from '#server/domain/ids.ts';
import { everyMerchant, inStore, refersTo, type StoreScope } from '#server/platform/data/merchant-scope.ts';
import { findOfMember, holdStore, inMemberStores } from '#server/stores/stores.ts';
import { columnsIn, statusIn, versionIdIn } from './data/product-columns.ts';
import { requireVersion } from './data/product-versions.ts';
import type { ProductContent, ProductType } from './rules/product.ts';
import { contentOf } from './rules/product-content.ts';

export type Product = typeof products.$inferSelect;
export type ProductVersion = typeof productVersions.$inferSelect;
export interface ProductWithVersion {
  readonly product: Product;
  readonly version: ProductVersion;
}

/** A product of any merchant, only for telling "not yours" from "not found" in a refusal. */
export const findProduct = async (tx: Tx, productId: string): Promise<Product | undefined> =>
  (
    await tx
      .select()
      .from(products)
      .where(and(everyMerchant, eq(products.id, productId)))
  )[0];

/** A product of one of the member's stores, or undefined. */
export const findMemberProduct = (tx: Tx, memberId: string, productId: string): Promise<Product | undefined> =>
  findOfMember(tx, memberId, async (merchantId) => (await memberProduct(tx, { memberId, merchantId, productId }))[0]);

type MemberKey = { memberId: string; merchantId: string; productId: string };

const memberProduct = hotStatement((db, { memberId, merchantId, productId }: Params<MemberKey>) =>
  db
    .select()
    .from(products)
    .where(and(eq(products.id, productId), inMemberStores(db, products, { memberId, merchantId }))),
);

/** Locks a product of one type in one of the member's stores; otherwise throws 404 `Product not found`. */
export async function lockMemberProduct(
  tx: Tx,
  memberId: string,
  productId: string,
  type: ProductType,
): Promise<Product> {
  const isTyped = and(eq(products.id, productId), eq(products.type, type));
  const product = await findOfMember(tx, memberId, async (merchantId) => {
    const isThis = and(isTyped, inMemberStores(tx, products, { memberId, merchantId }));
    return (await tx.select().from(products).where(isThis).for('update'))[0];
  });
  // The store may have been deleted while this waited for the lock, so it is checked again and held.
  const store = product && (await holdStore(tx, product));
  if (!product || !store || store.deletedAt) throw errors.productNotFound();
  return product;
}

/** A product of one store, or undefined. */
export const findStoreProduct = async (
  tx: Tx,
  { merchantId, storeId }: StoreScope,
  productId: string,
): Promise<Product | undefined> => (await storeProduct(tx, { merchantId, storeId, productId }))[0];

const storeProduct = hotStatement((db, key: Params<StoreScope & { productId: string }>) =>
  db
    .select()
    .from(products)
    .where(and(eq(products.id, key.productId), inStore(products, key))),
);

/** Whether a session's product is on sale in its environment. */
export async function isOnSale(
  tx: Tx,
  session: StoreScope & { readonly productId: string; readonly environment: Environment },
): Promise<boolean> {
  const product = await findStoreProduct(tx, session, session.productId);
  return product !== undefined && statusIn(product, session.environment) === 'active';
}

/** The product's current version; throws 400 unless it is on sale. */
export async function requireSellableVersion(
  tx: Tx,
  product: Product,
  environment: Environment,
): Promise<ProductVersion> {
  const productId = toShortId('PROD', product.id);
  const versionId = versionIdIn(product, environment);
  if (!versionId) throw errors.productWithoutVersion(productId, environment);
  if (statusIn(product, environment) !== 'active') throw errors.productNotActive(productId, environment);
  return await requireVersion(tx, product, versionId);
}

/** A store's products with their current versions, newest first. In prod, unpublished ones have none. */
export async function listStoreProducts(
  tx: Tx,
  scope: StoreScope & { readonly environment: Environment },
  page: { limit: number; offset: number },
): Promise<{ product: Product; version: ProductVersion | null }[]> {
  return await tx
    .select({ product: products, version: productVersions })
    .from(products)
    .leftJoin(productVersions, refersTo(products, columnsIn(scope.environment).versionId, productVersions))
    .where(inStore(products, scope))
    .orderBy(desc(products.createdAt), desc(products.id))
    .limit(page.limit)
    .offset(page.offset);
}

/** The current version of the oldest product that is on sale in the environment, or undefined. */
export async function findFirstOnSale(
  tx: Tx,
  scope: StoreScope & { readonly environment: Environment },
  type?: ProductType,
): Promise<ProductVersion | undefined> {
  const { versionId, status } = columnsIn(scope.environment);
  const [found] = await tx
    .select({ version: productVersions })
    .from(products)
    .innerJoin(productVersions, refersTo(products, versionId, productVersions))
    .where(and(inStore(products, scope), eq(status, 'active'), type && eq(products.type, type)))
    .orderBy(asc(products.createdAt), asc(products.id))
    .limit(1);
  return found?.version;
}

/** Inserts a product with its first version, in `test`. */
export async function insertProduct(
  tx: Tx,
  store: { id: string; merchantId: string },
  type: ProductType,
  content: ProductContent,
  now: Date,
): Promise<ProductWithVersion> {
  const testVersionId = newId();
  const owner = { merchantId: store.merchantId, storeId: store.id };
  const [product] = await tx
    .insert(products)
    .values({
      id: newId(),
      ...owner,
      type,
      testVersionId,
      testStatus: 'active',
      prodStatus: 'inactive',
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (!product) throw new Error('insert returned no product');
  const [version] = await tx
    .insert(productVersions)
    .values({
      id: testVersionId,
      ...owner,
      productId: product.id,
      environment: 'test',
      versionNumber: 1,
      ...contentOf(content),
      createdAt: now,
    })
    .returning();
  if (!version) throw new Error('insert returned no version');
  return { product, version };
}

/** Inserts the next version of a locked product in an environment; numbers count per environment. */
export async function insertVersion(
  tx: Tx,
  product: Product,
  environment: Environment,
  content: ProductContent,
  now: Date,
): Promise<ProductVersion> {
  const [last] = await tx
    .select({ number: max(productVersions.versionNumber) })
    .from(productVersions)
    .where(
      and(
        eq(productVersions.productId, product.id),
        inStore(productVersions, product),
        eq(productVersions.environment, environment),
      ),
    );
  const [version] = await tx
    .insert(productVersions)
    .values({
      id: newId(),
      merchantId: product.merchantId,
      storeId: product.storeId,
      productId: product.id,
      environment,
      versionNumber: (last?.number ?? 0) + 1,
      ...contentOf(content),
      createdAt: now,
    })
    .returning();
  if (!version) throw new Error('insert returned no version');
  return version;
}

export async function updateProduct(tx: Tx, product: Product, changes: Partial<Product>, now: Date): Promise<Product> {
  const [updated] = await tx
    .update(products)
    .set({ ...changes, updatedAt: now })
    .where(and(eq(products.id, product.id), inStore(products, product)))
    .returning();
  if (!updated) throw errors.productNotFound();
  return updated;
}

/** The numbers of a store's products: all, and published ones. */
export async function countProducts(tx: Tx, scope: StoreScope): Promise<{ total: number; published: number }> {
  const [row] = await tx
    .select({
      total: sql<number>`count(*)::int`,
      published: sql<number>`count(${products.prodVersionId})::int`,
    })
    .from(products)
    .where(inStore(products, scope));
  return row ?? { total: 0, published: 0 };
}
