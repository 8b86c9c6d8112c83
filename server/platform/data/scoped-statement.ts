/** Statements over the rows of a scope whose text is always the same: built once for each form that a scope can have. */
import { type Column, eq, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Database, Tx } from '#db/client.ts';
import { type Complete, fixedStatement } from '#db/fixed-statement.ts';
import { among, type ReadScope } from './listing.ts';

type Built<Rows> = ReturnType<typeof fixedStatement<Rows>>;

/**
 * `build` is given the scope with a place for each of its values, and makes its own places for others
 * (`sql.placeholder('name')`). What else changes the text is in `form`, and has to be one of a few.
 */
export function scopedStatement<Rows, Form extends object = object>(
  build: (db: Database, scope: ReadScope, form: Form) => Complete<Rows>,
  isLookUp: (form: Form) => boolean = () => false,
) {
  const known = new Map<string, Built<Rows>>();
  return (
    tx: Tx,
    scope: ReadScope,
    values: Readonly<Record<string, unknown>>,
    ...[form = {} as Form]: [form?: Form]
  ): Promise<Rows> => {
    const { environment, storeIds, buyerIdentity, onSaleOnly } = scope;
    const isOneStore = storeIds.length === 1;
    const key = JSON.stringify([environment, isOneStore, buyerIdentity === undefined, onSaleOnly, form]);
    let statement = known.get(key);
    if (!statement) {
      statement = fixedStatement((db) => build(db, placesOf(scope), form), { isLookUp: isLookUp(form) });
      known.set(key, statement);
    }
    return statement(tx, { ...values, buyerIdentity, ...(isOneStore ? { storeId: storeIds[0] } : { storeIds }) });
  };
}

/**
 * The rows of a scope that have these ids, or belong to what has them: `build` is given what says so of a column. Where it is
 * one id, as it mostly is, how they are found depends on nothing else (`db/look-ups.ts`); of many that is PostgreSQL's guess.
 */
export function lookUp<Rows>(
  build: (db: Database, scope: ReadScope, isThere: (column: Column) => SQL) => Complete<Rows>,
) {
  const statement = scopedStatement<Rows, { isOne: boolean }>(
    (db, scope, { isOne }) =>
      build(db, scope, (column) => (isOne ? eq(column, sql.placeholder('id')) : among(column, sql.placeholder('ids')))),
    ({ isOne }) => isOne,
  );
  return (
    tx: Tx,
    scope: ReadScope,
    ids: readonly string[],
    values: Readonly<Record<string, unknown>> = {},
  ): Promise<Rows> => statement(tx, scope, { ...values, ids, id: ids[0] }, { isOne: ids.length === 1 });
}

/** The conditions that are made of a scope take places for its values as they take the values. */
function placesOf({ environment, storeIds, buyerIdentity, onSaleOnly }: ReadScope): ReadScope {
  const places: Record<keyof Pick<ReadScope, 'storeIds' | 'buyerIdentity'>, Placeholder | Placeholder[] | undefined> = {
    storeIds: storeIds.length === 1 ? [sql.placeholder('storeId')] : sql.placeholder('storeIds'),
    buyerIdentity: buyerIdentity === undefined ? undefined : sql.placeholder('buyerIdentity'),
  };
  return { environment, onSaleOnly, ...places } as unknown as ReadScope;
}
