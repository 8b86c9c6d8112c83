/** The database on the node of a store's rows, for calls that know only the store: docs/decisions/database-nodes.md. */
import { type Database, type DatabaseSettings, database, merchantDatabase } from '#db/client.ts';
import { findMerchantOf, findStoreScope, recallMerchant } from './data/store-merchants.ts';

/** For a store's ID. */
export const storeDatabase = (settings: DatabaseSettings, storeId: string): Promise<Database> =>
  databaseFor(settings, async (db) => (await findStoreScope(db, storeId))?.merchantId);

/** For a store's slug. A slug that moved to another merchant's store may lead to the former one's node for a call. */
export const storefrontDatabase = (settings: DatabaseSettings, slug: string): Promise<Database> =>
  databaseFor(settings, async (db) => recallMerchant(slug) ?? (await findMerchantOf(db, slug)));

async function databaseFor(
  settings: DatabaseSettings,
  findMerchant: (db: Database) => Promise<string | undefined>,
): Promise<Database> {
  const { db } = database(settings);
  if (settings.databaseNodes.length === 0) return db;
  const merchantId = await findMerchant(db);
  return merchantId === undefined ? db : await merchantDatabase(settings, merchantId);
}
