/** Many rows as one parameter: any number of them is one statement, which is prepared. */
import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/**
 * `select` of all columns of rows that are given whole; what PostgreSQL fills itself has to be given, too. Values are
 * written as JSON writes them, times and numbers among them.
 */
export function recordsOf<Table extends PgTable>(table: Table, rows: readonly Table['$inferSelect'][]): SQL {
  const columns = Object.entries(getTableColumns(table));
  const records = rows.map((row) => Object.fromEntries(columns.map(([name, column]) => [column.name, row[name]])));
  return sql`select * from json_populate_recordset(null::${table}, ${JSON.stringify(records)}::json)`;
}
