/** Lists that people leaf through, either way: a page begins where the one beside it ends, however long the list is. */
import { asc, type Column, desc, type SQL, sql } from 'drizzle-orm';

/** Where a page lies, as its address says it: the rows older than one, or the rows newer than one. Neither: the first. */
export interface Place {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** One page of a list. */
export interface Leaf<Row> {
  readonly rows: readonly Row[];
  /** The ids that the pages beside it begin at: of its newest row, of its oldest. Undefined: nothing is there. */
  readonly newer: string | undefined;
  readonly older: string | undefined;
  /** Whether it is where the list begins. */
  readonly isFirst: boolean;
}

/** What one query of a page is to ask for, beside what the list asks for anyway. */
export interface Part {
  readonly beyond: SQL | undefined;
  readonly inOrder: SQL[];
  readonly limit: number;
}

interface Leafing<Row> {
  readonly place: Place;
  readonly limit: number;
  /** What the list is ordered by, and the id that tells equals apart: an index has both. */
  readonly by: { readonly at: Column | SQL; readonly id: Column };
  readonly oldestFirst?: boolean;
  /** What that row of the list holds there; undefined where it has no such row. */
  readonly valueAt: (id: string) => Promise<Date | undefined>;
  /** The same of a row that was read. */
  readonly keyOf: (row: Row) => { readonly at: Date; readonly id: string };
  /**
   * Reads a part of the list, as several lists where no one index has all of it in order: each is read as far as the page
   * goes, and they are put together here.
   */
  readonly find: (part: Part) => Promise<Row[][]>;
}

/** One page of a list. A place that is none, or whose row is gone or somebody else's, is the list's beginning. */
export async function readLeaf<Row>(leafing: Leafing<Row>): Promise<Leaf<Row>> {
  const { place, limit, oldestFirst = false } = leafing;
  const from = place.before ?? place.after;
  const at = from === undefined ? undefined : await leafing.valueAt(from);
  const start = from !== undefined && at ? { at, id: from } : undefined;
  const isDown = start ? place.before !== undefined : !oldestFirst;
  const isBack = isDown === oldestFirst;
  const found = await readPart(leafing, isDown, start);
  const isMore = found.length > limit;
  // Back where the list begins: the page is a whole one, whatever has been added since.
  if (isBack && !isMore) return await readLeaf({ ...leafing, place: {} });
  const rows = isBack ? found.slice(0, limit).reverse() : found.slice(0, limit);
  const [first, last] = [rows[0], rows.at(-1)].map((row) => row && leafing.keyOf(row).id);
  const beside = { back: start ? first : undefined, on: isMore || isBack ? last : undefined };
  return {
    rows,
    newer: oldestFirst ? beside.on : beside.back,
    older: oldestFirst ? beside.back : beside.on,
    isFirst: !start,
  };
}

/** So many rows and one more, in the order of reading. */
async function readPart<Row>(
  { limit, by, keyOf, find }: Leafing<Row>,
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

/** All rows of a list, so many at a time, each read when it is asked for: no transaction is kept open meanwhile. */
export async function* readAll<Row>(
  size: number,
  read: (place: Place, limit: number) => Promise<Leaf<Row>>,
  idOf: (row: Row) => string,
): AsyncGenerator<readonly Row[], void> {
  let place: Place = {};
  for (;;) {
    const { rows } = await read(place, size);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < size) return;
    place = { before: idOf(last) };
  }
}
