/**
 * Brings a database to the newest schema.
 */
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import type { ClientBase } from 'pg';
import journal from './migrations/meta/_journal.json' with { type: 'json' };
import { withClient } from './single-client.ts';

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));
/** Any number will do, as long as every instance uses the same one. */
export const migrationLock = 7_262_101;

/** When each migration that this program has was made (milliseconds), oldest first: what a database notes of those it has. */
export const knownMigrations: readonly number[] = journal.entries.map(({ when }) => when);

/** The last of the migrations that the baseline replaces: docs/decisions/baseline-migration.md. */
export const lastReplacedMigration = 1_795_457_859_228;

/** The database has some of the migrations that the baseline replaces, but not the last. */
export class OlderThanBaseline extends Error {
  override name = 'OlderThanBaseline';

  constructor() {
    super(
      'The database is older than the baseline migration: run `counterfoil migrate` of git commit 3427784 on it, ' +
        'then start this version',
    );
  }
}

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
 * Throws when the database cannot be reached, has a migration that this program does not know, is older than the
 * baseline, or a migration fails; a failed run leaves nothing behind.
 */
export async function migrate(url: string): Promise<void> {
  // One connection: the lock belongs to the session that does the work, and ends with it whatever happens.
  await withClient(url, 'counterfoil-migrate', async (client) => {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await readMigrations(client);
    await adoptReplaced(client);
    await applyMigrations(drizzle(client), { migrationsFolder });
  });
}

/**
 * The migrations of a database, the replaced ones as the baseline. Throws {@link UnknownMigration} for a migration that
 * this program does not know, and {@link OlderThanBaseline}.
 */
export async function readMigrations(client: ClientBase): Promise<number[]> {
  if (!(await hasMigrationTable(client))) return [];
  const { rows } = await client.query('select created_at from drizzle.__drizzle_migrations order by created_at');
  const applied = countAsBaseline(rows.map((row) => Number(row.created_at)));
  if (!applied) throw new OlderThanBaseline();
  const unknown = applied.findLast((madeAt) => !knownMigrations.includes(madeAt));
  if (unknown !== undefined) throw new UnknownMigration(unknown);
  return applied;
}

/** The same migrations with the replaced ones as the baseline; undefined where the last of those is missing. */
export function countAsBaseline(applied: readonly number[]): number[] | undefined {
  const kept = applied.filter((madeAt) => madeAt > lastReplacedMigration);
  if (kept.length === applied.length) return kept;
  return applied.includes(lastReplacedMigration) ? [...knownMigrations.slice(0, 1), ...kept] : undefined;
}

/** Replaces the rows of the migrations that the baseline stands for by its own. The schema is the same. */
async function adoptReplaced(client: ClientBase): Promise<void> {
  if (!(await hasMigrationTable(client))) return;
  const [baseline] = readMigrationFiles({ migrationsFolder });
  if (!baseline) throw new Error('There is no baseline migration');
  await client.query(
    `with replaced as (delete from drizzle.__drizzle_migrations where created_at <= $1 returning id)
    insert into drizzle.__drizzle_migrations (hash, created_at) select $2, $3 where exists (select from replaced)`,
    [lastReplacedMigration, baseline.hash, baseline.folderMillis],
  );
}

async function hasMigrationTable(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query("select to_regclass('drizzle.__drizzle_migrations') is not null as exists");
  return rows[0]?.exists === true;
}
