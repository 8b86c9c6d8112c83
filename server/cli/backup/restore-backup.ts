/** Puts a backup into an empty database: all of it in one transaction, or nothing. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import postgres from 'postgres';
import { migrationLock, migrationsFolder } from '#db/migrate.ts';
import { explainUnreachable } from '#db/unreachable.ts';
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
 * Restores a checked backup, and brings it to the newest schema. `beforeCommit` is called when everything is in place; what it
 * throws undoes all of it. Needs a role that may make tables, not a superuser. Throws where the database is not empty.
 */
export async function restoreBackup(backup: CheckedBackup, url: string, beforeCommit: () => void): Promise<Restored> {
  const sql = postgres(url, {
    max: 1,
    onnotice: () => {},
    connect_timeout: 10,
    connection: { application_name: 'counterfoil-restore' },
  });
  try {
    const restored = await sql.begin(async (tx) => {
      await settleSession(tx);
      await tx`select pg_advisory_xact_lock(${migrationLock}::bigint)`;
      const count = await countTables(tx);
      if (count > 0) throw new Error(`The database is not empty (${count} tables): restore into an empty one`);
      const done = await restoreIn(tx, backup);
      beforeCommit();
      return done;
    });
    await sql`analyze`.simple();
    return restored;
  } catch (error) {
    throw explainUnreachable(error, url);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function restoreIn(tx: postgres.TransactionSql, backup: CheckedBackup): Promise<Restored> {
  const { header, manifest } = backup;
  const migrations = readMigrationFiles({ migrationsFolder });
  const [older, newer] = [migrations.slice(0, header.migrations.length), migrations.slice(header.migrations.length)];
  await tx.unsafe('create schema if not exists drizzle').simple();
  await tx
    .unsafe('create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)')
    .simple();
  for (const migration of older) await applyMigration(tx, migration);
  const existing = new Set((await listTables(tx)).map(pathOf));
  const tables = manifest.tables.filter((table) => existing.has(pathOf(table)));
  const leftOut = manifest.tables.map(pathOf).filter((path) => !existing.has(path));
  const foreignKeys = await dropForeignKeys(tx);
  await rebuildParts(tx, header.parts);
  // Numbers, heads and the outbox are in the backup: no trigger makes them a second time.
  for (const table of tables) await tx.unsafe(`alter table ${quotedName(table)} disable trigger user`).simple();
  await copyRows(tx, backup.path, tables);
  for (const table of tables) await tx.unsafe(`alter table ${quotedName(table)} enable trigger user`).simple();
  for (const statement of foreignKeys) await tx.unsafe(statement).simple();
  for (const { lastValue, isCalled, ...name } of manifest.sequences) {
    if (!existing.size || (await isMissing(tx, quotedName(name)))) continue;
    await tx`select setval(${quotedName(name)}::regclass, ${lastValue}::bigint, ${isCalled})`;
  }
  for (const migration of newer) await applyMigration(tx, migration);
  return { tables: tables.length, rows: tables.reduce((sum, { rows }) => sum + rows, 0), leftOut };
}

async function isMissing(tx: postgres.TransactionSql, name: string): Promise<boolean> {
  const [row] = await tx`select to_regclass(${name}) is null as missing`;
  return row?.missing === true;
}

/** As drizzle's own migrator does it, which only works in a transaction of its own. */
async function applyMigration(tx: postgres.TransactionSql, { sql, hash, folderMillis }: MigrationMeta): Promise<void> {
  for (const statement of sql) await tx.unsafe(statement).simple();
  await tx`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`;
}

/** Removes them, so that tables come in any order; gives the statements that make them again, each checking all rows. */
async function dropForeignKeys(tx: postgres.TransactionSql): Promise<string[]> {
  const keys = await tx<{ table: string; name: string; definition: string }[]>`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conparentid = 0 order by conrelid::regclass::text, conname`;
  for (const { table, name } of keys) await tx.unsafe(`alter table ${table} drop constraint ${name}`).simple();
  return keys.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`);
}

async function copyRows(tx: postgres.TransactionSql, path: string, tables: readonly BackupTable[]): Promise<void> {
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
    const into = await tx.unsafe(`copy ${quotedName(table)} (${columns}) from stdin`).writable();
    await pipeline(Readable.from(rows()), into);
  }
}
