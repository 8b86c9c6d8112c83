/** Subscription product groups for the dashboard: list pages, a group's products, and candidates for membership. */
import { and, asc, count, desc, eq, ilike, lt } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { groupProducts, subscriptionProductGroups as groups, products, productVersions } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import { among, escapeLike } from '#server/platform/data/listing.ts';
import { inStore, refersTo, type StoreScope } from '#server/platform/data/merchant-scope.ts';
import type { Group } from '../groups.ts';
import { columnsIn } from './product-columns.ts';

interface Scope extends StoreScope {
  readonly environment: Environment;
}

const inScope = (scope: Scope) => and(inStore(groups, scope), eq(groups.environment, scope.environment));

/** One page of a store's groups after an ID, newest first, with their numbers of products. */
export async function listGroupLines(
  tx: Tx,
  scope: Scope,
  { search, limit, after }: { search?: string | undefined; limit: number; after?: string | undefined },
) {
  const rows = await tx
    .select({ id: groups.id, name: groups.name, rules: groups.rules, updatedAt: groups.updatedAt })
    .from(groups)
    .where(
      and(
        inScope(scope),
        search ? ilike(groups.name, `%${escapeLike(search)}%`) : undefined,
        after === undefined ? undefined : lt(groups.id, after),
      ),
    )
    .orderBy(desc(groups.id))
    .limit(limit);
  const members = await tx
    .select({ groupId: groupProducts.groupId, products: count() })
    .from(groupProducts)
    .where(
      and(
        eq(groupProducts.merchantId, scope.merchantId),
        among(
          groupProducts.groupId,
          rows.map(({ id }) => id),
        ),
      ),
    )
    .groupBy(groupProducts.groupId);
  const counts = new Map(members.map((each) => [each.groupId, each.products]));
  return rows.map((row) => ({ ...row, products: counts.get(row.id) ?? 0 }));
}

/** A group in scope, or undefined. */
export const findStoreGroup = async (tx: Tx, scope: Scope, groupId: string): Promise<Group | undefined> =>
  (
    await tx
      .select()
      .from(groups)
      .where(and(inScope(scope), eq(groups.id, groupId)))
  )[0];

/** The columns of a product on a group's page. */
const memberColumns = {
  id: products.id,
  name: productVersions.name,
  prices: productVersions.prices,
  billingPeriod: productVersions.billingPeriod,
  prodVersionId: products.prodVersionId,
};

/** A group's products in order, with their current versions in its environment. */
export const listGroupMembers = (tx: Tx, { id, merchantId, storeId, environment }: Group) =>
  tx
    .select(memberColumns)
    .from(groupProducts)
    .innerJoin(products, and(refersTo(groupProducts, groupProducts.productId, products), eq(products.storeId, storeId)))
    .innerJoin(productVersions, refersTo(products, columnsIn(environment).versionId, productVersions))
    .where(and(eq(groupProducts.groupId, id), eq(groupProducts.merchantId, merchantId)))
    .orderBy(asc(groupProducts.position));

/** The newest subscription products of a store that match by name, each with its group in the environment, if any. */
export const findCandidates = (tx: Tx, { environment, ...store }: Scope, search: string, limit: number) =>
  tx
    .select({ ...memberColumns, groupId: groups.id, groupName: groups.name })
    .from(products)
    .innerJoin(productVersions, refersTo(products, columnsIn(environment).versionId, productVersions))
    .leftJoin(
      groupProducts,
      and(
        eq(groupProducts.productId, products.id),
        eq(groupProducts.merchantId, products.merchantId),
        eq(groupProducts.environment, environment),
      ),
    )
    .leftJoin(groups, refersTo(groupProducts, groupProducts.groupId, groups))
    .where(
      and(
        inStore(products, store),
        eq(products.type, 'subscription'),
        search === '' ? undefined : ilike(productVersions.name, `%${escapeLike(search)}%`),
      ),
    )
    .orderBy(desc(products.id))
    .limit(limit);
