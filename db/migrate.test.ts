import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import postgres from 'postgres';
import { expect, onTestFinished, test } from 'vitest';
import { readTables } from '#server/testing/databases/catalog.ts';
import { databaseAtMigration } from '#server/testing/databases/database-at-migration.ts';
import { openEmbedded } from './embedded.ts';
import { knownMigrations, lastReplacedMigration, migrate } from './migrate.ts';
import { withClient } from './single-client.ts';
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

async function setMigrations(sql: postgres.Sql, madeAt: readonly number[]) {
  await sql`delete from drizzle.__drizzle_migrations`;
  for (const when of madeAt)
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('replaced', ${when})`;
}

const readMarkers = async (sql: postgres.Sql): Promise<number[]> =>
  (await sql`select created_at from drizzle.__drizzle_migrations order by created_at`).map((row) =>
    Number(row.created_at),
  );

test('rejects a database with an unknown migration and leaves it unchanged', async () => {
  const { url, sql } = await newDatabase();
  await migrate(url);
  const [row] = await sql`select count(*)::int as applied from drizzle.__drizzle_migrations`;
  expect(row?.applied).toBe(knownMigrations.length);
  const later = Date.UTC(2099, 0, 2);
  await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', ${later})`;
  await expect(migrate(url)).rejects.toThrow(
    'The database contains a migration of 2099-01-02T00:00:00.000Z that this version of Counterfoil does not know: ' +
      'start the version that created it, or a newer one',
  );
});

test('adopts a database at the last replaced migration: keeps its rows and applies newer migrations', async () => {
  const { url, sql } = await databaseAtMigration(1);
  await setMigrations(sql, [lastReplacedMigration - 1, lastReplacedMigration]);
  await sql`insert into rate_limits values ('kept', 1, 1)`;
  await migrate(url);
  expect(await readMarkers(sql)).toEqual(knownMigrations);
  expect([...(await sql`select key from rate_limits`)]).toEqual([{ key: 'kept' }]);
  const fresh = await newDatabase();
  await migrate(fresh.url);
  expect(await readTables(sql)).toEqual(await readTables(fresh.sql));
  const hashes = (client: postgres.Sql) => client`select hash from drizzle.__drizzle_migrations order by created_at`;
  expect([...(await hashes(sql))]).toEqual([...(await hashes(fresh.sql))]);
});

test('rejects a database older than the last replaced migration and leaves it unchanged', async () => {
  const { url, sql } = await databaseAtMigration(1);
  await setMigrations(sql, [lastReplacedMigration - 1]);
  await expect(migrate(url)).rejects.toThrow(
    'The database is older than the baseline migration: run `counterfoil migrate` of git commit 3427784 on it, ' +
      'then start this version',
  );
  expect(await readMarkers(sql)).toEqual([lastReplacedMigration - 1]);
});

test('rejects a replaced database with an unknown later migration', async () => {
  const { url, sql } = await databaseAtMigration(1);
  const later = Date.UTC(2099, 0, 2);
  await setMigrations(sql, [lastReplacedMigration, later]);
  await expect(migrate(url)).rejects.toThrow('The database contains a migration of 2099-01-02T00:00:00.000Z');
  expect(await readMarkers(sql)).toEqual([lastReplacedMigration, later]);
});

test('existing API keys stay without limits', async () => {
  const { url, sql } = await databaseAtMigration(7);
  const [merchantId, id] = [randomUUID(), randomUUID()];
  await sql`insert into merchants (id, name, email, created_at, updated_at)
    values (${merchantId}, 'Ana', 'ana@example.com', now(), now())`;
  await sql`insert into api_keys (id, merchant_id, environment, nickname, public_key, fingerprint, created_at)
    values (${id}, ${merchantId}, 'prod', 'Shop', 'pem', 'SHA256:x', now())`;
  await migrate(url);
  const limits = await sql`select scopes, networks, expires_at from api_keys`;
  expect([...limits]).toEqual([{ scopes: null, networks: null, expires_at: null }]);
});

test('names host and port, and never the password, of an absent server', async () => {
  await expect(migrate('postgres://shop:hidden%40word@127.0.0.1:1/shop')).rejects.toThrow(
    /^The database at 127\.0\.0\.1:1 cannot be reached: nothing listens there\. Is PostgreSQL running, and is DATABASE_URL correct\?$/,
  );
  await expect(migrate('postgres://shop:hidden@localhost:1/shop')).rejects.toThrow(
    /^The database at localhost:1 cannot/,
  );
  await expect(migrate('postgres://shop:hidden@127.0.0.1:1,localhost:2/shop')).rejects.toThrow(
    /^The database at 127\.0\.0\.1:1, localhost:2 cannot be reached: nothing listens there/,
  );
});

test('reports the reason when a server refuses', async () => {
  const { url } = await newDatabase();
  const { host } = new URL(url);
  await expect(migrate(url.replace(/:[^:@]+@/, ':wrong@'))).rejects.toThrow(
    `The database at ${host} rejects the password. Is DATABASE_URL correct?`,
  );
  await expect(migrate(url.replace(/:[^:@]+@/, '@'))).rejects.toThrow(
    `The database at ${host} requires a password. Is DATABASE_URL correct?`,
  );
  await expect(migrate(url.replace(/\/\w+$/, '/elsewhere'))).rejects.toThrow(
    `The database at ${host} has no database of that name. Is DATABASE_URL correct?`,
  );
});

async function serve(answer: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => answer(socket.on('error', () => {})));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `postgres://shop:hidden@127.0.0.1:${(server.address() as AddressInfo).port}/shop`;
}

test('explains a server that closes the connection or does not answer', async () => {
  await expect(migrate(await serve((socket) => socket.end()))).rejects.toThrow(
    'cannot be reached: the connection was closed',
  );
  const url = await serve(() => {});
  const error = await new pg.Client({ connectionString: url, connectionTimeoutMillis: 50 })
    .connect()
    .catch((failure: unknown) => explainUnreachable(failure, url));
  expect((error as Error).message).toContain('cannot be reached: it does not respond');
});

test('a lost connection fails only its own work', async () => {
  const { url } = await newDatabase();
  const lost = withClient(url, 'lost', async (client) => {
    await client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => {});
    await client.query('select 1');
  });
  await expect(lost).rejects.toThrow('cannot be reached: the connection was closed');
});

test('names every host of a URL, with the default port', () => {
  const error = Object.assign(new Error(), { code: 'ENOTFOUND' });
  const explained = explainUnreachable(error, 'postgres://shop:a@b@one.example,two.example:5433/shop') as Error;
  expect(explained.message).toContain('The database at one.example:5432, two.example:5433 cannot be reached');
});
