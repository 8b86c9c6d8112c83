/** What the sandbox forgets. */
import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';

/** Longer than anybody asks what became of an attempt: that is settled within a day. */
const keptDays = 30;
const batchSize = 1000;

/**
 * Deletes declined attempts that kept no card, a batch at a time, and says how many. Whoever asked for one again would hear
 * that it failed, as before. Charges that succeeded stay for their refunds, and kept cards with what was declined of them.
 */
export async function deleteDeclinedCharges(db: Database, now: Date, signal?: AbortSignal): Promise<number> {
  const before = new Date(now.getTime() - keptDays * 86_400_000).toISOString();
  for (let deleted = 0; ; ) {
    if (signal?.aborted) return deleted;
    const { rowCount } = await db.execute(sql`
      delete from sandbox_charges where key in (
        select key from sandbox_charges
        where status = 'failed' and method_id is null and created_at < ${before}::timestamptz
          and not exists (select 1 from sandbox_refunds where charge_key = sandbox_charges.key)
        limit ${sql.raw(String(batchSize))} for update skip locked
      )`);
    const count = rowCount ?? 0;
    deleted += count;
    if (count < batchSize) return deleted;
  }
}
