/** Changes of one row: a statement for each set of columns that is written together, of which there are few, built once. */
import { and, eq, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/client.ts';
import { fixedStatement } from '#db/fixed-statement.ts';
import type { orders, payments, refunds, refundTickets } from '#db/schema/index.ts';

type Table = typeof orders | typeof payments | typeof refunds | typeof refundTickets;
type Update = ReturnType<typeof fixedStatement<object[]>>;

const known = new Map<Table, Map<string, Update>>();

/**
 * Writes those columns of a row of one store, and gives it as it is then; undefined where there is none. What is undefined
 * stays as it is.
 */
export async function updateRow<Its extends Table>(
  tx: Tx,
  table: Its,
  { id, storeId }: { readonly id: string; readonly storeId: string },
  changes: Partial<Its['$inferSelect']>,
): Promise<Its['$inferSelect'] | undefined> {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const names = given.map(([name]) => name).sort();
  const [row] = await updateOf(table, names)(tx, { ...Object.fromEntries(given), 'row id': id, 'row store': storeId });
  return row as Its['$inferSelect'] | undefined;
}

function updateOf(table: Table, names: readonly string[]): Update {
  const ofTable = known.get(table) ?? new Map<string, Update>();
  known.set(table, ofTable);
  const key = names.join();
  let update = ofTable.get(key);
  if (!update) {
    const set = Object.fromEntries(names.map((name) => [name, sql.placeholder(name)]));
    update = fixedStatement((db) =>
      db
        .update(table)
        .set(set as PgUpdateSetSource<Table>)
        .where(and(eq(table.id, sql.placeholder('row id')), eq(table.storeId, sql.placeholder('row store'))))
        .returning(),
    );
    ofTable.set(key, update);
  }
  return update;
}
