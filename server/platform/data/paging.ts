/** Keyset pagination in both directions: a page starts where its neighbor ends. */
import { asc, type Column, desc, type SQL, sql } from 'drizzle-orm';

/** The position of a page in a URL: rows older than an id, or newer than an id. Neither: the first page. */
export interface PagePosition {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

export interface ListPage<Row> {
  readonly rows: readonly Row[];
  /** The ids at which the neighboring pages begin: its newest row, its oldest row. Undefined: no such page. */
  readonly newer: string | undefined;
  readonly older: string | undefined;
  readonly isFirst: boolean;
}

/** The page's part of a query, in addition to the list's own conditions. */
export interface PageQuery {
  readonly beyond: SQL | undefined;
  readonly inOrder: SQL[];
  readonly limit: number;
}

interface PageSource<Row> {
  readonly position: PagePosition;
  readonly limit: number;
  /** The sort columns: a time and the id as tiebreaker. An index has both. */
  readonly by: { readonly at: Column | SQL; readonly id: Column };
  readonly oldestFirst?: boolean;
  /** The sort value of the row with that id; undefined if the list has no such row. */
  readonly valueAt: (id: string) => Promise<Date | undefined>;
  /** The sort values of a row that was read. */
  readonly keyOf: (row: Row) => { readonly at: Date; readonly id: string };
  /**
   * Reads one part of the list. Returns several lists, each up to the page's limit, if no single index has the whole
   * order; they are merged here.
   */
  readonly find: (part: PageQuery) => Promise<Row[][]>;
}

/** One page of a list. An invalid or unknown position is the first page. */
export async function readListPage<Row>(source: PageSource<Row>): Promise<ListPage<Row>> {
  const { position, limit, oldestFirst = false } = source;
  const from = position.before ?? position.after;
  const at = from === undefined ? undefined : await source.valueAt(from);
  const start = from !== undefined && at ? { at, id: from } : undefined;
  const isDown = start ? position.before !== undefined : !oldestFirst;
  const isBack = isDown === oldestFirst;
  const found = await readPart(source, isDown, start);
  const isMore = found.length > limit;
  // Reached the start going back: return a full first page, including new rows.
  if (isBack && !isMore) return await readListPage({ ...source, position: {} });
  const rows = isBack ? found.slice(0, limit).reverse() : found.slice(0, limit);
  const [first, last] = [rows[0], rows.at(-1)].map((row) => row && source.keyOf(row).id);
  const beside = { back: start ? first : undefined, on: isMore || isBack ? last : undefined };
  return {
    rows,
    newer: oldestFirst ? beside.on : beside.back,
    older: oldestFirst ? beside.back : beside.on,
    isFirst: !start,
  };
}

/** The page's rows and one more, in reading order. */
async function readPart<Row>(
  { limit, by, keyOf, find }: PageSource<Row>,
  isDown: boolean,
  start: { readonly at: Date; readonly id: string } | undefined,
): Promise<Row[]> {
  const [order, sign] = isDown ? ([desc, sql.raw('<')] as const) : ([asc, sql.raw('>')] as const);
  const beyond = start && sql`(${by.at}, ${by.id}) ${sign} (${start.at.toISOString()}::timestamptz, ${start.id}::uuid)`;
  const lists = await find({ beyond, inOrder: [order(by.at), order(by.id)], limit: limit + 1 });
  if (lists.length === 1) return lists[0] ?? [];
  const upwards = (one: Row, two: Row) => {
    const [a, b] = [keyOf(one), keyOf(two)];
    return a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1);
  };
  return lists
    .flat()
    .sort((one, two) => (isDown ? upwards(two, one) : upwards(one, two)))
    .slice(0, limit + 1);
}

/** All rows of a list in batches, each read on demand, so that no transaction stays open. */
export async function* readAll<Row>(
  size: number,
  read: (position: PagePosition, limit: number) => Promise<ListPage<Row>>,
  idOf: (row: Row) => string,
): AsyncGenerator<readonly Row[], void> {
  let position: PagePosition = {};
  for (;;) {
    const { rows } = await read(position, size);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < size) return;
    position = { before: idOf(last) };
  }
}
