/** The database on the node of a store's rows, for calls that know only the store: docs/decisions/database-nodes.md. */
import { type Database, type DatabaseSettings, database, merchantDatabase } from '#db/client.ts';
import type { StoreScope } from '#server/platform/data/merchant-scope.ts';
import { findSlugScope, findStoreScope } from './data/store-merchants.ts';

/** For a store's ID. */
export const storeDatabase = (settings: DatabaseSettings, storeId: string): Promise<Database> =>
  databaseFor(settings, (db) => findStoreScope(db, storeId));

/** For a store's slug. */
export const storefrontDatabase = (settings: DatabaseSettings, slug: string): Promise<Database> =>
  databaseFor(settings, (db) => findSlugScope(db, slug));

async function databaseFor(
  settings: DatabaseSettings,
  findScope: (db: Database) => Promise<StoreScope | undefined>,
): Promise<Database> {
  const { db } = database(settings);
  if (settings.databaseNodes.length === 0) return db;
  const scope = await findScope(db);
  return scope ? await merchantDatabase(settings, scope.merchantId) : db;
}
