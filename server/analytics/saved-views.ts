/** Filters that accounts keep under a name: each account's own, of one list of one store. */
import { and, asc, count, eq, inArray } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { savedViews } from '#db/schema/index.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import { newId } from '#server/domain/ids.ts';
import { storeIdsOf } from '#server/stores/stores.ts';
import { maxViews, type ViewedList } from './rules/saved-view.ts';

export type SavedView = typeof savedViews.$inferSelect;

/** Whose views of what. */
export interface ViewScope {
  readonly merchantId: string;
  readonly storeId: string;
  readonly list: ViewedList;
}

const ofList = ({ merchantId, storeId, list }: ViewScope) =>
  and(eq(savedViews.merchantId, merchantId), eq(savedViews.storeId, storeId), eq(savedViews.list, list));

/** The account's views of one list, as they were made. */
export const listViews = (tx: Tx, scope: ViewScope): Promise<SavedView[]> =>
  tx.select().from(savedViews).where(ofList(scope)).orderBy(asc(savedViews.createdAt), asc(savedViews.id));

export const nameTaken = () => new ApiError(400, 'A view with this name exists already', 'resource');
export const tooManyViews = () => new ApiError(400, `At most ${maxViews} views can be kept of a list`, 'resource');

/** Keeps a filter under a new name; 400 where the name is taken, or there are as many as may be. Lock the store first. */
export async function insertView(tx: Tx, scope: ViewScope, name: string, query: string, now: Date): Promise<SavedView> {
  const [kept] = await tx.select({ views: count() }).from(savedViews).where(ofList(scope));
  if ((kept?.views ?? 0) >= maxViews) throw tooManyViews();
  const [view] = await tx
    .insert(savedViews)
    .values({ id: newId(), ...scope, name, query, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning();
  if (!view) throw nameTaken();
  return view;
}

/** One of the account's views of a store that it is a member of, locked; 404 `View not found` otherwise. */
export async function lockView(tx: Tx, merchantId: string, id: string): Promise<SavedView> {
  const [view] = await tx
    .select()
    .from(savedViews)
    .where(
      and(
        eq(savedViews.id, id),
        eq(savedViews.merchantId, merchantId),
        inArray(savedViews.storeId, storeIdsOf(tx, merchantId)),
      ),
    )
    .for('update');
  if (!view) throw errors.viewNotFound();
  return view;
}

/** Changes a locked view; 400 where another has the name. */
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
    .where(and(ofList(view), eq(savedViews.name, name)));
  if (other && other.id !== view.id) throw nameTaken();
  const [saved] = await tx
    .update(savedViews)
    .set({ ...changes, updatedAt: now })
    .where(and(eq(savedViews.id, view.id), eq(savedViews.merchantId, view.merchantId)))
    .returning();
  if (!saved) throw errors.viewNotFound();
  return saved;
}

/** Forgets a locked view. */
export const deleteView = async (tx: Tx, view: SavedView): Promise<void> => {
  await tx.delete(savedViews).where(and(eq(savedViews.id, view.id), eq(savedViews.merchantId, view.merchantId)));
};
