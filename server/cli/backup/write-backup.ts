/**
 * Writes a backup: one consistent snapshot of the database in a compressed archive. Only schema changes wait for it.
 * (docs/decisions/backup-format.md.)
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { ClientBase } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { readMigrations } from '#db/migrate.ts';
import { withClient } from '#db/single-client.ts';
import { listColumns, listParts, listSequences, listTables, settleSession } from './catalog.ts';
import {
  type BackupHeader,
  type BackupManifest,
  type BackupTable,
  backupFormat,
  headerFile,
  manifestFile,
  pathOf,
  secretFile,
  type TableName,
  tableFolder,
} from './format.ts';
import { maxFileBytes, tarEnd, tarFile } from './tar.ts';

export interface BackupSource {
  readonly url: string;
  /** The version of the program, for the archive's header. */
  readonly program: string;
  /** Undefined: the archive holds no secret. */
  readonly appSecret: string | undefined;
}

/** The contents of a backup. */
export interface BackupSummary {
  readonly tables: number;
  readonly rows: number;
}

/**
 * Writes a backup to `output`. Throws when the database is unreachable, was never migrated, or is newer than this
 * program. Output of a failed backup has no manifest, and no restore accepts it.
 */
export async function writeBackup(
  source: BackupSource,
  output: NodeJS.WritableStream,
  now: Date,
): Promise<BackupSummary> {
  const summary = { tables: 0, rows: 0 };
  await withClient(source.url, 'counterfoil-backup', async (client) => {
    const tables = await listTables(client);
    await client.query('begin isolation level repeatable read read only');
    // Before the first query, which takes the snapshot: from here on no table changes its columns or loses a month.
    if (tables.length > 0) await client.query(`lock table ${tables.map(quotedName).join(', ')} in access share mode`);
    await settleSession(client);
    const archive = Readable.from(archiveOf(client, source, now, summary));
    await pipeline(archive, createGzip(), output, { end: false });
  });
  return summary;
}

export const quotedName = ({ schema, name }: TableName): string => `${quoted(schema)}.${quoted(name)}`;

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

async function* archiveOf(
  client: ClientBase,
  { program, appSecret }: BackupSource,
  now: Date,
  summary: { tables: number; rows: number },
): AsyncGenerator<Buffer> {
  const files: Record<string, string> = {};
  function* file(name: string, content: Buffer) {
    files[name] = sha256(content);
    yield* tarFile({ name, content }, now);
  }
  const migrations = await readMigrations(client);
  if (migrations.length === 0) throw new Error('The database is empty: nothing to back up');
  const createdAt = now.toISOString();
  const header: BackupHeader = { format: backupFormat, program, createdAt, migrations, parts: await listParts(client) };
  yield* file(headerFile, asJson(header));
  if (appSecret !== undefined) yield* file(secretFile, Buffer.from(`${appSecret}\n`));
  const tables: BackupTable[] = [];
  for (const name of await listTables(client)) {
    const copied = yield* copyOf(client, name, now);
    tables.push(copied);
    summary.tables += 1;
    summary.rows += copied.rows;
  }
  const manifest: BackupManifest = { tables, sequences: await readSequences(client), files };
  yield* tarFile({ name: manifestFile, content: asJson(manifest) }, now);
  yield tarEnd();
}

/** A table's rows as COPY writes them, in files of equal size. */
async function* copyOf(client: ClientBase, name: TableName, now: Date): AsyncGenerator<Buffer, BackupTable> {
  const columns = await listColumns(client, name);
  const hash = createHash('sha256');
  let [rows, bytes, index] = [0, 0, 0];
  // COPY of a partitioned table by name copies nothing.
  const select = `select ${columns.map(quoted).join(', ')} from ${quotedName(name)}`;
  const stream = client.query(copyTo(`copy (${select}) to stdout`));
  for await (const content of inPieces(stream, maxFileBytes)) {
    hash.update(content);
    bytes += content.length;
    rows += countLines(content);
    index += 1;
    const path = `${tableFolder}${pathOf(name)}/${String(index).padStart(6, '0')}.copy`;
    yield* tarFile({ name: path, content }, now);
  }
  return { ...name, columns, rows, bytes, sha256: hash.digest('hex') };
}

/** The bytes of a stream in buffers of `size`; the last may be smaller. */
async function* inPieces(stream: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let [pending, length]: [Buffer[], number] = [[], 0];
  for await (const chunk of stream) {
    let rest = chunk;
    while (length + rest.length >= size) {
      const end = size - length;
      yield Buffer.concat([...pending, rest.subarray(0, end)], size);
      [pending, length, rest] = [[], 0, rest.subarray(end)];
    }
    pending.push(rest);
    length += rest.length;
  }
  if (length > 0) yield Buffer.concat(pending, length);
}

/** COPY writes a row as a line; a newline in a value is written as \n. */
function countLines(content: Buffer): number {
  let count = 0;
  for (let at = content.indexOf(10); at >= 0; at = content.indexOf(10, at + 1)) count += 1;
  return count;
}

async function readSequences(client: ClientBase): Promise<BackupManifest['sequences']> {
  const read: BackupManifest['sequences'] = [];
  for (const name of await listSequences(client)) {
    const { rows } = await client.query(`select last_value::text, is_called from ${quotedName(name)}`);
    read.push({ ...name, lastValue: String(rows[0]?.last_value), isCalled: rows[0]?.is_called === true });
  }
  return read;
}

const asJson = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
