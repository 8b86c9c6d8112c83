/** Events that were committed and that nobody has been told of yet. */
import { and, asc, eq, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/client.ts';
import { eventOutbox, events } from '#db/schema/index.ts';
import { among } from '#server/platform/data/listing.ts';
import type { EventRow } from './events.ts';

/** Any number that nothing else locks. */
const lockNumber = 7_266_834_061;

export interface OutboxEvent {
  readonly position: number;
  readonly isHistory: boolean;
  readonly event: EventRow;
}

/** Takes the outbox for this transaction; false where another relay has it. */
export async function lockOutbox(tx: Tx): Promise<boolean> {
  const {
    rows: [row],
  } = await tx.execute<{ locked: boolean }>(sql`select pg_try_advisory_xact_lock(${lockNumber}) as locked`);
  return row?.locked ?? false;
}

/** Whether anything is there at all: what is asked again and again, and mostly answered with no. */
export async function isOutboxEmpty(tx: Tx): Promise<boolean> {
  const {
    rows: [row],
  } = await tx.execute<{ there: boolean }>(sql`select exists (select from event_outbox) as there`);
  return row?.there !== true;
}

/**
 * The events that wait, oldest first: new ones, and only where there are none, those from before there was an outbox; or
 * the one at `position`. Not those that are held back, nor later ones of the same object.
 */
export async function readOutbox(
  tx: Tx,
  choice: { readonly limit: number; readonly position?: number },
  now: Date,
): Promise<OutboxEvent[]> {
  if (choice.position !== undefined) return await readWaiting(tx, eq(eventOutbox.position, choice.position), 1, now);
  // Written out, so that the index of new ones is used.
  const fresh = await readWaiting(tx, sql`not ${eventOutbox.isHistory}`, choice.limit, now);
  return fresh.length > 0 ? fresh : await readWaiting(tx, undefined, choice.limit, now);
}

async function readWaiting(tx: Tx, which: SQL | undefined, limit: number, now: Date): Promise<OutboxEvent[]> {
  const held = alias(eventOutbox, 'held');
  const earlier = tx
    .select({ one: sql`1` })
    .from(held)
    .where(
      and(
        eq(held.objectId, eventOutbox.objectId),
        lt(held.position, eventOutbox.position),
        // So written, the index of those few is used.
        sql`${held.nextAttemptAt} is not null`,
      ),
    );
  return await tx
    .select({ position: eventOutbox.position, isHistory: eventOutbox.isHistory, event: events })
    .from(eventOutbox)
    .innerJoin(events, eq(events.id, eventOutbox.eventId))
    .where(
      and(
        which,
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

/** An event that could not be told is tried again after a second, then after twice as long each time, up to an hour. */
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
