/** The work of the pumps that is due: one statement a second when a worker is idle. */
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { hasMerchant } from '#server/platform/data/job-scope.ts';
import { searchMerchants } from '#server/platform/data/merchant-search.ts';

export type DueWork = 'events' | 'feed' | 'deliveries' | 'emails';

/** The kinds of work that are due at `now`. Locks nothing. */
export async function listDueWork(tx: Tx, now: Date): Promise<DueWork[]> {
  const isDue = sql`next_attempt_at <= ${now.toISOString()}::timestamptz`;
  const { rows } = await searchMerchants(tx, 'everywhere', (scope) => {
    const anyOf = (kind: DueWork, table: SQL, condition: SQL) => sql`
      select ${sql.raw(`'${kind}'`)} as kind from (
        select 1 from ${table} where ${hasMerchant(scope, sql`merchant_id`)} and ${condition} limit 1
      ) as ${sql.identifier(kind)}`;
    return tx.execute<{ kind: DueWork }>(
      sql.join(
        [
          anyOf('events', sql`event_outbox`, sql`(next_attempt_at is null or ${isDue})`),
          anyOf('feed', sql`audit_heads`, sql`published_position < position`),
          anyOf('deliveries', sql`webhook_deliveries`, sql`status = 'pending' and ${isDue}`),
          anyOf('emails', sql`emails`, sql`status = 'queued' and ${isDue}`),
        ],
        sql` union all `,
      ),
    );
  });
  return rows.map(({ kind }) => kind);
}
