import { randomBytes } from 'node:crypto';
import { createWriteStream, existsSync, type PathLike, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { type BackupSource, type BackupSummary, writeBackup } from '../backup/write-backup.ts';
import { callerPath } from '../caller-path.ts';
import { openConfiguredDatabase } from '../configured-database.ts';
import { programVersion } from '../program-version.ts';
import { parseOptions, UsageError } from '../usage-error.ts';

export const usage = 'backup [--to FILE|FOLDER|-] [--without-secret] [--json]';
export const summary =
  'Back up the database and APP_SECRET into one file, also while the service runs. Protect the file like the secret.';

/** Writes the backup to a new file that only its owner can read, or to standard output, and prints a summary. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseOptions({
    args,
    options: {
      to: { type: 'string', default: '.' },
      'without-secret': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const now = new Date();
  const isPiped = values.to === '-';
  if (isPiped && values.json) throw new UsageError('--json cannot be combined with --to -');
  if (isPiped && process.stdout.isTTY)
    throw new UsageError('--to -: standard output is a terminal; send it to a file or a program');
  const path = isPiped ? null : chooseFile(callerPath(values.to), now);
  const { settings, url, release } = await openConfiguredDatabase({ serving: false });
  try {
    const appSecret = values['without-secret'] ? undefined : settings.appSecret;
    if (appSecret === undefined && !values['without-secret'])
      throw new UsageError('APP_SECRET is not set here: set it, or leave it out with --without-secret');
    const source = { url, program: programVersion, appSecret };
    const done = path === null ? await writeBackup(source, process.stdout, now) : await writeFile(path, source, now);
    const stream = path === null ? process.stderr : process.stdout;
    stream.write(
      values.json ? `${JSON.stringify({ path, ...done })}\n` : describe(path, done, appSecret !== undefined),
    );
  } finally {
    await release();
  }
}

function chooseFile(typed: string, now: Date): string {
  const name = `counterfoil-${now.toISOString().replace(/\..*/, 'Z').replaceAll(':', '-')}.tar.gz`;
  const path = existsSync(typed) && statSync(typed).isDirectory() ? join(typed, name) : typed;
  if (existsSync(path)) throw new Error(`${path} already exists: nothing was written`);
  if (!existsSync(dirname(path))) throw new UsageError(`--to: folder not found: ${dirname(path)}`);
  return path;
}

/** Under a temporary name until it is complete, so that no interrupted backup is mistaken for one. */
async function writeFile(path: string, source: BackupSource, now: Date): Promise<BackupSummary> {
  const draft = `${path}.${randomBytes(4).toString('hex')}.part`;
  const output = createWriteStream(draft, { flags: 'wx', mode: 0o600 });
  try {
    const done = await writeBackup(source, output, now);
    output.end();
    await finished(output);
    await syncToDisk(draft);
    await rename(draft, path);
    return done;
  } catch (error) {
    output.destroy();
    await rm(draft, { force: true });
    throw error;
  }
}

async function syncToDisk(path: PathLike): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function describe(path: string | null, { tables, rows }: BackupSummary, hasSecret: boolean): string {
  const opening = path === null ? 'Backup written' : `Backup written to ${path}`;
  const secret = hasSecret
    ? 'It contains APP_SECRET, password hashes and personal data, not encrypted. Anyone who can read it can act as any account.'
    : 'It does not contain APP_SECRET, which its webhook keys and second factors need.';
  return `${opening}: ${rows} rows in ${tables} tables.\n${secret}\n`;
}
