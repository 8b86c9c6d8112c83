/** Inserts calls into the request log, as many as can be inserted. */
import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { isUnavailable } from '#server/platform/data/read-failures.ts';
import { insertLoggedRequests, type NewLoggedRequest } from './data/request-log.ts';

/** What has been written. `none`: the database is unreachable. */
type Written = 'all' | 'some' | 'none';

/**
 * Writes all calls with one statement: one per merchant would cost ten times as much for calls of many merchants. If it
 * fails, each merchant's calls are written by themselves, because a merchant's node may be away, and then each call, because
 * one may be rejected.
 */
export async function writeLoggedRequests(db: Database, calls: readonly NewLoggedRequest[]): Promise<Written> {
  try {
    await insertLoggedRequests(db, calls);
    return 'all';
  } catch (error) {
    const parts = partsOf(calls, error);
    if (parts.length === 0) return (await isReachable(db)) ? 'some' : 'none';
    let written: Written = 'all';
    for (const part of parts) {
      const result = await writeLoggedRequests(db, part);
      if (result === 'none') return result;
      if (result === 'some') written = result;
    }
    return written;
  }
}

/** The parts to write next; none if no smaller part can succeed. */
function partsOf(calls: readonly NewLoggedRequest[], error: unknown): (readonly NewLoggedRequest[])[] {
  const byMerchant = [...Map.groupBy(calls, ({ merchantId }) => merchantId).values()];
  if (byMerchant.length > 1) return byMerchant;
  return calls.length > 1 && !isUnavailable(error) ? calls.map((call) => [call]) : [];
}

const isReachable = async (db: Database): Promise<boolean> =>
  await db.execute(sql`select 1`).then(
    () => true,
    () => false,
  );
