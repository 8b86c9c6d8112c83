/** Backups, restored into empty databases. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { knownMigrations, lastReplacedMigration } from '#db/migrate.ts';
import { runCommand } from '#server/testing/command-line.ts';
import {
  backUp,
  connect,
  contentOf,
  databaseUrlFor,
  emptyDatabase,
  restore,
  withMigrations,
} from '#server/testing/databases/backups.ts';
import { readTables } from '#server/testing/databases/catalog.ts';
import { databaseAtMigration } from '#server/testing/databases/database-at-migration.ts';
import { newDatabase } from '#server/testing/databases/own-database.ts';
import type { TestDatabase } from '#server/testing/test-servers.ts';

const onServer = postgres(databaseUrlFor('postgres'), { max: 1, onnotice: () => {} });
let folder: string;
/** A database with a merchant, and its backup. */
let original: TestDatabase;
let path: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counterfoil-backup-'));
  path = join(folder, 'original.tar.gz');
  original = await newDatabase();
  await runCommand(['merchant', 'create', '--email', 'a@example.com', '--store', 'Shop'], original.url);
  expect(await runCommand(['backup', '--to', path], original.url)).toMatchObject({ code: 0, stderr: '' });
});
afterAll(async () => {
  await original.close();
  await onServer.end();
  await rm(folder, { recursive: true, force: true });
});

const refusalOf = async (args: string[], url?: string): Promise<string> => {
  const { code, stderr } = await runCommand(args, url);
  expect(code).toBeGreaterThan(0);
  expect(stderr).toMatch(/^[^\n]+\n$/);
  return stderr.trim();
};

const tablesIn = async (url: string): Promise<number> => (await readTables(connect(url))).length;

test('restores every row, monthly partitions, the archive and triggers', async () => {
  const database = await newDatabase();
  onTestFinished(() => database.close());
  const before = connect(database.url);
  await runCommand(['merchant', 'create', '--email', 'a@example.com', '--store', 'Shop'], database.url);
  await before`alter table events_until_${before.unsafe(monthLabel())} set schema archive`;
  const url = await emptyDatabase();
  await restore(await backUp(database.url), url);

  const after = connect(url);
  expect(await contentOf(after)).toEqual(await contentOf(before));
  const partsOf = (client: postgres.Sql) => client`
    select inhparent::regclass::text as parent, relnamespace::regnamespace::text as schema, relname as name,
      pg_get_expr(relpartbound, pg_class.oid) as bound
    from pg_inherits join pg_class on pg_class.oid = inhrelid where relkind = 'r' order by 1, 3`;
  expect(await partsOf(after)).toEqual(await partsOf(before));
  const rulesOf = async (client: postgres.Sql) => [
    await client`select tgrelid::regclass::text as table, tgname as name, tgenabled as enabled from pg_trigger
      where not tgisinternal order by 1, 2`,
    await client`select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition, convalidated as validated
      from pg_constraint where conrelid <> 0 order by 1, 2`,
    // Indexes of partitions have their own names.
    await client`select schemaname, tablename, regexp_replace(indexdef, 'INDEX \\S+ ON', 'INDEX ON') as definition
      from pg_indexes where schemaname in ('public', 'archive') order by 1, 2, 3`,
  ];
  expect(await rulesOf(after)).toEqual(await rulesOf(before));
  await expect(after`delete from events`).rejects.toThrow('events and the audit trail are append-only');
  await expect(after`truncate archive.events_until_${after.unsafe(monthLabel())}`).rejects.toThrow('append-only');
});

const monthLabel = (): string => new Date().toISOString().slice(0, 7).replace('-', '_');

test('restores as a role that is not a superuser', async () => {
  const role = `plain_${randomUUID().slice(0, 8)}`;
  await onServer.unsafe(`create role ${role} login password 'plain'`);
  const url = await emptyDatabase(role);
  onTestFinished(async () => void (await onServer.unsafe(`drop role if exists ${role}`).catch(() => {})));
  const asRole = Object.assign(new URL(url), { username: role, password: 'plain' }).href;
  await restore(path, asRole);
  expect(await connect(url)`select email from merchants`).toEqual([{ email: 'a@example.com' }]);
});

test('restores a backup at the last replaced migration as one at the baseline, and refuses an older one', async () => {
  const { url } = await databaseAtMigration(1);
  const at = new Date().toISOString();
  await connect(url)`insert into merchants (id, name, email, created_at, updated_at)
    values (${randomUUID()}, 'Ana', 'ana@example.com', ${at}, ${at})`;
  const path = await backUp(url);

  const into = await emptyDatabase();
  const older = await withMigrations(path, [lastReplacedMigration - 1]);
  expect(await refusalOf(['restore', older], into)).toBe(
    'The backup is older than the baseline migration: restore it with git commit 3427784, and back it up again with that commit',
  );
  expect(await tablesIn(into)).toBe(0);
  await restore(await withMigrations(path, [lastReplacedMigration - 1, lastReplacedMigration]), into);
  const restored = connect(into);
  expect(await restored`select email from merchants`).toEqual([{ email: 'ana@example.com' }]);
  const applied = await restored`select created_at from drizzle.__drizzle_migrations order by created_at`;
  expect(applied.map((row) => Number(row.created_at))).toEqual(knownMigrations);
});

test('refuses a damaged, foreign or newer backup before anything is written', async () => {
  const bytes = await readFile(path);
  const tar = gunzipSync(bytes);
  const url = await emptyDatabase();
  const variant = async (content: Buffer | string) => {
    const name = join(folder, `${randomUUID()}.tar.gz`);
    await writeFile(name, content);
    return await refusalOf(['restore', name], url);
  };
  const flipped = Buffer.from(tar);
  const inRows = tar.indexOf('tables/public.') + 600;
  flipped[inRows] = (flipped[inRows] ?? 0) ^ 1;
  expect(await variant(gzipSync(flipped))).toContain('checksums do not match');
  expect(await variant(bytes.subarray(0, bytes.length - 200))).toMatch(/damaged|incomplete/);
  expect(await variant(gzipSync(tar.subarray(0, tar.length - 1024 - 512)))).toContain('it is incomplete');
  expect(await variant('not a backup')).toContain('damaged or not a Counterfoil backup');
  expect(await refusalOf(['restore', join(folder, 'none')], url)).toContain('File not found');
  const changed = (from: string, to: string) =>
    gzipSync(Buffer.from(tar.toString('latin1').replace(from, to), 'latin1'));
  expect(await variant(changed('"format": 1', '"format": 2'))).toContain('made by a newer version');
  const newest = String(knownMigrations.at(-1));
  expect(await variant(changed(newest, newest.replace(/^1/, '9')))).toContain(
    'whose database this version does not know',
  );
  expect(await tablesIn(url)).toBe(0);
  expect((await runCommand(['restore', path, '--check'], url)).stdout).toContain('The backup is complete.');
  expect(await tablesIn(url)).toBe(0);
});

test('refuses a database with tables, another APP_SECRET, and an existing file', async () => {
  expect(await refusalOf(['restore', path], original.url)).toMatch(/^The database is not empty \(\d+ tables\)/);
  expect(await refusalOf(['backup', '--to', path], original.url)).toContain('already exists: nothing was written');
  expect(await refusalOf(['backup', '--to', join(folder, 'none', 'file')], original.url)).toContain('folder not found');
  const url = await emptyDatabase();
  expect(await refusalOf(['backup', '--to', folder], url)).toBe('The database is empty: nothing to back up');
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
  const given = process.env.APP_SECRET;
  onTestFinished(() => void Object.assign(process.env, { APP_SECRET: given }));
  process.env.APP_SECRET = 'another secret of at least thirty-two characters';
  expect(await refusalOf(['restore', path], url)).toMatch(/^APP_SECRET differs from the backup’s/);
  process.env.APP_SECRET = '';
  const secretFile = join(folder, 'secret');
  const { code, stdout } = await runCommand(['restore', path, '--secret-to', secretFile], url);
  expect([code, stdout.includes(`APP_SECRET_FILE=${secretFile}`)]).toEqual([0, true]);
  expect(stdout).not.toContain(given);
  expect([await readFile(secretFile, 'utf8'), (await stat(secretFile)).mode & 0o777]).toEqual([`${given}\n`, 0o600]);
  expect(await refusalOf(['backup', '--to', join(folder, 'no-secret')], url)).toContain('APP_SECRET is not set here');
});

test('restores a table larger than one file of the archive', async () => {
  const database = await newDatabase();
  onTestFinished(() => database.close());
  const merchant = randomUUID();
  await connect(database.url)`insert into event_heads (object_id, merchant_id, sequence)
    select gen_random_uuid(), ${merchant}, number from generate_series(1, 120000) as number`;
  // A row that is longer than one file, with a line break.
  await connect(database.url)`insert into merchants (id, name, email, created_at, updated_at)
    values (${merchant}, repeat(e'long\n', 1500000), 'ana@example.com', now(), now())`;
  const url = await emptyDatabase();
  await restore(await backUp(database.url), url);
  const [row] = await connect(url)`select count(*)::int as count, sum(sequence)::bigint as sum from event_heads`;
  expect(row).toEqual({ count: 120_000, sum: String((120_000 * 120_001) / 2) });
  expect(await contentOf(connect(url))).toEqual(await contentOf(connect(database.url)));
});
