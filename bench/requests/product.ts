/**
 * The production server on a database for measurements. Rate limits are raised, because they are not measured; other
 * settings have their defaults.
 */
import { ensureBuild } from '#server/cli/build.ts';
import { productionCommand, startProductionServer } from '#server/testing/test-servers.ts';
import { openMeasuredDatabase } from '../database.ts';
import { findProcess } from '../resources.ts';

/** The default of DATABASE_POOL, for the ceilings, too. */
export const poolSize = 20;
/** Rate limits are raised, because they are not measured. */
export const productSettings = {
  DATABASE_POOL: String(poolSize),
  DATABASE_READ_POOL: '10',
  RATE_LIMIT_API_KEY_PER_SECOND: '1000000',
  RATE_LIMIT_API_KEY_BURST: '1000000',
  RATE_LIMIT_STORE_SLUG_PER_SECOND: '1000000',
  RATE_LIMIT_PAYMENTS_PER_MINUTE: '1000000',
};

export type Product = Awaited<ReturnType<typeof startProduct>>;

/** Server, pages and worker in one process, as `npm start` runs them; the worker may be left out. */
export async function startProduct({ worker = true, durable = true } = {}) {
  await ensureBuild();
  const database = await openMeasuredDatabase({ durable });
  // For the ceiling of one statement.
  await database.sql`create schema bench`;
  await database.sql`
    create table bench.rows (id uuid primary key default uuidv7(), store_id uuid not null, name text not null)`;
  const server = await startProductionServer(database.socketUrl, { worker, settings: productSettings });
  const pid = findProcess(productionCommand({ worker }), `DATABASE_URL=${database.socketUrl}`);
  const close = async () => {
    await server.close();
    await database.close();
  };
  return { url: server.url, db: database.db, sql: database.sql, database, pid, close };
}
