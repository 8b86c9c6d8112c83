/** The search for merchants with due webhook deliveries. */
import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { hotStatement, type Params } from '#db/hot-statement.ts';
import { hasMerchant, type SearchScope } from '#server/platform/data/job-scope.ts';
import { searchMerchants } from '#server/platform/data/merchant-search.ts';

/** The deliveries that one search reads, which bounds its cost. */
const maxDeliveries = 500;

export interface DueWebhooks {
  /** The merchants of webhooks that are not paused. */
  readonly merchantIds: readonly string[];
  /** The webhook after which the next search continues; null: this one reached the end. */
  readonly next: string | null;
}

const firstId = '00000000-0000-0000-0000-000000000000';

/** The merchants with deliveries due at `now` to webhooks after `after`, in the order of the webhooks. Locks nothing. */
export async function listDueWebhooks(tx: Tx, after: string | null, now: Date): Promise<DueWebhooks> {
  const values = { after: after ?? firstId, at: now.toISOString() };
  const found = await searchMerchants(tx, 'everywhere', (scope) =>
    scope === 'everywhere' ? dueWebhooks(tx, values) : webhooksIn(tx, scope, values),
  );
  const isLast = found.reduce((sum, { deliveries }) => sum + deliveries, 0) < maxDeliveries;
  const active = found.filter(({ isActive }) => isActive);
  return {
    merchantIds: [...new Set(active.map(({ merchantId }) => merchantId))],
    next: isLast ? null : (found.at(-1)?.webhookId ?? null),
  };
}

interface SearchValues {
  readonly after: string;
  readonly at: string;
}

const dueWebhooks = hotStatement((db, values: Params<SearchValues>) => webhooksIn(db, 'everywhere', values));

const webhooksIn = (db: Tx, scope: SearchScope, { after, at }: SearchValues | Params<SearchValues>) =>
  db
    .select({
      webhookId: sql<string>`found.webhook_id`,
      merchantId: sql<string>`found.merchant_id`,
      deliveries: sql<number>`found.deliveries`.mapWith(Number),
      isActive: sql<boolean>`found.is_active`,
    })
    .from(sql`(
      with due as materialized (
        select webhook_id, merchant_id from webhook_deliveries
        where ${hasMerchant(scope, sql`merchant_id`)} and status = 'pending' and next_attempt_at <= ${at}::timestamptz
          and webhook_id > ${after}::uuid
        order by webhook_id limit ${sql.raw(String(maxDeliveries))}
      )
      select queue.webhook_id, queue.merchant_id, queue.deliveries,
        webhooks.id is not null and webhooks.paused_at is null and stores.id is not null as is_active
      from (select webhook_id, merchant_id, count(*) as deliveries from due group by webhook_id, merchant_id) as queue
        left join webhooks on webhooks.id = queue.webhook_id and webhooks.merchant_id = queue.merchant_id
          and ${hasMerchant(scope, sql`webhooks.merchant_id`)}
        left join stores on stores.id = webhooks.store_id and stores.merchant_id = webhooks.merchant_id
          and ${hasMerchant(scope, sql`stores.merchant_id`)} and stores.deleted_at is null
      order by queue.webhook_id
    ) as found`);
