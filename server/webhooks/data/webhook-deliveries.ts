/** The queue of webhook deliveries. */
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { hotStatement, type Params } from '#db/hot-statement.ts';
import { stores, webhookDeliveries, webhooks } from '#db/schema/index.ts';
import { among } from '#server/platform/data/listing.ts';
import { isStoreOf } from '#server/platform/data/merchant-scope.ts';

/** The NOTIFY channel that announces deliveries. */
export const deliveriesChannel = 'counterfoil_deliveries';

export type WebhookDelivery = typeof webhookDeliveries.$inferSelect;

/** The webhooks of stores that are not deleted, with the stores' names. */
export const listWebhooksWithStores = (tx: Tx, of: StoresOfMerchant) => webhooksWithStores(tx, { ...of });

export interface StoresOfMerchant {
  readonly merchantId: string;
  readonly storeIds: readonly string[];
}

const webhooksWithStores = hotStatement((db, { merchantId, storeIds }: Params<StoresOfMerchant>) =>
  db
    .select({ webhook: webhooks, storeName: stores.name })
    .from(webhooks)
    .innerJoin(stores, isStoreOf(webhooks))
    .where(and(eq(webhooks.merchantId, merchantId), among(webhooks.storeId, storeIds), isNull(stores.deletedAt)))
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
  await notifyDelivery(tx, new Set(rows.map(({ merchantId }) => merchantId)));
}

/** The merchants that a notification can name: its payload has less than 8000 bytes. */
const maxNamed = 200;

/** Notifies the workers at the commit that these merchants have deliveries. */
export const notifyDelivery = (tx: Tx, merchantIds: ReadonlySet<string>) =>
  tx.execute(sql`select pg_notify(${deliveriesChannel}, ${notificationOf(merchantIds)})`);

const notificationOf = (merchantIds: ReadonlySet<string>): string =>
  merchantIds.size > maxNamed ? '' : [...merchantIds].join();

/** The merchants in a notification; undefined if it is for all merchants. */
export const merchantsIn = (notification: string): readonly string[] | undefined =>
  notification === '' ? undefined : notification.split(',');

/** A delivery's position in the queue of its object at a webhook. */
export interface QueuePosition extends Pick<WebhookDelivery, 'webhookId' | 'objectId' | 'sequence'> {
  /** When the deliveries behind it, or the next of them, become due. */
  readonly until: Date;
}

/** A delivery's position in its queue, and when the deliveries behind it become due. */
export const positionOf = ({ webhookId, objectId, sequence }: WebhookDelivery, until: Date): QueuePosition => ({
  webhookId,
  objectId,
  sequence,
  until,
});

/** The positions as a table. */
const positionTable = (positions: readonly QueuePosition[]) => sql`
  jsonb_to_recordset(${JSON.stringify(positions)}::jsonb) as ahead (
    "webhookId" uuid, "objectId" uuid, sequence int, until timestamptz
  )`;
/** Matches the merchant's deliveries behind a position. */
const isBehind = (
  merchantId: string,
) => sql`later.status = 'pending' and later.webhook_id = ahead."webhookId" and later.is_ordered
  and later.object_id = ahead."objectId" and later.sequence > ahead.sequence and later.merchant_id = ${merchantId}`;
/** Matches deliveries without a schedule of their own. */
const isUntried = sql`later.attempts = later.round_start and later.chaos is null`;

/**
 * Postpones due deliveries behind a claimed one to the end of its lease, so that the next claim does not scan them. Skips
 * locked rows, which are only scanned once more.
 */
export async function postponeDueBehind(
  tx: Tx,
  merchantId: string,
  positions: readonly QueuePosition[],
  now: Date,
): Promise<void> {
  if (positions.length === 0) return;
  await tx.execute(sql`
    update webhook_deliveries as mine set next_attempt_at = behind.until
    from (
      select later.id, ahead.until from ${positionTable(positions)} cross join lateral (
        select id from webhook_deliveries as later
        where ${isBehind(merchantId)} and ${isUntried} and later.next_attempt_at <= ${now.toISOString()}::timestamptz
        for update skip locked
      ) as later
    ) as behind
    where mine.id = behind.id and mine.merchant_id = ${merchantId}`);
}

/**
 * Makes the next delivery behind completed ones due immediately. Only that one: later ones would be scanned while it is
 * being sent, and become due in their turn.
 */
export async function releaseNext(tx: Tx, merchantId: string, positions: readonly QueuePosition[]): Promise<void> {
  if (positions.length === 0) return;
  await tx.execute(sql`
    update webhook_deliveries as mine set next_attempt_at = ahead.until
    from ${positionTable(positions)} cross join lateral (
      select id from webhook_deliveries as later where ${isBehind(merchantId)} order by later.sequence limit 1
    ) as next_one
    where mine.id = next_one.id and mine.merchant_id = ${merchantId} and mine.next_attempt_at > ahead.until
      and mine.attempts = mine.round_start and mine.chaos is null`);
}

/**
 * Postpones untried deliveries behind one that is retried later, so that claims do not repeatedly scan a blocked queue.
 */
export async function postponeBehind(tx: Tx, merchantId: string, positions: readonly QueuePosition[]): Promise<void> {
  if (positions.length === 0) return;
  await tx.execute(sql`
    update webhook_deliveries as later set next_attempt_at = ahead.until
    from ${positionTable(positions)}
    where ${isBehind(merchantId)} and ${isUntried} and later.next_attempt_at <> ahead.until`);
}
