/**
 * Stores as their members see them. A store of somebody else, or a deleted one, does not exist: these queries
 * answer undefined or nothing, and the caller says 404.
 */
import { and, asc, eq, inArray, isNull, type Placeholder } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { hotStatement, type Params } from '#db/hot-statement.ts';
import { merchants, storeMembers, stores } from '#db/schema/index.ts';
import { errors } from '#server/domain/errors.ts';
import { newId } from '#server/domain/ids.ts';
import {
  countRows,
  type FilterOf,
  inStores,
  type ListingOf,
  listRows,
  type ReadScope,
  type StatementScope,
} from '#server/platform/data/listing.ts';
import { lookUp } from '#server/platform/data/scoped-statement.ts';
import type { Role } from './rules/roles.ts';
import { slugOf } from './rules/store.ts';

export type Store = typeof stores.$inferSelect;
export type MemberStore = Store & { readonly role: Role };

/** The ids of the stores that a merchant is a member of, for use inside `inArray`. Deleted stores are left out. */
export const storeIdsOf = (tx: Tx, merchantId: string | Placeholder) =>
  tx
    .select({ id: stores.id })
    .from(storeMembers)
    .innerJoin(stores, eq(stores.id, storeMembers.storeId))
    .where(and(eq(storeMembers.merchantId, merchantId), isNull(stores.deletedAt)));

const storesOf = hotStatement((db, { merchantId }: Params<{ merchantId: string }>) => storeIdsOf(db, merchantId));

/** The same as a list. */
export const listStoreIds = async (tx: Tx, merchantId: string): Promise<string[]> =>
  (await storesOf(tx, { merchantId })).map(({ id }) => id);

const membership = (tx: Tx, merchantId: string | Placeholder) =>
  tx
    .select({ store: stores, role: storeMembers.role })
    .from(stores)
    .innerJoin(storeMembers, and(eq(storeMembers.storeId, stores.id), eq(storeMembers.merchantId, merchantId)));

const withRole = ({ store, role }: { store: Store; role: Role }): MemberStore => ({ ...store, role });

/** A store that the merchant is a member of, deleted ones too; the caller looks at `deletedAt`. */
export async function findMemberStore(tx: Tx, merchantId: string, storeId: string): Promise<MemberStore | undefined> {
  const [found] = await memberStore(tx, { merchantId, storeId });
  return found && withRole(found);
}

const namedMembership = (db: Tx, { merchantId, storeId }: Params<{ merchantId: string; storeId: string }>) =>
  membership(db, merchantId).where(eq(stores.id, storeId));

const memberStore = hotStatement(namedMembership);
const heldMemberStore = hotStatement((db, key: Parameters<typeof namedMembership>[1]) =>
  namedMembership(db, key).for('key share', { of: stores }),
);

/**
 * The same, held until the transaction ends: deletion waits for it, and whoever waited for a deletion sees it. For
 * everything that adds to a store. Holders do not bar one another, nor a change of the store's settings.
 */
export async function holdMemberStore(tx: Tx, merchantId: string, storeId: string): Promise<MemberStore | undefined> {
  const [found] = await heldMemberStore(tx, { merchantId, storeId });
  return found && withRole(found);
}

/** The same, or 404 `Store not found` where there is none or it is deleted. */
export async function requireMemberStore(tx: Tx, merchantId: string, storeId: string): Promise<MemberStore> {
  const store = await holdMemberStore(tx, merchantId, storeId);
  if (!store || store.deletedAt) throw errors.storeNotFound();
  return store;
}

/**
 * The same with the row locked, for a change of the store or of what is counted in it (webhooks, members). `deleting`
 * waits for those that hold the store, too.
 */
export async function lockMemberStore(
  tx: Tx,
  merchantId: string,
  storeId: string,
  { deleting = false } = {},
): Promise<MemberStore> {
  const [locked] = await tx
    .select({ id: stores.id })
    .from(stores)
    .where(and(eq(stores.id, storeId), inArray(stores.id, storeIdsOf(tx, merchantId))))
    .for(deleting ? 'update' : 'no key update');
  // Read again once the lock is there: who held it before may have changed the caller's role, or ended it.
  const store = locked && (await findMemberStore(tx, merchantId, storeId));
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

/** A store by its public name, whoever asks; deleted ones too. */
export const findStoreBySlug = async (tx: Tx, slug: string): Promise<Store | undefined> =>
  (await storeBySlug(tx, { slug }))[0];

const storeBySlug = hotStatement((db, { slug }: Params<{ slug: string }>) =>
  db.select().from(stores).where(eq(stores.slug, slug)),
);

/** A store by its id, for callers whose credential already names it. */
export const findStore = async (tx: Tx, storeId: string): Promise<Store | undefined> =>
  (await storeById(tx, { storeId }))[0];

const namedStore = (db: Tx, { storeId }: Params<{ storeId: string }>) =>
  db.select().from(stores).where(eq(stores.id, storeId));

const storeById = hotStatement(namedStore);
const heldStore = hotStatement((db, key: Parameters<typeof namedStore>[1]) => namedStore(db, key).for('key share'));

/** The same, held until the transaction ends. */
export const holdStore = async (tx: Tx, storeId: string): Promise<Store | undefined> =>
  (await heldStore(tx, { storeId }))[0];

/** The same with the row locked, for whoever runs the service. */
export const lockStore = async (tx: Tx, storeId: string): Promise<Store | undefined> =>
  (await tx.select().from(stores).where(eq(stores.id, storeId)).for('no key update'))[0];

/** Opens a store with its owner as first member; the slug comes from the name, with a number where it is taken. */
export async function insertStore(tx: Tx, owner: { merchantId: string }, name: string, now: Date): Promise<Store> {
  const wanted = slugOf(name);
  const [account] = await tx
    .select({ suspendedAt: merchants.suspendedAt })
    .from(merchants)
    .where(eq(merchants.id, owner.merchantId))
    .for('key share');
  const suspendedWith = account?.suspendedAt ? owner.merchantId : null;
  for (let number = 1; ; number += 1) {
    const id = newId();
    // Past a few neighbours of the same name, numbers would be tried for long: the id's random end is free at once.
    const suffix = number === 1 ? '' : number <= 5 ? `-${number}` : `-${id.slice(-8)}`;
    const [store] = await tx
      .insert(stores)
      .values({
        id,
        merchantId: owner.merchantId,
        ownerId: owner.merchantId,
        name,
        slug: `${wanted}${suffix}`,
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

const listed = {
  table: stores,
  filters: {
    id: stores.id,
    name: stores.name,
    slug: stores.slug,
    status: stores.status,
    prodEnabled: stores.prodEnabled,
    createdAt: stores.createdAt,
  },
  sorts: { createdAt: stores.createdAt, updatedAt: stores.updatedAt, name: stores.name },
};

const visibleStores = (scope: StatementScope) => and(inStores(stores.id, scope), isNull(stores.deletedAt));

/** One page of the stores in scope. */
export const listStores = (tx: Tx, scope: ReadScope, listing: ListingOf<typeof listed>): Promise<Store[]> =>
  listRows(tx, listed, visibleStores(scope), listing);

const storesById = lookUp((db, scope, isThere) =>
  db
    .select()
    .from(stores)
    .where(and(visibleStores(scope), isThere(stores.id))),
);

/** Those of them that are in scope. */
export const findStores = (tx: Tx, scope: ReadScope, ids: readonly string[]): Promise<Store[]> =>
  storesById(tx, scope, ids);

/** How many stores in scope the filter lets through. */
export const countStores = (tx: Tx, scope: ReadScope, filter: FilterOf<typeof listed>): Promise<number> =>
  countRows(tx, listed, visibleStores(scope), filter);
