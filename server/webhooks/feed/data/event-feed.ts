/** The event feed's rows, and its progress along the audit log. */
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { hotStatement, insertionOf, type Params, recordsIn } from '#db/hot-statement.ts';
import { auditEntries, auditHeads, events, feedEvents, feedHeads, stores } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import type { EventRow } from '#server/events/data/events.ts';
import { hasMerchant } from '#server/platform/data/job-scope.ts';
import { among } from '#server/platform/data/listing.ts';
import { searchMerchants } from '#server/platform/data/merchant-search.ts';
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

const isUnpublished = sql`published_position < position`;

/** The merchants whose audit log has entries that the feed has not followed. Locks nothing. */
export async function listUnpublishedMerchants(tx: Tx): Promise<string[]> {
  const rows = await searchMerchants(tx, 'everywhere', (scope) =>
    tx
      .select({ merchantId: auditHeads.merchantId })
      .from(auditHeads)
      .where(and(hasMerchant(scope, auditHeads.merchantId), isUnpublished)),
  );
  return rows.map(({ merchantId }) => merchantId);
}

/** Locks a merchant's position if it has entries that the feed has not followed and no other worker has locked it. */
export async function lockUnpublished(tx: Tx, merchantId: string): Promise<Progress | undefined> {
  const [progress] = await tx
    .select({
      merchantId: auditHeads.merchantId,
      position: auditHeads.position,
      publishedPosition: auditHeads.publishedPosition,
    })
    .from(auditHeads)
    .where(and(eq(auditHeads.merchantId, merchantId), isUnpublished))
    .for('no key update', { skipLocked: true });
  return progress;
}

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

/** Saves how far the feed has followed a merchant's audit log. */
export async function saveProgress(tx: Tx, { merchantId, publishedPosition }: Progress): Promise<void> {
  await tx.update(auditHeads).set({ publishedPosition }).where(eq(auditHeads.merchantId, merchantId));
}

/** The names of a merchant's stores, deleted ones included. */
export async function readStoreNames(
  tx: Tx,
  merchantId: string,
  storeIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .select({ id: stores.id, name: stores.name })
    .from(stores)
    .where(and(eq(stores.merchantId, merchantId), inArray(stores.id, [...storeIds])));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Locks the heads of these feeds of one merchant; creates missing ones. */
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

/** Adds events of a merchant and moves the heads of their feeds, which this transaction has locked. */
export async function appendFeedEvents(
  tx: Tx,
  merchantId: string,
  rows: readonly FeedEvent[],
  heads: readonly FeedHead[],
): Promise<void> {
  await insertion(tx, { merchantId, records: recordsIn(feedEvents, rows) });
  await movement(tx, { merchantId, records: recordsIn(feedHeads, heads) });
}

type OfMerchant = Params<{ merchantId: string; records: string }>;

const isHeadOf = (record: string, merchantId: OfMerchant['merchantId']) => sql`
  ${feedHeads.storeId} = ${sql.raw(record)}.store_id and ${feedHeads.environment} = ${sql.raw(record)}.environment
  and ${feedHeads.merchantId} = ${merchantId}`;

/** The merchant is read from the locked heads. Citus finds the node by it, but not by a merchant in a JSON list. */
const insertion = hotStatement((db, { merchantId, records }: OfMerchant) => {
  const ofHead = sql`cross join ${feedHeads} where ${isHeadOf('record', merchantId)}`;
  const statement = insertionOf(feedEvents, records, { merchantId: sql`${feedHeads.merchantId}` }, ofHead);
  return { prepare: () => db.execute(statement) };
});

const movement = hotStatement((db, { merchantId, records }: OfMerchant) => {
  const statement = sql`
    update ${feedHeads} set sequence = moved.sequence, digest = moved.digest
    from json_populate_recordset(null::${feedHeads}, ${records}::json) as moved where ${isHeadOf('moved', merchantId)}`;
  return { prepare: () => db.execute(statement) };
});

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
  const idsOf = (name: 'merchantId' | 'storeId') => [...new Set(scopes.map((scope) => scope[name]))];
  const heads = await tx
    .select()
    .from(feedHeads)
    .where(and(among(feedHeads.merchantId, idsOf('merchantId')), among(feedHeads.storeId, idsOf('storeId'))));
  const keyOf = ({ merchantId, storeId, environment }: FeedScope) => `${merchantId} ${storeId} ${environment}`;
  const sequences = new Map(heads.map((head) => [keyOf(head), head.sequence]));
  return scopes.map((scope) => sequences.get(keyOf(scope)) ?? 0);
}
