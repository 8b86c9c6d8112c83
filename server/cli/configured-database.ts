/**
 * The database that the settings mean: the one they name, or the embedded one.
 */
import { resolve } from 'node:path';
import { openEmbedded } from '#db/embedded.ts';
import { readSecret } from '#db/secret.ts';
import { log } from '#server/platform/log.ts';
import { fileNameOf } from '#server/platform/setting-files.ts';
import { readSettings, type Settings } from '#server/platform/settings.ts';
import { projectRoot } from './project-root.ts';

export type ConfiguredDatabase = {
  settings: Settings;
  url: string;
  isEmbedded: boolean;
  /**
   * From now on an embedded database that dies is brought up again. Where that fails, this process ends with a line that says
   * why: whatever supervises it is to know.
   */
  keepRunning: () => void;
  /** Ends the use of an embedded database; the last to do so stops it. */
  release: () => Promise<void>;
};

/**
 * Opens it, and completes `process.env` with what only follows from it (DATABASE_URL, APP_SECRET, HOST, and the defaults
 * of the explorer and of where calls are counted), so that `settings()` gives the whole from here on, in child processes
 * too.
 * `serving: false` asks for no more than the database, for commands that answer no requests.
 * Throws a SettingsError, or why the embedded database does not start.
 */
export async function openConfiguredDatabase(options = { serving: true }): Promise<ConfiguredDatabase> {
  const given = readSettings(process.env, options);
  const dataDir = resolve(projectRoot, given.dataDir);
  const embedded = given.databaseUrl ? null : await openEmbedded(dataDir);
  setDefault('DATA_DIR', dataDir);
  setDefault('HOST', embedded ? '127.0.0.1' : '0.0.0.0');
  setDefault('GRAPHQL_EXPLORER', embedded ? 'on' : 'off');
  setDefault('RATE_LIMIT_COUNTERS', embedded ? 'memory' : 'database');
  if (embedded) {
    setDefault('DATABASE_URL', embedded.url);
    setDefault('APP_SECRET', readSecret(dataDir));
  }
  return {
    settings: readSettings(process.env, options),
    url: given.databaseUrl ?? embedded?.url ?? '',
    isEmbedded: embedded !== null,
    keepRunning: () =>
      embedded?.keepRunning({
        onRestart: (tookMs) =>
          log().warn({ tookMs: Math.round(tookMs) }, 'the embedded PostgreSQL died and was restarted'),
        onGivingUp: ({ message }) => {
          const reason = message.replace(/\s*\n\s*/g, ' ');
          // Not by the console, which is the log's once the server runs.
          process.stderr.write(
            `The embedded PostgreSQL died and does not start again: ${reason} (see ${dataDir}/postgres.log)\n`,
          );
          process.exit(1);
        },
      }),
    release: async () => embedded?.release(),
  };
}

/** An empty variable counts as absent, as it does in the settings. */
function setDefault(name: string, value: string) {
  if (!process.env[fileNameOf(name)]) process.env[name] ||= value;
}
