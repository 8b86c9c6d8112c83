/** Reads a backup: first to its end, to verify it, then its rows. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { z } from 'zod';
import { countAsBaseline, knownMigrations } from '#db/migrate.ts';
import {
  type BackupHeader,
  type BackupManifest,
  type BackupTable,
  backupHeader,
  backupManifest,
  headerFile,
  manifestFile,
  pathOf,
  secretFile,
  tableFolder,
} from './format.ts';
import { type ArchivedFile, DamagedArchive, readTar } from './tar.ts';

export interface CheckedBackup {
  readonly path: string;
  readonly header: BackupHeader;
  readonly manifest: BackupManifest;
  readonly appSecret: string | undefined;
}

/** The backup is unreadable, or its rows do not match their checksums. */
export class UnusableBackup extends Error {
  override name = 'UnusableBackup';
}

/**
 * Reads the whole file and verifies every checksum. Throws {@link UnusableBackup} for a damaged file, a file that is
 * not a backup, a version newer than this program, or one older than the baseline migration.
 */
export async function checkBackup(path: string): Promise<CheckedBackup> {
  const found = { header: undefined as BackupHeader | undefined, manifest: undefined as BackupManifest | undefined };
  const files = new Map<string, string>();
  const tables = new TableDigests();
  let appSecret: string | undefined;
  try {
    for await (const file of openBackup(path)) {
      if (found.manifest) throw new DamagedArchive('there is data after its end');
      if (!found.header && file.name !== headerFile) throw new DamagedArchive('it is not a Counterfoil backup');
      if (file.name === manifestFile) {
        found.manifest = parse(file, backupManifest);
        continue;
      }
      if (tables.add(file)) continue;
      files.set(file.name, createHash('sha256').update(file.content).digest('hex'));
      if (file.name === headerFile) found.header = readHeader(file);
      if (file.name === secretFile) appSecret = file.content.toString().trimEnd();
    }
  } catch (error) {
    throw unusable(path, error);
  }
  const { header, manifest } = found;
  if (!header || !manifest) throw unusable(path, new DamagedArchive('it is incomplete'));
  const wrong = [
    ...Object.entries(manifest.files).filter(([name, digest]) => files.get(name) !== digest),
    ...manifest.tables.filter((table) => !tables.isWhole(table)),
  ];
  if (wrong.length > 0 || files.size !== Object.keys(manifest.files).length)
    throw unusable(path, new DamagedArchive('its checksums do not match'));
  return { path, header, manifest, appSecret };
}

/** The backup's rows in COPY format, in the order of its tables. */
export async function* readRows(path: string): AsyncGenerator<{ readonly table: string; readonly content: Buffer }> {
  for await (const { name, content } of openBackup(path)) {
    const table = tableOf(name);
    if (table !== null) yield { table, content };
  }
}

async function* openBackup(path: string): AsyncGenerator<ArchivedFile> {
  const file = createReadStream(path);
  const gunzip = createGunzip();
  // Passes errors of the file on to the reader.
  file.once('error', (error) => gunzip.destroy(error));
  try {
    yield* readTar(file.pipe(gunzip));
    // gzip's checksum follows the last byte.
    for await (const _ of gunzip);
  } finally {
    file.destroy();
    gunzip.destroy();
  }
}

function unusable(path: string, error: unknown): unknown {
  if (error instanceof UnusableBackup) return error;
  if (error instanceof DamagedArchive) return new UnusableBackup(`Cannot restore ${path}: ${error.message}`);
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new UnusableBackup(`File not found: ${path}`);
  if (code?.startsWith('Z_'))
    return new UnusableBackup(`Cannot restore ${path}: it is damaged or not a Counterfoil backup`);
  if (code) return new UnusableBackup(`Cannot read ${path} (${code})`);
  return error;
}

function parse<Output>({ name, content }: ArchivedFile, schema: z.ZodType<Output>): Output {
  let value: unknown;
  try {
    value = JSON.parse(content.toString());
  } catch {
    throw new DamagedArchive(`${name} in it cannot be read`);
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new DamagedArchive(`${name} in it cannot be read`);
  return parsed.data;
}

function readHeader(file: ArchivedFile): BackupHeader {
  const { format } = parseLoosely(file);
  if (typeof format === 'number' && format > 1)
    throw new UnusableBackup('The backup was made by a newer version of Counterfoil: restore it with that version');
  const header = parse(file, backupHeader);
  const migrations = countAsBaseline(header.migrations);
  if (!migrations)
    throw new UnusableBackup(
      'The backup is older than the baseline migration: restore it with git commit 3427784, and back it up again with ' +
        'that commit',
    );
  const unknown = migrations.filter((madeAt, index) => knownMigrations[index] !== madeAt);
  if (unknown.length === 0) return { ...header, migrations };
  throw new UnusableBackup(
    `The backup was created by version ${header.program}, whose database this version does not know: ` +
      'restore it with that version or a newer one',
  );
}

function parseLoosely({ content }: ArchivedFile): { format?: unknown } {
  try {
    return Object(JSON.parse(content.toString())) as { format?: unknown };
  } catch {
    return {};
  }
}

/** Null: the file holds no rows. */
const tableOf = (name: string): string | null =>
  name.startsWith(tableFolder) ? name.slice(tableFolder.length, name.lastIndexOf('/')) : null;

/** The digest of each table's rows. */
class TableDigests {
  readonly #digests = new Map<string, { hash: ReturnType<typeof createHash>; bytes: number }>();

  add({ name, content }: ArchivedFile): boolean {
    const table = tableOf(name);
    if (table === null) return false;
    const digest = this.#digests.get(table) ?? { hash: createHash('sha256'), bytes: 0 };
    digest.hash.update(content);
    digest.bytes += content.length;
    this.#digests.set(table, digest);
    return true;
  }

  isWhole(table: BackupTable): boolean {
    const { hash = createHash('sha256'), bytes = 0 } = this.#digests.get(pathOf(table)) ?? {};
    return bytes === table.bytes && hash.copy().digest('hex') === table.sha256;
  }
}
