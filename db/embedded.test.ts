import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import postgres from 'postgres';
import { afterAll, expect, test } from 'vitest';
import { openEmbedded } from './embedded.ts';
import { isAlive } from './process-lock.mjs';

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-embedded-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await sql.unsafe<Row[]>(text);
  } finally {
    await sql.end();
  }
}

async function startUser(note: string) {
  const child = spawn(process.execPath, ['server/testing/databases/database-user.ts', folder, note], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return {
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

const serverPid = () => Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
const watchdog = () => readFileSync(join(folder, 'postgres.run', 'watchdog'), 'utf8');
const isRunning = () => readdirSync(join(folder, 'postgres')).includes('postmaster.pid');

async function untilStopped() {
  for (let waited = 0; isRunning() && waited < 10_000; waited += 20) await sleep(20);
  expect(isRunning()).toBe(false);
}

test('opens a real database in UTF-8, with a password that only its owner can read', async () => {
  const { url, release } = await openEmbedded(folder, { durable: false });
  const [row] = await query(
    url,
    `select current_database() as name, pg_encoding_to_char(encoding) as encoding,
    datlocale as locale from pg_database where datname = current_database()`,
  );
  expect(row).toEqual({ name: 'counterfoil', encoding: 'UTF8', locale: 'C.UTF-8' });
  expect(statSync(join(folder, 'postgres.password')).mode & 0o777).toBe(0o600);
  await expect(query(url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow('password authentication failed');
  await release();
  expect(isRunning()).toBe(false);
});

test('listens on a Unix socket, unless its path would be too long', async () => {
  const { url, socketUrl, release } = await openEmbedded(folder, { durable: false });
  expect(new URL(socketUrl)).toMatchObject({ hostname: encodeURIComponent(join(realpathSync(folder), 'postgres')) });
  const client = new pg.Client({ connectionString: socketUrl });
  await client.connect();
  expect((await client.query('select inet_server_addr() as address')).rows).toEqual([{ address: null }]);
  await client.end();
  expect(url).toContain('@127.0.0.1:');
  await release();

  const deep = await openEmbedded(join(folder, 'a'.repeat(100)), { durable: false });
  expect(deep.socketUrl).toBe(deep.url);
  await deep.release();
});

test('starts without a socket where none can be created', async () => {
  const { url, interrupt, restart, release } = await openEmbedded(folder, { durable: false });
  await interrupt('SIGINT');
  mkdirSync(join(folder, 'postgres', `.s.PGSQL.${new URL(url).port}`));
  await restart();
  expect(await query(url, 'show unix_socket_directories')).toEqual([{ unix_socket_directories: '' }]);
  await release();
});

test('opens again without delay', async () => {
  const started = performance.now();
  const { release } = await openEmbedded(folder);
  expect(performance.now() - started).toBeLessThan(8_000);
  await release();
});

test('serves several users at once, and stops with the last', async () => {
  const [first, second] = await Promise.all([openEmbedded(folder), openEmbedded(folder)]);
  expect(second.url).toBe(first.url);
  await first.release();
  await first.release();
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await second.release();
  expect(isRunning()).toBe(false);
});

test('keeps every committed row of a killed user, and stops without it', async () => {
  const user = await startUser('from a killed process');
  await user.kill();
  await untilStopped();
  const { url, release } = await openEmbedded(folder);
  expect(await query(url, 'select note from notes')).toEqual([{ note: 'from a killed process' }]);
  await release();
});

test('keeps running for the others when one user is killed', async () => {
  const embedded = await openEmbedded(folder);
  const user = await startUser('from another');
  await user.kill();
  await sleep(200);
  expect(await query(embedded.url, 'select count(*)::int as count from notes')).toEqual([{ count: 2 }]);
  await embedded.release();
  expect(isRunning()).toBe(false);
});

test('uses a server that was left running without its watchdog, and still stops it', async () => {
  const user = await startUser('before the watchdog was killed');
  const pid = serverPid();
  process.kill(Number.parseInt(watchdog(), 10), 'SIGKILL');
  await user.kill();
  await sleep(100);
  expect(isRunning()).toBe(true);
  const { url, release } = await openEmbedded(folder);
  expect(serverPid()).toBe(pid);
  expect(await query(url, 'select count(*)::int as count from notes')).toEqual([{ count: 3 }]);
  await release();
  expect(isRunning()).toBe(false);
  expect(isAlive(watchdog())).toBe(false);
});

test('recovers from a killed server', async () => {
  const user = await startUser('before the server was killed');
  process.kill(serverPid(), 'SIGKILL');
  await user.kill();
  const { url, release } = await openEmbedded(folder);
  expect(await query(url, 'select count(*)::int as count from notes')).toEqual([{ count: 4 }]);
  await release();
});

test('restarts at its address when a process has the ID that a killed server left in the lock of its socket', async () => {
  const { url, socketUrl, restart, release } = await openEmbedded(folder, { durable: false });
  process.kill(serverPid(), 'SIGKILL');
  const other = spawn('sleep', ['60']);
  writeFileSync(join(folder, 'postgres', `.s.PGSQL.${new URL(url).port}.lock`), `${other.pid}\n`);
  await restart();
  other.kill();
  const client = new pg.Client({ connectionString: socketUrl });
  await client.connect();
  await client.end();
  await release();
});
