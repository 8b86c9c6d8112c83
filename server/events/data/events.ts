/** Event rows. */
import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { hotStatement, insertionOf, type Params, recordsIn } from '#db/hot-statement.ts';
import { events } from '#db/schema/index.ts';
import { sendAhead } from '#db/session.ts';
import type { Environment } from '#server/domain/environments.ts';
import { newId } from '#server/domain/ids.ts';
import { type Actor, type Changes, storedOrigin } from '../rules/event.ts';
import { type EventType, eventRegistry } from '../rules/registry.ts';
import { currentOrigin } from './origin.ts';

export type EventRow = typeof events.$inferSelect;

export interface NewEvent {
  readonly merchantId: string;
  readonly storeId: string | null;
  readonly environment: Environment;
  readonly type: EventType;
  readonly objectId: string;
  readonly actor: Actor;
  readonly data?: Readonly<Record<string, unknown>>;
  /** See `domain/changes.ts`. */
  readonly changes?: Changes | undefined;
  /** Absent: the time given to `recordEvents`. */
  readonly createdAt?: Date;
}

/**
 * Records an event in the transaction of its change; the database assigns its `sequence`. Other transactions that record
 * events of the same object wait for this one, so the object's row must be new or locked, or two of them can deadlock. The
 * request's origin is added to the actor; of buyers only the network. Returns the event's id.
 */
export async function recordEvent(tx: Tx, event: NewEvent, now: Date): Promise<string> {
  const [id] = await recordEvents(tx, [event], now);
  if (!id) throw new Error('no event was recorded');
  return id;
}

/** Records several events in that order, without waiting for the database: see `sendAhead`. */
export async function recordEvents(tx: Tx, newEvents: readonly NewEvent[], now: Date): Promise<string[]> {
  if (newEvents.length === 0) return [];
  const origin = currentOrigin();
  const rows = newEvents.map((event) => {
    const actor = origin ? { from: storedOrigin(event.actor.kind, origin), ...event.actor } : event.actor;
    const objectType = eventRegistry[event.type].object;
    return { id: newId(), data: {}, createdAt: now, ...event, changes: event.changes ?? null, objectType, actor };
  });
  await sendAhead(tx, () => insertion(tx, { records: recordsIn(events, rows) }));
  return rows.map(({ id }) => id);
}

const insertion = hotStatement((db, { records }: Params<{ records: string }>) => {
  const statement = insertionOf(events, records, { recordedAt: undefined, sequence: undefined });
  return { prepare: () => db.execute(statement) };
});

/**
 * Records an event about a store's verification or its senders. It belongs to prod, whichever environment
 * the call came from.
 */
export const recordStandingEvent = (
  tx: Tx,
  store: { readonly id: string; readonly merchantId: string },
  actor: Actor,
  event: Pick<NewEvent, 'type' | 'objectId' | 'data' | 'changes'>,
  now: Date,
): Promise<string> =>
  recordEvent(tx, { merchantId: store.merchantId, storeId: store.id, environment: 'prod', actor, ...event }, now);

/** The events of one object of a store, oldest first. */
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

/** The events of an order about one payment, by its Short ID. */
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
