/** Updates of one row, with one prepared statement per set of columns. There are few such sets. */
import { getTableColumns, getTableName, type Placeholder, type SQL, sql, type WithSubquery } from 'drizzle-orm';
import type { PgColumn, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/client.ts';
import { hotStatement, type Params, recordsIn } from '#db/hot-statement.ts';
import type { orders, payments, refunds, refundTickets } from '#db/schema/index.ts';
import { sendAhead } from '#db/session.ts';
import { isRow } from '#server/platform/data/merchant-scope.ts';

type Table = typeof orders | typeof payments | typeof refunds | typeof refundTickets;
type RowKey = { rowId: string; rowMerchant: string; rowStore: string };
type Update = (tx: Tx, values: RowKey) => Promise<unknown>;

const known = new Map<Table, Map<string, Update>>();

/** A row that is written in the same statement, before the updated row that refers to it. */
export interface RowBefore {
  /** Names the statement. */
  readonly name: string;
  readonly build: (
    db: Tx,
    params: Readonly<Record<string, Placeholder>>,
  ) => { readonly row: WithSubquery; readonly changes: Readonly<Record<string, SQL>> };
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Updates those columns of a locked row. Returns the row with them, without waiting for the database: see `sendAhead`. A sale
 * then waits for its commit only, during which it blocks other purchases of the buyer. The returned row lacks what `before`
 * changes. If the row does not exist, the transaction fails.
 */
export async function updateRow<Its extends Table>(
  tx: Tx,
  table: Its,
  row: Its['$inferSelect'],
  changes: Partial<Its['$inferSelect']>,
  before?: RowBefore,
): Promise<Its['$inferSelect']> {
  const names = Object.keys(changes).sort();
  const key = { rowId: row.id, rowMerchant: row.merchantId, rowStore: row.storeId };
  await sendAhead(tx, updateOf(table, names, before), { ...changes, ...before?.values, ...key });
  return { ...row, ...changes };
}

/**
 * Updates several rows of a merchant in one statement, all in the same columns. Throws if a row does not exist. Does not
 * wait for a lock: the caller has locked the rows.
 */
export async function updateRows<Its extends Table>(
  tx: Tx,
  table: Its,
  rows: readonly ({ readonly id: string; readonly merchantId: string } & Partial<Its['$inferSelect']>)[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const names = Object.keys(first).sort();
  const values = { merchantId: first.merchantId, records: recordsIn(table, rows) };
  const { rowCount } = await updatesOf(table, names)(tx, values);
  if (rowCount !== rows.length)
    throw new Error(`${rows.length} rows of ${getTableName(table)} were to change, ${rowCount} did`);
}

type RowChanges = { merchantId: string; records: string };
type Updates = (tx: Tx, values: RowChanges) => Promise<{ rowCount: number | null }>;
const knownUpdates = new Map<string, Updates>();

function updatesOf(table: Table, names: readonly string[]): Updates {
  const key = `${getTableName(table)} ${names.join()}`;
  const known = knownUpdates.get(key);
  if (known) return known;
  const columns: Readonly<Record<string, PgColumn>> = getTableColumns(table);
  const used = names.map((name) => columns[name] as PgColumn);
  const name = (column: PgColumn) => sql.identifier(column.name);
  const types = used.map((column) => sql`${name(column)} ${sql.raw(column.getSQLType())}`);
  const isKey = (column: PgColumn) => column === table.id || column === table.merchantId;
  const changes = used
    .filter((column) => !isKey(column))
    .map((column) => sql`${name(column)} = changed.${name(column)}`);
  const updates = hotStatement((db, { merchantId, records }: Params<RowChanges>) => {
    const statement = sql`
      update ${table} set ${sql.join(changes, sql`, `)}
      from json_to_recordset(${records}::json) as changed(${sql.join(types, sql`, `)})
      where ${table.id} = changed.id and ${table.merchantId} = ${merchantId}`;
    return { prepare: () => db.execute(statement) };
  });
  knownUpdates.set(key, updates);
  return updates;
}

function updateOf(table: Table, names: readonly string[], before: RowBefore | undefined): Update {
  const ofTable = known.get(table) ?? new Map<string, Update>();
  known.set(table, ofTable);
  const key = [before?.name, ...names].join();
  let update = ofTable.get(key);
  if (!update) {
    update = hotStatement((db, params: Params<RowKey>) => {
      const byName = params as Readonly<Record<string, Placeholder>>;
      const changes = Object.fromEntries(names.map((name) => [name, byName[name]])) as PgUpdateSetSource<Table>;
      const row = { id: params.rowId, merchantId: params.rowMerchant, storeId: params.rowStore };
      const written = before?.build(db, byName);
      const changed = db.$with('changed').as(
        db
          .update(table)
          .set({ ...changes, ...written?.changes })
          .where(isRow(table, row))
          .returning({ id: table.id }),
      );
      // Without the row, the division by zero ends the transaction.
      return db
        .with(...(written ? [written.row] : []), changed)
        .select({ rows: sql`1 / count(*)` })
        .from(changed);
    });
    ofTable.set(key, update);
  }
  return update;
}
