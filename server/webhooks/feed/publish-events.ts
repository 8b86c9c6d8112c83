/**
 * Publishes webhook events to the feeds of their stores. It follows each merchant's audit log, which has every committed
 * event in one order, so a feed is complete whatever happens to a worker, and for events from before the feed existed.
 */
import type { Database, Tx } from '#db/client.ts';
import { isUnavailable } from '#server/platform/data/read-failures.ts';
import { logFailure } from '#server/platform/outage.ts';
import { bodyOf, type PayloadFacts } from '../body.ts';
import { mayBeWebhookEvent, readPayloadFacts } from '../payload-facts.ts';
import {
  appendFeedEvents,
  type FeedEvent,
  type FeedHead,
  type FeedScope,
  listUnpublished,
  listUnpublishedMerchants,
  lockFeedHeads,
  lockUnpublished,
  type Progress,
  readStoreNames,
  saveProgress,
  type UnpublishedEntry,
} from './data/event-feed.ts';
import { digestOf } from './rules/feed-chain.ts';

/** The entries of one transaction. The relay waits for its lock, so it is short. */
const batchSize = 100;

/**
 * Follows all audit logs to their ends; returns the number of published events. Any number of workers may run it: a
 * merchant's log is locked while its events are published, and sequence, events and progress are saved in one transaction.
 * A merchant whose events cannot be published is logged and skipped in this run; the next run retries.
 */
export async function publishEvents(db: Database, now: Date, signal?: AbortSignal): Promise<number> {
  let published = 0;
  for (const merchantId of await listUnpublishedMerchants(db)) {
    try {
      for (let isAtEnd = false; !isAtEnd && !signal?.aborted; ) {
        const batch = await db.transaction((tx) => publishBatch(tx, merchantId, now));
        published += batch.published;
        isAtEnd = batch.isAtEnd;
      }
    } catch (error) {
      if (isUnavailable(error)) throw error;
      logFailure(error, 'could not publish events', { merchantId });
    }
  }
  return published;
}

async function publishBatch(tx: Tx, merchantId: string, now: Date) {
  const merchant = await lockUnpublished(tx, merchantId);
  if (!merchant) return { published: 0, isAtEnd: true };
  const entries = await listUnpublished(tx, merchant, batchSize);
  const found = entries.flatMap(({ event }) => (event && mayBeWebhookEvent(event) ? event : []));
  const facts = await readPayloadFacts(tx, found);
  if (facts.length > 0) await append(tx, merchantId, facts, now);
  await saveProgress(tx, progressAfter(merchant, entries));
  return { published: facts.length, isAtEnd: entries.length < batchSize };
}

const progressAfter = (merchant: Progress, entries: readonly UnpublishedEntry[]): Progress => ({
  ...merchant,
  publishedPosition: entries.length < batchSize ? merchant.position : (entries.at(-1)?.position ?? 0),
});

async function append(tx: Tx, merchantId: string, facts: readonly PayloadFacts[], now: Date): Promise<void> {
  const scopes = new Map(facts.map(({ event, bought }) => [keyOf(scopeOf(event, bought)), scopeOf(event, bought)]));
  const names = await readStoreNames(tx, merchantId, [...new Set([...scopes.values()].map(({ storeId }) => storeId))]);
  const locked = await lockFeedHeads(tx, [...scopes.values()]);
  const heads = new Map(locked.map((head) => [keyOf(head), head]));
  const rows = facts.map((fact): FeedEvent => {
    const scope = scopeOf(fact.event, fact.bought);
    const head = heads.get(keyOf(scope));
    if (!head) throw new Error(`The feed of store ${scope.storeId} is not locked`);
    const row = rowOf(fact, head, names.get(scope.storeId) ?? '', now);
    heads.set(keyOf(scope), { ...head, sequence: row.sequence, digest: row.digest });
    return row;
  });
  await appendFeedEvents(tx, merchantId, rows, [...heads.values()]);
}

const keyOf = ({ merchantId, storeId, environment }: FeedScope): string => `${merchantId} ${storeId} ${environment}`;

const scopeOf = ({ environment }: PayloadFacts['event'], { order }: PayloadFacts['bought']): FeedScope => ({
  merchantId: order.merchantId,
  storeId: order.storeId,
  environment,
});

function rowOf(facts: PayloadFacts, head: FeedHead, storeName: string, now: Date): FeedEvent {
  const { event, eventType } = facts;
  const body = JSON.stringify(bodyOf(facts, { id: event.id, storeName }));
  const [sequence, previousDigest] = [head.sequence + 1, head.digest];
  return {
    id: event.id,
    merchantId: head.merchantId,
    storeId: head.storeId,
    environment: head.environment,
    sequence,
    eventType,
    objectSequence: event.sequence,
    body,
    digest: digestOf(previousDigest, sequence, body),
    previousDigest,
    publishedAt: now,
  };
}
