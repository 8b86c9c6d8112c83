/**
 * Statements whose text is always the same. Drizzle builds a text anew for every call, which takes longer than all else that
 * this program does for a short statement; these are built once in a process, and each call brings its values only.
 */
import { Column, getTableColumns, is, Param, Placeholder, type Query, SQL, sql } from 'drizzle-orm';
import { PgDatabase, PgDialect, PgSession, type PgTable, type PreparedQueryConfig } from 'drizzle-orm/pg-core';
import type { SelectedFieldsOrdered } from 'drizzle-orm/pg-core/query-builders/select.types';
import type { Database, Tx } from './client.ts';
import { declareLookUp } from './look-ups.ts';

type Values = Readonly<Record<string, unknown>>;

/** What Drizzle's builders have in common once a statement is complete. */
export interface Complete<Rows> {
  prepare(name: string): { execute(): Promise<Rows> };
}

/**
 * The statement that `build` makes, with `sql.placeholder('name')` in the place of each value. In `values(…)` and `set(…)` a
 * value is written as its column has it, and one that is not given is null; anywhere else it goes to PostgreSQL as it is
 * given, and has to be. `isLookUp` says that it is one as `look-ups.ts` has it. Fields are columns, or expressions whose values are taken as PostgreSQL gives them; no left joins.
 */
export function fixedStatement<Rows>(build: (db: Database) => Complete<Rows>, { isLookUp = false } = {}) {
  let drawn: Drawn | undefined;
  return async (tx: Tx, values: Values): Promise<Rows> => {
    if (!drawn) {
      drawn = draw(() => build(drawing));
      if (isLookUp) declareLookUp(drawn.text);
    }
    const params = drawn.params.map((param) => valueFor(param, values));
    const { text, read } = drawn;
    const statement = tx._.session.prepareQuery<PreparedQueryConfig & { execute: Rows }>(
      { sql: text, params },
      undefined,
      'fixed',
      true,
      read as unknown as (rows: unknown[][]) => Rows,
    );
    return await statement.execute();
  };
}

/** For `values(…)`: a place for each of the table's columns but those that PostgreSQL fills itself. */
export function valuesFor<Table extends PgTable>(table: Table, besides: readonly (keyof Table['_']['columns'])[] = []) {
  const names = Object.keys(getTableColumns(table)).filter((name) => !besides.includes(name));
  return Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as Record<
    keyof Table['_']['columns'],
    Placeholder
  >;
}

interface Drawn {
  readonly text: string;
  readonly params: readonly unknown[];
  readonly read: (rows: unknown[][]) => unknown[];
}

/** A session without a database, which keeps what is prepared on it. */
class DrawingBoard extends PgSession {
  latest: { query: Query; fields: SelectedFieldsOrdered; joins?: Readonly<Record<string, boolean>> } | undefined;

  override prepareQuery(query: Query, fields: SelectedFieldsOrdered | undefined) {
    this.latest = { query, fields: fields ?? [] };
    const prepared = {
      setToken: () => prepared,
      set joinsNotNullableMap(joins: Readonly<Record<string, boolean>> | undefined) {
        if (Object.values(joins ?? {}).includes(false)) throw new Error('a fixed statement has no left joins');
      },
    };
    return prepared as never;
  }

  override transaction(): never {
    throw new Error('nothing is run here');
  }
}

const dialect = new PgDialect();
const board = new DrawingBoard(dialect);
const drawing = new PgDatabase(dialect, board, undefined) as unknown as Database;

function draw(build: () => Complete<unknown>): Drawn {
  build().prepare('fixed');
  const { query, fields } = board.latest ?? {};
  if (!query || !fields) throw new Error('no statement was built');
  return { text: query.sql, params: query.params, read: readerOf(fields) };
}

function valueFor(param: unknown, values: Values): unknown {
  if (is(param, Placeholder)) {
    const value = values[param.name];
    if (value === undefined) throw new Error(`no value was given for ${param.name}`);
    return value;
  }
  if (!is(param, Param) || !is(param.value, Placeholder)) return param;
  const value = values[param.value.name] ?? null;
  // Encoded, a null would be one of JSON's.
  return value === null ? null : param.encoder.mapToDriverValue(value);
}

/** Rows as objects, with what is joined in objects of its own. */
function readerOf(fields: SelectedFieldsOrdered): (rows: unknown[][]) => unknown[] {
  const columns = fields.map(({ path, field }) => {
    const [name, inner, deeper] = path;
    if (name === undefined || deeper !== undefined) throw new Error('fields are nested once at most');
    if (!is(field, Column) && !is(field, SQL) && !is(field, SQL.Aliased)) throw new Error(`${name} is no column`);
    return { name, inner, decode: is(field, Column) ? (value: unknown) => field.mapFromDriverValue(value) : undefined };
  });
  const readRow = (values: readonly unknown[]) => {
    const row: Record<string, unknown> = {};
    let place = 0;
    for (const { name, inner, decode } of columns) {
      const given = values[place++];
      const value = given === null || !decode ? given : decode(given);
      if (inner === undefined) row[name] = value;
      else if (row[name]) (row[name] as Record<string, unknown>)[inner] = value;
      else row[name] = { [inner]: value };
    }
    return row;
  };
  return (rows) => rows.map(readRow);
}
