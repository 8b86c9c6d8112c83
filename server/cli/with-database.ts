import { userInfo } from 'node:os';
import { type OpenDatabase, openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { withOrigin } from '#server/events/data/origin.ts';
import type { Settings } from '#server/platform/settings.ts';
import { openConfiguredDatabase } from './configured-database.ts';

const CONNECTIONS = 4;

export type CommandDatabase = Pick<OpenDatabase, 'db'> & { settings: Settings; url: string };

/**
 * Runs a command's work on the configured database, migrated, also while a server uses it, and closes all of it
 * again. Gives what `work` gives and throws what it throws.
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

/** Who typed it, as the machine knows them. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container, an account may be a number without a name.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
