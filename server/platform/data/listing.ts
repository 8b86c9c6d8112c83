/**
 * Lists: visible rows, and the SQL of a caller's filter, order and page. Each noun's queries define its own columns.
 */
import {
  and,
  asc,
  Column,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  isNotNull,
  isNull,
  like,
  lt,
  lte,
  or,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/client.ts';
import type { Environment } from '#server/domain/environments.ts';

/** The rows visible to a caller: of some stores, in one environment. */
export interface ReadScope {
  readonly environment: Environment;
  readonly storeIds: readonly string[];
  /** The merchant in the rows of each store: the one at its index in `storeIds`. */
  readonly merchantIds: readonly string[];
  /** Limits orders and payments to one customer's own. */
  readonly buyerIdentity?: string;
  /** True for callers other than the merchant: only products on sale are visible. */
  readonly onSaleOnly: boolean;
}

/** A scope as used in conditions: its values, or a statement's placeholders for them. */
export interface StatementScope extends Omit<ReadScope, 'storeIds' | 'merchantIds' | 'buyerIdentity'> {
  readonly storeIds: Values;
  readonly merchantIds: Values;
  readonly buyerIdentity?: string | Placeholder | undefined;
}

type Values = readonly (string | Placeholder)[] | Placeholder;

/** The condition that a row belongs to a store in scope. It names the merchant: one, if all stores have the same. */
export const inStores = (
  table: { readonly merchantId: Column; readonly storeId: Column },
  { merchantIds, storeIds }: Pick<StatementScope, 'merchantIds' | 'storeIds'>,
): SQL | undefined => and(isOneOf(table.storeId, storeIds), isOneOf(table.merchantId, merchantIds));

/** The condition that a row belongs to a merchant in scope, for a table whose stores another condition limits. */
export const ofMerchants = (table: { readonly merchantId: Column }, scope: Pick<StatementScope, 'merchantIds'>): SQL =>
  isOneOf(table.merchantId, scope.merchantIds);

/** The condition that a column of a table without merchants is the ID of a store in scope. */
export const amongStores = (column: Column, { storeIds }: StatementScope): SQL => isOneOf(column, storeIds);

/** The id of no row. */
const noId = '00000000-0000-0000-0000-000000000000';

/** For one value or none an equality, which an index can use, which is planned once, and which asks one node. */
function isOneOf(column: Column, values: Values): SQL {
  if (!('length' in values)) return among(column, values);
  const [only = noId, ...others] = new Set(values);
  return others.length === 0 ? eq(column, only) : among(column, values);
}

/** The stores and their merchants, as values of a {@link ReadScope}. */
export const scopeOfStores = (
  stores: readonly { readonly merchantId: string; readonly storeId: string }[],
): Pick<ReadScope, 'storeIds' | 'merchantIds'> => ({
  storeIds: stores.map(({ storeId }) => storeId),
  merchantIds: stores.map(({ merchantId }) => merchantId),
});

/** The scope's stores of each merchant. */
export const merchantsOf = (scope: ReadScope): ReadScope[] =>
  [...new Set(scope.merchantIds)].map((merchantId) => onlyStores(scope, (_, of) => of === merchantId));

/** The scope limited to some of its stores. */
export const onlyStores = (scope: ReadScope, isWanted: (storeId: string, merchantId: string) => boolean): ReadScope => {
  const stores = scope.storeIds.map((storeId, index) => ({ storeId, merchantId: scope.merchantIds[index] ?? '' }));
  return { ...scope, ...scopeOfStores(stores.filter(({ storeId, merchantId }) => isWanted(storeId, merchantId))) };
};

/** Like `inArray`, but with one array parameter: lists of any length share one prepared statement. */
export const among = (column: FilterColumn, values: readonly unknown[] | Placeholder): SQL =>
  sql`${column} = any(${sql.param(values)})`;

/** Conditions on one column, combined with and. `eq: null` matches rows without a value. */
export interface Condition {
  readonly eq?: unknown;
  readonly ne?: unknown;
  readonly in?: readonly unknown[] | null | undefined;
  readonly contains?: string | null | undefined;
  readonly startsWith?: string | null | undefined;
  readonly endsWith?: string | null | undefined;
  readonly gt?: unknown;
  readonly gte?: unknown;
  readonly lt?: unknown;
  readonly lte?: unknown;
}

export type Filter<Name extends string> = { readonly [Field in Name]?: Condition | null | undefined };

type Operator = keyof Condition;

/** A column, or an expression that has a value for each row. */
type FilterColumn = Column | SQL;

const operators: Record<Operator, (column: FilterColumn, value: never) => SQL> = {
  eq: (column, value) => (value === null ? isNull(column) : eq(column as Column, value)),
  // A row without a value differs from every value; SQL's `<>` would exclude it.
  ne: (column, value) =>
    value === null
      ? isNotNull(column)
      : sql`${column} is distinct from ${column instanceof Column ? sql.param(value, column) : value}`,
  in: among,
  contains: (column, text: string) => like(column as Column, `%${escapeLike(text)}%`),
  startsWith: (column, text: string) => like(column as Column, `${escapeLike(text)}%`),
  endsWith: (column, text: string) => like(column as Column, `%${escapeLike(text)}`),
  gt: (column, value) => gt(column as Column, value),
  gte: (column, value) => gte(column as Column, value),
  lt: (column, value) => lt(column as Column, value),
  lte: (column, value) => lte(column as Column, value),
};

/** The text escaped for LIKE, so that its wildcards match literally. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** The filter's conditions on those columns, combined with and. An operator given as null is ignored. */
export function matching<Name extends string>(
  columns: Record<Name, FilterColumn>,
  filter: Filter<Name>,
): SQL | undefined {
  const conditions: SQL[] = [];
  for (const name of Object.keys(columns) as Name[]) {
    for (const [operator, value] of Object.entries(filter[name] ?? {}) as [Operator, never][]) {
      if (value === undefined || (value === null && operator !== 'eq' && operator !== 'ne')) continue;
      conditions.push(operators[operator](columns[name], value));
    }
  }
  return and(...conditions);
}

type Names<Value extends string> = Readonly<Record<Value, readonly string[]>>;

/** The condition on stored values for a condition on their names. A value matches a positive one with any of its names. */
export const byNames = <Value extends string>(condition: Condition | null | undefined, names: Names<Value>) =>
  condition && storedValues(names, (of) => matchesNames(of, condition));

/** The condition on stored values that can be shown as a value that matches. */
export const byShown = <Value extends string>(condition: Condition | null | undefined, shown: Names<Value>) =>
  condition && storedValues(shown, (of) => of.some((value) => matchesNames([value], condition)));

function storedValues<Value extends string>(
  names: Names<Value>,
  isMatch: (of: readonly string[]) => boolean,
): Condition {
  const stored = (Object.keys(names) as Value[]).filter((value) => isMatch(names[value]));
  return stored.length === 1 ? { eq: stored[0] } : { in: stored };
}

function matchesNames(names: readonly string[], condition: Condition): boolean {
  const isMatch: Record<Operator, (value: never) => boolean> = {
    eq: (value) => names.includes(value),
    ne: (value) => !names.includes(value),
    in: (values: readonly string[]) => names.some((name) => values.includes(name)),
    contains: (text) => names.some((name) => name.includes(text)),
    startsWith: (text) => names.some((name) => name.startsWith(text)),
    endsWith: (text) => names.some((name) => name.endsWith(text)),
    gt: () => false,
    gte: () => false,
    lt: () => false,
    lte: () => false,
  };
  return (Object.entries(condition) as [Operator, never][]).every(
    ([operator, value]) =>
      value === undefined || (value === null && operator !== 'eq' && operator !== 'ne') || isMatch[operator](value),
  );
}

/** One page of a list. `after` is the id of the previous page's last row. */
export interface Page<Sort extends string> {
  readonly limit: number;
  readonly offset?: number;
  readonly after?: string | undefined;
  readonly sort: Sort;
  readonly direction: 'asc' | 'desc';
}

/** The parameters of a list query. */
export interface Listing<Name extends string, Sort extends string> {
  readonly filter: Filter<Name>;
  readonly page: Page<Sort>;
}

/** The order of a list: by a column without nulls, then by id. */
export const inOrder = ({ direction }: Pick<Page<string>, 'direction'>, sort: Column, id: Column): SQL[] =>
  direction === 'asc' ? [asc(sort), asc(id)] : [desc(sort), desc(id)];

/** The cursor is not a row that the caller can see. */
export class UnknownCursor extends Error {
  override name = 'UnknownCursor';
}

/**
 * The cursor row's value in the sort column; throws {@link UnknownCursor} if the caller cannot see the row. Undefined
 * without a cursor.
 */
export async function valueAtCursor(
  { after }: Page<string>,
  find: (id: string) => PromiseLike<{ value: unknown }[]>,
): Promise<unknown> {
  if (after === undefined) return undefined;
  const [row] = await find(after);
  if (!row) throw new UnknownCursor();
  return row.value;
}

/** The condition that a row comes after the cursor, whose sort value is given. */
export function beyond({ direction, after }: Page<string>, sort: Column, id: Column, value: unknown): SQL | undefined {
  if (after === undefined) return undefined;
  const further = direction === 'asc' ? gt : lt;
  // Redundant, but lets an index on (sort, id) start at the cursor.
  const notBefore = direction === 'asc' ? gte(sort, value) : lte(sort, value);
  return and(notBefore, or(further(sort, value), further(id, after)));
}

/** The filter and sort columns of a table's lists. */
export interface Listed<Table extends PgTable, Name extends string, Sort extends string, Long extends string = never> {
  readonly table: Table & { readonly id: Column };
  /** Large columns that a list does not read. */
  readonly leftOut?: readonly Long[];
  readonly filters: Record<Name, FilterColumn>;
  readonly sorts: Record<Sort, PgColumn>;
}

export type FilterOf<Of> = Of extends Listed<PgTable, infer Name, string, string> ? Filter<Name> : never;
export type ListingOf<Of> = Of extends Listed<PgTable, infer Name, infer Sort, string> ? Listing<Name, Sort> : never;

/**
 * One page of the rows that the caller can see; 400 for an unknown cursor. `narrow` gets the cursor's value in the sort
 * column.
 */
export async function listRows<
  Table extends PgTable,
  Name extends string,
  Sort extends string,
  Long extends string = never,
>(
  tx: Tx,
  { table, leftOut, filters, sorts }: Listed<Table, Name, Sort, Long>,
  visible: SQL | undefined,
  { filter, page }: Listing<Name, Sort>,
  narrow?: (start: unknown) => SQL | undefined,
): Promise<Omit<Table['$inferSelect'], Long>[]> {
  const rows: PgTable = table;
  const sort = sorts[page.sort];
  const start = await valueAtCursor(page, (id) =>
    tx
      .select({ value: sort })
      .from(rows)
      .where(and(visible, eq(table.id, id))),
  );
  const long: ReadonlySet<string> = new Set(leftOut);
  const columns = Object.entries(getTableColumns(rows)).filter(([name]) => !long.has(name));
  const found = await tx
    .select(Object.fromEntries(columns))
    .from(rows)
    .where(and(visible, narrow?.(start), matching(filters, filter), beyond(page, sort, table.id, start)))
    .orderBy(...inOrder(page, sort, table.id))
    .limit(page.limit)
    .offset(page.offset ?? 0);
  // The table's columns, without the ones left out.
  return found as Omit<Table['$inferSelect'], Long>[];
}

/** The number of rows that match the filter. */
export async function countRows<Name extends string>(
  tx: Tx,
  { table, filters }: Listed<PgTable, Name, string, string>,
  visible: SQL | undefined,
  filter: Filter<Name>,
): Promise<number> {
  const [row] = await tx
    .select({ rows: count() })
    .from(table as PgTable)
    .where(and(visible, matching(filters, filter)));
  return row?.rows ?? 0;
}
