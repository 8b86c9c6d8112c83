/** A separate connection for work that needs one session: LISTEN, a migration, a backup. */
import type pg from 'pg';
import { connectionTo } from './servers/following-client.ts';
import { explainUnreachable } from './unreachable.ts';

export function newClient(url: string, applicationName: string): pg.Client {
  const { Client, connectionString } = connectionTo(url);
  return new Client({
    connectionString,
    application_name: applicationName,
    connectionTimeoutMillis: 10_000,
    // During a long statement a firewall might drop the silent connection.
    keepAlive: true,
    keepAliveInitialDelayMillis: 60_000,
  });
}

/**
 * Runs work on a connection and closes it, which rolls back an open transaction. A lost connection, or one that cannot
 * be opened, fails with a sentence for the operator.
 */
export async function withClient<Result>(
  url: string,
  applicationName: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = newClient(url, applicationName);
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    throw explainUnreachable(error, url);
  } finally {
    await client.end();
  }
}

/** Commits what `work` does on this connection, or nothing of it. */
export async function inTransaction(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
