/** The event feed's rows, and its progress along the audit log. */
import { and, asc, eq, gt, inArray, notInArray, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { auditEntries, auditHeads, events, feedEvents, feedHeads, stores } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import type { EventRow } from '#server/events/data/events.ts';
import { recordsOf } from '#server/platform/data/records.ts';
import { noDigest } from '../rules/feed-chain.ts';

export type FeedEvent = typeof feedEvents.$inferSelect;
export type FeedHead = typeof feedHeads.$inferSelect;
/** A merchant's position in the audit log. */
export type Progress = Pick<typeof auditHeads.$inferSelect, 'merchantId' | 'position' | 'publishedPosition'>;

/** One store's feed in one environment. */
export interface FeedScope {
  readonly merchantId: string;
  readonly storeId: string;
  readonly environment: Environment;
}

/** Locks some merchants whose audit log has entries that the feed has not followed. Skips merchants that another worker has locked. */
export const lockUnpublished = (tx: Tx, limit: number, except: readonly string[]): Promise<Progress[]> =>
  tx
    .select({
      merchantId: auditHeads.merchantId,
      position: auditHeads.position,
      publishedPosition: auditHeads.publishedPosition,
    })
    .from(auditHeads)
    .where(and(sql`published_position < position`, notInArray(auditHeads.merchantId, [...except])))
    .limit(limit)
    .for('no key update', { skipLocked: true });

export interface UnpublishedEntry {
  readonly position: number;
  /** Null: there is no such event. */
  readonly event: EventRow | null;
}

/** The next entries of a merchant's audit log, with their events. */
export const listUnpublished = (
  tx: Tx,
  { merchantId, publishedPosition }: Progress,
  limit: number,
): Promise<UnpublishedEntry[]> =>
  tx
    .select({ position: auditEntries.position, event: events })
    .from(auditEntries)
    .leftJoin(events, and(eq(events.id, auditEntries.id), eq(events.merchantId, auditEntries.merchantId)))
    .where(and(eq(auditEntries.merchantId, merchantId), gt(auditEntries.position, publishedPosition)))
    .orderBy(asc(auditEntries.position))
    .limit(limit);

/** Saves how far the feed has followed these merchants' audit logs. */
export async function saveProgress(tx: Tx, progress: readonly Progress[]): Promise<void> {
  await tx.execute(sql`
    update ${auditHeads} set published_position = moved."publishedPosition"
    from jsonb_to_recordset(${JSON.stringify(progress)}::jsonb) as moved ("merchantId" uuid, "publishedPosition" bigint)
    where ${auditHeads.merchantId} = moved."merchantId"`);
}

/** The names of stores, deleted ones included. */
export async function readStoreNames(tx: Tx, storeIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .select({ id: stores.id, name: stores.name })
    .from(stores)
    .where(inArray(stores.id, [...storeIds]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Locks the heads of these feeds; creates missing ones. */
export const lockFeedHeads = (tx: Tx, scopes: readonly FeedScope[]): Promise<FeedHead[]> =>
  tx
    .insert(feedHeads)
    .values(scopes.map((scope) => ({ ...scope, sequence: 0, digest: noDigest })))
    // For an existing head the update changes nothing: it locks and returns the row.
    .onConflictDoUpdate({
      target: [feedHeads.storeId, feedHeads.environment, feedHeads.merchantId],
      set: { merchantId: sql`excluded.merchant_id` },
    })
    .returning();

/** Adds events and moves the heads of their feeds, which this transaction has locked. */
export async function appendFeedEvents(tx: Tx, rows: readonly FeedEvent[], heads: readonly FeedHead[]): Promise<void> {
  await tx.execute(sql`insert into ${feedEvents} ${recordsOf(feedEvents, rows)}`);
  await tx.execute(sql`
    update ${feedHeads} set sequence = moved.sequence, digest = moved.digest
    from (${recordsOf(feedHeads, heads)}) as moved
    where ${feedHeads.storeId} = moved.store_id and ${feedHeads.environment} = moved.environment
      and ${feedHeads.merchantId} = moved.merchant_id`);
}

/** The events of a feed after a sequence, in order. */
export const listFeedEvents = (
  tx: Tx,
  { merchantId, storeId, environment }: FeedScope,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<FeedEvent[]> =>
  tx
    .select()
    .from(feedEvents)
    .where(
      and(
        eq(feedEvents.merchantId, merchantId),
        eq(feedEvents.storeId, storeId),
        eq(feedEvents.environment, environment),
        gt(feedEvents.sequence, after),
      ),
    )
    .orderBy(asc(feedEvents.sequence))
    .limit(limit);

/** The last sequence of each feed, in the order of `scopes`; 0 for an empty feed. */
export async function readLastSequences(tx: Tx, scopes: readonly FeedScope[]): Promise<number[]> {
  const numbered = JSON.stringify(scopes.map((scope, number) => ({ ...scope, number })));
  const { rows } = await tx.execute<{ sequence: string | null }>(sql`
    select head.sequence from jsonb_to_recordset(${numbered}::jsonb)
      as feed ("merchantId" uuid, "storeId" uuid, environment text, number int)
    left join ${feedHeads} as head on head.store_id = feed."storeId" and head.environment = feed.environment
      and head.merchant_id = feed."merchantId"
    order by feed.number`);
  return rows.map(({ sequence }) => Number(sequence ?? 0));
}
