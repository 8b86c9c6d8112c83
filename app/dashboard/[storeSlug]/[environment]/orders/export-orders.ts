import type { NextRequest } from 'next/server';
import { requireScope, type ScopeParams } from '#app/dashboard/scope.ts';
import { csvFile } from '#app/dashboard/streamed-file.ts';
import { readFullOrders } from '#server/billing/orders/data/order-search.ts';
import { orderColumns, subscriptionColumns } from '#server/billing/orders/rules/order-export.ts';
import { readOrderFilter } from '#server/billing/orders/rules/order-filter.ts';
import { readAll } from '#server/platform/data/paging.ts';

const batch = 500;

/** Streams the filtered orders or subscriptions as CSV. */
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
    (page, limit) => readFullOrders(readDb, scope, filter, page, limit),
    ({ order }) => order.id,
  );
  return csvFile(`${store.slug}-${environment}-${list}.csv`, isOrders ? orderColumns : subscriptionColumns, rows);
}
