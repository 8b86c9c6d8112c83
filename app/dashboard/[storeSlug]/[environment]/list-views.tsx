import { ViewBar } from '#components/dashboard/lists/view-bar.tsx';
import { type ViewedList, viewQuery } from '#server/analytics/rules/saved-view.ts';
import { listViews } from '#server/analytics/saved-views.ts';
import { toShortId } from '#server/domain/ids.ts';
import type { requireScope } from '../../scope.ts';

/** The views that every list begins with: what people look for most. */
const builtIn: Readonly<Record<ViewedList, readonly (readonly [name: string, query: string])[]>> = {
  orders: [
    ['All', ''],
    ['Completed', 'status=completed'],
    ['Pending', 'status=pending'],
    ['Subscriptions', 'type=subscription'],
    ['Refunded', 'refunded=yes'],
    ['Canceled', 'status=canceled'],
    ['Expired', 'status=expired'],
  ],
  subscriptions: [
    ['All', ''],
    ['Active', 'status=active'],
    ['In trial', 'status=trialing'],
    ['Past due', 'status=past_due'],
    ['Ending', 'status=canceling'],
    ['Ended', 'status=canceled'],
  ],
  payments: [
    ['All', ''],
    ['Succeeded', 'status=succeeded'],
    ['Failed', 'status=failed'],
    ['Under way', 'status=processing&status=requires_action'],
    ['Refunded', 'refunded=yes'],
  ],
  customers: [
    ['All', ''],
    ['Came back', 'returning=yes'],
    ['Newest', 'sort=first'],
  ],
};

interface ListViewsProps {
  account: Awaited<ReturnType<typeof requireScope>>;
  list: ViewedList;
  /** The filter of the page. */
  query: string;
}

/** The views of a list: those that it has anyway, and the account's own. */
export async function ListViews({ account: { db, merchant, store, environment, base }, list, query }: ListViewsProps) {
  const views = await listViews(db, { merchantId: merchant.id, storeId: store.id, list });
  return (
    <ViewBar
      // What was being done with the views of one list is not to be seen at another.
      key={list}
      list={list}
      storeId={toShortId('STO', store.id)}
      environment={environment}
      href={`${base}/${list}`}
      query={query}
      builtIn={builtIn[list].map(([name, filter]) => ({ name, query: filter }))}
      // As it is read today: what a filter is may have changed since.
      views={views.map(({ id, name, query: kept }) => ({ id, name, query: viewQuery(list, kept) }))}
    />
  );
}
