/** The outbox: committed events that the relay has not passed to the consumers yet. */
import { and, asc, eq, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/client.ts';
import { eventOutbox, events } from '#db/schema/index.ts';
import { hasMerchant } from '#server/platform/data/job-scope.ts';
import { among } from '#server/platform/data/listing.ts';
import { onNodeOf } from '#server/platform/data/merchant-lock.ts';
import { refersTo } from '#server/platform/data/merchant-scope.ts';
import { searchMerchants } from '#server/platform/data/merchant-search.ts';
import type { EventRow } from './events.ts';

/** The advisory locks of the relay: one for each merchant. */
const lockNumber = 726_683_406;

export interface OutboxEvent {
  readonly isHistory: boolean;
  /** The number of failed attempts. */
  readonly attempts: number;
  readonly event: EventRow;
}

/**
 * Locks a merchant's outbox for this transaction; false if another relay holds it. Where the outbox is: when the coordinator
 * of a cluster dies, the node may still commit a relay's work.
 */
export async function lockOutbox(tx: Tx, merchantId: string): Promise<boolean> {
  const {
    rows: [row],
  } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${lockNumber}, hashtext(${merchantId})) as locked from ${onNodeOf(merchantId)}`,
  );
  return row?.locked ?? false;
}

const isDue = (now: Date) => or(isNull(eventOutbox.nextAttemptAt), lte(eventOutbox.nextAttemptAt, now));

/** The merchants with waiting events. A cheap statement, as it runs all the time and the outbox is mostly empty. */
export async function listWaitingMerchants(tx: Tx, now: Date): Promise<string[]> {
  const rows = await searchMerchants(tx, 'everywhere', (scope) =>
    tx
      .selectDistinct({ merchantId: eventOutbox.merchantId })
      .from(eventOutbox)
      .where(and(hasMerchant(scope, eventOutbox.merchantId), isDue(now))),
  );
  return rows.map(({ merchantId }) => merchantId);
}

/**
 * A merchant's waiting events, oldest first: new ones, else those from before the outbox existed; or the one of `eventId`.
 * Events that are held back and later events of their objects are left out.
 */
export async function readOutbox(
  tx: Tx,
  merchantId: string,
  { limit, eventId }: { readonly limit: number; readonly eventId?: string },
  now: Date,
): Promise<OutboxEvent[]> {
  if (eventId !== undefined) return await readWaiting(tx, merchantId, eq(eventOutbox.eventId, eventId), 1, now);
  const fresh = await readWaiting(tx, merchantId, sql`not ${eventOutbox.isHistory}`, limit, now);
  return fresh.length > 0 ? fresh : await readWaiting(tx, merchantId, undefined, limit, now);
}

async function readWaiting(
  tx: Tx,
  merchantId: string,
  condition: SQL | undefined,
  limit: number,
  now: Date,
): Promise<OutboxEvent[]> {
  const earlier = alias(eventOutbox, 'earlier');
  // Ids begin with the time of a process. Where two processes differ, an event waits for the earlier one of its object.
  const mustWaitFor = or(sql`${earlier.nextAttemptAt} is not null`, sql`${earlier.eventId} > ${eventOutbox.eventId}`);
  const earlierOfObject = tx
    .select({ one: sql`1` })
    .from(earlier)
    .where(
      and(
        eq(earlier.merchantId, eventOutbox.merchantId),
        eq(earlier.objectId, eventOutbox.objectId),
        lt(earlier.sequence, eventOutbox.sequence),
        mustWaitFor,
      ),
    );
  return await tx
    .select({ isHistory: eventOutbox.isHistory, attempts: eventOutbox.attempts, event: events })
    .from(eventOutbox)
    .innerJoin(events, refersTo(eventOutbox, eventOutbox.eventId, events))
    .where(and(eq(eventOutbox.merchantId, merchantId), condition, isDue(now), sql`not exists ${earlierOfObject}`))
    .orderBy(asc(eventOutbox.eventId))
    .limit(limit);
}

/** Throws if another relay has passed an event on meanwhile, so that this transaction passes on none. */
export async function removeFromOutbox(tx: Tx, merchantId: string, eventIds: readonly string[]): Promise<void> {
  const removed = await tx
    .delete(eventOutbox)
    .where(and(eq(eventOutbox.merchantId, merchantId), among(eventOutbox.eventId, eventIds)))
    .returning({ eventId: eventOutbox.eventId });
  if (removed.length !== eventIds.length) throw new Error('Another relay has passed on some of the events');
}

/** Delays an event that a consumer failed to handle: by a second, then twice as long each time, up to an hour. */
export async function holdBackEvent(
  tx: Tx,
  { attempts, event: { merchantId, id } }: OutboxEvent,
  reason: string,
  now: Date,
): Promise<void> {
  const seconds = Math.min(3600, 2 ** attempts);
  await tx
    .update(eventOutbox)
    .set({
      attempts: attempts + 1,
      nextAttemptAt: new Date(now.getTime() + seconds * 1000),
      lastError: reason.slice(0, 500),
    })
    .where(and(eq(eventOutbox.merchantId, merchantId), eq(eventOutbox.eventId, id)));
}
