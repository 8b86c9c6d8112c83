/** Searches that may read all there is: they get a few seconds, and not all connections. */
import { sql } from 'drizzle-orm';
import type { Database, Tx } from '../../db/client.ts';

const longestMs = 5000;
/** One at work, and those that wait for it, as where somebody searched for another word meanwhile. */
const mostInLine = 4;

interface Line {
  last: Promise<unknown>;
  length: number;
}

/** Whose searches are under way in this process, by the account. */
const lines = new Map<string, Line>();

/**
 * What a search finds; undefined where one of its statements took PostgreSQL too long, or too many searches of that
 * account wait already. An account's searches are done one after the other: the API has the other connections.
 */
export async function inTime<Found>(
  db: Database,
  accountId: string,
  search: (tx: Tx) => Promise<Found>,
  timeoutMs: number = longestMs,
): Promise<Found | undefined> {
  const line: Line = lines.get(accountId) ?? { last: Promise.resolve(), length: 0 };
  if (line.length >= mostInLine) return undefined;
  lines.set(accountId, line);
  line.length += 1;
  const mine = line.last.then(() =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('statement_timeout', ${String(timeoutMs)}, true)`);
      return await search(tx);
    }),
  );
  line.last = mine.catch(() => {});
  try {
    return await mine;
  } catch (error) {
    if (isCanceled(error)) return undefined;
    throw error;
  } finally {
    line.length -= 1;
    if (line.length === 0) lines.delete(accountId);
  }
}

/** Whether PostgreSQL gave a statement up: query_canceled. */
function isCanceled(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && 'code' in cause && cause.code === '57014';
}
