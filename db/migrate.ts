/**
 * Brings a database to the newest schema.
 */
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import journal from './migrations/meta/_journal.json' with { type: 'json' };
import { explainUnreachable } from './unreachable.ts';

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));
/** Any number will do, as long as every instance uses the same one. */
export const migrationLock = 7_262_101;

/** When each migration that this program has was made (milliseconds), oldest first: what a database notes of those it has. */
export const knownMigrations: readonly number[] = journal.entries.map(({ when }) => when);

/** The program is older than the database. */
export class UnknownMigration extends Error {
  override name = 'UnknownMigration';

  constructor(madeAt: number) {
    super(
      `The database has a migration of ${new Date(madeAt).toISOString()} that this version of Counterfoil does not know: ` +
        'start the version that made it, or a newer one',
    );
  }
}

/**
 * Applies the migrations in `db/migrations` that the database at `url` has not seen. Any number of instances may start
 * at once: one applies them under an advisory lock, the others wait and then find nothing to do.
 * Throws when the database cannot be reached, has a migration that this program does not know, or a migration fails; a
 * failed run leaves nothing behind.
 */
export async function migrate(url: string): Promise<void> {
  // One connection: the lock belongs to the session that does the work, and ends with it whatever happens.
  const sql = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 10 });
  try {
    await sql`select pg_advisory_lock(${migrationLock}::bigint)`;
    await readMigrations(sql);
    await applyMigrations(drizzle(sql), { migrationsFolder });
  } catch (error) {
    throw explainUnreachable(error, url);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** The migrations that a database has; throws {@link UnknownMigration} for one that this program does not. */
export async function readMigrations(sql: postgres.ISql): Promise<number[]> {
  const [table] = await sql`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`;
  if (!table?.exists) return [];
  const rows = await sql`select created_at from drizzle.__drizzle_migrations order by created_at`;
  const applied = rows.map((row) => Number(row.created_at));
  const unknown = applied.findLast((madeAt) => !knownMigrations.includes(madeAt));
  if (unknown !== undefined) throw new UnknownMigration(unknown);
  return applied;
}
