/** Passes many rows as one parameter: a prepared statement for any number of rows. */
import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/**
 * `select` of complete rows with all columns, including those that PostgreSQL would fill. Values are passed as JSON.
 */
export function recordsOf<Table extends PgTable>(table: Table, rows: readonly Table['$inferSelect'][]): SQL {
  const columns = Object.entries(getTableColumns(table));
  const records = rows.map((row) => Object.fromEntries(columns.map(([name, column]) => [column.name, row[name]])));
  return sql`select * from json_populate_recordset(null::${table}, ${JSON.stringify(records)}::json)`;
}
