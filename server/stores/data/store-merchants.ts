/** The merchants of stores, remembered in this process, for callers that know only a store's ID or slug. */
import { eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Tx } from '#db/client.ts';
import { hotStatement, type Params } from '#db/hot-statement.ts';
import { storeDirectory } from '#db/schema/index.ts';
import type { StoreScope } from '#server/platform/data/merchant-scope.ts';

/** Both caches take about ten megabytes when full. */
const max = 20_000;
const byStore = new LRUCache<string, StoreScope>({ max });
const bySlug = new LRUCache<string, StoreScope>({ max });

function remember(scopes: typeof byStore, key: string, scope: StoreScope | undefined): StoreScope | undefined {
  if (scope) scopes.set(key, scope);
  return scope;
}

const columns = { merchantId: storeDirectory.merchantId, storeId: storeDirectory.storeId };

const scopeOfStore = hotStatement((db, { storeId }: Params<{ storeId: string }>) =>
  db.select(columns).from(storeDirectory).where(eq(storeDirectory.storeId, storeId)),
);

/** The scope of a store's rows; undefined if there is no such store. A store's merchant never changes. */
export const findStoreScope = async (tx: Tx, storeId: string): Promise<StoreScope | undefined> =>
  byStore.get(storeId) ?? remember(byStore, storeId, (await scopeOfStore(tx, { storeId }))[0]);

const scopeOfSlug = hotStatement((db, { slug }: Params<{ slug: string }>) =>
  db.select(columns).from(storeDirectory).where(eq(storeDirectory.slug, slug)),
);

const readSlug = async (tx: Tx, slug: string): Promise<StoreScope | undefined> =>
  remember(bySlug, slug, (await scopeOfSlug(tx, { slug }))[0]);

/** The scope of the store with this slug. It only chooses a database, so a remembered scope is not checked. */
export const findSlugScope = async (tx: Tx, slug: string): Promise<StoreScope | undefined> =>
  bySlug.get(slug) ?? (await readSlug(tx, slug));

/**
 * The result of `find` in the store with the slug. `find` must compare the slug: this process may remember a store that had
 * it before the database was restored.
 */
export async function findBySlug<Found>(
  tx: Tx,
  slug: string,
  find: (scope: StoreScope) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const remembered = bySlug.get(slug);
  const found = remembered && (await find(remembered));
  if (found !== undefined) return found;
  const scope = await readSlug(tx, slug);
  return scope && scope.storeId !== remembered?.storeId ? await find(scope) : undefined;
}
