/** Claims of due webhook deliveries. */
import { and, asc, eq, getTableColumns, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { hotStatement, type Params } from '#db/hot-statement.ts';
import { webhookDeliveries, webhooks } from '#db/schema/index.ts';
import { deliveryLeaseMs } from '../rules/webhook-delivery.ts';
import type { Webhook } from '../webhooks.ts';
import { positionOf, postponeDueBehind, type WebhookDelivery } from './webhook-deliveries.ts';

/** The parts of a webhook that a request needs. */
export type Receiver = Pick<Webhook, keyof typeof receiver>;

const { id, merchantId, storeId, channel, url, secret } = webhooks;
const receiver = { id, merchantId, storeId, channel, url, secret };

/** A claimed delivery with its webhook. */
export interface ClaimedDelivery {
  readonly delivery: WebhookDelivery;
  readonly webhook: Receiver;
  /** Whether later deliveries of its object were waiting when it was claimed. */
  readonly hasFollowers: boolean;
}

/** The limits of a claim. */
export interface ClaimLimits {
  /** The total limit. */
  readonly max: number;
  /** The limit for a webhook that is not in `webhookSlots`. */
  readonly defaultPerWebhook: number;
  readonly webhookSlots: ReadonlyMap<string, number>;
  /** The limit for a merchant that is not in `merchantSlots`. */
  readonly defaultPerMerchant: number;
  readonly merchantSlots: ReadonlyMap<string, number>;
  /** The merchant that was served last: merchants after it come first. Null at the start. */
  readonly after: string | null;
  /** The webhook that was served last, per merchant. */
  readonly afterOf: ReadonlyMap<string, string>;
}

/**
 * Claims due deliveries by postponing their next attempt, so that a crash only delays them. A delivery waits for earlier
 * pending ones of its object at the same webhook; those behind a claimed one are postponed. Walks merchants and their
 * webhooks by index, so that no queue is read to its end; skips paused webhooks.
 */
export async function claimDeliveries(tx: Tx, limits: ClaimLimits, now: Date): Promise<ClaimedDelivery[]> {
  const until = new Date(now.getTime() + deliveryLeaseMs);
  const claimed = await claim(tx, {
    ...limits,
    webhookSlots: asJson(limits.webhookSlots),
    merchantSlots: asJson(limits.merchantSlots),
    afterOf: asJson(limits.afterOf),
    at: now.toISOString(),
    until,
  });
  const heads = claimed.filter(({ hasFollowers }) => hasFollowers).map(({ delivery }) => positionOf(delivery, until));
  await postponeDueBehind(tx, heads, now);
  return claimed;
}

const asJson = (map: ReadonlyMap<string, string | number>) => JSON.stringify(Object.fromEntries(map));

type ClaimValues = Omit<ClaimLimits, 'webhookSlots' | 'merchantSlots' | 'afterOf'> & {
  readonly [Name in 'webhookSlots' | 'merchantSlots' | 'afterOf' | 'at']: string;
} & { readonly until: Date };

const claim = hotStatement((db, params: Params<ClaimValues>) => {
  const { id, merchantId, ...columns } = getTableColumns(webhookDeliveries);
  const due = db
    .$with('due', {
      id: sql<string>`id`.as('due_id'),
      merchantId: sql<string>`merchant_id`.as('due_merchant_id'),
      hasFollowers: sql<boolean>`has_followers`.as('has_followers'),
      position: sql<number>`position`.as('due_position'),
    })
    .as(dueDeliveries(params));
  const claimed = db.$with('claimed').as(
    db
      .update(webhookDeliveries)
      .set({ nextAttemptAt: params.until as never })
      .from(due)
      // The array bounds the planner's estimate, so that the table is never scanned.
      .where(and(sql`${id} = any(array(select due_id from due))`, eq(id, due.id), eq(merchantId, due.merchantId)))
      .returning({ id, merchantId, ...columns, hasFollowers: due.hasFollowers, position: due.position }),
  );
  const { hasFollowers, position, ...delivery } = claimed._.selectedFields;
  return db
    .with(due, claimed)
    .select({ delivery, webhook: receiver, hasFollowers })
    .from(claimed)
    .innerJoin(webhooks, and(eq(webhooks.id, claimed.webhookId), eq(webhooks.merchantId, claimed.merchantId)))
    .orderBy(asc(position));
});

const limitOf = (slots: Placeholder, key: SQL, usual: Placeholder) =>
  sql`coalesce((${slots}::jsonb ->> ${key}::text)::int, ${usual}::int)`;

/** The due deliveries within the limits, locked; the merchant after the last one comes first. */
const dueDeliveries = (params: Params<ClaimValues>) => sql`
  with recursive queue as (
    (select webhook_id from webhook_deliveries where status = 'pending' order by webhook_id limit 1)
    union all
    select (
      select webhook_id from webhook_deliveries
      where status = 'pending' and webhook_id > queue.webhook_id order by webhook_id limit 1
    ) from queue where queue.webhook_id is not null
  ), turn as materialized (
    select webhooks.merchant_id, array_agg(
      webhooks.id order by webhooks.id <= (${params.afterOf}::jsonb ->> webhooks.merchant_id::text)::uuid, webhooks.id
    ) as webhook_ids
    from queue join webhooks on webhooks.id = queue.webhook_id
      join stores on stores.id = webhooks.store_id and stores.merchant_id = webhooks.merchant_id
    where webhooks.paused_at is null and stores.deleted_at is null
    group by webhooks.merchant_id
    order by webhooks.merchant_id <= ${params.after}::uuid, webhooks.merchant_id
  )
  select due.id as due_id, due.merchant_id as due_merchant_id, row_number() over () as due_position,
    due.is_ordered and exists (
      select from webhook_deliveries as later
      where later.status = 'pending' and later.webhook_id = due.webhook_id and later.is_ordered
        and later.object_id = due.object_id and later.sequence > due.sequence and later.merchant_id = due.merchant_id
    ) as has_followers
  from turn cross join lateral (
    select mine.* from unnest(turn.webhook_ids) as one (webhook_id) cross join lateral (
      select id, merchant_id, webhook_id, object_id, sequence, is_ordered from webhook_deliveries as mine
      where status = 'pending' and webhook_id = one.webhook_id and merchant_id = turn.merchant_id
        and next_attempt_at <= ${params.at}::timestamptz and (
          not is_ordered or not exists (
            select from webhook_deliveries as earlier
            where earlier.status = 'pending' and earlier.webhook_id = mine.webhook_id and earlier.is_ordered
              and earlier.object_id = mine.object_id and earlier.sequence < mine.sequence
              and earlier.merchant_id = mine.merchant_id
          )
        )
      order by next_attempt_at
      limit ${limitOf(params.webhookSlots, sql`one.webhook_id`, params.defaultPerWebhook)} for update skip locked
    ) as mine
    limit ${limitOf(params.merchantSlots, sql`turn.merchant_id`, params.defaultPerMerchant)}
  ) as due limit ${params.max}::int`;
