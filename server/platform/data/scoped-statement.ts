/** Statements over the rows of a scope whose text is always the same: built once for each form that a scope can have. */
import { type Column, eq, type SQL, sql } from 'drizzle-orm';
import type { Database, Tx } from '#db/client.ts';
import { type Complete, fixedStatement } from '#db/fixed-statement.ts';
import { among, type ReadScope, type StatementScope } from './listing.ts';

type Built<Rows> = ReturnType<typeof fixedStatement<Rows>>;

/**
 * `build` gets the scope with a parameter for each of its values, and makes parameters for other values
 * (`sql.placeholder('name')`). Whatever else changes the statement's text is in `form`, which has few variants.
 */
export function scopedStatement<Rows, Form extends object = object>(
  build: (db: Database, scope: StatementScope, form: Form) => Complete<Rows>,
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
      statement = fixedStatement((db) => build(db, parametersOf(scope), form), { isLookUp: isLookUp(form) });
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
  build: (db: Database, scope: StatementScope, isThere: (column: Column) => SQL) => Complete<Rows>,
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

/** The scope with a parameter in place of each value. */
const parametersOf = ({ environment, storeIds, buyerIdentity, onSaleOnly }: ReadScope): StatementScope => ({
  environment,
  onSaleOnly,
  storeIds: storeIds.length === 1 ? [sql.placeholder('storeId')] : sql.placeholder('storeIds'),
  buyerIdentity: buyerIdentity === undefined ? undefined : sql.placeholder('buyerIdentity'),
});
