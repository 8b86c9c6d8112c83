/** The queue of webhook deliveries. */
import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { hotStatement, type Params } from '#db/hot-statement.ts';
import { stores, webhookAttempts, webhookDeliveries, webhooks } from '#db/schema/index.ts';
import { newId } from '#server/domain/ids.ts';
import { among } from '#server/platform/data/listing.ts';
import type { DeliveryStatus } from '../rules/webhook.ts';
import { deliveryLeaseMs, maxStoredAttempts } from '../rules/webhook-delivery.ts';
import type { Webhook } from '../webhooks.ts';

/** The NOTIFY channel that announces deliveries. */
export const deliveriesChannel = 'counterfoil_deliveries';

export type WebhookDelivery = typeof webhookDeliveries.$inferSelect;
/** A request that was sent. Its attempt number is assigned once its delivery is locked. */
export type NewAttempt = Omit<typeof webhookAttempts.$inferSelect, 'id' | 'attempt'>;

/** The webhooks of stores that are not deleted, with the stores' names. */
export const listWebhooksWithStores = (tx: Tx, storeIds: readonly string[]) => webhooksWithStores(tx, { storeIds });

const webhooksWithStores = hotStatement((db, { storeIds }: Params<{ storeIds: readonly string[] }>) =>
  db
    .select({ webhook: webhooks, storeName: stores.name })
    .from(webhooks)
    .innerJoin(stores, eq(stores.id, webhooks.storeId))
    .where(and(among(webhooks.storeId, storeIds), isNull(stores.deletedAt)))
    .orderBy(asc(webhooks.createdAt), asc(webhooks.id)),
);

/** The rows per statement: PostgreSQL accepts at most 65,535 parameters. */
const maxRowsPerInsert = 1000;

/** Inserts deliveries and notifies the workers at the commit. Existing deliveries stay unchanged. */
export async function insertDeliveries(tx: Tx, rows: readonly WebhookDelivery[]): Promise<void> {
  if (rows.length === 0) return;
  for (let start = 0; start < rows.length; start += maxRowsPerInsert) {
    await tx
      .insert(webhookDeliveries)
      .values(rows.slice(start, start + maxRowsPerInsert))
      .onConflictDoNothing({ target: [webhookDeliveries.id, webhookDeliveries.merchantId] });
  }
  await notifyDelivery(tx);
}

/** Notifies the workers at the commit. */
export const notifyDelivery = (tx: Tx) => tx.execute(sql`select pg_notify(${deliveriesChannel}, '')`);

/** A claimed delivery with its webhook. */
export interface ClaimedDelivery {
  readonly delivery: WebhookDelivery;
  readonly webhook: Webhook;
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

const asJson = (map: ReadonlyMap<string, string | number>) => sql`${JSON.stringify(Object.fromEntries(map))}::jsonb`;

/**
 * Claims due deliveries by postponing their next attempt, so that a crash only delays them. A delivery waits for earlier
 * pending ones of its object at the same webhook; those behind a claimed one are postponed. Walks merchants and their
 * webhooks by index, so that no queue is read to its end; skips paused webhooks.
 */
export async function claimDeliveries(
  tx: Tx,
  { max, defaultPerWebhook, webhookSlots, defaultPerMerchant, merchantSlots, after, afterOf }: ClaimLimits,
  now: Date,
): Promise<ClaimedDelivery[]> {
  const at = now.toISOString();
  const { rows: due } = await tx.execute<{ id: string; hasFollowers: boolean }>(sql`
    with recursive queue as (
      (select webhook_id from webhook_deliveries where status = 'pending' order by webhook_id limit 1)
      union all
      select (
        select webhook_id from webhook_deliveries
        where status = 'pending' and webhook_id > queue.webhook_id order by webhook_id limit 1
      ) from queue where queue.webhook_id is not null
    ), turn as materialized (
      select webhooks.merchant_id, array_agg(
        webhooks.id order by webhooks.id <= (${asJson(afterOf)} ->> webhooks.merchant_id::text)::uuid, webhooks.id
      ) as webhook_ids
      from queue join webhooks on webhooks.id = queue.webhook_id join stores on stores.id = webhooks.store_id
      where webhooks.paused_at is null and stores.deleted_at is null
      group by webhooks.merchant_id
      order by webhooks.merchant_id <= ${after}::uuid, webhooks.merchant_id
    )
    select due.id, due.is_ordered and exists (
      select from webhook_deliveries as later
      where later.status = 'pending' and later.webhook_id = due.webhook_id and later.is_ordered
        and later.object_id = due.object_id and later.sequence > due.sequence
    ) as "hasFollowers"
    from turn cross join lateral (
      select mine.* from unnest(turn.webhook_ids) as one (webhook_id) cross join lateral (
        select id, webhook_id, object_id, sequence, is_ordered from webhook_deliveries as mine
        where status = 'pending' and webhook_id = one.webhook_id and next_attempt_at <= ${at}::timestamptz and (
          not is_ordered or not exists (
            select from webhook_deliveries as earlier
            where earlier.status = 'pending' and earlier.webhook_id = mine.webhook_id and earlier.is_ordered
              and earlier.object_id = mine.object_id and earlier.sequence < mine.sequence
          )
        )
        order by next_attempt_at
        limit coalesce((${asJson(webhookSlots)} ->> one.webhook_id::text)::int, ${defaultPerWebhook}::int) for update skip locked
      ) as mine
      limit coalesce((${asJson(merchantSlots)} ->> turn.merchant_id::text)::int, ${defaultPerMerchant}::int)
    ) as due limit ${max}`);
  if (due.length === 0) return [];
  const ids = due.map(({ id }) => id);
  const until = new Date(now.getTime() + deliveryLeaseMs);
  const claimed = await tx
    .update(webhookDeliveries)
    .set({ nextAttemptAt: until })
    .where(inArray(webhookDeliveries.id, ids))
    .returning();
  const targets = await tx
    .select()
    .from(webhooks)
    .where(inArray(webhooks.id, [...new Set(claimed.map(({ webhookId }) => webhookId))]));
  const targetOf = new Map(targets.map((webhook) => [webhook.id, webhook]));
  const deliveryOf = new Map(claimed.map((delivery) => [delivery.id, delivery]));
  const claimedDeliveries = due.flatMap(({ id, hasFollowers }) => {
    const delivery = deliveryOf.get(id);
    const webhook = delivery && targetOf.get(delivery.webhookId);
    return webhook ? [{ delivery, webhook, hasFollowers }] : [];
  });
  const heads = claimedDeliveries
    .filter(({ hasFollowers }) => hasFollowers)
    .map(({ delivery }) => ({ ...positionOf(delivery), until }));
  await postponeDueBehind(tx, heads, now);
  return claimedDeliveries;
}

/** Locks deliveries in ID order, before their webhooks, to avoid deadlocks. */
export async function lockDeliveries(tx: Tx, ids: readonly string[]): Promise<Map<string, WebhookDelivery>> {
  const rows = await tx
    .select()
    .from(webhookDeliveries)
    .where(inArray(webhookDeliveries.id, [...ids]))
    .orderBy(asc(webhookDeliveries.id))
    .for('update');
  return new Map(rows.map((row) => [row.id, row]));
}

/** Inserts attempts, and deletes the oldest of deliveries with very many. */
export async function insertAttempts(tx: Tx, attempts: readonly (NewAttempt & { attempt: number })[]): Promise<void> {
  if (attempts.length === 0) return;
  await tx.insert(webhookAttempts).values(attempts.map((attempt) => ({ id: newId(), ...attempt })));
  const many = attempts.filter(({ attempt }) => attempt > maxStoredAttempts);
  if (many.length === 0) return;
  const isOld = many.map(({ deliveryId, attempt }) =>
    and(eq(webhookAttempts.deliveryId, deliveryId), lte(webhookAttempts.attempt, attempt - maxStoredAttempts)),
  );
  await tx.delete(webhookAttempts).where(or(...isOld));
}

/** The changes that an attempt makes to a locked delivery. */
export interface DeliveryChange {
  readonly id: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly nextAttemptAt: Date;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly deliveredAt: Date | null;
}

/** Saves the changes of locked deliveries in one statement. */
export async function saveDeliveries(tx: Tx, changes: readonly DeliveryChange[], now: Date): Promise<void> {
  if (changes.length === 0) return;
  await tx.execute(sql`
    update webhook_deliveries as mine
    set status = changed.status, attempts = changed.attempts, next_attempt_at = changed."nextAttemptAt",
      last_status = changed."lastStatus", last_error = changed."lastError", delivered_at = changed."deliveredAt",
      updated_at = ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as changed (
      id uuid, status text, attempts int, "nextAttemptAt" timestamptz, "lastStatus" int, "lastError" text,
      "deliveredAt" timestamptz
    )
    where mine.id = changed.id`);
}

/** A delivery's position in the queue of its object at a webhook. */
export interface QueuePosition extends Pick<WebhookDelivery, 'webhookId' | 'objectId' | 'sequence'> {
  /** When the deliveries behind it, or the next of them, become due. */
  readonly until: Date;
}

/** A delivery's position in its queue. */
export const positionOf = ({ webhookId, objectId, sequence }: WebhookDelivery) => ({ webhookId, objectId, sequence });

/** The positions as a table. */
const positionTable = (positions: readonly QueuePosition[]) => sql`
  jsonb_to_recordset(${JSON.stringify(positions)}::jsonb) as ahead (
    "webhookId" uuid, "objectId" uuid, sequence int, until timestamptz
  )`;
/** Matches the deliveries behind a position. */
const isBehind = sql`later.status = 'pending' and later.webhook_id = ahead."webhookId" and later.is_ordered
  and later.object_id = ahead."objectId" and later.sequence > ahead.sequence`;
/** Matches deliveries without a schedule of their own. */
const isUntried = sql`later.attempts = later.round_start and later.chaos is null`;

/**
 * Postpones due deliveries behind a claimed one to the end of its lease, so that the next claim does not scan them. Skips
 * locked rows, which are only scanned once more.
 */
async function postponeDueBehind(tx: Tx, positions: readonly QueuePosition[], now: Date): Promise<void> {
  if (positions.length === 0) return;
  await tx.execute(sql`
    update webhook_deliveries as mine set next_attempt_at = behind.until
    from (
      select later.id, ahead.until from ${positionTable(positions)} cross join lateral (
        select id from webhook_deliveries as later
        where ${isBehind} and ${isUntried} and later.next_attempt_at <= ${now.toISOString()}::timestamptz
        for update skip locked
      ) as later
    ) as behind
    where mine.id = behind.id`);
}

/**
 * Makes the next delivery behind completed ones due immediately. Only that one: later ones would be scanned while it is
 * being sent, and become due in their turn.
 */
export async function releaseNext(tx: Tx, positions: readonly QueuePosition[]): Promise<void> {
  if (positions.length === 0) return;
  await tx.execute(sql`
    update webhook_deliveries as mine set next_attempt_at = ahead.until
    from ${positionTable(positions)} cross join lateral (
      select id from webhook_deliveries as later where ${isBehind} order by later.sequence limit 1
    ) as next_one
    where mine.id = next_one.id and mine.next_attempt_at > ahead.until
      and mine.attempts = mine.round_start and mine.chaos is null`);
}

/**
 * Postpones untried deliveries behind one that is retried later, so that claims do not repeatedly scan a blocked queue.
 */
export async function postponeBehind(tx: Tx, positions: readonly QueuePosition[]): Promise<void> {
  if (positions.length === 0) return;
  await tx.execute(sql`
    update webhook_deliveries as later set next_attempt_at = ahead.until
    from ${positionTable(positions)}
    where ${isBehind} and ${isUntried} and later.next_attempt_at <> ahead.until`);
}
