/** Calls that several processes count together. The counting itself is rate-limiter-flexible's. */
import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';

/** By so much the clocks of two machines may differ. */
const clockSlackMs = 60_000;

/** Forgets whoever's time is over, so that the table holds no more than who called in the last minutes; says how many. */
export async function deleteOldCounts(tx: Tx, now: Date): Promise<number> {
  const before = now.getTime() - clockSlackMs;
  const { rowCount } = await tx.execute(sql`delete from rate_limits where expire < ${before}`);
  return rowCount ?? 0;
}
