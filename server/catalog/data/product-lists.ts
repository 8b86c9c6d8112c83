/** Products as GraphQL lists them: each with its current version in one environment. */
import { and, count, eq, inArray } from 'drizzle-orm';
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
  type ReadScope,
  type StatementScope,
  valueAtCursor,
} from '#server/platform/data/listing.ts';
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
});
const productSorts = { createdAt: products.createdAt, updatedAt: products.updatedAt, name: productVersions.name };
type ProductField = keyof ReturnType<typeof productFilters>;

/** A product in scope is one with a version in the scope's environment. */
const visibleProducts = (scope: StatementScope, type: ProductType | undefined) =>
  and(
    type && eq(products.type, type),
    inStores(products.storeId, scope),
    ...(scope.onSaleOnly ? [eq(columnsIn(scope.environment).status, 'active')] : []),
  );

const currentIn = (environment: Environment) => eq(productVersions.id, columnsIn(environment).versionId);

const productsById = lookUp((db, scope, isThere) =>
  db
    .select({ product: products, version: productVersions })
    .from(products)
    .innerJoin(productVersions, currentIn(scope.environment))
    .where(and(visibleProducts(scope, undefined), isThere(products.id))),
);

/** Those of them that are in scope, of either type; each with its current version in the scope's environment. */
export const findProducts = (tx: Tx, scope: ReadScope, ids: readonly string[]): Promise<ProductWithVersion[]> =>
  productsById(tx, scope, ids);

type ProductListing = Listing<ProductField, keyof typeof productSorts>;

/** What makes a page's text, where it is asked for without a filter: the first of them, and by offset. */
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

/** One page of the products of that type in scope; each with its current version in the scope's environment. */
export async function listProducts(
  tx: Tx,
  scope: ReadScope,
  type: ProductType,
  { filter, page }: ProductListing,
): Promise<ProductWithVersion[]> {
  const { limit, offset = 0, sort: field, direction } = page;
  const wanted = matching(productFilters(scope.environment), filter);
  if (!wanted && page.after === undefined) {
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
    .where(and(visible, wanted, beyond(page, sort, products.id, start)))
    .orderBy(...inOrder(page, sort, products.id))
    .limit(limit)
    .offset(offset);
}

/** How many products in scope the filter lets through. */
export async function countVisibleProducts(
  tx: Tx,
  scope: ReadScope,
  type: ProductType,
  filter: Filter<ProductField>,
): Promise<number> {
  const [row] = await tx
    .select({ rows: count() })
    .from(products)
    .innerJoin(productVersions, eq(productVersions.id, columnsIn(scope.environment).versionId))
    .where(and(visibleProducts(scope, type), matching(productFilters(scope.environment), filter)));
  return row?.rows ?? 0;
}

const listedVersions = {
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
    inStores(productVersions.storeId, scope),
    eq(productVersions.environment, scope.environment),
    inArray(
      productVersions.productId,
      tx
        .select({ id: products.id })
        .from(products)
        .where(and(inStores(products.storeId, scope), eq(products.type, type))),
    ),
  );

/** One page of the versions that products of that type in scope have, or had, in the scope's environment. */
export const listVersions = (
  tx: Tx,
  scope: ReadScope,
  type: ProductType,
  listing: ListingOf<typeof listedVersions>,
): Promise<ProductVersion[]> => listRows(tx, listedVersions, visibleVersions(tx, scope, type), listing);

/** How many of them the filter lets through. */
export const countVersions = (
  tx: Tx,
  scope: ReadScope,
  type: ProductType,
  filter: FilterOf<typeof listedVersions>,
): Promise<number> => countRows(tx, listedVersions, visibleVersions(tx, scope, type), filter);

const versionsById = lookUp((db, scope, isThere) =>
  db
    .select({ product: products, version: productVersions })
    .from(productVersions)
    .innerJoin(products, eq(products.id, productVersions.productId))
    .where(
      and(
        isThere(productVersions.id),
        inStores(productVersions.storeId, scope),
        eq(productVersions.environment, scope.environment),
      ),
    ),
);

/** Versions with their products, whatever the product's status is now: what orders in scope were made with. */
export const listVersionsInScope = (
  tx: Tx,
  scope: ReadScope,
  versionIds: readonly string[],
): Promise<ProductWithVersion[]> => versionsById(tx, scope, versionIds);
