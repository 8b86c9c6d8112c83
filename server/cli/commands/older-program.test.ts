import postgres from 'postgres';
import { expect, test } from 'vitest';
import { lastReplacedMigration } from '#db/migrate.ts';
import { runCommand } from '#server/testing/command-line.ts';
import { databaseAtMigration } from '#server/testing/databases/database-at-migration.ts';
import { newDatabase } from '#server/testing/databases/own-database.ts';

test('a program older than its database starts neither worker nor command: one line, exit 1', async () => {
  const { url, close } = await newDatabase();
  const sql = postgres(url, { max: 1 });
  await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', ${Date.UTC(2099, 0, 2)})`;
  await sql.end();
  try {
    for (const args of [['worker'], ['ledger', 'verify'], ['migrate'], ['operator', 'list']]) {
      const { code, stdout, stderr } = await runCommand(args, url);
      expect([args, code, stdout]).toEqual([args, 1, '']);
      expect(stderr).toBe(
        'The database contains a migration of 2099-01-02T00:00:00.000Z that this version of Counterfoil does not know: ' +
          'start the version that created it, or a newer one\n',
      );
    }
  } finally {
    await close();
  }
});

test('every command refuses a database older than the baseline, and `migrate` adopts one at the last replaced migration', async () => {
  const { url, sql } = await databaseAtMigration(1);
  const mark = async (madeAt: number) => {
    await sql`delete from drizzle.__drizzle_migrations`;
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('replaced', ${madeAt})`;
  };
  await mark(lastReplacedMigration - 1);
  for (const args of [['worker'], ['ledger', 'verify'], ['migrate'], ['operator', 'list']]) {
    const { code, stdout, stderr } = await runCommand(args, url);
    expect([args, code, stdout]).toEqual([args, 1, '']);
    expect(stderr).toBe(
      'The database is older than the baseline migration: run `counterfoil migrate` of git commit 3427784 on it, ' +
        'then start this version\n',
    );
  }
  await mark(lastReplacedMigration);
  expect((await runCommand(['migrate'], url)).code).toBe(0);
  expect((await runCommand(['ledger', 'verify'], url)).code).toBe(0);
});
