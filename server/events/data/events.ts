/** Event rows. */
import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { columnsOf, hotStatement, type Params } from '#db/hot-statement.ts';
import { events } from '#db/schema/index.ts';
import { sendAhead } from '#db/session.ts';
import type { Environment } from '#server/domain/environments.ts';
import { newId } from '#server/domain/ids.ts';
import { type Actor, type Changes, keptOrigin } from '../rules/event.ts';
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
  /** What it changed, as `domain/changes.ts` tells it. */
  readonly changes?: Changes | undefined;
}

/**
 * Records what happened, in the transaction in which it happens; the database gives it its `sequence`. Whoever records
 * something about the same object meanwhile waits for that transaction: so that nobody waits in a circle, the object's row is
 * new or locked in it. Where it was asked for from is added to its actor, of buyers only the network. Gives its id.
 */
export async function recordEvent(tx: Tx, event: NewEvent, now: Date): Promise<string> {
  const [id] = await recordEvents(tx, [event], now);
  if (!id) throw new Error('no event was recorded');
  return id;
}

/** The same for several events at once, in the order in which they happened. */
export async function recordEvents(tx: Tx, several: readonly NewEvent[], now: Date): Promise<string[]> {
  if (several.length === 0) return [];
  const from = currentOrigin();
  const rows = several.map((event) => {
    const actor = from ? { from: keptOrigin(event.actor.kind, from), ...event.actor } : event.actor;
    const objectType = eventRegistry[event.type].object;
    return { id: newId(), data: {}, ...event, changes: event.changes ?? null, objectType, actor, createdAt: now };
  });
  const [first, ...more] = rows;
  // Nearly always it is one.
  if (first && more.length === 0) await sendAhead(tx, () => insertion(tx, first));
  else await tx.insert(events).values(rows);
  return rows.map(({ id }) => id);
}

const insertion = hotStatement((db, row: Params<Omit<typeof events.$inferSelect, 'recordedAt' | 'sequence'>>) =>
  db.insert(events).values(columnsOf(events, row, 'recordedAt', 'sequence')),
);

/**
 * Records what happened to a store's standing: its verification, its senders. That belongs to prod, where it counts,
 * whichever environment the call came from.
 */
export const recordStandingEvent = (
  tx: Tx,
  store: { readonly id: string; readonly merchantId: string },
  actor: Actor,
  event: Pick<NewEvent, 'type' | 'objectId' | 'data' | 'changes'>,
  now: Date,
): Promise<string> =>
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
