import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { expect, onTestFinished, test } from 'vitest';
import { openEmbedded } from './embedded.ts';
import { knownMigrations, migrate } from './migrate.ts';
import { explainUnreachable } from './unreachable.ts';

async function newDatabase() {
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-migrate-'));
  const { url, release } = await openEmbedded(folder, { durable: false });
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  onTestFinished(async () => {
    await sql.end();
    await release();
    await rm(folder, { recursive: true, force: true });
  });
  return { url, sql };
}

test('refuses a database with a migration that it does not know, and leaves it as it is', async () => {
  const { url, sql } = await newDatabase();
  await migrate(url);
  const [row] = await sql`select count(*)::int as applied from drizzle.__drizzle_migrations`;
  expect(row?.applied).toBe(knownMigrations.length);
  const later = Date.UTC(2099, 0, 2);
  await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', ${later})`;
  await expect(migrate(url)).rejects.toThrow(
    'The database has a migration of 2099-01-02T00:00:00.000Z that this version of Counterfoil does not know: ' +
      'start the version that made it, or a newer one',
  );
});

test('names host and port, and never the password, of a server that is not there', async () => {
  await expect(migrate('postgres://shop:hidden%40word@127.0.0.1:1/shop')).rejects.toThrow(
    /^The database at 127\.0\.0\.1:1 cannot be reached: nothing listens there\. Is PostgreSQL running, and DATABASE_URL right\?$/,
  );
  await expect(migrate('postgres://shop:hidden@localhost:1/shop')).rejects.toThrow(
    /^The database at localhost:1 cannot/,
  );
});

test('says what a server that answers refuses', async () => {
  const { url } = await newDatabase();
  const { host } = new URL(url);
  await expect(migrate(url.replace(/:[^:@]+@/, ':wrong@'))).rejects.toThrow(
    `The database at ${host} refuses the password. Is DATABASE_URL right?`,
  );
  await expect(migrate(url.replace(/\/\w+$/, '/elsewhere'))).rejects.toThrow(
    `The database at ${host} has no database of that name. Is DATABASE_URL right?`,
  );
});

test('names every host of an address, with the usual port', () => {
  const error = Object.assign(new Error(), { code: 'ENOTFOUND' });
  const explained = explainUnreachable(error, 'postgres://shop:a@b@one.example,two.example:5433/shop') as Error;
  expect(explained.message).toContain('The database at one.example:5432, two.example:5433 cannot be reached');
});
