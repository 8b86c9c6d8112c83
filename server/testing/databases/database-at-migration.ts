/** Databases at an earlier migration, to test how later migrations change their rows. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import postgres from 'postgres';
import { onTestFinished } from 'vitest';
import { openEmbedded } from '#db/embedded.ts';
import { withClient } from '#db/single-client.ts';

/** Creates a database with the first `count` migrations. */
export async function databaseAtMigration(count: number) {
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-migrations-'));
  const { url, release } = await openEmbedded(join(folder, 'data'), { durable: false });
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  onTestFinished(async () => {
    await sql.end();
    await release();
    await rm(folder, { recursive: true, force: true });
  });
  const migrations = join(folder, 'migrations');
  await cp(join(import.meta.dirname, '../../../db/migrations'), migrations, { recursive: true });
  const journal = join(migrations, 'meta/_journal.json');
  const allMigrations = JSON.parse(await readFile(journal, 'utf8'));
  /** Applies further migrations, up to `total`. */
  const migrateTo = async (total: number) => {
    await writeFile(journal, JSON.stringify({ ...allMigrations, entries: allMigrations.entries.slice(0, total) }));
    await withClient(url, 'migrations', (client) => applyMigrations(drizzle(client), { migrationsFolder: migrations }));
  };
  await migrateTo(count);
  return { url, sql, migrateTo };
}
