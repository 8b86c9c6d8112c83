/** The format of a backup. (docs/decisions/backup-format.md.) */
import { z } from 'zod';

export const backupFormat = 1;

export const headerFile = 'counterfoil-backup.json';
export const secretFile = 'secrets/app-secret';
export const manifestFile = 'manifest.json';
export const tableFolder = 'tables/';

/** A monthly partition. */
const part = z.object({
  parent: z.string(),
  schema: z.enum(['public', 'archive']),
  name: z.string(),
  /** As PostgreSQL prints it. Becomes part of a statement, so nothing else may pass. */
  bound: z.string().regex(/^(DEFAULT|FOR VALUES FROM \((MINVALUE|'[\w :.+-]+')\) TO \((MAXVALUE|'[\w :.+-]+')\))$/),
});

/** The first file of the archive. */
export const backupHeader = z.object({
  format: z.literal(backupFormat),
  program: z.string(),
  createdAt: z.iso.datetime(),
  /** The timestamps of the database's migrations, oldest first. */
  migrations: z.array(z.number().int()).min(1),
  parts: z.array(part),
});

const table = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()).min(1),
  rows: z.number().int(),
  bytes: z.number().int(),
  sha256: z.string(),
});

/** The last file: an archive without it is incomplete. */
export const backupManifest = z.object({
  tables: z.array(table),
  sequences: z.array(
    z.object({ schema: z.string(), name: z.string(), lastValue: z.string().regex(/^\d+$/), isCalled: z.boolean() }),
  ),
  /** SHA-256 of the other files by name. */
  files: z.record(z.string(), z.string()),
});

export type BackupHeader = z.output<typeof backupHeader>;
export type BackupManifest = z.output<typeof backupManifest>;
export type BackupPart = z.output<typeof part>;
export type BackupTable = z.output<typeof table>;
export type TableName = Pick<BackupTable, 'schema' | 'name'>;

export const pathOf = ({ schema, name }: TableName): string => `${schema}.${name}`;
