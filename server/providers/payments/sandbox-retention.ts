/** Retention of sandbox data. */
import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';

/** Attempts are settled within a day, so no one queries them after this time. */
const retentionDays = 30;
const batchSize = 1000;

/**
 * Deletes declined attempts without a saved card in batches; returns how many. Querying a deleted one still reports
 * failure. Successful charges are kept for their refunds, and saved cards with their declines.
 */
export async function deleteDeclinedCharges(db: Database, now: Date, signal?: AbortSignal): Promise<number> {
  const before = new Date(now.getTime() - retentionDays * 86_400_000).toISOString();
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
