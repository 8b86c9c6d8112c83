/** Rate limit counts shared by all processes. rate-limiter-flexible does the counting. */
import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';

/** The maximum difference between two machines' clocks. */
const clockSlackMs = 60_000;

/** Deletes expired counts, so that the table holds only recent callers; returns how many. */
export async function deleteOldCounts(tx: Tx, now: Date): Promise<number> {
  const before = now.getTime() - clockSlackMs;
  const { rowCount } = await tx.execute(sql`delete from rate_limits where expire < ${before}`);
  return rowCount ?? 0;
}
