/**
 * Statements whose text never changes. Each is built once per process and prepared once per connection; a call passes
 * only values. docs/decisions/database-driver.md has the measured gain.
 */
import { createHash } from 'node:crypto';
import { getTableColumns, getTableName, is, Param, Placeholder, type Query, type SQL, sql } from 'drizzle-orm';
import {
  PgDatabase,
  PgDialect,
  PgSession,
  type PgTable,
  type PgUpdateSetSource,
  type PreparedQueryConfig,
} from 'drizzle-orm/pg-core';
import type { SelectedFieldsOrdered } from 'drizzle-orm/pg-core/query-builders/select.types';
import type { Database, Tx } from './client.ts';

/** A placeholder for each value of a statement. */
export type Params<Values> = { readonly [Name in keyof Values & string]: Placeholder<Name, Values[Name]> };

/** The common part of Drizzle's builders once a statement is complete. */
export interface Complete<Rows> {
  prepare(name: string): { execute(): Promise<Rows> };
}

/**
 * The statement that `build` creates from its placeholders: `hotStatement((db, { id }: Params<{ id: string }>) =>
 * db.select().from(orders).where(eq(orders.id, id)))`. In `values(…)` and `set(…)` a value is encoded by its column's
 * type; elsewhere PostgreSQL gets it unchanged. Throws, instead of rejecting, if a value is undefined: see `sendAhead`.
 */
export function hotStatement<Values extends object, Rows>(
  build: (db: Database, params: Params<Values>) => Complete<Rows>,
): (tx: Tx, values: Values) => Promise<Rows> {
  let compiled: CompiledQuery | undefined;
  return (tx, values) => {
    compiled ??= compile(() =>
      build(
        compileDatabase,
        paramsNamed<Values>((name) => name),
      ),
    );
    const { text, name, fields, joins } = compiled;
    const params = compiled.params.map((param) => valueFor(param, values));
    const statement = tx._.session.prepareQuery<PreparedQueryConfig & { execute: Rows }>(
      { sql: text, params },
      fields,
      name,
      true,
    );
    return Object.assign(statement, { joinsNotNullableMap: joins }).execute();
  };
}

/** The names of a table's columns, except those that PostgreSQL fills. */
const columnNames = (table: PgTable, except: readonly string[]): string[] =>
  Object.keys(getTableColumns(table)).filter((name) => !except.includes(name));

/**
 * An insertion of any number of rows, which are one JSON parameter: the text is always the same. `computed`: expressions for
 * columns; undefined for a column that PostgreSQL fills. `joined`: joins of each row, which is called `record`.
 */
export function insertionOf(
  table: PgTable,
  records: Placeholder,
  computed: Readonly<Record<string, SQL | undefined>> = {},
  joined: SQL = sql``,
): SQL {
  const names = Object.keys(getTableColumns(table)).filter((name) => !(name in computed) || computed[name]);
  const columns = names.map((name) => sql.identifier(columnName(table, name)));
  const values = names.map((name, index) => computed[name] ?? sql`record.${columns[index]}`);
  return sql`insert into ${table} (${sql.join(columns, sql`, `)}) select ${sql.join(values, sql`, `)} from json_populate_recordset(null::${table}, ${records}::json) as record ${joined}`;
}

/** The JSON parameter of rows: their values by column. */
export const recordsIn = <Table extends PgTable>(
  table: Table,
  rows: readonly Partial<Table['$inferSelect']>[],
): string =>
  JSON.stringify(
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [columnName(table, name), value]))),
  );

const columnName = (table: PgTable, name: string): string => {
  const column = getTableColumns(table)[name];
  if (!column) throw new Error(`${getTableName(table)} has no column for ${name}`);
  return column.name;
};

/** For `values(…)`: placeholders for the table's columns, except those that PostgreSQL fills. */
export function columnsOf<Table extends PgTable, Except extends keyof Table['_']['columns'] & string = never>(
  table: Table,
  params: Params<Omit<Table['$inferSelect'], Except>>,
  ...except: readonly Except[]
) {
  const names = columnNames(table, except);
  const byName = params as Readonly<Record<string, Placeholder>>;
  return Object.fromEntries(names.map((name) => [name, byName[name]])) as typeof params;
}

/** For `set(…)`: placeholders for these columns. */
export const changesOf = <Table extends PgTable, Name extends keyof Table['$inferSelect'] & string>(
  _table: Table,
  params: Params<Pick<Table['$inferSelect'], Name>>,
  ...names: readonly Name[]
) => Object.fromEntries(names.map((name) => [name, params[name]])) as unknown as PgUpdateSetSource<Table>;

/** A complete row of the table: null for every column missing in `values`, except those that PostgreSQL fills. */
export function withNulls<Table extends PgTable, Except extends keyof Table['$inferSelect'] = never>(
  table: Table,
  values: Omit<Table['$inferInsert'], Except>,
  ...except: readonly Except[]
): Omit<Table['$inferSelect'], Except> {
  const row = values as Readonly<Record<string, unknown>>;
  const names = columnNames(table, except.map(String));
  return Object.fromEntries(names.map((name) => [name, row[name] ?? null])) as Omit<Table['$inferSelect'], Except>;
}

/** The name under which a connection prepares a statement. */
export const statementName = (text: string): string => createHash('sha1').update(text).digest('base64url');

const paramsNamed = <Values>(nameOf: (name: string) => string) =>
  new Proxy({}, { get: (_, name) => new Placeholder(nameOf(String(name))) }) as Params<Values>;

interface CompiledQuery {
  readonly text: string;
  readonly name: string;
  readonly params: readonly unknown[];
  readonly fields: SelectedFieldsOrdered | undefined;
  readonly joins: Joins | undefined;
}

type Joins = Readonly<Record<string, boolean>>;

/** A session without a database that records the prepared query. */
class CompileSession extends PgSession {
  latest: { query: Query; fields: SelectedFieldsOrdered | undefined; joins?: Joins | undefined } | undefined;

  override prepareQuery(query: Query, fields: SelectedFieldsOrdered | undefined) {
    const latest: NonNullable<typeof this.latest> = { query, fields };
    this.latest = latest;
    const prepared = {
      setToken: () => prepared,
      set joinsNotNullableMap(joins: Joins | undefined) {
        latest.joins = joins;
      },
    };
    return prepared as never;
  }

  override transaction(): never {
    throw new Error('nothing is run here');
  }
}

const dialect = new PgDialect();
const session = new CompileSession(dialect);
const compileDatabase = new PgDatabase(dialect, session, undefined) as unknown as Database;

function compile(build: () => Complete<unknown>): CompiledQuery {
  build().prepare('compiled');
  if (!session.latest) throw new Error('no statement was built');
  const { query, fields, joins } = session.latest;
  return { text: query.sql, name: statementName(query.sql), params: query.params, fields, joins };
}

function valueFor(param: unknown, values: object): unknown {
  if (is(param, Placeholder)) return requiredValue(param, values);
  if (!is(param, Param) || !is(param.value, Placeholder)) return param;
  const value = requiredValue(param.value, values);
  // The encoder would turn null into JSON's null.
  return value === null ? null : param.encoder.mapToDriverValue(value);
}

function requiredValue({ name }: Placeholder, values: object): unknown {
  const value = (values as Readonly<Record<string, unknown>>)[name];
  if (value === undefined) throw new Error(`no value was given for ${name}`);
  return value;
}
