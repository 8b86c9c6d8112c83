/** Statements over the rows of a scope whose text is always the same: built once for each form that a scope can have. */
import { type Placeholder, sql } from 'drizzle-orm';
import type { Database, Tx } from '../../db/client.ts';
import { type Complete, fixedStatement } from '../../db/fixed-statement.ts';
import type { ReadScope } from './listing.ts';

type Built<Rows> = ReturnType<typeof fixedStatement<Rows>>;

/**
 * `build` is given the scope with a place for each of its values, and makes its own places for others
 * (`sql.placeholder('name')`). What else changes the text is in `form`, and has to be one of a few.
 */
export function scopedStatement<Rows, Form extends object = object>(
  build: (db: Database, scope: ReadScope, form: Form) => Complete<Rows>,
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
      statement = fixedStatement((db) => build(db, placesOf(scope), form));
      known.set(key, statement);
    }
    return statement(tx, { ...values, buyerIdentity, ...(isOneStore ? { storeId: storeIds[0] } : { storeIds }) });
  };
}

/** The conditions that are made of a scope take places for its values as they take the values. */
function placesOf({ environment, storeIds, buyerIdentity, onSaleOnly }: ReadScope): ReadScope {
  const places: Record<keyof Pick<ReadScope, 'storeIds' | 'buyerIdentity'>, Placeholder | Placeholder[] | undefined> = {
    storeIds: storeIds.length === 1 ? [sql.placeholder('storeId')] : sql.placeholder('storeIds'),
    buyerIdentity: buyerIdentity === undefined ? undefined : sql.placeholder('buyerIdentity'),
  };
  return { environment, onSaleOnly, ...places } as unknown as ReadScope;
}
