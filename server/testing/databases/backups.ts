/** Makes and restores backups. Everything created here is deleted at the end of the test. */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGunzip, gzipSync } from 'node:zlib';
import postgres from 'postgres';
import { expect, inject, onTestFinished } from 'vitest';
import { headerFile, manifestFile } from '#server/cli/backup/format.ts';
import { readTar, tarEnd, tarFile } from '#server/cli/backup/tar.ts';
import { runCommand } from '../command-line.ts';
import { readTables } from './catalog.ts';

/** The URL of another database on the test server. */
export const databaseUrlFor = (pathname: string): string =>
  Object.assign(new URL(inject('emptyDatabaseUrl')), { pathname }).href;

/** Creates a database without tables. */
export async function emptyDatabase(owner?: string): Promise<string> {
  const onServer = postgres(databaseUrlFor('postgres'), { max: 1, onnotice: () => {} });
  const name = `empty_${randomUUID().replaceAll('-', '')}`;
  await onServer.unsafe(`create database ${name}${owner === undefined ? '' : ` owner ${owner}`}`);
  onTestFinished(async () => {
    await onServer.unsafe(`drop database ${name} with (force)`);
    await onServer.end();
  });
  return databaseUrlFor(name);
}

export function connect(url: string) {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  onTestFinished(() => client.end());
  return client;
}

/** A digest of the rows of each table except counters. */
export async function contentOf(client: postgres.Sql) {
  const content: Record<string, string> = {};
  for (const { name } of await readTables(client)) {
    if (name === 'rate_limits') continue;
    const [row] = await client.unsafe(
      `select md5(coalesce(string_agg(t::text, e'\\n' order by t::text), '')) as digest from "${name}" as t`,
    );
    content[name] = String(row?.digest);
  }
  return content;
}

/** Backs up a database and returns the file's path. */
export async function backUp(url: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'backup.tar.gz');
  const { code, stdout, stderr } = await runCommand(['backup', '--to', path], url);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain(`Backup written to ${path}`);
  return path;
}

/** Restores a backup and returns the command's output. */
export async function restore(path: string, url: string): Promise<string> {
  const { code, stdout, stderr } = await runCommand(['restore', path], url);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

/** Copies a backup with other migrations in its header. Returns the file's path. */
export async function withMigrations(path: string, migrations: readonly number[]): Promise<string> {
  const parts: Buffer[] = [];
  const asJson = (value: unknown) => Buffer.from(JSON.stringify(value));
  let digest = '';
  for await (const { name, content } of readTar(createReadStream(path).pipe(createGunzip()))) {
    let changed = content;
    if (name === headerFile) {
      changed = asJson({ ...JSON.parse(content.toString()), migrations });
      digest = createHash('sha256').update(changed).digest('hex');
    }
    if (name === manifestFile) {
      const manifest = JSON.parse(content.toString());
      changed = asJson({ ...manifest, files: { ...manifest.files, [headerFile]: digest } });
    }
    parts.push(...tarFile({ name, content: changed }, new Date(0)));
  }
  const file = `${path}-${randomUUID()}`;
  await writeFile(file, gzipSync(Buffer.concat([...parts, tarEnd()])));
  return file;
}
