/** Hot statements over the rows of a scope, built once for each form that a scope can have. */
import { type Column, eq, type SQL } from 'drizzle-orm';
import type { Database, Tx } from '#db/client.ts';
import { type Complete, hotStatement, type Params } from '#db/hot-statement.ts';
import { among, type ReadScope, type StatementScope } from './listing.ts';

/** The values of a scope that are parameters. */
interface ScopeValues {
  storeId: string | undefined;
  storeIds: readonly string[];
  merchantId: string | undefined;
  merchantIds: readonly string[];
  buyerIdentity: string | undefined;
}

/**
 * `build` gets the scope with placeholders for its values, and placeholders for further values. `form` holds everything
 * else that changes the statement's text; it must have few variants.
 */
export function scopedStatement<Rows, Values extends object, Form extends object = object>(
  build: (db: Database, scope: StatementScope, params: Params<Values>, form: Form) => Complete<Rows>,
) {
  const known = new Map<string, (tx: Tx, values: Values & ScopeValues) => Promise<Rows>>();
  return (tx: Tx, scope: ReadScope, values: Values, ...[form = {} as Form]: [form?: Form]): Promise<Rows> => {
    const { environment, storeIds, merchantIds, buyerIdentity, onSaleOnly } = scope;
    const forms = [hasOne(storeIds), hasOne(merchantIds), buyerIdentity === undefined, onSaleOnly, form];
    const key = JSON.stringify([environment, ...forms]);
    const statement =
      known.get(key) ??
      hotStatement((db, params: Params<Values & ScopeValues>) =>
        build(db, parametersOf(scope, params as unknown as Params<ScopeValues>), params as Params<Values>, form),
      );
    known.set(key, statement);
    const [[storeId], [merchantId]] = [storeIds, merchantIds];
    return statement(tx, { ...values, buyerIdentity, storeIds, storeId, merchantIds, merchantId });
  };
}

/**
 * Rows of a scope with one of these ids, or that belong to such a row. `build` gets the condition for a column. A
 * single id has its own statement, which PostgreSQL plans once, because the plan does not depend on the id.
 */
export function lookUp<Rows, Values extends object = object>(
  build: (
    db: Database,
    scope: StatementScope,
    isThere: (column: Column) => SQL,
    params: Params<Values>,
  ) => Complete<Rows>,
) {
  type Ids = { id: string | undefined; ids: readonly string[] };
  const statement = scopedStatement((db, scope, params: Params<Values & Ids>, { isSingle }: { isSingle: boolean }) => {
    const { id, ids } = params as unknown as Params<Ids>;
    const isThere = (column: Column) => (isSingle ? eq(column, id) : among(column, ids));
    return build(db, scope, isThere, params as Params<Values>);
  });
  return (
    tx: Tx,
    scope: ReadScope,
    ids: readonly string[],
    ...[values = {} as Values]: object extends Values ? [values?: Values] : [values: Values]
  ): Promise<Rows> => statement(tx, scope, { ...values, ids, id: ids[0] }, { isSingle: ids.length === 1 });
}

const hasOne = (values: readonly string[]): boolean => new Set(values).size === 1;

/** The scope with a placeholder in place of each value. */
const parametersOf = (
  { environment, storeIds, merchantIds, buyerIdentity, onSaleOnly }: ReadScope,
  params: Params<ScopeValues>,
): StatementScope => ({
  environment,
  onSaleOnly,
  storeIds: hasOne(storeIds) ? [params.storeId] : params.storeIds,
  merchantIds: hasOne(merchantIds) ? [params.merchantId] : params.merchantIds,
  buyerIdentity: buyerIdentity === undefined ? undefined : params.buyerIdentity,
});
