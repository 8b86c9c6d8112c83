/**
 * The merchants of stores, as this process remembers them: a statement on a merchant's table names the merchant, and these
 * callers know only the store.
 */
import { eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { hotStatement, type Params } from '#db/hot-statement.ts';
import { stores } from '#db/schema/index.ts';
import type { StoreScope } from '#server/platform/data/merchant-scope.ts';

/** A few megabytes. The store remembered longest is forgotten first, and read again when needed. */
const maxRemembered = 20_000;

const byStore = new Map<string, string>();
const bySlug = new Map<string, string>();

function remember(merchants: Map<string, string>, key: string, merchantId: string): void {
  const [oldest] = merchants.size < maxRemembered ? [] : merchants.keys();
  if (oldest !== undefined) merchants.delete(oldest);
  merchants.set(key, merchantId);
}

const merchantOf = hotStatement((db, { storeId }: Params<{ storeId: string }>) =>
  db.select({ merchantId: stores.merchantId }).from(stores).where(eq(stores.id, storeId)),
);

/** The scope of a store's rows; undefined if there is no such store. A store's merchant never changes. */
export async function findStoreScope(tx: Tx, storeId: string): Promise<StoreScope | undefined> {
  const remembered = byStore.get(storeId);
  if (remembered !== undefined) return { merchantId: remembered, storeId };
  const [store] = await merchantOf(tx, { storeId });
  if (!store) return undefined;
  remember(byStore, storeId, store.merchantId);
  return { merchantId: store.merchantId, storeId };
}

/**
 * The merchant that last had a store with this slug. Only a hint: the store may have been renamed since, and its slug taken
 * by another merchant's store.
 */
export const recallMerchant = (slug: string): string | undefined => bySlug.get(slug);

const merchantOfSlug = hotStatement((db, { slug }: Params<{ slug: string }>) =>
  db.select({ merchantId: stores.merchantId }).from(stores).where(eq(stores.slug, slug)),
);

/** The merchant whose store has the slug now; remembered. */
export async function findMerchantOf(tx: Tx, slug: string): Promise<string | undefined> {
  const [store] = await merchantOfSlug(tx, { slug });
  if (store) remember(bySlug, slug, store.merchantId);
  return store?.merchantId;
}
