/**
 * Locks of stores. A store is locked by its row in `stores`, which is on its merchant's node, so a lock holds whichever node a
 * call entered.
 */
import type { Tx } from '#db/client.ts';
import { hotStatement, type Params } from '#db/hot-statement.ts';
import { stores } from '#db/schema/index.ts';
import { isStore, type StoreScope } from '#server/platform/data/merchant-scope.ts';
import type { Store } from '../stores.ts';

/**
 * - `key share`: for everything that adds to a store, or sells in it. Waits for an exclusive lock only.
 * - `share`: for work by the store's test clock. Also waits for changes.
 * - `no key update`: for changes of the store's row or of its counted objects (webhooks, members), one at a time.
 * - `update`: exclusive, for what every later sale has to see: deletions and suspensions. Waits for all others.
 */
export type Strength = 'key share' | 'share' | 'no key update' | 'update';

const selectLocked = (db: Tx, scope: Params<StoreScope>, strength: Strength) =>
  db.select().from(stores).where(isStore(scope)).for(strength);

/** The store for a statement that holds it and reads other rows. */
export const selectHeldStore = (db: Tx, scope: Params<StoreScope>) => selectLocked(db, scope, 'key share');

const lockOf = (strength: Strength) =>
  hotStatement((db, scope: Params<StoreScope>) => selectLocked(db, scope, strength));

const locks: Readonly<Record<Strength, ReturnType<typeof lockOf>>> = {
  'key share': lockOf('key share'),
  share: lockOf('share'),
  'no key update': lockOf('no key update'),
  update: lockOf('update'),
};

/** Locks a store until the transaction ends, and reads it as it is then; undefined if there is none. */
export async function lockStoreRow(
  tx: Tx,
  { merchantId, storeId }: StoreScope,
  strength: Strength,
): Promise<Store | undefined> {
  return (await locks[strength](tx, { merchantId, storeId }))[0];
}
