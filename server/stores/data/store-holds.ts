/**
 * The locks of stores, which are rows of `store_holds`. A statement sees the rows that existed when it began, also those that
 * it reads after it has waited for a lock: a store is read in a later statement than the one that waited.
 */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/client.ts';
import { hotStatement, type Params } from '#db/hot-statement.ts';
import { storeHolds } from '#db/schema/index.ts';
import { inStore, type StoreScope } from '#server/platform/data/merchant-scope.ts';

/**
 * - `key share`: for everything that adds to a store, or sells in it. Waits for an exclusive lock only.
 * - `share`: for work by the store's test clock. Also waits for changes.
 * - `no key update`: for changes of the store's row or of its counted objects (webhooks, members), one at a time.
 * - `update`: exclusive, for what every later sale has to see: deletions and suspensions. Waits for all others.
 */
type Strength = 'key share' | 'share' | 'no key update' | 'update';

const lockOf = (strength: Strength) =>
  hotStatement((db, scope: Params<StoreScope>) =>
    db.select({ storeId: storeHolds.storeId }).from(storeHolds).where(inStore(storeHolds, scope)).for(strength),
  );

const locks: Readonly<Record<Strength, ReturnType<typeof lockOf>>> = {
  'key share': lockOf('key share'),
  share: lockOf('share'),
  'no key update': lockOf('no key update'),
  update: lockOf('update'),
};

/** Locks an existing store until the transaction ends. The caller reads the store afterwards. */
export async function lockHold(tx: Tx, { merchantId, storeId }: StoreScope, strength: Strength): Promise<void> {
  const scope = { merchantId, storeId };
  if ((await locks[strength](tx, scope)).length === 0) {
    // During a rolling restart, a process of the previous version has created the store.
    await tx.insert(storeHolds).values(scope).onConflictDoNothing();
    await locks[strength](tx, scope);
  }
  if (strength !== 'update') return;
  await tx
    .update(storeHolds)
    .set({ exclusions: sql`${storeHolds.exclusions} + 1` })
    .where(inStore(storeHolds, scope));
}

const unwaited = alias(storeHolds, 'unwaited');

/**
 * For a statement that locks a store with `for('key share', { of: storeHolds })` and reads it at once: the joins
 * `.innerJoin(storeHolds, isHoldOf(scope)).innerJoin(...withoutWait)`. After it has waited for an exclusive lock it finds
 * nothing, because it would read the store from before; see {@link unlessWaited}.
 */
export const isHoldOf = (scope: Params<StoreScope>): SQL | undefined => inStore(storeHolds, scope);
export const withoutWait = [
  unwaited,
  and(
    eq(unwaited.storeId, storeHolds.storeId),
    eq(unwaited.merchantId, storeHolds.merchantId),
    // PostgreSQL compares the locked row again, in its newest version, with the other rows as they were.
    eq(unwaited.exclusions, storeHolds.exclusions),
  ),
] as const;

/** The row of such a statement. If there is none, the statement may have waited, so it is run again under the lock. */
export async function unlessWaited<Row>(
  tx: Tx,
  scope: StoreScope,
  run: () => Promise<Row | undefined>,
): Promise<Row | undefined> {
  const found = await run();
  if (found !== undefined) return found;
  await lockHold(tx, scope, 'key share');
  return await run();
}
