/**
 * What every merchant's row has: whose it is, and a key that says so. The id comes first in it, so that a row is found by
 * its id alone, and the merchant after it, so that a database of several nodes can keep each merchant's rows together
 * (`sharding.ts`). References from row to row name the merchant, too: none can point at another's.
 */
import { getTableName } from 'drizzle-orm';
import { type AnyPgColumn, foreignKey, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { environment } from './columns.ts';
import { stores } from './stores.ts';

/** Whose row it is, and in which environment. */
export const tenant = () => ({ ...owner(), environment: environment() });

/** Whose row it is, where it holds for both environments. */
export const owner = () => ({
  merchantId: uuid('merchant_id').notNull(),
  storeId: uuid('store_id')
    .notNull()
    .references(() => stores.id),
});

interface Keyed {
  readonly id: AnyPgColumn;
  readonly merchantId: AnyPgColumn;
}

export const keyOf = ({ id, merchantId }: Keyed) => primaryKey({ columns: [id, merchantId] });

/** A reference by that column to another row of the same merchant's. */
export const refersTo = ({ merchantId }: Pick<Keyed, 'merchantId'>, column: AnyPgColumn, to: Keyed) =>
  foreignKey({
    name: `${getTableName(column.table)}_${column.name}_fk`,
    columns: [column, merchantId],
    foreignColumns: [to.id, to.merchantId],
  });
