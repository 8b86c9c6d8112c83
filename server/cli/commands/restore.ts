import { join, resolve } from 'node:path';
import { readSecretIfThere, writeSecret } from '#db/secret.ts';
import { readSettings, type Settings } from '#server/platform/settings.ts';
import { type CheckedBackup, checkBackup } from '../backup/read-backup.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { callerPath } from '../caller-path.ts';
import { openConfiguredDatabase } from '../configured-database.ts';
import { projectRoot } from '../project-root.ts';
import { parseOptions, UsageError } from '../usage-error.ts';
import * as auditVerify from './audit/verify.ts';
import * as ledgerVerify from './ledger-verify.ts';

export const usage = 'restore FILE [--check] [--secret-to FILE] [--print-secret]';
export const summary =
  'Restore a backup into an empty database, migrate it, and verify ledger and audit log. --check only verifies the file.';

/** Restores a backup in one transaction. Exit 1 if the ledger or the audit log does not verify afterwards. */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseOptions({
    args,
    allowPositionals: true,
    options: {
      check: { type: 'boolean', default: false },
      'secret-to': { type: 'string' },
      'print-secret': { type: 'boolean', default: false },
    },
  });
  const [typed, ...more] = positionals;
  if (typed === undefined) throw new UsageError('Missing backup file');
  if (more.length > 0) throw new UsageError(`Unexpected argument '${more[0]}'`);
  const configured = readSettings(process.env, { serving: false });
  const backup = await checkBackup(callerPath(typed));
  if (values.check) return say(`The backup is complete. ${describe(backup)}`);
  const secret = chooseSecretFile(backup, configured, values['secret-to']);
  const { url, release } = await openConfiguredDatabase({ serving: false });
  try {
    const { rows, tables, leftOut } = await restoreBackup(backup, url, () => {
      if (secret.path !== null && backup.appSecret) writeSecret(secret.path, backup.appSecret);
    });
    say(`Restored ${rows} rows in ${tables} tables. ${describe(backup)}`);
    if (leftOut.length > 0) say(`Skipped tables that are not Counterfoil's: ${leftOut.join(', ')}.`);
    say(secret.message);
    if (values['print-secret'] && backup.appSecret) say(`APP_SECRET=${backup.appSecret}`);
    // These commands open the database themselves and set the exit code.
    await ledgerVerify.run([]);
    await auditVerify.run([]);
  } finally {
    await release();
  }
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const describe = ({ header, manifest }: CheckedBackup): string =>
  `It was created at ${header.createdAt} by version ${header.program}, with ${manifest.tables.length} tables.`;

/** The file for the backup's secret (null: none) and the message about it. Throws before anything is written. */
function chooseSecretFile(
  { appSecret }: CheckedBackup,
  configured: Settings,
  secretTo: string | undefined,
): { path: string | null; message: string } {
  if (appSecret === undefined)
    return {
      path: null,
      message: 'The backup contains no APP_SECRET: start the service with the original secret.',
    };
  if (configured.appSecret) {
    if (configured.appSecret === appSecret) return { path: null, message: 'APP_SECRET matches the backup.' };
    throw new Error(
      'APP_SECRET differs from the backup’s: nothing was restored. Unset it to store the backup’s secret in a file',
    );
  }
  const defaultPath = join(resolve(projectRoot, configured.dataDir), 'app-secret');
  if (configured.databaseUrl === undefined)
    return { path: defaultPath, message: `The backup's APP_SECRET is stored in ${defaultPath}.` };
  const path = secretTo === undefined ? defaultPath : callerPath(secretTo);
  const found = readSecretIfThere(path);
  if (found !== null && found !== appSecret)
    throw new Error(`${path} contains a different secret: nothing was restored. Choose another file with --secret-to`);
  return { path, message: `The backup's APP_SECRET is in ${path}: start the service with APP_SECRET_FILE=${path}` };
}
