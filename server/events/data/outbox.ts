/** The outbox: committed events that the relay has not passed to the consumers yet. */
import { and, asc, eq, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/client.ts';
import { eventOutbox, events } from '#db/schema/index.ts';
import { among } from '#server/platform/data/listing.ts';
import type { EventRow } from './events.ts';

/** The advisory lock of the relay. */
const lockNumber = 7_266_834_061;

export interface OutboxEvent {
  readonly position: number;
  readonly isHistory: boolean;
  readonly event: EventRow;
}

/** Locks the outbox for this transaction; false if another relay holds it. */
export async function lockOutbox(tx: Tx): Promise<boolean> {
  const {
    rows: [row],
  } = await tx.execute<{ locked: boolean }>(sql`select pg_try_advisory_xact_lock(${lockNumber}) as locked`);
  return row?.locked ?? false;
}

/** A cheap check, as it runs all the time and the outbox is mostly empty. */
export async function isOutboxEmpty(tx: Tx): Promise<boolean> {
  const {
    rows: [row],
  } = await tx.execute<{ found: boolean }>(sql`select exists (select from event_outbox) as found`);
  return row?.found !== true;
}

/**
 * The waiting events, oldest first: new ones, else those from before the outbox existed; or the one at `position`. Events
 * that are held back and later events of their objects are left out.
 */
export async function readOutbox(
  tx: Tx,
  choice: { readonly limit: number; readonly position?: number },
  now: Date,
): Promise<OutboxEvent[]> {
  if (choice.position !== undefined) return await readWaiting(tx, eq(eventOutbox.position, choice.position), 1, now);
  const fresh = await readWaiting(tx, sql`not ${eventOutbox.isHistory}`, choice.limit, now);
  return fresh.length > 0 ? fresh : await readWaiting(tx, undefined, choice.limit, now);
}

async function readWaiting(tx: Tx, condition: SQL | undefined, limit: number, now: Date): Promise<OutboxEvent[]> {
  const held = alias(eventOutbox, 'held');
  const earlier = tx
    .select({ one: sql`1` })
    .from(held)
    .where(
      and(
        eq(held.objectId, eventOutbox.objectId),
        lt(held.position, eventOutbox.position),
        // A literal condition, so that the index of the few held events is used.
        sql`${held.nextAttemptAt} is not null`,
      ),
    );
  return await tx
    .select({ position: eventOutbox.position, isHistory: eventOutbox.isHistory, event: events })
    .from(eventOutbox)
    .innerJoin(events, eq(events.id, eventOutbox.eventId))
    .where(
      and(
        condition,
        or(isNull(eventOutbox.nextAttemptAt), lte(eventOutbox.nextAttemptAt, now)),
        sql`not exists ${earlier}`,
      ),
    )
    .orderBy(asc(eventOutbox.position))
    .limit(limit);
}

export async function removeFromOutbox(tx: Tx, positions: readonly number[]): Promise<void> {
  await tx.delete(eventOutbox).where(among(eventOutbox.position, positions));
}

/** Delays an event that a consumer failed to handle: by a second, then twice as long each time, up to an hour. */
export async function holdBackEvent(tx: Tx, position: number, reason: string, now: Date): Promise<void> {
  const seconds = sql`least(3600, power(2, least(${eventOutbox.attempts}, 12)))`;
  await tx
    .update(eventOutbox)
    .set({
      attempts: sql`${eventOutbox.attempts} + 1`,
      nextAttemptAt: sql`${now.toISOString()}::timestamptz + make_interval(secs => ${seconds})`,
      lastError: reason.slice(0, 500),
    })
    .where(eq(eventOutbox.position, position));
}
