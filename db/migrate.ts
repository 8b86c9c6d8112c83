/**
 * Brings a database to the newest schema.
 */
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));
/** Any number will do, as long as every instance uses the same one. */
const LOCK_KEY = 7_262_101;

/**
 * Applies the migrations in `db/migrations` that the database at `url` has not seen. Any number of instances may start
 * at once: one applies them under an advisory lock, the others wait and then find nothing to do.
 * Throws when the database cannot be reached or a migration fails; a failed run leaves nothing behind.
 */
export async function migrate(url: string): Promise<void> {
  // One connection: the lock belongs to the session that does the work, and ends with it whatever happens.
  const sql = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 10 });
  try {
    await sql`select pg_advisory_lock(${LOCK_KEY}::bigint)`;
    await applyMigrations(drizzle(sql), { migrationsFolder: MIGRATIONS });
  } finally {
    await sql.end({ timeout: 5 });
  }
}
