/** Lists over several stores at once, each of which an index has in order, but not all of them together. */
import { and, type Column, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/client.ts';
import { beyond, inOrder, type Listed, type Listing, listRows, matching, type ReadScope } from './listing.ts';

/**
 * The same as `listRows`, of a table whose rows belong to stores. Where the caller has several, the page is put together
 * from as many rows of each: read in one go, all rows of all stores would have to be sorted for it.
 */
export function listRowsOfStores<
  Table extends PgTable,
  Name extends string,
  Sort extends string,
  Long extends string = never,
>(
  tx: Tx,
  listed: Listed<Table, Name, Sort, Long> & { readonly table: { readonly storeId: Column } },
  scope: ReadScope,
  visible: SQL | undefined,
  listing: Listing<Name, Sort>,
): Promise<Omit<Table['$inferSelect'], Long>[]> {
  // Rows that are asked for by their ids are few, wherever they belong.
  const isNarrow = 'id' in listing.filter;
  if (scope.storeIds.length < 2 || isNarrow) return listRows(tx, listed, visible, listing);
  return listRows(tx, listed, and(visible, nearest(listed, scope, visible, listing)), listing);
}

/** The condition that a row is among those of its store which the page can reach. */
function nearest<Name extends string, Sort extends string>(
  { table, filters, sorts }: Listed<PgTable, Name, Sort, string> & { readonly table: { readonly storeId: Column } },
  { storeIds }: ReadScope,
  visible: SQL | undefined,
  { filter, page }: Listing<Name, Sort>,
): SQL {
  const sort = sorts[page.sort];
  const start = sql`(select ${sort} from ${table} where ${table.id} = ${page.after ?? null})`;
  const chosen = and(
    sql`${table.storeId} = its.store_id`,
    visible,
    matching(filters, filter),
    beyond(page, sort, table.id, start),
  );
  // The cursor's own row is looked up under the same condition; that the page does not show it, its order sees to.
  const cursor = page.after === undefined ? sql`` : sql`union all select ${page.after}::uuid`;
  const order = sql.join(inOrder(page, sort, table.id), sql`, `);
  return sql`${table.id} in (
    select near.id from unnest(${sql.param([...storeIds])}::uuid[]) as its (store_id)
    cross join lateral (
      select ${table.id} from ${table} where ${chosen} order by ${order} limit ${page.limit + (page.offset ?? 0)}
    ) as near ${cursor})`;
}
