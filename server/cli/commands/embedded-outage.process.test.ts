/** A `counterfoil start` process whose embedded database is killed under load. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createPrivateKey, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openEmbedded } from '#db/embedded.ts';
import { freePort } from '#db/free-port.ts';
import { settingNames } from '#server/platform/settings.ts';
import { signedHeaders } from '#server/testing/api.ts';
import { ensureBuild } from '../build.ts';
import { compiledProgram } from '../build-state.mjs';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 600_000 });

const path = '/v1/actions/store/create-store';
const folder = mkdtempSync(join(tmpdir(), 'counterfoil-outage-'));
const cluster = join(folder, 'postgres');
let environment: NodeJS.ProcessEnv;
let url: string;
let server: ChildProcess;
let printed = '';
let signing: Pick<Parameters<typeof signedHeaders>[3], 'merchantId' | 'key'>;

beforeAll(async () => {
  await ensureBuild();
  const port = await freePort();
  const inherited = Object.entries(process.env).filter(([setting]) => !settingNames.includes(setting));
  environment = {
    ...Object.fromEntries(inherited),
    NODE_ENV: 'production',
    DATA_DIR: folder,
    PORT: String(port),
    DEMO: 'off',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_API_KEY_PER_SECOND: '1000',
  };
  url = `http://127.0.0.1:${port}`;
  server = spawn(process.execPath, [compiledProgram, 'start'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const output of [server.stdout, server.stderr]) {
    output?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  await vi.waitUntil(async () => (await health()) === 200, { timeout: 120_000, interval: 100 });
  const created = ['merchant', 'create', '--email', 'owner@example.com', '--store', 'First', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, [compiledProgram, ...created], {
    env: environment,
  });
  const { merchantId, keys } = JSON.parse(stdout);
  signing = { merchantId, key: createPrivateKey(keys.test.privateKey) };
});

afterAll(async () => {
  if (server.exitCode === null) {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

const statusOf = (path: string): Promise<number> =>
  fetch(`${url}${path}`).then(
    ({ status }) => status,
    () => 0,
  );
const health = () => statusOf('/v1/health');

const killDatabase = () =>
  process.kill(Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');

async function ask(name: string, key: string) {
  const body = JSON.stringify({ name });
  const headers = { 'Content-Type': 'application/json', 'X-Idempotency-Key': key };
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { ...headers, ...signedHeaders('POST', path, body, signing) },
    body,
  });
  const { data } = (await response.json()) as { data: { store: { id: string } } | null };
  return { status: response.status, retryAfter: response.headers.get('retry-after'), id: data?.store.id };
}

test('a database killed under load restarts within seconds, without a 500, and with every acknowledged write exactly once', async () => {
  const statuses = new Map<string, number>();
  const written = new Map<string, string>();
  const over = new AbortController();
  const client = async () => {
    while (!over.signal.aborted) {
      const [name, key] = [`Store ${randomUUID()}`, randomUUID()];
      for (;;) {
        const { status, retryAfter, id } = await ask(name, key);
        const kind = status === 503 ? `503 after ${retryAfter}` : String(status);
        statuses.set(kind, (statuses.get(kind) ?? 0) + 1);
        if (id !== undefined) written.set(name, id);
        if (status === 200) break;
        await sleep(100);
      }
    }
  };
  const clients = Array.from({ length: 4 }, client);
  await expect.poll(() => written.size).toBeGreaterThan(5);
  killDatabase();
  await expect.poll(() => statuses.get('503 after 2') ?? 0).toBeGreaterThan(0);
  await expect.poll(health, { timeout: 30_000 }).toBe(200);
  const before = written.size;
  await expect.poll(() => written.size).toBeGreaterThan(before + 5);
  over.abort();
  await Promise.all(clients);
  expect([...statuses.keys()].filter((kind) => !['200', '409', '503 after 2'].includes(kind))).toEqual([]);
  expect(await storesIn()).toEqual(new Set(['First', ...written.keys()]));
  expect(printed).toContain('the embedded PostgreSQL stopped and was restarted');
  const lines = printed.split('\n').filter((line) => line.startsWith('{') && JSON.parse(line).level >= 50);
  expect(lines.length, lines.join('\n')).toBeLessThan(6);
});

/** The names of all stores, read from the database. */
async function storesIn(): Promise<Set<string>> {
  const { url: databaseUrl, release } = await openEmbedded(folder);
  const sql = postgres(databaseUrl, { max: 1 });
  const rows = await sql<{ name: string }[]>`select name from stores`;
  await sql.end();
  await release();
  const names = rows.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  return new Set(names);
}

test('the process exits with one line when the database cannot restart', async () => {
  const ended = once(server, 'exit');
  printed = '';
  renameSync(join(cluster, 'PG_VERSION'), join(cluster, 'PG_VERSION.away'));
  killDatabase();
  await expect.poll(() => statusOf('/v1/health/ready')).toBe(503);
  // Next's pages too answer 503, not 500.
  const page = await fetch(`${url}/sign-in`);
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await page.text()).toContain('Back in a moment');
  expect(await statusOf('/docs')).toBe(200);
  expect(await ended).toEqual([1, null]);
  const lines = printed.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
  expect(lines).toEqual([
    expect.stringMatching(/^The embedded PostgreSQL died and cannot restart: .*\(see .*postgres\.log\)$/),
  ]);
});
