import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type EmbeddedDatabase, openEmbedded } from './embedded.ts';

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-keeper-'));
const cluster = join(folder, 'postgres');
const onRestart = vi.fn();
const onGivingUp = vi.fn();
let first: EmbeddedDatabase;
let second: EmbeddedDatabase;

beforeAll(async () => {
  first = await openEmbedded(folder);
  second = await openEmbedded(folder);
});

afterAll(async () => {
  await first.release();
  await second.release();
  rmSync(folder, { recursive: true, force: true });
});

const killServer = () =>
  process.kill(Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');

async function ask(text: string): Promise<unknown> {
  const sql = postgres(first.url, { max: 1, onnotice: () => {} });
  try {
    return await sql.unsafe(text);
  } catch {
    return undefined;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

test('restarts a killed server at its address with all committed data, whoever started it', async () => {
  await ask('create table notes (note text); insert into notes values ($$kept$$)');
  for (const keeper of [second, first]) {
    keeper.keepRunning({ onRestart, onGivingUp });
    onRestart.mockClear();
    killServer();
    await expect.poll(() => onRestart.mock.calls.length).toBeGreaterThan(0);
    expect(await ask('select note from notes')).toEqual([{ note: 'kept' }]);
  }
  expect(onGivingUp).not.toHaveBeenCalled();
});

test('a new user starts a stopped server at the address that others use', async () => {
  killServer();
  const third = await openEmbedded(folder);
  expect(third.url).toBe(first.url);
  await third.release();
});

test('gives up once, with the reason, if it cannot restart', async () => {
  await first.release();
  second.keepRunning({ onRestart, onGivingUp, pausesMs: [0, 10] });
  renameSync(join(cluster, 'PG_VERSION'), join(cluster, 'PG_VERSION.away'));
  killServer();
  await expect.poll(() => onGivingUp.mock.calls.length).toBe(1);
  expect(String(onGivingUp.mock.calls[0]?.[0].message)).toContain('The embedded PostgreSQL did not start');
  renameSync(join(cluster, 'PG_VERSION.away'), join(cluster, 'PG_VERSION'));
});
