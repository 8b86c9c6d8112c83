import { renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readSecret } from '#db/secret.ts';
import { readSettings } from '#server/platform/settings.ts';
import { type RotatedSecret, rotateAppSecret, type SecretChange } from '../app-secret/rotate.ts';
import { projectRoot } from '../project-root.ts';
import { parseOptions, UsageError } from '../usage-error.ts';
import { withDatabase } from '../with-database.ts';

export const usage = 'secret rotate [--json]';
export const summary =
  'Replace APP_SECRET: re-encrypt data under the new secret and end all sessions. Stop all servers and workers first.';

/** Rotates the configured secret, or the embedded database's secret in its file. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseOptions({ args, options: { json: { type: 'boolean', default: false } } });
  const { change, finish } = chooseSecrets();
  const rotated = await withDatabase(({ db }) => rotateAppSecret(db, change(), new Date()));
  const nextStep = finish();
  process.stdout.write(values.json ? `${JSON.stringify(rotated)}\n` : describe(rotated, nextStep));
}

/** The two secrets; `keep` stores the new one and returns the remaining steps. */
function chooseSecrets(): { change: () => SecretChange; finish: () => string } {
  const {
    appSecret: next,
    previousAppSecret: previous,
    databaseUrl,
    dataDir,
  } = readSettings(process.env, { serving: false });
  if (next !== undefined && previous !== undefined) {
    if (next === previous) throw new UsageError('APP_SECRET and APP_SECRET_PREVIOUS are the same');
    return {
      change: () => ({ previous, next }),
      finish: () => 'Start the service with APP_SECRET, and unset APP_SECRET_PREVIOUS.',
    };
  }
  if (databaseUrl !== undefined || next !== undefined || previous !== undefined)
    throw new UsageError('Set APP_SECRET to the new secret and APP_SECRET_PREVIOUS to the current one');
  const folder = resolve(projectRoot, dataDir);
  const path = join(folder, 'app-secret');
  // Both secrets exist until everything is re-encrypted, so an interrupted rotation continues with the same one.
  const nextName = 'app-secret.next';
  return {
    change: () => ({ previous: readSecret(folder), next: readSecret(folder, nextName) }),
    finish: () => {
      renameSync(join(folder, nextName), path);
      return `The new secret is stored in ${path}.`;
    },
  };
}

function describe({ webhookKeys, secondFactors, endedSessions }: RotatedSecret, nextStep: string): string {
  const counts = `webhook keys ${webhookKeys}, second factors ${secondFactors}`;
  return `APP_SECRET is rotated. Re-encrypted: ${counts}. Sessions ended: ${endedSessions}; everyone must sign in again.\n${nextStep}\n`;
}
