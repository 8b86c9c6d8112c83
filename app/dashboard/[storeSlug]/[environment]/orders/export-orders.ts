import type { NextRequest } from 'next/server';
import { orderColumns, subscriptionColumns } from '../../../../../server/domain/order-export.ts';
import { readOrderFilter } from '../../../../../server/domain/order-filter.ts';
import { readWholeOrders } from '../../../../../server/queries/order-search.ts';
import { readAll } from '../../../../../server/queries/paging.ts';
import { requireScope, type ScopeParams } from '../../../scope.ts';
import { csvFile } from '../../../streamed-file.ts';

const batch = 500;

/** All orders of a list that its filter lets through, read as fast as they are taken. */
export async function exportOrders(
  { nextUrl }: NextRequest,
  params: Promise<ScopeParams>,
  list: 'orders' | 'subscriptions',
): Promise<Response> {
  const { readDb, scope, store, environment } = await requireScope(params, `/${list}`);
  const isOrders = list === 'orders';
  const { filter } = readOrderFilter(nextUrl.searchParams, isOrders ? undefined : 'subscription');
  const rows = readAll(
    batch,
    (place, limit) => readWholeOrders(readDb, scope, filter, place, limit),
    ({ order }) => order.id,
  );
  return csvFile(`${store.slug}-${environment}-${list}.csv`, isOrders ? orderColumns : subscriptionColumns, rows);
}
