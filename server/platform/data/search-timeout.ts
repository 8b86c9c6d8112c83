/** Searches that may scan whole tables: limited to a few seconds and one connection per account. */
import { sql } from 'drizzle-orm';
import type { Database, Tx } from '#db/client.ts';
import { AccountQueue, isQueueFull } from './account-queue.ts';
import { isStatementTimeout } from './read-failures.ts';

const maxMs = 5000;
/** One running search and a few waiting ones, as when the user types another word. */
const queue = new AccountQueue({ maxRunning: 1, maxWaiting: 3 });

/**
 * The result of a search; undefined if a statement timed out or too many searches of the account are waiting. An
 * account's searches run one after the other, which leaves the other connections to the API.
 */
export async function searchWithTimeout<Found>(
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
    return await queue.run(accountId, found);
  } catch (error) {
    if (isQueueFull(error) || isStatementTimeout(error)) return undefined;
    throw error;
  }
}
