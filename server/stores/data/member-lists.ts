/** The members of stores for GraphQL lists. */
import { and, count, desc, eq, isNull } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { merchants, storeMembers, stores } from '#db/schema/index.ts';
import { amongStores, type Filter, matching, ofMerchants, type ReadScope } from '#server/platform/data/listing.ts';
import type { Role } from '../rules/roles.ts';

/** A membership with the account's name and address, which other members see. */
export interface StoreMember {
  readonly storeId: string;
  readonly merchantId: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly createdAt: Date;
}

const columns = {
  storeId: storeMembers.storeId,
  merchantId: storeMembers.merchantId,
  name: merchants.name,
  email: merchants.email,
  role: storeMembers.role,
  createdAt: storeMembers.createdAt,
};

export type MemberFilter = Filter<keyof typeof columns>;

const isChosen = (scope: ReadScope, filter: MemberFilter) =>
  and(
    amongStores(storeMembers.storeId, scope),
    ofMerchants(stores, scope),
    isNull(stores.deletedAt),
    matching(columns, filter),
  );

/** One page of the memberships of the stores in scope, newest first. */
export const listMembersOfStores = (
  tx: Tx,
  scope: ReadScope,
  filter: MemberFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<StoreMember[]> =>
  tx
    .select(columns)
    .from(storeMembers)
    .innerJoin(merchants, eq(merchants.id, storeMembers.merchantId))
    .innerJoin(stores, eq(stores.id, storeMembers.storeId))
    .where(isChosen(scope, filter))
    .orderBy(desc(storeMembers.createdAt), storeMembers.storeId, storeMembers.merchantId)
    .limit(limit)
    .offset(offset);

/** The number of memberships of the stores in scope that match the filter. */
export async function countMembersOfStores(tx: Tx, scope: ReadScope, filter: MemberFilter): Promise<number> {
  const [row] = await tx
    .select({ rows: count() })
    .from(storeMembers)
    .innerJoin(merchants, eq(merchants.id, storeMembers.merchantId))
    .innerJoin(stores, eq(stores.id, storeMembers.storeId))
    .where(isChosen(scope, filter));
  return row?.rows ?? 0;
}
