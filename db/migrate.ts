/** Migrates a database to the newest schema. */
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import type { ClientBase } from 'pg';
import { placeTable } from './distribution/distribute.ts';
import { isDistributed, isDistributionUnfinished } from './distribution/distribution.ts';
import journal from './migrations/meta/_journal.json' with { type: 'json' };
import { projectRoot } from './project-root.ts';
import { inTransaction, withClient } from './single-client.ts';

export const migrationsFolder = join(projectRoot, 'db/migrations');
/** An arbitrary number shared by all instances. */
export const migrationLock = 7_262_101;

/**
 * The creation times of this version's migrations in milliseconds, oldest first. A database records those it has
 * applied.
 */
export const knownMigrations: readonly number[] = journal.entries.map(({ when }) => when);

/** The last migration that the baseline replaces: docs/decisions/baseline-migration.md. */
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

/** The database is newer than this version. */
export class UnknownMigration extends Error {
  override name = 'UnknownMigration';

  constructor(madeAt: number) {
    super(
      `The database contains a migration of ${new Date(madeAt).toISOString()} that this version of Counterfoil does not know: ` +
        'start the version that created it, or a newer one',
    );
  }
}

/** References between tables are missing. */
export class UnfinishedDistribution extends Error {
  override name = 'UnfinishedDistribution';

  constructor() {
    super('The distribution of the database is not finished: run `counterfoil database distribute` again');
  }
}

/**
 * Applies the migrations in `db/migrations` that the database at `url` lacks. Any number of instances may start at
 * once: one applies them under an advisory lock, the others wait and find nothing to do. Throws if the database is
 * unreachable, has an unknown migration or is older than the baseline, or if a migration fails. A failed run changes
 * nothing.
 */
export async function migrate(url: string): Promise<void> {
  // One connection: the lock belongs to the session that does the work, and ends with it.
  await withClient(url, 'counterfoil-migrate', async (client) => {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    if (await isDistributionUnfinished(client)) throw new UnfinishedDistribution();
    const applied = await readMigrations(client);
    await adoptReplaced(client);
    if (await isDistributed(client)) await applyDistributed(client, applied, migrationsFolder);
    else await applyMigrations(drizzle(client), { migrationsFolder });
  });
}

/**
 * Applies the missing migrations of a folder to a distributed database. A new table is placed at once, because Citus
 * allows no reference from a local table to a distributed one.
 */
export async function applyDistributed(
  client: ClientBase,
  applied: readonly number[],
  migrationsFolder: string,
): Promise<void> {
  for (const { sql, hash, folderMillis } of readMigrationFiles({ migrationsFolder })) {
    if (applied.includes(folderMillis)) continue;
    await inTransaction(client, async () => {
      for (const statement of sql) {
        await client.query(statement);
        const [, table] = /^\s*create (?:unlogged )?table "(\w+)" \(/i.exec(statement) ?? [];
        if (table) await placeTable(client, table);
      }
      await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
        hash,
        folderMillis,
      ]);
    });
  }
}

/**
 * The migrations of a database, with the replaced ones as the baseline. Throws {@link UnknownMigration} or {@link
 * OlderThanBaseline}.
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

/** The same migrations with the replaced ones as the baseline; undefined if the last replaced one is missing. */
export function countAsBaseline(applied: readonly number[]): number[] | undefined {
  const remaining = applied.filter((madeAt) => madeAt > lastReplacedMigration);
  if (remaining.length === applied.length) return remaining;
  return applied.includes(lastReplacedMigration) ? [...knownMigrations.slice(0, 1), ...remaining] : undefined;
}

/** Replaces the records of the replaced migrations by the baseline's. The schema is the same. */
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
