/**
 * Stores as their members see them. For stores of others and deleted stores the queries return undefined or nothing, and
 * the caller throws 404.
 */
import { and, asc, type Column, eq, inArray, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { hotStatement, type Params } from '#db/hot-statement.ts';
import { storeDirectory, storeMembers, stores } from '#db/schema/index.ts';
import { holdMerchant } from '#server/accounts/data/merchants.ts';
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
  scopeOfStores,
} from '#server/platform/data/listing.ts';
import { lockForAll } from '#server/platform/data/merchant-lock.ts';
import { isStore, type StoreScope, scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { lookUp } from '#server/platform/data/scoped-statement.ts';
import { lockStoreRow } from './data/store-locks.ts';
import { findBySlug, findStoreScope } from './data/store-merchants.ts';
import type { Role } from './rules/roles.ts';
import { slugOf } from './rules/store.ts';

export type Store = typeof stores.$inferSelect;
/** The columns that never change. */
type StoreKeys = Pick<Store, 'id' | 'merchantId' | 'slug'>;
export type MemberStore = Store & { readonly role: Role };

/** `isOpen` is null for a store of another merchant: its row may be on another node. */
const memberships = hotStatement((db, { memberId }: Params<{ memberId: string }>) =>
  db
    .select({
      merchantId: storeDirectory.merchantId,
      storeId: storeDirectory.storeId,
      isOpen: sql<boolean | null>`case when ${stores.id} is not null then ${isNull(stores.deletedAt)} end`,
    })
    .from(storeMembers)
    .innerJoin(storeDirectory, eq(storeDirectory.storeId, storeMembers.storeId))
    .leftJoin(stores, isStore({ merchantId: memberId, storeId: storeDirectory.storeId }))
    .where(eq(storeMembers.merchantId, memberId)),
);

/**
 * The stores of a member, without deleted ones, each with the merchant in its rows. Stores of other merchants take a second
 * statement.
 */
export async function listStoreScopes(tx: Tx, memberId: string): Promise<StoreScope[]> {
  const all = await memberships(tx, { memberId });
  const own = all.filter(({ isOpen }) => isOpen).map(({ merchantId, storeId }) => ({ merchantId, storeId }));
  const foreign = all.filter(({ isOpen }) => isOpen === null);
  return foreign.length === 0 ? own : [...own, ...(await listOpen(tx, foreign))];
}

const listOpen = (tx: Tx, scopes: readonly StoreScope[]): Promise<StoreScope[]> =>
  tx
    .select({ merchantId: stores.merchantId, storeId: stores.id })
    .from(stores)
    .where(visibleStores(scopeOfStores(scopes)));

/** The condition that a row belongs to the merchant and to a store that the member belongs to; without deleted stores. */
export const inMemberStores = (
  tx: Tx,
  table: { readonly merchantId: Column; readonly storeId: Column },
  { memberId, merchantId }: Record<'memberId' | 'merchantId', string | Placeholder>,
): SQL | undefined => {
  const ofMember = tx
    .select({ id: stores.id })
    .from(storeMembers)
    .innerJoin(stores, isStore({ merchantId, storeId: storeMembers.storeId }))
    .where(and(eq(storeMembers.merchantId, memberId), isNull(stores.deletedAt)));
  return and(eq(table.merchantId, merchantId), inArray(table.storeId, ofMember));
};

/**
 * An object of one of the member's stores, which `find` looks for among one merchant's, without deleted stores. The member's
 * own merchant nearly always has it; then there is no further statement.
 */
export async function findOfMember<Found>(
  tx: Tx,
  memberId: string,
  find: (merchantId: string) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const own = await find(memberId);
  if (own !== undefined) return own;
  const others = new Set((await memberships(tx, { memberId })).map(({ merchantId }) => merchantId));
  others.delete(memberId);
  for (const merchantId of others) {
    const found = await find(merchantId);
    if (found !== undefined) return found;
  }
  return undefined;
}

const membership = (tx: Tx, memberId: string | Placeholder) =>
  tx
    .select({ store: stores, role: storeMembers.role })
    .from(stores)
    .innerJoin(storeMembers, and(eq(storeMembers.storeId, stores.id), eq(storeMembers.merchantId, memberId)));

const withRole = ({ store, role }: { store: Store; role: Role }): MemberStore => ({ ...store, role });

type MemberKey = StoreScope & { memberId: string };

async function readMemberStore(
  tx: Tx,
  memberId: string,
  storeId: string,
  read: (tx: Tx, key: MemberKey) => Promise<{ store: Store; role: Role }[]>,
): Promise<MemberStore | undefined> {
  const scope = await findStoreScope(tx, storeId);
  const [found] = scope ? await read(tx, { ...scope, memberId }) : [];
  return found && withRole(found);
}

/** A store that the merchant is a member of, even if deleted: the caller checks `deletedAt`. */
export const findMemberStore = (tx: Tx, merchantId: string, storeId: string): Promise<MemberStore | undefined> =>
  readMemberStore(tx, merchantId, storeId, memberStore);

const memberStore = hotStatement((db, key: Params<MemberKey>) => membership(db, key.memberId).where(isStore(key)));

/**
 * Like {@link findMemberStore}, with a hold until the transaction ends that a deletion waits for. For everything that adds
 * to a store. Holds block neither each other nor changes of the settings.
 */
export const holdMemberStore = (tx: Tx, merchantId: string, storeId: string): Promise<MemberStore | undefined> =>
  readMemberStore(tx, merchantId, storeId, heldMemberStore);

const heldMemberStore = hotStatement((db, key: Params<MemberKey>) =>
  membership(db, key.memberId).where(isStore(key)).for('key share', { of: stores }),
);

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
  await lockStoreRow(tx, scopeOfStore(found), deleting ? 'update' : 'no key update');
  // Read again under the lock: the caller's role may have changed or ended.
  const store = await findMemberStore(tx, merchantId, storeId);
  if (!store || store.deletedAt) throw errors.storeNotFound();
  return store;
}

/** The merchant's stores, oldest first. */
export async function listMemberStores(tx: Tx, merchantId: string): Promise<MemberStore[]> {
  const rows = await membership(tx, merchantId)
    .where(visibleStores(scopeOfStores(await listStoreScopes(tx, merchantId))))
    .orderBy(asc(stores.createdAt), asc(stores.id));
  return rows.map(withRole);
}

/** A store by its slug, for any caller, even if deleted. */
export const findStoreBySlug = (tx: Tx, slug: string): Promise<Store | undefined> =>
  findBySlug(tx, slug, async (scope) => {
    const store = await readStore(tx, scope);
    return store?.slug === slug ? store : undefined;
  });

/** A store by its ID, for callers whose credential names it. */
export async function findStore(tx: Tx, storeId: string): Promise<Store | undefined> {
  const scope = await findStoreScope(tx, storeId);
  return scope && (await readStore(tx, scope));
}

const readStore = async (tx: Tx, { merchantId, storeId }: StoreScope): Promise<Store | undefined> =>
  (await storeByKey(tx, { merchantId, storeId }))[0];

const storeByKey = hotStatement((db, scope: Params<StoreScope>) => db.select().from(stores).where(isStore(scope)));

/** An existing store, held until the transaction ends. */
export const holdStore = (tx: Tx, scope: StoreScope): Promise<Store | undefined> =>
  lockStoreRow(tx, scope, 'key share');

/** Locks an existing store, for the operator and for its test clock. */
export const lockStore = (tx: Tx, scope: StoreScope): Promise<Store | undefined> =>
  lockStoreRow(tx, scope, 'no key update');

/** The slug from the name, with a number if it is taken. After a few stores of the same name it ends at random instead. */
async function findFreeSlug(tx: Tx, name: string, id: string): Promise<string> {
  const slug = slugOf(name);
  const choices = [slug, ...[2, 3, 4, 5].map((number) => `${slug}-${number}`)];
  const rows = await tx
    .select({ slug: storeDirectory.slug })
    .from(storeDirectory)
    .where(inArray(storeDirectory.slug, choices));
  const taken = new Set(rows.map((row) => row.slug));
  return choices.find((choice) => !taken.has(choice)) ?? `${slug}-${id.slice(-8)}`;
}

/** Inserts a store with its owner as first member. */
export async function insertStore(tx: Tx, owner: { merchantId: string }, name: string, now: Date): Promise<Store> {
  const suspendedWith = (await holdMerchant(tx, owner.merchantId))?.suspendedAt ? owner.merchantId : null;
  for (;;) {
    const id = newId();
    const slug = await findFreeSlug(tx, name, id);
    // Two equal slugs at once could reach the nodes of a cluster in different orders and wait for each other.
    await lockForAll(tx, `store slug ${slug}`);
    const keys = { merchantId: owner.merchantId, slug };
    const { rowCount } = await tx
      .insert(storeDirectory)
      .values({ ...keys, storeId: id })
      .onConflictDoNothing({ target: storeDirectory.slug });
    if (rowCount === 0) continue;
    const [store] = await tx
      .insert(stores)
      .values({
        ...keys,
        id,
        ownerId: owner.merchantId,
        name,
        status: 'active',
        prodEnabled: false,
        suspendedWith,
        notificationSettings: {},
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    if (!store) throw new Error('insert returned no store');
    await tx.insert(storeMembers).values({ storeId: id, merchantId: owner.merchantId, role: 'owner', createdAt: now });
    return store;
  }
}

/** Changes a locked store. */
export async function updateStore(
  tx: Tx,
  store: { readonly id: string; readonly merchantId: string },
  changes: Partial<Omit<Store, keyof StoreKeys>>,
  now: Date,
): Promise<Store> {
  const [saved] = await tx
    .update(stores)
    .set({ ...changes, updatedAt: now })
    .where(isStore(scopeOfStore(store)))
    .returning();
  if (!saved) throw errors.storeNotFound();
  return saved;
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

const visibleStores = (scope: Pick<StatementScope, 'merchantIds' | 'storeIds'>) =>
  and(inStores({ storeId: stores.id, merchantId: stores.merchantId }, scope), isNull(stores.deletedAt));

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
