/**
 * Stores as their members see them. For stores of others and deleted stores the queries return undefined or nothing, and
 * the caller throws 404.
 */
import { and, asc, type Column, eq, getTableColumns, inArray, isNull, type Placeholder, type SQL } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { hotStatement, type Params } from '#db/hot-statement.ts';
import { storeHolds, storeMembers, stores } from '#db/schema/index.ts';
import { holdMerchant } from '#server/accounts/data/merchants.ts';
import { errors } from '#server/domain/errors.ts';
import { newId } from '#server/domain/ids.ts';
import {
  amongStores,
  countRows,
  type FilterOf,
  type ListingOf,
  listRows,
  type ReadScope,
  type StatementScope,
} from '#server/platform/data/listing.ts';
import { lockForAll } from '#server/platform/data/merchant-lock.ts';
import { type StoreScope, scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { lookUp } from '#server/platform/data/scoped-statement.ts';
import { isHoldOf, lockHold, unlessWaited, withoutWait } from './data/store-holds.ts';
import { findStoreScope } from './data/store-merchants.ts';
import type { Role } from './rules/roles.ts';
import { slugOf } from './rules/store.ts';

export type Store = typeof stores.$inferSelect;
export type MemberStore = Store & { readonly role: Role };

/** A subquery of the IDs of the merchant's stores, for `inArray`; without deleted ones. */
export const storeIdsOf = (tx: Tx, merchantId: string | Placeholder) =>
  tx
    .select({ id: stores.id })
    .from(storeMembers)
    .innerJoin(stores, eq(stores.id, storeMembers.storeId))
    .where(and(eq(storeMembers.merchantId, merchantId), isNull(stores.deletedAt)));

const storesOf = hotStatement((db, { memberId }: Params<{ memberId: string }>) =>
  db
    .select({ merchantId: stores.merchantId, storeId: stores.id })
    .from(storeMembers)
    .innerJoin(stores, eq(stores.id, storeMembers.storeId))
    .where(and(eq(storeMembers.merchantId, memberId), isNull(stores.deletedAt))),
);

/** The stores of a member, each with the merchant in its rows. */
export const listStoreScopes = (tx: Tx, memberId: string): Promise<StoreScope[]> => storesOf(tx, { memberId });

/** The condition that a row belongs to the merchant and to a store that the member belongs to; without deleted stores. */
export const inMemberStores = (
  tx: Tx,
  table: { readonly merchantId: Column; readonly storeId: Column },
  { memberId, merchantId }: Record<'memberId' | 'merchantId', string | Placeholder>,
): SQL | undefined => and(eq(table.merchantId, merchantId), inArray(table.storeId, storeIdsOf(tx, memberId)));

/**
 * An object of one of the member's stores, which `find` looks for among one merchant's. The member's own merchant nearly always
 * has it; then there is no further statement.
 */
export async function findOfMember<Found>(
  tx: Tx,
  memberId: string,
  find: (merchantId: string) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const own = await find(memberId);
  if (own !== undefined) return own;
  const others = new Set((await listStoreScopes(tx, memberId)).map(({ merchantId }) => merchantId));
  others.delete(memberId);
  for (const merchantId of others) {
    const found = await find(merchantId);
    if (found !== undefined) return found;
  }
  return undefined;
}

const membership = (tx: Tx, merchantId: string | Placeholder) =>
  tx
    .select({ store: stores, role: storeMembers.role })
    .from(stores)
    .innerJoin(storeMembers, and(eq(storeMembers.storeId, stores.id), eq(storeMembers.merchantId, merchantId)));

const withRole = ({ store, role }: { store: Store; role: Role }): MemberStore => ({ ...store, role });

/** A store that the merchant is a member of, even if deleted: the caller checks `deletedAt`. */
export async function findMemberStore(tx: Tx, merchantId: string, storeId: string): Promise<MemberStore | undefined> {
  const [found] = await memberStore(tx, { merchantId, storeId });
  return found && withRole(found);
}

const memberStore = hotStatement((db, { merchantId, storeId }: Params<{ merchantId: string; storeId: string }>) =>
  membership(db, merchantId).where(eq(stores.id, storeId)),
);

const heldMemberStore = hotStatement((db, key: Params<StoreScope & { memberId: string }>) =>
  membership(db, key.memberId)
    .innerJoin(storeHolds, isHoldOf(key))
    .innerJoin(...withoutWait)
    .where(eq(stores.id, key.storeId))
    .for('key share', { of: storeHolds }),
);

/**
 * Like {@link findMemberStore}, with a hold until the transaction ends that a deletion waits for. For everything that adds
 * to a store. Holds block neither each other nor changes of the settings.
 */
export async function holdMemberStore(tx: Tx, merchantId: string, storeId: string): Promise<MemberStore | undefined> {
  const scope = await findStoreScope(tx, storeId);
  if (!scope) return undefined;
  const key = { ...scope, memberId: merchantId };
  const found = await unlessWaited(tx, scope, async () => (await heldMemberStore(tx, key))[0]);
  return found && withRole(found);
}

/** Holds a store that the merchant is a member of; throws 404 `Store not found` if there is none or it is deleted. */
export async function requireMemberStore(tx: Tx, merchantId: string, storeId: string): Promise<MemberStore> {
  const store = await holdMemberStore(tx, merchantId, storeId);
  if (!store || store.deletedAt) throw errors.storeNotFound();
  return store;
}

/**
 * Locks a store for a change of its row or of its counted objects (webhooks, members); throws 404 like
 * {@link requireMemberStore}. `deleting` also waits for holds.
 */
export async function lockMemberStore(
  tx: Tx,
  merchantId: string,
  storeId: string,
  { deleting = false } = {},
): Promise<MemberStore> {
  const found = await findMemberStore(tx, merchantId, storeId);
  if (!found || found.deletedAt) throw errors.storeNotFound();
  await lockHold(tx, scopeOfStore(found), deleting ? 'update' : 'no key update');
  // Read again under the lock: the caller's role may have changed or ended.
  const store = await findMemberStore(tx, merchantId, storeId);
  if (!store || store.deletedAt) throw errors.storeNotFound();
  return store;
}

/** The merchant's stores, oldest first. */
export async function listMemberStores(tx: Tx, merchantId: string): Promise<MemberStore[]> {
  const rows = await membership(tx, merchantId)
    .where(isNull(stores.deletedAt))
    .orderBy(asc(stores.createdAt), asc(stores.id));
  return rows.map(withRole);
}

/** A store by its slug, for any caller, even if deleted. */
export const findStoreBySlug = async (tx: Tx, slug: string): Promise<Store | undefined> =>
  (await storeBySlug(tx, { slug }))[0];

const storeBySlug = hotStatement((db, { slug }: Params<{ slug: string }>) =>
  db.select().from(stores).where(eq(stores.slug, slug)),
);

/** A store by its ID, for callers whose credential names it. */
export const findStore = async (tx: Tx, storeId: string): Promise<Store | undefined> =>
  (await storeById(tx, { storeId }))[0];

const storeById = hotStatement((db, { storeId }: Params<{ storeId: string }>) =>
  db.select().from(stores).where(eq(stores.id, storeId)),
);
const heldStore = hotStatement((db, scope: Params<StoreScope>) =>
  db
    .select(getTableColumns(stores))
    .from(stores)
    .innerJoin(storeHolds, isHoldOf(scope))
    .innerJoin(...withoutWait)
    .where(eq(stores.id, scope.storeId))
    .for('key share', { of: storeHolds }),
);

/** An existing store, held until the transaction ends. */
export async function holdStore(tx: Tx, { merchantId, storeId }: StoreScope): Promise<Store | undefined> {
  const scope = { merchantId, storeId };
  return await unlessWaited(tx, scope, async () => (await heldStore(tx, scope))[0]);
}

/** Locks an existing store, for the operator and for its test clock. */
export async function lockStore(tx: Tx, scope: StoreScope): Promise<Store | undefined> {
  await lockHold(tx, scope, 'no key update');
  return await findStore(tx, scope.storeId);
}

/** Inserts a store with its owner as first member; the slug comes from the name, with a number if it is taken. */
export async function insertStore(tx: Tx, owner: { merchantId: string }, name: string, now: Date): Promise<Store> {
  const slug = slugOf(name);
  const suspendedWith = (await holdMerchant(tx, owner.merchantId))?.suspendedAt ? owner.merchantId : null;
  for (let number = 1; ; number += 1) {
    const id = newId();
    // After a few stores of the same name, a random suffix avoids many attempts.
    const suffix = number === 1 ? '' : number <= 5 ? `-${number}` : `-${id.slice(-8)}`;
    // Two equal slugs at once could reach the nodes of a cluster in different orders and wait for each other.
    await lockForAll(tx, `store slug ${slug}${suffix}`);
    const [store] = await tx
      .insert(stores)
      .values({
        id,
        merchantId: owner.merchantId,
        ownerId: owner.merchantId,
        name,
        slug: `${slug}${suffix}`,
        status: 'active',
        prodEnabled: false,
        suspendedWith,
        notificationSettings: {},
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing({ target: stores.slug })
      .returning();
    if (!store) continue;
    await tx.insert(storeHolds).values(scopeOfStore(store));
    await tx.insert(storeMembers).values({ storeId: id, merchantId: owner.merchantId, role: 'owner', createdAt: now });
    return store;
  }
}

export async function updateStore(tx: Tx, storeId: string, changes: Partial<Store>, now: Date): Promise<Store> {
  const [store] = await tx
    .update(stores)
    .set({ ...changes, updatedAt: now })
    .where(eq(stores.id, storeId))
    .returning();
  if (!store) throw errors.storeNotFound();
  return store;
}

const listColumns = {
  table: stores,
  filters: {
    id: stores.id,
    name: stores.name,
    slug: stores.slug,
    status: stores.status,
    prodEnabled: stores.prodEnabled,
    createdAt: stores.createdAt,
    updatedAt: stores.updatedAt,
  },
  sorts: { createdAt: stores.createdAt, updatedAt: stores.updatedAt, name: stores.name },
};

const visibleStores = (scope: StatementScope) => and(amongStores(stores.id, scope), isNull(stores.deletedAt));

/** One page of the stores in scope. */
export const listStores = (tx: Tx, scope: ReadScope, listing: ListingOf<typeof listColumns>): Promise<Store[]> =>
  listRows(tx, listColumns, visibleStores(scope), listing);

const storesById = lookUp((db, scope, hasId) =>
  db
    .select()
    .from(stores)
    .where(and(visibleStores(scope), hasId(stores.id))),
);

/** The stores in scope with these IDs. */
export const findStores = (tx: Tx, scope: ReadScope, ids: readonly string[]): Promise<Store[]> =>
  storesById(tx, scope, ids);

/** The number of stores in scope that match the filter. */
export const countStores = (tx: Tx, scope: ReadScope, filter: FilterOf<typeof listColumns>): Promise<number> =>
  countRows(tx, listColumns, visibleStores(scope), filter);
