/** Backups as tests make and restore them. What is made here is gone at the end of the test. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { expect, inject, onTestFinished } from 'vitest';
import { runCommand } from './command-line.ts';

/** Another database on the server of the tests. */
export const named = (pathname: string): string =>
  Object.assign(new URL(inject('emptyDatabaseUrl')), { pathname }).href;

/** A database without a table. */
export async function emptyDatabase(owner?: string): Promise<string> {
  const onServer = postgres(named('postgres'), { max: 1, onnotice: () => {} });
  const name = `empty_${randomUUID().replaceAll('-', '')}`;
  await onServer.unsafe(`create database ${name}${owner === undefined ? '' : ` owner ${owner}`}`);
  onTestFinished(async () => {
    await onServer.unsafe(`drop database ${name} with (force)`);
    await onServer.end();
  });
  return named(name);
}

export function connect(url: string) {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  onTestFinished(() => client.end());
  return client;
}

/** Backs a database up, and gives the file. */
export async function backUp(url: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'backup.tar.gz');
  const { code, stdout, stderr } = await runCommand(['backup', '--to', path], url);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain(`Backup written to ${path}`);
  return path;
}

/** Restores, and gives what the command said of it. */
export async function restore(path: string, url: string): Promise<string> {
  const { code, stdout, stderr } = await runCommand(['restore', path], url);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}
