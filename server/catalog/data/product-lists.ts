/** Products for GraphQL lists, with their current versions in one environment. */
import { and, count, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import type { Params } from '#db/hot-statement.ts';
import { products, productVersions } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import {
  beyond,
  countRows,
  type Filter,
  type FilterOf,
  inOrder,
  inStores,
  type Listing,
  type ListingOf,
  listRows,
  matching,
  merchantsOf,
  ofMerchants,
  onlyStores,
  type ReadScope,
  type StatementScope,
  valueAtCursor,
} from '#server/platform/data/listing.ts';
import { refersTo } from '#server/platform/data/merchant-scope.ts';
import { lookUp, scopedStatement } from '#server/platform/data/scoped-statement.ts';
import type { ProductVersion, ProductWithVersion } from '../products.ts';
import type { ProductType } from '../rules/product.ts';
import { columnsIn } from './product-columns.ts';

const productFilters = (environment: Environment) => ({
  id: products.id,
  storeId: products.storeId,
  name: productVersions.name,
  status: columnsIn(environment).status,
  versionNumber: productVersions.versionNumber,
  createdAt: products.createdAt,
  updatedAt: products.updatedAt,
});
const productSorts = { createdAt: products.createdAt, updatedAt: products.updatedAt, name: productVersions.name };
type ProductField = keyof ReturnType<typeof productFilters>;

/** A product is in scope if it has a version in the scope's environment. */
const visibleProducts = (scope: StatementScope, type: ProductType | undefined) =>
  and(
    type && eq(products.type, type),
    inStores(products, scope),
    ...(scope.onSaleOnly ? [eq(columnsIn(scope.environment).status, 'active')] : []),
  );

const currentIn = (environment: Environment) => refersTo(products, columnsIn(environment).versionId, productVersions);

const productsById = lookUp((db, scope, hasId) =>
  db
    .select({ product: products, version: productVersions })
    .from(products)
    .innerJoin(productVersions, currentIn(scope.environment))
    .where(and(visibleProducts(scope, undefined), hasId(products.id))),
);

/** The products in scope with these IDs, of either type, with their current versions. */
export const findProducts = (tx: Tx, scope: ReadScope, ids: readonly string[]): Promise<ProductWithVersion[]> =>
  productsById(tx, scope, ids);

/** The newest products of one type of each store, at most `limit` per store, newest first. */
export async function listProductsOfStores(
  tx: Tx,
  scope: ReadScope,
  storeIds: readonly string[],
  choice: { readonly type: ProductType; readonly limit: number },
): Promise<ProductWithVersion[]> {
  const wanted = onlyStores(scope, (storeId) => storeIds.includes(storeId));
  const lists = await Promise.all(merchantsOf(wanted).map((stores) => listNewest(tx, stores, choice)));
  return lists.flat();
}

/** The same for the stores of one merchant. */
async function listNewest(
  tx: Tx,
  scope: ReadScope,
  { type, limit }: { readonly type: ProductType; readonly limit: number },
): Promise<ProductWithVersion[]> {
  const newest = sql`${products.createdAt} desc, ${products.id} desc`;
  const ranked = tx
    .select({
      id: products.id,
      merchantId: products.merchantId,
      position: sql<number>`row_number() over (partition by ${products.storeId} order by ${newest})`.as('position'),
    })
    .from(products)
    .innerJoin(productVersions, currentIn(scope.environment))
    .where(visibleProducts(scope, type))
    .as('ranked');
  return await tx
    .select({ product: products, version: productVersions })
    .from(ranked)
    .innerJoin(products, and(eq(products.id, ranked.id), eq(products.merchantId, ranked.merchantId)))
    .innerJoin(productVersions, currentIn(scope.environment))
    .where(and(ofMerchants(products, scope), lte(ranked.position, limit)))
    .orderBy(newest);
}

type ProductListing = Listing<ProductField, keyof typeof productSorts>;

/** The parts of a page without filter that change the statement's text. */
interface FirstPage {
  readonly type: ProductType;
  readonly sort: keyof typeof productSorts;
  readonly direction: 'asc' | 'desc';
}

const firstPages = scopedStatement(
  (db, scope, params: Params<{ limit: number; offset: number }>, { type, ...page }: FirstPage) =>
    db
      .select({ product: products, version: productVersions })
      .from(products)
      .innerJoin(productVersions, currentIn(scope.environment))
      .where(visibleProducts(scope, type))
      .orderBy(...inOrder(page, productSorts[page.sort], products.id))
      .limit(params.limit)
      .offset(params.offset),
);

/** One page of the products of one type in scope, with their current versions. */
export async function listProducts(
  tx: Tx,
  scope: ReadScope,
  type: ProductType,
  { filter, page }: ProductListing,
): Promise<ProductWithVersion[]> {
  const { limit, offset = 0, sort: field, direction } = page;
  const condition = matching(productFilters(scope.environment), filter);
  if (!condition && page.after === undefined) {
    return await firstPages(tx, scope, { limit, offset }, { type, sort: field, direction });
  }
  const sort = productSorts[field];
  const current = currentIn(scope.environment);
  const visible = visibleProducts(scope, type);
  const start = await valueAtCursor(page, (id) =>
    tx
      .select({ value: sort })
      .from(products)
      .innerJoin(productVersions, current)
      .where(and(visible, eq(products.id, id))),
  );
  return await tx
    .select({ product: products, version: productVersions })
    .from(products)
    .innerJoin(productVersions, current)
    .where(and(visible, condition, beyond(page, sort, products.id, start)))
    .orderBy(...inOrder(page, sort, products.id))
    .limit(limit)
    .offset(offset);
}

/** The number of products in scope that match the filter. */
export async function countVisibleProducts(
  tx: Tx,
  scope: ReadScope,
  type: ProductType,
  filter: Filter<ProductField>,
): Promise<number> {
  const [row] = await tx
    .select({ rows: count() })
    .from(products)
    .innerJoin(productVersions, currentIn(scope.environment))
    .where(and(visibleProducts(scope, type), matching(productFilters(scope.environment), filter)));
  return row?.rows ?? 0;
}

const versionColumns = {
  table: productVersions,
  filters: {
    id: productVersions.id,
    storeId: productVersions.storeId,
    productId: productVersions.productId,
    versionNumber: productVersions.versionNumber,
    name: productVersions.name,
    createdAt: productVersions.createdAt,
  },
  sorts: { createdAt: productVersions.createdAt, versionNumber: productVersions.versionNumber },
};

const visibleVersions = (tx: Tx, scope: ReadScope, type: ProductType) =>
  and(
    inStores(productVersions, scope),
    eq(productVersions.environment, scope.environment),
    inArray(
      productVersions.productId,
      tx
        .select({ id: products.id })
        .from(products)
        .where(and(inStores(products, scope), eq(products.type, type))),
    ),
  );

/** One page of the current and former versions of products in scope, in the scope's environment. */
export const listVersions = (
  tx: Tx,
  scope: ReadScope,
  type: ProductType,
  listing: ListingOf<typeof versionColumns>,
): Promise<ProductVersion[]> => listRows(tx, versionColumns, visibleVersions(tx, scope, type), listing);

/** The number of versions in scope that match the filter. */
export const countVersions = (
  tx: Tx,
  scope: ReadScope,
  type: ProductType,
  filter: FilterOf<typeof versionColumns>,
): Promise<number> => countRows(tx, versionColumns, visibleVersions(tx, scope, type), filter);

const versionsById = lookUp((db, scope, hasId) =>
  db
    .select({ product: products, version: productVersions })
    .from(productVersions)
    .innerJoin(products, refersTo(productVersions, productVersions.productId, products))
    .where(
      and(
        hasId(productVersions.id),
        inStores(productVersions, scope),
        eq(productVersions.environment, scope.environment),
      ),
    ),
);

/** Versions in scope with their products, regardless of the products' current status: orders may refer to any of them. */
export const listVersionsInScope = (
  tx: Tx,
  scope: ReadScope,
  versionIds: readonly string[],
): Promise<ProductWithVersion[]> => versionsById(tx, scope, versionIds);
