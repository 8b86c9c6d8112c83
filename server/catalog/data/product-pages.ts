/** Products as the dashboard shows them: a page of a list, and of a product's versions. */
import { and, desc, eq, ilike, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/client.ts';
import { products, productVersions } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import { fromShortId, isUuid } from '#server/domain/ids.ts';
import { literally } from '#server/platform/data/listing.ts';
import type { ProductVersion } from '../products.ts';
import type { ProductStatus, ProductType } from '../rules/product.ts';
import { columnsIn } from './product-columns.ts';

interface Scope {
  readonly storeId: string;
  readonly environment: Environment;
}

/** How a product in prod stands to the one in test. */
export const publications = ['unpublished', 'differs', 'same'] as const;
export type Publication = (typeof publications)[number];

/** What a list of products is asked for; undefined: any. */
export interface ProductFilter {
  /** A part of the name, or an id. */
  readonly search?: string | undefined;
  readonly type?: ProductType | undefined;
  /** In the environment of the list. */
  readonly status?: ProductStatus | undefined;
  readonly publication?: Publication | undefined;
}

const tested = alias(productVersions, 'tested');
const published = alias(productVersions, 'published');

/** What a version freezes. JSON is compared by value, key order aside. */
const contentColumns = ['name', 'billingPeriod', 'description', 'prices', 'media', 'successUrl', 'metadata'] as const;
const isDifferent = or(
  ...contentColumns.map((name) => sql`${tested[name]} is distinct from ${published[name]}`),
) as SQL<boolean>;

const publicationIs: Record<Publication, SQL | undefined> = {
  unpublished: isNull(products.prodVersionId),
  differs: and(isNotNull(products.prodVersionId), isDifferent),
  same: and(isNotNull(products.prodVersionId), sql`not (${isDifferent})`),
};

/** Names and prices as they stand in the environment; in prod, of what is not published, as they stand in test. */
function shownIn(environment: Environment) {
  const inProd = environment === 'prod';
  const either = <Name extends 'name' | 'prices' | 'billingPeriod' | 'versionNumber'>(name: Name) =>
    (inProd ? sql`case when ${published.id} is null then ${tested[name]} else ${published[name]} end` : tested[name])
      // Read as the column is, whichever of the two it comes from.
      .getSQL()
      .mapWith(tested[name]) as SQL<ProductVersion[Name]>;
  return {
    name: either('name'),
    prices: either('prices'),
    billingPeriod: either('billingPeriod'),
    versionNumber: either('versionNumber'),
  };
}

/** One page of a store's products, newest first, from after the one with that id. */
export async function listProductLines(
  tx: Tx,
  { storeId, environment }: Scope,
  { search, type, status, publication }: ProductFilter,
  { limit, after }: { limit: number; after?: string | undefined },
) {
  const shown = shownIn(environment);
  return await tx
    .select({
      id: products.id,
      type: products.type,
      status: columnsIn(environment).status,
      isPublished: isNotNull(products.prodVersionId).mapWith(Boolean) as SQL<boolean>,
      isDifferent: sql<boolean>`${published.id} is not null and (${isDifferent})`,
      createdAt: products.createdAt,
      ...shown,
    })
    .from(products)
    .innerJoin(tested, eq(tested.id, products.testVersionId))
    .leftJoin(published, eq(published.id, products.prodVersionId))
    .where(
      and(
        eq(products.storeId, storeId),
        type && eq(products.type, type),
        status && eq(columnsIn(environment).status, status),
        // Nothing has a status where it never was.
        status && environment === 'prod' ? isNotNull(products.prodVersionId) : undefined,
        publication && publicationIs[publication],
        search ? matchesSearch(search, shown.name) : undefined,
        after === undefined ? undefined : lt(products.id, after),
      ),
    )
    // Ids rise with time.
    .orderBy(desc(products.id))
    .limit(limit);
}

function matchesSearch(search: string, name: SQL): SQL {
  const id = fromShortId('PROD', search) ?? (isUuid(search) ? search.toLowerCase() : undefined);
  return id === undefined ? ilike(name, `%${literally(search)}%`) : eq(products.id, id);
}

/** One page of the versions that a product has in the environment, newest first, without what is long of them. */
export const listVersionLines = (
  tx: Tx,
  { storeId, environment }: Scope,
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
        eq(productVersions.storeId, storeId),
        eq(productVersions.productId, productId),
        eq(productVersions.environment, environment),
        before === undefined ? undefined : lt(productVersions.versionNumber, before),
      ),
    )
    .orderBy(desc(productVersions.versionNumber))
    .limit(limit);

/** A product's version by its number there; undefined where there is none. */
export const findVersionByNumber = async (
  tx: Tx,
  { storeId, environment }: Scope,
  productId: string,
  versionNumber: number,
): Promise<ProductVersion | undefined> =>
  (
    await tx
      .select()
      .from(productVersions)
      .where(
        and(
          eq(productVersions.storeId, storeId),
          eq(productVersions.productId, productId),
          eq(productVersions.environment, environment),
          eq(productVersions.versionNumber, versionNumber),
        ),
      )
  )[0];
