/** Products and their versions for the dashboard's lists. */
import { and, desc, eq, ilike, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/client.ts';
import { products, productVersions } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import { fromShortId, isUuid } from '#server/domain/ids.ts';
import { escapeLike } from '#server/platform/data/listing.ts';
import { inStore, refersTo, type StoreScope } from '#server/platform/data/merchant-scope.ts';
import type { ProductVersion } from '../products.ts';
import type { ProductStatus, ProductType } from '../rules/product.ts';
import { columnsIn } from './product-columns.ts';

interface Scope extends StoreScope {
  readonly environment: Environment;
}

/** How a product's prod version compares with its test version. */
export const publications = ['unpublished', 'differs', 'same'] as const;
export type Publication = (typeof publications)[number];

/** The filters of the product list; undefined matches all. */
export interface ProductFilter {
  /** Part of the name, or an ID. */
  readonly search?: string | undefined;
  readonly type?: ProductType | undefined;
  /** The status in the list's environment. */
  readonly status?: ProductStatus | undefined;
  readonly publication?: Publication | undefined;
}

const testVersion = alias(productVersions, 'tested');
const prodVersion = alias(productVersions, 'published');

/** The columns of a version's content. JSON is compared by value, ignoring the order of keys. */
const contentColumns = ['name', 'billingPeriod', 'description', 'prices', 'media', 'successUrl', 'metadata'] as const;
const isDifferent = or(
  ...contentColumns.map((name) => sql`${testVersion[name]} is distinct from ${prodVersion[name]}`),
) as SQL<boolean>;

const publicationIs: Record<Publication, SQL | undefined> = {
  unpublished: isNull(products.prodVersionId),
  differs: and(isNotNull(products.prodVersionId), isDifferent),
  same: and(isNotNull(products.prodVersionId), sql`not (${isDifferent})`),
};

/** The version's columns in the environment; in prod, unpublished products show their test version. */
function columnsFor(environment: Environment) {
  const inProd = environment === 'prod';
  const currentColumn = <Name extends 'name' | 'prices' | 'billingPeriod' | 'versionNumber'>(name: Name) =>
    (inProd
      ? sql`case when ${prodVersion.id} is null then ${testVersion[name]} else ${prodVersion[name]} end`
      : testVersion[name]
    )
      // Decode the value like the column, whichever table it comes from.
      .getSQL()
      .mapWith(testVersion[name]) as SQL<ProductVersion[Name]>;
  return {
    name: currentColumn('name'),
    prices: currentColumn('prices'),
    billingPeriod: currentColumn('billingPeriod'),
    versionNumber: currentColumn('versionNumber'),
  };
}

/** One page of a store's products after an ID, newest first. */
export async function listProductLines(
  tx: Tx,
  { environment, ...store }: Scope,
  { search, type, status, publication }: ProductFilter,
  { limit, after }: { limit: number; after?: string | undefined },
) {
  const columns = columnsFor(environment);
  return await tx
    .select({
      id: products.id,
      type: products.type,
      status: columnsIn(environment).status,
      isPublished: isNotNull(products.prodVersionId).mapWith(Boolean) as SQL<boolean>,
      isDifferent: sql<boolean>`${prodVersion.id} is not null and (${isDifferent})`,
      createdAt: products.createdAt,
      ...columns,
    })
    .from(products)
    .innerJoin(testVersion, refersTo(products, products.testVersionId, testVersion))
    .leftJoin(prodVersion, refersTo(products, products.prodVersionId, prodVersion))
    .where(
      and(
        inStore(products, store),
        type && eq(products.type, type),
        status && eq(columnsIn(environment).status, status),
        // Unpublished products have no meaningful status in prod.
        status && environment === 'prod' ? isNotNull(products.prodVersionId) : undefined,
        publication && publicationIs[publication],
        search ? matchesSearch(search, columns.name) : undefined,
        after === undefined ? undefined : lt(products.id, after),
      ),
    )
    // IDs are ordered by time.
    .orderBy(desc(products.id))
    .limit(limit);
}

function matchesSearch(search: string, name: SQL): SQL {
  const id = fromShortId('PROD', search) ?? (isUuid(search) ? search.toLowerCase() : undefined);
  return id === undefined ? ilike(name, `%${escapeLike(search)}%`) : eq(products.id, id);
}

/** One page of a product's versions in an environment, newest first, without their long fields. */
export const listVersionLines = (
  tx: Tx,
  { environment, ...store }: Scope,
  productId: string,
  { limit, before }: { limit: number; before?: number | undefined },
) =>
  tx
    .select({
      id: productVersions.id,
      versionNumber: productVersions.versionNumber,
      name: productVersions.name,
      prices: productVersions.prices,
      billingPeriod: productVersions.billingPeriod,
      createdAt: productVersions.createdAt,
    })
    .from(productVersions)
    .where(
      and(
        inStore(productVersions, store),
        eq(productVersions.productId, productId),
        eq(productVersions.environment, environment),
        before === undefined ? undefined : lt(productVersions.versionNumber, before),
      ),
    )
    .orderBy(desc(productVersions.versionNumber))
    .limit(limit);

/** A product's version by its number in the environment, or undefined. */
export const findVersionByNumber = async (
  tx: Tx,
  { environment, ...store }: Scope,
  productId: string,
  versionNumber: number,
): Promise<ProductVersion | undefined> =>
  (
    await tx
      .select()
      .from(productVersions)
      .where(
        and(
          inStore(productVersions, store),
          eq(productVersions.productId, productId),
          eq(productVersions.environment, environment),
          eq(productVersions.versionNumber, versionNumber),
        ),
      )
  )[0];
