/**
 * Conditions that name the merchant. A statement on a merchant's table has one for each of its tables, also in joins: a test
 * plans every statement (server/testing/statements).
 */
import { and, type Column, eq, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { stores } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';

/** A store's rows in both environments. */
export interface StoreScope {
  readonly merchantId: string;
  readonly storeId: string;
}

/** The scope of a store's rows. Their merchant is the store's creator, not its current owner. */
export const scopeOfStore = (store: { readonly id: string; readonly merchantId: string }): StoreScope => ({
  merchantId: store.merchantId,
  storeId: store.id,
});

type Given<Scope> = { readonly [Key in keyof Scope]: Scope[Key] | Placeholder };

/** The condition that a row belongs to the store. */
export const inStore = (
  table: { readonly merchantId: Column; readonly storeId: Column },
  { merchantId, storeId }: Given<StoreScope>,
): SQL | undefined => and(eq(table.merchantId, merchantId), eq(table.storeId, storeId));

/**
 * The condition that a row, which other conditions find by its key, belongs to the store. No index serves a comparison with
 * `is true`. While the statistics of a young table are incomplete, an index of the store looks as cheap as the key, and
 * PostgreSQL would read all of the store's rows.
 */
export const checkedInStore = (
  table: { readonly merchantId: Column; readonly storeId: Column },
  { merchantId, storeId }: Given<StoreScope>,
): SQL | undefined => and(eq(table.merchantId, merchantId), sql`(${eq(table.storeId, storeId)}) is true`);

/** The condition that a row of `stores` is the store. */
export const isStore = ({
  merchantId,
  storeId,
}: Record<keyof StoreScope, string | Placeholder | Column>): SQL | undefined =>
  and(eq(stores.id, storeId), eq(stores.merchantId, merchantId));

/** The condition of a join: `stores` with the store of a row. */
export const isStoreOf = (table: { readonly merchantId: Column; readonly storeId: Column }): SQL | undefined =>
  refersTo(table, table.storeId, stores);

/** A store's rows in one environment. */
export interface EnvironmentScope extends StoreScope {
  readonly environment: Environment;
}

/** The condition that a row belongs to the store and environment. */
export const inEnvironment = (
  table: { readonly merchantId: Column; readonly storeId: Column; readonly environment: Column },
  scope: Given<EnvironmentScope>,
): SQL | undefined => and(inStore(table, scope), eq(table.environment, scope.environment));

/** A row of a store. */
export interface StoreRow extends StoreScope {
  readonly id: string;
}

/** The condition that a row is that one of the store. */
export const isRow = (
  table: { readonly id: Column; readonly merchantId: Column; readonly storeId: Column },
  row: Given<StoreRow>,
): SQL | undefined => and(eq(table.id, row.id), checkedInStore(table, row));

/** The condition of a join: `column` refers to a row of the same merchant. */
export const refersTo = (
  from: { readonly merchantId: Column },
  column: Column,
  to: { readonly id: Column; readonly merchantId: Column },
): SQL | undefined => and(eq(to.id, column), eq(to.merchantId, from.merchantId));

/**
 * Marks a statement that is meant for the rows of all merchants: a worker's search for merchants with due work, an operator's
 * view. It asks every node, so no call of a merchant, buyer or customer has one.
 */
export const everyMerchant = sql`/* every merchant */ true`;

/** The condition that a row belongs to the merchant, if it is known. */
export const ofKnownMerchant = (table: { readonly merchantId: Column }, merchantId: string | undefined): SQL =>
  merchantId === undefined ? everyMerchant : eq(table.merchantId, merchantId);
