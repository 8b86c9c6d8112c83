/** Event rows. */
import { and, eq, is, type SQL, sql } from 'drizzle-orm';
import { PgTransaction } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/client.ts';
import { hotStatement, insertionOf, type Params, recordsIn } from '#db/hot-statement.ts';
import { eventHeads, eventOutbox, events } from '#db/schema/index.ts';
import { sendAhead } from '#db/session.ts';
import type { Environment } from '#server/domain/environments.ts';
import { newId } from '#server/domain/ids.ts';
import { inStore, type StoreScope } from '#server/platform/data/merchant-scope.ts';
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
 * Records an event in the transaction of its change, with its number within its object. Other transactions that record
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
  if (!is(tx, PgTransaction)) return await tx.transaction((inner) => recordEvents(inner, newEvents, now));
  const origin = currentOrigin();
  const rows = newEvents.map((event) => {
    const actor = origin ? { from: storedOrigin(event.actor.kind, origin), ...event.actor } : event.actor;
    const objectType = eventRegistry[event.type].object;
    return { id: newId(), data: {}, createdAt: now, ...event, changes: event.changes ?? null, objectType, actor };
  });
  for (const [merchantId, own] of Map.groupBy(rows, (row) => row.merchantId)) await insertEvents(tx, merchantId, own);
  return rows.map(({ id }) => id);
}

type NewRow = Omit<EventRow, 'sequence' | 'recordedAt'>;

/**
 * Counts the events of each object, then inserts them and their rows of the outbox. The merchant is read from the row that
 * counts. Citus finds the node by it, but not by a merchant in a JSON list or a CTE. On the node each insertion is a command
 * of its own, so both must be CTEs of a `select`.
 */
async function insertEvents(tx: Tx, merchantId: string, rows: readonly NewRow[]): Promise<void> {
  const byObject = Map.groupBy(rows, ({ objectId }) => objectId);
  const objects = [...byObject].map(([objectId, { length: count }]) => ({ objectId, count }));
  for (let index = 0; index < objects.length; index += maxHeads) {
    const heads = objects.slice(index, index + maxHeads);
    await sendAhead(tx, countEvents(heads.length), { merchantId, ...numbered(heads) });
  }
  // Counted back from the object's new last number.
  const records = [...byObject.values()].flatMap((own) =>
    own.map((row, index) => ({ ...row, sequence: index + 1 - own.length })),
  );
  const lines = records.map(({ id, objectId, sequence }) => ({ id, object_id: objectId, sequence }));
  const values = { merchantId, records: recordsIn(events, records), lines: JSON.stringify(lines) };
  const [only, ...others] = byObject.keys();
  const isOne = only !== undefined && others.length === 0;
  if (isOne) await sendAhead(tx, insertionForOne, { ...values, objectId: only });
  else await sendAhead(tx, insertion, values);
}

/** The objects of one statement. A statement's text depends on their number. */
const maxHeads = 16;

/** The parameters of {@link countEvents}: `object0`, `count0` and so on. */
const numbered = (heads: readonly { readonly objectId: string; readonly count: number }[]) =>
  Object.fromEntries(
    heads.flatMap(({ objectId, count }, index) => [
      [`object${index}`, objectId],
      [`count${index}`, count],
    ]),
  );

type CountValues = Readonly<Record<string, string | number>>;

type Counting = (tx: Tx, values: CountValues) => Promise<unknown>;
const countings = new Map<number, Counting>();

function countEvents(objects: number): Counting {
  const known = countings.get(objects);
  if (known) return known;
  const counting = hotStatement((db, params: Params<CountValues>) => {
    const rows = Array.from({ length: objects }, (_, index) => ({
      objectId: sql`${params[`object${index}`]}`,
      merchantId: sql`${params.merchantId}`,
      sequence: sql`${params[`count${index}`]}`,
    }));
    return db
      .insert(eventHeads)
      .values(rows)
      .onConflictDoUpdate({
        target: [eventHeads.objectId, eventHeads.merchantId],
        set: { sequence: sql`${eventHeads.sequence} + excluded.sequence` },
      });
  });
  countings.set(objects, counting);
  return counting;
}

interface Insertion {
  readonly merchantId: string;
  readonly records: string;
  /** The same rows for the outbox. */
  readonly lines: string;
}

/**
 * With the object as a value, PostgreSQL finds its head in the index. Otherwise it plans for a hundred objects, and reads all
 * heads if they are few at that time.
 */
const insertionForOne = hotStatement((db, values: Params<Insertion & { objectId: string }>) =>
  insertionOfEvents(db, values, eq(eventHeads.objectId, values.objectId)),
);

const insertion = hotStatement((db, values: Params<Insertion>) => insertionOfEvents(db, values));

function insertionOfEvents(db: Tx, { merchantId, records, lines }: Params<Insertion>, isObject?: SQL) {
  const isHead = and(eq(eventHeads.merchantId, merchantId), isObject);
  const withHead = sql`join ${eventHeads} on ${eventHeads.objectId} = record.object_id where ${isHead}`;
  const sequence = sql`${eventHeads.sequence} + record.sequence`;
  const computed = { merchantId: sql`${eventHeads.merchantId}`, sequence, recordedAt: undefined };
  const statement = sql`with queued as (
    insert into ${eventOutbox} (event_id, merchant_id, object_id, sequence)
    select record.id, ${eventHeads.merchantId}, record.object_id, ${sequence}
    from json_to_recordset(${lines}::json) as record (id uuid, object_id uuid, sequence integer) ${withHead}
  ), recorded as (${insertionOf(events, records, computed, withHead)}) select 1`;
  return { prepare: () => db.execute(statement) };
}

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
  scope: StoreScope & { readonly environment: Environment },
  objectId: string,
): Promise<EventRow[]> =>
  tx
    .select()
    .from(events)
    .where(and(inStore(events, scope), eq(events.environment, scope.environment), eq(events.objectId, objectId)))
    .orderBy(events.sequence);

/** The events of an order about one payment, by its Short ID. */
export const listPaymentEvents = (
  tx: Tx,
  scope: StoreScope & { readonly environment: Environment },
  orderId: string,
  paymentId: string,
): Promise<EventRow[]> =>
  tx
    .select()
    .from(events)
    .where(
      and(
        inStore(events, scope),
        eq(events.environment, scope.environment),
        eq(events.objectId, orderId),
        sql`${events.data}->>'paymentId' = ${paymentId}`,
      ),
    )
    .orderBy(events.sequence);
