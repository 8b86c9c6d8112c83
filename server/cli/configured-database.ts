/** The configured database: DATABASE_URL or the embedded one. */
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
   * Restarts the embedded database whenever it dies. If that fails, the process exits with one line, so that its
   * supervisor notices.
   */
  keepRunning: () => void;
  /** Releases the embedded database; the last release stops it. */
  release: () => Promise<void>;
};

/**
 * Opens the configured database, and completes `process.env` with the settings that follow from it: DATABASE_URL,
 * APP_SECRET, HOST, GRAPHQL_EXPLORER and RATE_LIMIT_COUNTERS. `settings()` is complete afterwards, also in child
 * processes. `serving: false` requires only the database's settings. Throws a SettingsError, or the reason why the
 * embedded database does not start.
 */
export async function openConfiguredDatabase(options = { serving: true }): Promise<ConfiguredDatabase> {
  const configured = readSettings(process.env, options);
  const dataDir = resolve(projectRoot, configured.dataDir);
  const embedded = configured.databaseUrl ? null : await openEmbedded(dataDir);
  setDefault('DATA_DIR', dataDir);
  setDefault('HOST', embedded ? '127.0.0.1' : '0.0.0.0');
  setDefault('GRAPHQL_EXPLORER', embedded ? 'on' : 'off');
  setDefault('RATE_LIMIT_COUNTERS', embedded ? 'memory' : 'database');
  if (embedded) {
    setDefault('DATABASE_URL', embedded.socketUrl);
    setDefault('APP_SECRET', readSecret(dataDir));
  }
  return {
    settings: readSettings(process.env, options),
    url: configured.databaseUrl ?? embedded?.socketUrl ?? '',
    isEmbedded: embedded !== null,
    keepRunning: () =>
      embedded?.keepRunning({
        onRestart: (tookMs) =>
          log().warn({ tookMs: Math.round(tookMs) }, 'the embedded PostgreSQL stopped and was restarted'),
        onGivingUp: ({ message }) => {
          const reason = message.replace(/\s*\n\s*/g, ' ');
          // Not through the console, which belongs to the log once the server runs.
          process.stderr.write(
            `The embedded PostgreSQL died and cannot restart: ${reason} (see ${dataDir}/postgres.log)\n`,
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
