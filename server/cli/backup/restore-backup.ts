/** Restores a backup into an empty database, in one transaction. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrationLock, migrationsFolder } from '#db/migrate.ts';
import { withClient } from '#db/single-client.ts';
import { countTables, listTables, settleSession } from './catalog.ts';
import { type BackupTable, pathOf } from './format.ts';
import { rebuildParts } from './parts.ts';
import { type CheckedBackup, readRows } from './read-backup.ts';
import { quoted, quotedName } from './write-backup.ts';

export interface Restored {
  readonly tables: number;
  readonly rows: number;
  /** Tables in the backup that are not Counterfoil's. */
  readonly leftOut: readonly string[];
}

/**
 * Restores a verified backup and migrates it to the newest schema. `beforeCommit` is called before the commit; its
 * error rolls everything back. Needs a role that may create tables, not a superuser. Throws when the database is not
 * empty.
 */
export async function restoreBackup(backup: CheckedBackup, url: string, beforeCommit: () => void): Promise<Restored> {
  return await withClient(url, 'counterfoil-restore', async (client) => {
    await client.query('begin');
    await settleSession(client);
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    const count = await countTables(client);
    if (count > 0) throw new Error(`The database is not empty (${count} tables): restore into an empty one`);
    const restored = await restoreIn(client, backup);
    beforeCommit();
    await client.query('commit');
    await client.query('analyze');
    return restored;
  });
}

async function restoreIn(client: ClientBase, backup: CheckedBackup): Promise<Restored> {
  const { header, manifest } = backup;
  const migrations = readMigrationFiles({ migrationsFolder });
  const [older, newer] = [migrations.slice(0, header.migrations.length), migrations.slice(header.migrations.length)];
  await client.query('create schema if not exists drizzle');
  await client.query(
    'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
  for (const migration of older) await applyMigration(client, migration);
  const existing = new Set((await listTables(client)).map(pathOf));
  const tables = manifest.tables.filter((table) => existing.has(pathOf(table)));
  const leftOut = manifest.tables.map(pathOf).filter((path) => !existing.has(path));
  const foreignKeys = await dropForeignKeys(client);
  await rebuildParts(client, header.parts);
  // The backup contains what the triggers write: numbers, heads and the outbox.
  for (const table of tables) await client.query(`alter table ${quotedName(table)} disable trigger user`);
  await copyRows(client, backup.path, tables);
  for (const table of tables) await client.query(`alter table ${quotedName(table)} enable trigger user`);
  for (const statement of foreignKeys) await client.query(statement);
  for (const { lastValue, isCalled, ...name } of manifest.sequences) {
    if (!existing.size || (await isMissing(client, quotedName(name)))) continue;
    await client.query('select setval($1::regclass, $2, $3)', [quotedName(name), lastValue, isCalled]);
  }
  for (const migration of newer) await applyMigration(client, migration);
  return { tables: tables.length, rows: tables.reduce((sum, { rows }) => sum + rows, 0), leftOut };
}

async function isMissing(client: ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query('select to_regclass($1) is null as missing', [name]);
  return rows[0]?.missing === true;
}

/** Like drizzle's migrator, which only works in its own transaction. */
async function applyMigration(client: ClientBase, { sql, hash, folderMillis }: MigrationMeta): Promise<void> {
  for (const statement of sql) await client.query(statement);
  await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
    hash,
    folderMillis,
  ]);
}

/**
 * Drops the foreign keys, so that tables can be loaded in any order. Returns the statements that recreate and validate
 * them.
 */
async function dropForeignKeys(client: ClientBase): Promise<string[]> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conparentid = 0 order by conrelid::regclass::text, conname`,
  );
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  return keys.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`);
}

async function copyRows(client: ClientBase, path: string, tables: readonly BackupTable[]): Promise<void> {
  const byPath = new Map(tables.map((table) => [pathOf(table), table]));
  const files = readRows(path);
  let next = await files.next();
  while (!next.done) {
    const { table: name } = next.value;
    const table = byPath.get(name);
    async function* rows() {
      for (; !next.done && next.value.table === name; next = await files.next()) yield next.value.content;
    }
    if (!table) {
      for await (const _ of rows());
      continue;
    }
    const columns = table.columns.map(quoted).join(', ');
    const into = client.query(copyFrom(`copy ${quotedName(table)} (${columns}) from stdin`));
    await pipeline(Readable.from(rows()), into);
  }
}
