import { userInfo } from 'node:os';
import { type OpenDatabase, openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { withOrigin } from '#server/events/data/origin.ts';
import type { Settings } from '#server/platform/settings.ts';
import { openConfiguredDatabase } from './configured-database.ts';

const CONNECTIONS = 4;

export type CommandDatabase = Pick<OpenDatabase, 'db'> & { settings: Settings; url: string };

/**
 * Runs a command's work on the configured, migrated database, also beside a running server, and closes everything.
 * Returns and throws as `work` does.
 */
export async function withDatabase<Result>(work: (opened: CommandDatabase) => Promise<Result>): Promise<Result> {
  const { settings, url, release } = await openConfiguredDatabase({ serving: false });
  try {
    await migrate(url);
    const { db, close } = openDatabase(url, { max: CONNECTIONS, applicationName: 'counterfoil-cli' });
    try {
      return await withOrigin({ user: userName() }, () => work({ db, settings, url }));
    } finally {
      await close();
    }
  } finally {
    await release();
  }
}

/** The operating system's user name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container a user may have no name.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
