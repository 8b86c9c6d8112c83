/** Pages over several stores. An index orders each store's rows, but not all stores' together. */
import { and, type Column, eq, or, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/client.ts';
import {
  beyond,
  inOrder,
  type Listed,
  type Listing,
  listRows,
  matching,
  merchantsOf,
  type ReadScope,
} from './listing.ts';

interface StoreTable {
  readonly merchantId: Column;
  readonly storeId: Column;
}

/**
 * Like `listRows`, for tables whose rows belong to stores. For several stores, reads one page's worth of rows from each
 * and merges them: a single query would have to sort all rows of all stores.
 */
export function listRowsOfStores<
  Table extends PgTable,
  Name extends string,
  Sort extends string,
  Long extends string = never,
>(
  tx: Tx,
  listed: Listed<Table, Name, Sort, Long> & { readonly table: StoreTable },
  scope: ReadScope,
  visible: SQL | undefined,
  listing: Listing<Name, Sort>,
): Promise<Omit<Table['$inferSelect'], Long>[]> {
  // Rows requested by id are few, in any number of stores.
  const isNarrow = 'id' in listing.filter;
  if (scope.storeIds.length < 2 || isNarrow) return listRows(tx, listed, visible, listing);
  // One merchant's stores at a time, so that each search is on one node.
  const narrow = (start: unknown) =>
    or(...merchantsOf(scope).map((stores) => nearest(listed, stores, visible, listing, start)));
  return listRows(tx, listed, visible, listing, narrow);
}

/** The condition that a row is among the first rows of its store, of one merchant's, that the page can contain. */
function nearest<Name extends string, Sort extends string>(
  { table, filters, sorts }: Listed<PgTable, Name, Sort, string> & { readonly table: StoreTable },
  { storeIds, merchantIds: [merchantId] }: Pick<ReadScope, 'storeIds' | 'merchantIds'>,
  visible: SQL | undefined,
  { filter, page }: Listing<Name, Sort>,
  start: unknown,
): SQL {
  const sort = sorts[page.sort];
  const chosen = and(
    sql`${table.storeId} = its.store_id`,
    eq(table.merchantId, merchantId),
    visible,
    matching(filters, filter),
    beyond(page, sort, table.id, start),
  );
  const order = sql.join(inOrder(page, sort, table.id), sql`, `);
  return sql`${table.id} in (
    select near.id from unnest(${sql.param([...storeIds])}::uuid[]) as its (store_id)
    cross join lateral (
      select ${table.id} from ${table} where ${chosen} order by ${order} limit ${page.limit + (page.offset ?? 0)}
    ) as near)`;
}
