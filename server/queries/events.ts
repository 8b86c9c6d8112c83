/** Event rows. */
import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { events } from '../../db/schema/index.ts';
import type { Environment } from '../domain/environments.ts';
import { type Actor, type Changes, type EventType, keptOrigin, type ObjectType } from '../domain/event.ts';
import { newId } from '../domain/ids.ts';
import { currentOrigin } from '../origin.ts';

export type EventRow = typeof events.$inferSelect;

export interface NewEvent {
  readonly merchantId: string;
  readonly storeId: string | null;
  readonly environment: Environment;
  readonly type: EventType;
  readonly objectType: ObjectType;
  readonly objectId: string;
  readonly actor: Actor;
  readonly data?: Readonly<Record<string, unknown>>;
  /** What it changed, as `domain/changes.ts` tells it. */
  readonly changes?: Changes | undefined;
}

/**
 * Records what happened, in the transaction in which it happens. The object's row has to be new or locked in that
 * transaction: that is what makes its `sequence` free of gaps and repeats. Where it was asked for from is added to its
 * actor, of buyers only the network.
 */
export const recordEvent = (tx: Tx, event: NewEvent, now: Date): Promise<void> => recordEvents(tx, [event], now);

/** The same for several events at once, in the order in which they happened. */
export async function recordEvents(tx: Tx, several: readonly NewEvent[], now: Date): Promise<void> {
  if (several.length === 0) return;
  const places = new Map<string, number>();
  const from = currentOrigin();
  const rows = several.map((event) => {
    const place = (places.get(event.objectId) ?? 0) + 1;
    places.set(event.objectId, place);
    // One statement sees none of its own rows, so those of one object are counted here.
    const sequence = sql<number>`(
      select coalesce(max(${events.sequence}), 0) + ${place}::int from ${events} where ${events.objectId} = ${event.objectId}
    )`;
    const actor = from ? { from: keptOrigin(event.actor.kind, from), ...event.actor } : event.actor;
    return { id: newId(), data: {}, ...event, actor, sequence, createdAt: now };
  });
  await tx.insert(events).values(rows);
}

/**
 * Records what happened to a store's standing: its verification, its senders. That belongs to prod, where it counts,
 * whichever environment the call came from.
 */
export const recordStandingEvent = (
  tx: Tx,
  store: { readonly id: string; readonly merchantId: string },
  actor: Actor,
  event: Pick<NewEvent, 'type' | 'objectType' | 'objectId' | 'data' | 'changes'>,
  now: Date,
): Promise<void> =>
  recordEvent(tx, { merchantId: store.merchantId, storeId: store.id, environment: 'prod', actor, ...event }, now);

/** Everything that happened to one object of a store, oldest first. */
export const listEvents = (
  tx: Tx,
  scope: { storeId: string; environment: Environment },
  objectId: string,
): Promise<EventRow[]> =>
  tx
    .select()
    .from(events)
    .where(
      and(eq(events.storeId, scope.storeId), eq(events.environment, scope.environment), eq(events.objectId, objectId)),
    )
    .orderBy(events.sequence);

/** What of that is about one payment, named by its Short ID. */
export const listPaymentEvents = (
  tx: Tx,
  scope: { storeId: string; environment: Environment },
  orderId: string,
  paymentId: string,
): Promise<EventRow[]> =>
  tx
    .select()
    .from(events)
    .where(
      and(
        eq(events.storeId, scope.storeId),
        eq(events.environment, scope.environment),
        eq(events.objectId, orderId),
        sql`${events.data}->>'paymentId' = ${paymentId}`,
      ),
    )
    .orderBy(events.sequence);
