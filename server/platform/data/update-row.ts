/** Updates of one row, with one prepared statement per set of columns. There are few such sets. */
import { and, eq, type Placeholder } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/client.ts';
import { hotStatement, type Params } from '#db/hot-statement.ts';
import type { orders, payments, refunds, refundTickets } from '#db/schema/index.ts';

type Table = typeof orders | typeof payments | typeof refunds | typeof refundTickets;
type RowKey = { rowId: string; rowStore: string };
type Update = (tx: Tx, values: RowKey) => Promise<object[]>;

const known = new Map<Table, Map<string, Update>>();

/**
 * Updates those columns of a row of one store and returns the new row; undefined if there is none. Undefined values are
 * left unchanged.
 */
export async function updateRow<Its extends Table>(
  tx: Tx,
  table: Its,
  { id, storeId }: { readonly id: string; readonly storeId: string },
  changes: Partial<Its['$inferSelect']>,
): Promise<Its['$inferSelect'] | undefined> {
  const entries = Object.entries(changes).filter(([, value]) => value !== undefined);
  const names = entries.map(([name]) => name).sort();
  const [row] = await updateOf(table, names)(tx, { ...Object.fromEntries(entries), rowId: id, rowStore: storeId });
  return row as Its['$inferSelect'] | undefined;
}

function updateOf(table: Table, names: readonly string[]): Update {
  const ofTable = known.get(table) ?? new Map<string, Update>();
  known.set(table, ofTable);
  const key = names.join();
  let update = ofTable.get(key);
  if (!update) {
    update = hotStatement((db, params: Params<RowKey>) => {
      const byName = params as Readonly<Record<string, Placeholder>>;
      const changes = Object.fromEntries(names.map((name) => [name, byName[name]])) as PgUpdateSetSource<Table>;
      const isRow = and(eq(table.id, params.rowId), eq(table.storeId, params.rowStore));
      return db.update(table).set(changes).where(isRow).returning();
    });
    ofTable.set(key, update);
  }
  return update;
}
