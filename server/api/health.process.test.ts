/** Health checks while the database comes and goes. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '#db/client.ts';
import { type DatabaseProxy, openDatabaseProxy } from '#server/testing/databases/database-proxy.ts';
import { newDatabase } from '#server/testing/databases/own-database.ts';
import type { TestDatabase } from '#server/testing/test-servers.ts';
import { handleRequest } from './handle.ts';

let own: TestDatabase;
let line: DatabaseProxy;
let direct: OpenDatabase;

beforeAll(async () => {
  own = await newDatabase();
  line = await openDatabaseProxy(own.url);
  direct = openDatabase(own.url, { max: 1, applicationName: 'watching' });
  Object.assign(process.env, { DATABASE_URL: line.url, APP_SECRET: 'x'.repeat(32), DATABASE_POOL: '2' });
});

afterAll(async () => {
  await line.close();
  await direct.close();
  await own.close();
});

async function ask(path: string): Promise<{ status: number; body: { errors?: { message: string }[] } }> {
  const request = { method: 'GET', url: path, headers: {}, body: new Uint8Array(), address: '192.0.2.1' };
  const { status, body } = await handleRequest(request);
  return { status, body: JSON.parse(String(body)) };
}

const readiness = async () => (await ask('/v1/health/ready')).status;
const ok = { status: 200, body: { data: { status: 'ok' } } };
const notReady = (reason: string) => ({
  status: 503,
  body: { data: null, errors: [{ message: `Not ready: ${reason}`, layer: 'gateway', code: 'not_ready' }] },
});

test('reports ready while the database answers, always live, and ready again after an outage', async () => {
  expect(await ask('/v1/health')).toEqual(ok);
  expect(await ask('/v1/health/ready')).toEqual(ok);
  await line.cut();
  await expect.poll(readiness).toBe(503);
  expect(await ask('/v1/health')).toEqual(notReady('the database does not respond'));
  expect(await ask('/v1/health/live')).toEqual(ok);
  await line.restore();
  await expect.poll(readiness).toBe(200);
});

test('reports a silent database within the timeout and does not query it again meanwhile', async () => {
  line.silence();
  await expect.poll(readiness).toBe(503);
  const began = performance.now();
  const answers = await Promise.all(Array.from({ length: 20 }, readiness));
  expect(new Set(answers)).toEqual(new Set([503]));
  expect(performance.now() - began).toBeLessThan(4000);
  const { rows: connections } = await direct.db.execute<{ count: string }>(
    sql`select count(*) from pg_stat_activity where datname = current_database() and application_name = 'counterfoil'`,
  );
  expect(Number(connections[0]?.count)).toBeLessThanOrEqual(1);
  await line.cut();
  await line.restore();
  await expect.poll(readiness).toBe(200);
});

test('reports a database with pending migrations as not ready', async () => {
  await direct.db.execute(sql`alter table drizzle.__drizzle_migrations rename to kept`);
  await direct.db.execute(sql`create table drizzle.__drizzle_migrations as select * from drizzle.kept where false`);
  await expect.poll(() => ask('/v1/health/ready')).toEqual(notReady('migrations are pending'));
  await direct.db.execute(sql`drop table drizzle.__drizzle_migrations`);
  await direct.db.execute(sql`alter table drizzle.kept rename to __drizzle_migrations`);
  await expect.poll(readiness).toBe(200);
});

test('accepts GET and HEAD, answers 405 to other methods', async () => {
  const request = { url: '/v1/health/live', headers: {}, body: new Uint8Array(), address: '192.0.2.1' };
  expect((await handleRequest({ ...request, method: 'HEAD' })).status).toBe(200);
  expect((await handleRequest({ ...request, method: 'POST' })).status).toBe(405);
});
