/** Subscription product groups for GraphQL lists. */
import { and, asc, eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { groupProducts, subscriptionProductGroups } from '#db/schema/index.ts';
import {
  among,
  countRows,
  type FilterOf,
  inStores,
  type ListingOf,
  listRows,
  type ReadScope,
} from '#server/platform/data/listing.ts';
import { refersTo } from '#server/platform/data/merchant-scope.ts';
import type { Group } from '../groups.ts';

const listColumns = {
  table: subscriptionProductGroups,
  filters: {
    id: subscriptionProductGroups.id,
    storeId: subscriptionProductGroups.storeId,
    name: subscriptionProductGroups.name,
    createdAt: subscriptionProductGroups.createdAt,
    updatedAt: subscriptionProductGroups.updatedAt,
  },
  sorts: {
    createdAt: subscriptionProductGroups.createdAt,
    updatedAt: subscriptionProductGroups.updatedAt,
    name: subscriptionProductGroups.name,
  },
};

const visible = (scope: ReadScope) =>
  and(inStores(subscriptionProductGroups, scope), eq(subscriptionProductGroups.environment, scope.environment));

/** One page of the groups in scope. */
export const listGroups = (tx: Tx, scope: ReadScope, listing: ListingOf<typeof listColumns>): Promise<Group[]> =>
  listRows(tx, listColumns, visible(scope), listing);

/** The number of groups in scope that match the filter. */
export const countGroups = (tx: Tx, scope: ReadScope, filter: FilterOf<typeof listColumns>): Promise<number> =>
  countRows(tx, listColumns, visible(scope), filter);

/** The product IDs of groups in scope, in each group's order. */
export const listMembersOfGroups = (
  tx: Tx,
  scope: ReadScope,
  groupIds: readonly string[],
): Promise<{ groupId: string; productId: string }[]> =>
  tx
    .select({ groupId: groupProducts.groupId, productId: groupProducts.productId })
    .from(groupProducts)
    .innerJoin(subscriptionProductGroups, refersTo(groupProducts, groupProducts.groupId, subscriptionProductGroups))
    .where(and(among(groupProducts.groupId, groupIds), visible(scope)))
    .orderBy(asc(groupProducts.groupId), asc(groupProducts.position));
