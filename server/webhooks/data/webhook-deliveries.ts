/** The queue of what webhooks are told. */
import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { hotStatement, type Params } from '#db/hot-statement.ts';
import { stores, webhookAttempts, webhookDeliveries, webhooks } from '#db/schema/index.ts';
import { newId } from '#server/domain/ids.ts';
import { among } from '#server/platform/data/listing.ts';
import type { DeliveryStatus } from '../rules/webhook.ts';
import { deliveryLeaseMs, maxAttemptsKept } from '../rules/webhook-delivery.ts';
import type { Webhook } from '../webhooks.ts';

/** The NOTIFY channel that says there is something to deliver. */
export const deliveriesChannel = 'counterfoil_deliveries';

export type WebhookDelivery = typeof webhookDeliveries.$inferSelect;
/** A request that was made; its number is known once its delivery is locked. */
export type NewAttempt = Omit<typeof webhookAttempts.$inferSelect, 'id' | 'attempt'>;

/** The webhooks of those stores, with the stores' names; none of a deleted store. */
export const listWebhooksWithStores = (tx: Tx, storeIds: readonly string[]) => webhooksWithStores(tx, { storeIds });

const webhooksWithStores = hotStatement((db, { storeIds }: Params<{ storeIds: readonly string[] }>) =>
  db
    .select({ webhook: webhooks, storeName: stores.name })
    .from(webhooks)
    .innerJoin(stores, eq(stores.id, webhooks.storeId))
    .where(and(among(webhooks.storeId, storeIds), isNull(stores.deletedAt)))
    .orderBy(asc(webhooks.createdAt), asc(webhooks.id)),
);

/** A statement has room for 65,535 values. */
const insertedAtOnce = 1000;

/** Writes deliveries down, and wakes the workers at the commit. One that is there already stays as it is. */
export async function insertDeliveries(tx: Tx, rows: readonly WebhookDelivery[]): Promise<void> {
  if (rows.length === 0) return;
  for (let start = 0; start < rows.length; start += insertedAtOnce) {
    await tx
      .insert(webhookDeliveries)
      .values(rows.slice(start, start + insertedAtOnce))
      .onConflictDoNothing({ target: [webhookDeliveries.id, webhookDeliveries.merchantId] });
  }
  await wakeDelivery(tx);
}

/** Wakes the workers, at the commit and only then. */
export const wakeDelivery = (tx: Tx) => tx.execute(sql`select pg_notify(${deliveriesChannel}, '')`);

/** A delivery in hand, with where it goes. */
export interface ClaimedDelivery {
  readonly delivery: WebhookDelivery;
  readonly webhook: Webhook;
  /** Whether others waited behind it when it was taken. */
  readonly hasFollowers: boolean;
}

/** How many deliveries may be taken. */
export interface Room {
  /** In all. */
  readonly most: number;
  /** For a webhook that `rooms` does not name. */
  readonly usual: number;
  readonly rooms: ReadonlyMap<string, number>;
  /** The same for merchants. */
  readonly usualPerMerchant: number;
  readonly merchantSlots: ReadonlyMap<string, number>;
  /** Whose turn it was last: the merchants after it come first. Null: nobody's yet. */
  readonly after: string | null;
  /** And of each merchant's webhooks. */
  readonly afterOf: ReadonlyMap<string, string>;
}

const asJson = (map: ReadonlyMap<string, string | number>) => sql`${JSON.stringify(Object.fromEntries(map))}::jsonb`;

/**
 * Claims deliveries that are due: moves their next attempt on, so that a worker that dies with them in hand only delays
 * them. One waits while an earlier one of its object is pending for its webhook, and those behind the claimed ones are
 * moved out of the way. Goes from merchant to merchant, from webhook to webhook of each, by the index, so that nobody's
 * queue is read to its end; paused ones are passed over.
 */
export async function claimDeliveries(
  tx: Tx,
  { most, usual, rooms, usualPerMerchant, merchantSlots, after, afterOf }: Room,
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
        limit coalesce((${asJson(rooms)} ->> one.webhook_id::text)::int, ${usual}::int) for update skip locked
      ) as mine
      limit coalesce((${asJson(merchantSlots)} ->> turn.merchant_id::text)::int, ${usualPerMerchant}::int)
    ) as due limit ${most}`);
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
  const taken = due.flatMap(({ id, hasFollowers }) => {
    const delivery = deliveryOf.get(id);
    const webhook = delivery && targetOf.get(delivery.webhookId);
    return webhook ? [{ delivery, webhook, hasFollowers }] : [];
  });
  const heads = taken
    .filter(({ hasFollowers }) => hasFollowers)
    .map(({ delivery }) => ({ ...placeOf(delivery), until }));
  await moveDueBehind(tx, heads, now);
  return taken;
}

/** Deliveries with their rows locked, in the sequence in which everybody locks them: before their webhooks. */
export async function lockDeliveries(tx: Tx, ids: readonly string[]): Promise<Map<string, WebhookDelivery>> {
  const rows = await tx
    .select()
    .from(webhookDeliveries)
    .where(inArray(webhookDeliveries.id, [...ids]))
    .orderBy(asc(webhookDeliveries.id))
    .for('update');
  return new Map(rows.map((row) => [row.id, row]));
}

/** Notes requests that were made, and forgets the oldest of deliveries that have had very many. */
export async function insertAttempts(tx: Tx, attempts: readonly (NewAttempt & { attempt: number })[]): Promise<void> {
  if (attempts.length === 0) return;
  await tx.insert(webhookAttempts).values(attempts.map((attempt) => ({ id: newId(), ...attempt })));
  const many = attempts.filter(({ attempt }) => attempt > maxAttemptsKept);
  if (many.length === 0) return;
  const isOld = many.map(({ deliveryId, attempt }) =>
    and(eq(webhookAttempts.deliveryId, deliveryId), lte(webhookAttempts.attempt, attempt - maxAttemptsKept)),
  );
  await tx.delete(webhookAttempts).where(or(...isOld));
}

/** What an attempt has made of a locked delivery. */
export interface DeliveryChange {
  readonly id: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly nextAttemptAt: Date;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly deliveredAt: Date | null;
}

/** Writes what became of locked deliveries, in one statement. */
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

/** A place in the line of an object's deliveries to a webhook. */
export interface PlaceInLine extends Pick<WebhookDelivery, 'webhookId' | 'objectId' | 'sequence'> {
  /** When those behind it, or the next of them, may go. */
  readonly until: Date;
}

/** Its place in line. */
export const placeOf = ({ webhookId, objectId, sequence }: WebhookDelivery) => ({ webhookId, objectId, sequence });

/** What of a place is told to PostgreSQL, and what it knows of it. */
const placesAhead = (places: readonly PlaceInLine[]) => sql`
  jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as ahead (
    "webhookId" uuid, "objectId" uuid, sequence int, until timestamptz
  )`;
/** Those in line behind it. */
const isBehind = sql`later.status = 'pending' and later.webhook_id = ahead."webhookId" and later.is_ordered
  and later.object_id = ahead."objectId" and later.sequence > ahead.sequence`;
/** Those that have no time of their own to be tried at. */
const isUntried = sql`later.attempts = later.round_start and later.chaos is null`;

/**
 * Those that are due behind a delivery in hand are not due before its lease ends, so that the next claim need not look
 * through them. Waits for nobody: whom it passes over is only looked at once more.
 */
async function moveDueBehind(tx: Tx, places: readonly PlaceInLine[], now: Date): Promise<void> {
  if (places.length === 0) return;
  await tx.execute(sql`
    update webhook_deliveries as mine set next_attempt_at = behind.until
    from (
      select later.id, ahead.until from ${placesAhead(places)} cross join lateral (
        select id from webhook_deliveries as later
        where ${isBehind} and ${isUntried} and later.next_attempt_at <= ${now.toISOString()}::timestamptz
        for update skip locked
      ) as later
    ) as behind
    where mine.id = behind.id`);
}

/**
 * The next in line behind deliveries that are done with is due at once. Only that one: the others would be in the way
 * while it is sent, and each is freed in its turn.
 */
export async function freeNextInLine(tx: Tx, places: readonly PlaceInLine[]): Promise<void> {
  if (places.length === 0) return;
  await tx.execute(sql`
    update webhook_deliveries as mine set next_attempt_at = ahead.until
    from ${placesAhead(places)} cross join lateral (
      select id from webhook_deliveries as later where ${isBehind} order by later.sequence limit 1
    ) as next_one
    where mine.id = next_one.id and mine.next_attempt_at > ahead.until
      and mine.attempts = mine.round_start and mine.chaos is null`);
}

/**
 * Those behind a delivery that is tried again later, and that were not tried themselves, are not due before it: a queue
 * that cannot move is not looked through again and again.
 */
export async function moveThoseBehind(tx: Tx, places: readonly PlaceInLine[]): Promise<void> {
  if (places.length === 0) return;
  await tx.execute(sql`
    update webhook_deliveries as later set next_attempt_at = ahead.until
    from ${placesAhead(places)}
    where ${isBehind} and ${isUntried} and later.next_attempt_at <> ahead.until`);
}
