/**
 * The columns and keys of every merchant's table. A key is the id and the merchant, and references contain both, so
 * that no row refers to another merchant's row (docs/architecture/data.md).
 */
import { getTableName } from 'drizzle-orm';
import { type AnyPgColumn, foreignKey, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { environment } from './columns.ts';
import { storeDirectory } from './store-directory.ts';

/** The merchant, the store and the environment of a row. */
export const tenant = () => ({ ...owner(), environment: environment() });

/** The merchant and the store of a row that applies to both environments. */
export const owner = () => ({
  merchantId: uuid('merchant_id').notNull(),
  storeId: uuid('store_id')
    .notNull()
    .references(() => storeDirectory.storeId),
});

interface Keyed {
  readonly id: AnyPgColumn;
  readonly merchantId: AnyPgColumn;
}

export const keyOf = ({ id, merchantId }: Keyed) => primaryKey({ columns: [id, merchantId] });

/** A reference by `column` to another row of the same merchant. */
export const refersTo = ({ merchantId }: Pick<Keyed, 'merchantId'>, column: AnyPgColumn, to: Keyed) =>
  foreignKey({
    name: `${getTableName(column.table)}_${column.name}_fk`,
    columns: [column, merchantId],
    foreignColumns: [to.id, to.merchantId],
  });
