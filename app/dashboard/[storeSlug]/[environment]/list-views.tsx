import { ViewBar } from '#components/dashboard/lists/view-bar.tsx';
import { type ViewedList, viewQuery } from '#server/analytics/rules/saved-view.ts';
import { listViews } from '#server/analytics/saved-views.ts';
import { toShortId } from '#server/domain/ids.ts';
import type { requireScope } from '../../scope.ts';

/** The built-in views of each list. */
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
    ['Trialing', 'status=trialing'],
    ['Past due', 'status=past_due'],
    ['Canceling', 'status=canceling'],
    ['Canceled', 'status=canceled'],
  ],
  payments: [
    ['All', ''],
    ['Succeeded', 'status=succeeded'],
    ['Failed', 'status=failed'],
    ['Processing', 'status=processing&status=requires_action'],
    ['Refunded', 'refunded=yes'],
  ],
  customers: [
    ['All', ''],
    ['Returning', 'returning=yes'],
    ['Newest', 'sort=first'],
  ],
};

interface ListViewsProps {
  account: Awaited<ReturnType<typeof requireScope>>;
  list: ViewedList;
  /** The filter of the page. */
  query: string;
}

/** The views of a list: the built-in ones and those that the account has saved. */
export async function ListViews({ account: { db, merchant, store, environment, base }, list, query }: ListViewsProps) {
  const views = await listViews(db, { merchantId: merchant.id, storeId: store.id, list });
  return (
    <ViewBar
      // Drops the state of another list's views.
      key={list}
      list={list}
      storeId={toShortId('STO', store.id)}
      environment={environment}
      href={`${base}/${list}`}
      query={query}
      builtIn={builtIn[list].map(([name, filter]) => ({ name, query: filter }))}
      // Parses each saved query with the current filter rules, which may have changed since.
      views={views.map(({ id, name, query: saved }) => ({ id, name, query: viewQuery(list, saved) }))}
    />
  );
}
