/**
 * A backup: everything a database keeps, as of one moment, in one compressed archive. Nothing waits for it but changes to
 * tables themselves. (docs/decisions/backup-format.md.)
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import postgres from 'postgres';
import { readMigrations } from '#db/migrate.ts';
import { explainUnreachable } from '#db/unreachable.ts';
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

/** What a backup holds. */
export interface BackupSummary {
  readonly tables: number;
  readonly rows: number;
}

/**
 * Writes a backup to `output`. Throws when the database cannot be reached, has never been migrated, or is newer than this
 * program; what has been written by then has no manifest, and no restore accepts it.
 */
export async function writeBackup(
  source: BackupSource,
  output: NodeJS.WritableStream,
  now: Date,
): Promise<BackupSummary> {
  const sql = postgres(source.url, {
    max: 1,
    onnotice: () => {},
    connect_timeout: 10,
    connection: { application_name: 'counterfoil-backup' },
  });
  const summary = { tables: 0, rows: 0 };
  try {
    const tables = await listTables(sql);
    await sql.begin('isolation level repeatable read read only', async (tx) => {
      // Before the first query, which takes the snapshot: no table changes its columns or loses a month from there on.
      if (tables.length > 0)
        await tx.unsafe(`lock table ${tables.map(quotedName).join(', ')} in access share mode`).simple();
      await settleSession(tx);
      const archive = Readable.from(archiveOf(tx, source, now, summary));
      await pipeline(archive, createGzip(), output, { end: false });
    });
  } catch (error) {
    throw explainUnreachable(error, source.url);
  } finally {
    await sql.end({ timeout: 1 });
  }
  return summary;
}

export const quotedName = ({ schema, name }: TableName): string => `${quoted(schema)}.${quoted(name)}`;

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

async function* archiveOf(
  tx: postgres.TransactionSql,
  { program, appSecret }: BackupSource,
  now: Date,
  summary: { tables: number; rows: number },
): AsyncGenerator<Buffer> {
  const files: Record<string, string> = {};
  function* file(name: string, content: Buffer) {
    files[name] = sha256(content);
    yield* tarFile({ name, content }, now);
  }
  const migrations = await readMigrations(tx);
  if (migrations.length === 0) throw new Error('The database is empty: there is nothing to back up');
  const createdAt = now.toISOString();
  const header: BackupHeader = { format: backupFormat, program, createdAt, migrations, parts: await listParts(tx) };
  yield* file(headerFile, asJson(header));
  if (appSecret !== undefined) yield* file(secretFile, Buffer.from(`${appSecret}\n`));
  const tables: BackupTable[] = [];
  for (const name of await listTables(tx)) {
    const copied = yield* copyOf(tx, name, now);
    tables.push(copied);
    summary.tables += 1;
    summary.rows += copied.rows;
  }
  const manifest: BackupManifest = { tables, sequences: await readSequences(tx), files };
  yield* tarFile({ name: manifestFile, content: asJson(manifest) }, now);
  yield tarEnd();
}

/** A table's rows as COPY writes them, in files of equal size. */
async function* copyOf(tx: postgres.TransactionSql, name: TableName, now: Date): AsyncGenerator<Buffer, BackupTable> {
  const columns = await listColumns(tx, name);
  const hash = createHash('sha256');
  let [rows, bytes, index] = [0, 0, 0];
  let [pending, pendingBytes]: [Buffer[], number] = [[], 0];
  function* flush() {
    index += 1;
    const path = `${tableFolder}${pathOf(name)}/${String(index).padStart(6, '0')}.copy`;
    yield* tarFile({ name: path, content: Buffer.concat(pending, pendingBytes) }, now);
    [pending, pendingBytes] = [[], 0];
  }
  // Of a table that has parts, COPY by its name alone copies nothing.
  const select = `select ${columns.map(quoted).join(', ')} from ${quotedName(name)}`;
  const stream = await tx.unsafe(`copy (${select}) to stdout`).readable();
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (chunk.length > maxFileBytes) throw new Error(`A row of ${pathOf(name)} is longer than 4 MiB`);
    if (pendingBytes + chunk.length > maxFileBytes) yield* flush();
    hash.update(chunk);
    bytes += chunk.length;
    rows += countLines(chunk);
    pendingBytes += chunk.length;
    pending.push(chunk);
  }
  if (pendingBytes > 0) yield* flush();
  return { ...name, columns, rows, bytes, sha256: hash.digest('hex') };
}

/** COPY writes a row as a line; a newline in a value is written as \n. */
function countLines(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) count += 1;
  return count;
}

async function readSequences(tx: postgres.TransactionSql): Promise<BackupManifest['sequences']> {
  const read: BackupManifest['sequences'] = [];
  for (const name of await listSequences(tx)) {
    const [row] = await tx.unsafe(`select last_value::text, is_called from ${quotedName(name)}`);
    read.push({ ...name, lastValue: String(row?.last_value), isCalled: row?.is_called === true });
  }
  return read;
}

const asJson = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
