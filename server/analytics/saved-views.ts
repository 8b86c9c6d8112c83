/** Saved views: named filters of an account, for one list of one store. */
import { and, asc, count, eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { savedViews } from '#db/schema/index.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import { newId } from '#server/domain/ids.ts';
import { inMemberStores } from '#server/stores/stores.ts';
import { maxViews, type ViewedList } from './rules/saved-view.ts';

export type SavedView = typeof savedViews.$inferSelect;

/** An account, store and list. */
export interface ViewScope {
  readonly merchantId: string;
  readonly storeId: string;
  readonly list: ViewedList;
}

const isInList = ({ merchantId, storeId, list }: ViewScope) =>
  and(eq(savedViews.merchantId, merchantId), eq(savedViews.storeId, storeId), eq(savedViews.list, list));

/** The account's views of one list, in order of creation. */
export const listViews = (tx: Tx, scope: ViewScope): Promise<SavedView[]> =>
  tx.select().from(savedViews).where(isInList(scope)).orderBy(asc(savedViews.createdAt), asc(savedViews.id));

export const nameTaken = () => new ApiError(400, 'A view with this name already exists', 'resource');
export const tooManyViews = () => new ApiError(400, `At most ${maxViews} saved views per list`, 'resource');

/** Inserts a view; throws 400 if the name is taken or the limit is reached. Lock the store first. */
export async function insertView(tx: Tx, scope: ViewScope, name: string, query: string, now: Date): Promise<SavedView> {
  const [existing] = await tx.select({ views: count() }).from(savedViews).where(isInList(scope));
  if ((existing?.views ?? 0) >= maxViews) throw tooManyViews();
  const [view] = await tx
    .insert(savedViews)
    .values({ id: newId(), ...scope, name, query, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning();
  if (!view) throw nameTaken();
  return view;
}

/** Locks one of the account's views in a store that it is a member of; otherwise throws 404 `View not found`. */
export async function lockView(tx: Tx, merchantId: string, id: string): Promise<SavedView> {
  const [view] = await tx
    .select()
    .from(savedViews)
    .where(and(eq(savedViews.id, id), inMemberStores(tx, savedViews, { memberId: merchantId, merchantId })))
    .for('update');
  if (!view) throw errors.viewNotFound();
  return view;
}

/** Updates a locked view; throws 400 if another one has the name. */
export async function saveView(
  tx: Tx,
  view: SavedView,
  changes: Partial<Pick<SavedView, 'name' | 'query'>>,
  now: Date,
): Promise<SavedView> {
  const name = changes.name ?? view.name;
  const [other] = await tx
    .select({ id: savedViews.id })
    .from(savedViews)
    .where(and(isInList(view), eq(savedViews.name, name)));
  if (other && other.id !== view.id) throw nameTaken();
  const [saved] = await tx
    .update(savedViews)
    .set({ ...changes, updatedAt: now })
    .where(and(eq(savedViews.id, view.id), eq(savedViews.merchantId, view.merchantId)))
    .returning();
  if (!saved) throw errors.viewNotFound();
  return saved;
}

/** Deletes a locked view. */
export const deleteView = async (tx: Tx, view: SavedView): Promise<void> => {
  await tx.delete(savedViews).where(and(eq(savedViews.id, view.id), eq(savedViews.merchantId, view.merchantId)));
};
