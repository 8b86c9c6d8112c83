/** Claims of due webhook deliveries. */
import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
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

/** The limits of a claim of one merchant's deliveries. */
export interface ClaimLimits {
  readonly merchantId: string;
  /** The total limit. */
  readonly max: number;
  /** The limit for a webhook that is not in `webhookSlots`. */
  readonly defaultPerWebhook: number;
  readonly webhookSlots: ReadonlyMap<string, number>;
  /** The webhook that was served last: webhooks after it come first. Null at the start. */
  readonly after: string | null;
}

/**
 * Claims due deliveries by postponing their next attempt, so that a crash only delays them. A delivery waits for earlier
 * pending ones of its object at the same webhook; those behind a claimed one are postponed. Walks the merchant's webhooks by
 * index, so that no queue is read to its end; skips paused webhooks.
 */
export async function claimDeliveries(db: Tx, limits: ClaimLimits, now: Date): Promise<ClaimedDelivery[]> {
  const until = new Date(now.getTime() + deliveryLeaseMs);
  const webhookSlots = JSON.stringify(Object.fromEntries(limits.webhookSlots));
  const claimed = await claim(db, { ...limits, webhookSlots, at: now.toISOString(), until });
  const heads = claimed.filter(({ hasFollowers }) => hasFollowers).map(({ delivery }) => positionOf(delivery, until));
  // After the claim is committed: deliveries that are not postponed are only scanned once more.
  await postponeDueBehind(db, limits.merchantId, heads, now);
  return claimed;
}

type ClaimValues = Omit<ClaimLimits, 'webhookSlots'> & {
  readonly webhookSlots: string;
  readonly at: string;
  readonly until: Date;
};

const claim = hotStatement((db, params: Params<ClaimValues>) => {
  const { id, merchantId, ...columns } = getTableColumns(webhookDeliveries);
  const due = db
    .$with('due', {
      id: sql<string>`id`.as('due_id'),
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
      .where(and(sql`${id} = any(array(select due_id from due))`, eq(id, due.id), eq(merchantId, params.merchantId)))
      .returning({ id, merchantId, ...columns, hasFollowers: due.hasFollowers, position: due.position }),
  );
  const { hasFollowers, position, ...delivery } = claimed._.selectedFields;
  return db
    .with(due, claimed)
    .select({ delivery, webhook: receiver, hasFollowers })
    .from(claimed)
    .innerJoin(webhooks, and(eq(webhooks.id, claimed.webhookId), eq(webhooks.merchantId, params.merchantId)))
    .orderBy(asc(position));
});

/** The merchant's due deliveries within the limits, locked; the webhook after the last one comes first. */
const dueDeliveries = ({ merchantId, after, at, max, webhookSlots, defaultPerWebhook }: Params<ClaimValues>) => sql`
  with receivers as materialized (
    select webhooks.id as webhook_id
    from webhooks join stores on stores.id = webhooks.store_id and stores.merchant_id = webhooks.merchant_id
    where webhooks.merchant_id = ${merchantId}::uuid and webhooks.paused_at is null and stores.deleted_at is null
    order by webhooks.id <= ${after}::uuid, webhooks.id
  )
  select due.id as due_id, row_number() over () as due_position,
    due.is_ordered and exists (
      select 1 from webhook_deliveries as later
      where later.status = 'pending' and later.webhook_id = due.webhook_id and later.is_ordered
        and later.object_id = due.object_id and later.sequence > due.sequence and later.merchant_id = ${merchantId}::uuid
    ) as has_followers
  from receivers cross join lateral (
    select id, webhook_id, object_id, sequence, is_ordered from webhook_deliveries as mine
    where status = 'pending' and webhook_id = receivers.webhook_id and merchant_id = ${merchantId}::uuid
      and next_attempt_at <= ${at}::timestamptz and (
        not is_ordered or not exists (
          select 1 from webhook_deliveries as earlier
          where earlier.status = 'pending' and earlier.webhook_id = mine.webhook_id and earlier.is_ordered
            and earlier.object_id = mine.object_id and earlier.sequence < mine.sequence
            and earlier.merchant_id = ${merchantId}::uuid
        )
      )
    order by next_attempt_at
    limit coalesce((${webhookSlots}::jsonb ->> receivers.webhook_id::text)::int, ${defaultPerWebhook}::int)
    for update skip locked
  ) as due limit ${max}::int`;
