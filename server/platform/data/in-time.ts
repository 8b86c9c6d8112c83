/** Searches that may read all there is: they get a few seconds, and not all connections. */
import { sql } from 'drizzle-orm';
import type { Database, Tx } from '#db/client.ts';
import { AccountQueue, isFull } from './account-queue.ts';
import { tookTooLong } from './read-failures.ts';

const maxMs = 5000;
/** One at work, and those that wait for it, as where somebody searched for another word meanwhile. */
const line = new AccountQueue({ atOnce: 1, maxWaiting: 3 });

/**
 * What a search finds; undefined where one of its statements took PostgreSQL too long, or too many searches of that
 * account wait already. An account's searches are done one after the other: the API has the other connections.
 */
export async function inTime<Found>(
  db: Database,
  accountId: string,
  search: (tx: Tx) => Promise<Found>,
  timeoutMs: number = maxMs,
): Promise<Found | undefined> {
  const found = () =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('statement_timeout', ${String(timeoutMs)}, true)`);
      return await search(tx);
    });
  try {
    return await line.run(accountId, found);
  } catch (error) {
    if (isFull(error) || tookTooLong(error)) return undefined;
    throw error;
  }
}
