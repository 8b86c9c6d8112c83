/** Several `counterfoil start` processes on one database: concurrent start and shutdown. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { freePort } from '#db/free-port.ts';
import journal from '#db/migrations/meta/_journal.json' with { type: 'json' };
import { settingNames } from '#server/platform/settings.ts';
import { testSecret } from '#server/testing/test-secret.ts';
import { ensureBuild } from '../build.ts';
import { compiledProgram } from '../build-state.mjs';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 600_000 });

const graceSeconds = 2;
const name = `start_${randomUUID().replaceAll('-', '')}`;
const named = (pathname: string): string => Object.assign(new URL(inject('emptyDatabaseUrl')), { pathname }).href;
const databaseUrl = named(name);
const onServer = postgres(named('postgres'), { max: 1, onnotice: () => {} });
const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
const running: ChildProcess[] = [];
let folder: string;

interface Instance {
  readonly process: ChildProcess;
  readonly url: string;
  readonly port: number;
}

beforeAll(async () => {
  await ensureBuild();
  folder = await mkdtemp(join(tmpdir(), 'counterfoil-start-'));
  await onServer.unsafe(`create database ${name}`);
});

afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await sql.end();
  await onServer.unsafe(`drop database if exists ${name} with (force)`);
  await onServer.end();
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<Instance> {
  const port = await freePort();
  const inherited = Object.entries(process.env).filter(([setting]) => !settingNames.includes(setting));
  const settings = {
    NODE_ENV: 'production' as const,
    DATABASE_URL: databaseUrl,
    APP_SECRET: testSecret,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: join(folder, String(port)),
    DATABASE_POOL: '5',
    SHUTDOWN_DELAY_SECONDS: String(graceSeconds),
    LOG_LEVEL: 'error',
    // Without it, TypeScript does not load.
    NODE_OPTIONS: '--no-strip-types',
  };
  const child = spawn(process.execPath, [compiledProgram, 'start', '--no-worker'], {
    env: { ...Object.fromEntries(inherited), ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  running.push(child);
  const url = `http://127.0.0.1:${port}`;
  await expect.poll(() => statusOf(url), { timeout: 90_000, interval: 100 }).toBe(200);
  return { process: child, url, port };
}

const statusOf = (url: string): Promise<number> =>
  fetch(`${url}/v1/health/ready`).then(
    ({ status }) => status,
    () => 0,
  );

let instances: Instance[];

test('two concurrent starts of the compiled program on an empty database migrate it once and create one demo', async () => {
  instances = await Promise.all([start(), start()]);
  const [migrations] = await sql`select count(*)::int as applied from drizzle.__drizzle_migrations`;
  const [demo] = await sql`select count(*)::int as merchants from merchants`;
  expect([migrations?.applied, demo?.merchants]).toEqual([journal.entries.length, 1]);
});

test('without a worker no job runs', async () => {
  const [{ there } = { there: true }] = await sql`select to_regclass('pgboss.job') is not null as there`;
  expect(there).toBe(false);
});

/** A request whose second half is sent later. */
function beginRequest(port: number) {
  const agent = new Agent({ keepAlive: true });
  const headers = { 'Content-Length': 4, 'Content-Type': 'application/json' };
  const sending = request({ port, host: '127.0.0.1', path: '/v1/none', method: 'POST', headers, agent });
  sending.write('{"');
  const answered = once(sending, 'response').then(([response]) => response as IncomingMessage);
  return { answered, finish: () => sending.end('"}') };
}

test('a stop request reports not ready, serves until its delay, completes open requests and exits', async () => {
  const [first, second] = instances as [Instance, Instance];
  const begun = beginRequest(first.port);
  expect(await statusOf(first.url)).toBe(200);
  const ended = once(first.process, 'exit');
  const began = performance.now();
  first.process.kill('SIGTERM');
  await expect.poll(() => statusOf(first.url)).toBe(503);
  const live = await fetch(`${first.url}/v1/health/live`);
  expect([live.status, live.headers.get('connection')]).toEqual([200, 'close']);
  const page = await fetch(`${first.url}/sign-in`);
  expect([page.status, page.headers.get('connection')]).toEqual([200, 'close']);
  await expect.poll(() => statusOf(first.url)).toBe(0);
  expect(performance.now() - began).toBeGreaterThan(graceSeconds * 1000 - 100);
  expect(first.process.exitCode).toBe(null);
  begun.finish();
  const answer = await begun.answered;
  answer.resume();
  expect([answer.statusCode, answer.headers.connection]).toEqual([404, 'close']);
  expect(await ended).toEqual([0, null]);
  expect(await statusOf(second.url)).toBe(200);
});

test('a second stop request exits immediately', async () => {
  const [, { process: second }] = instances as [Instance, Instance];
  const ended = once(second, 'exit');
  const began = performance.now();
  second.kill('SIGTERM');
  // Two signals within a moment count as one: npm forwards the terminal's.
  await expect.poll(() => performance.now() - began).toBeGreaterThan(500);
  second.kill('SIGTERM');
  expect(await ended).toEqual([1, null]);
});
