/**
 * What happened, written in the same transaction as the change itself; the worker reads it from here. Partitioned by month:
 * an event is in the month of its id, which begins with the real time of its recording.
 */
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Actor, Changes } from '#server/events/rules/event.ts';
import { environment, id, moment } from './columns.ts';
import { keyOf } from './tenant.ts';

export const events = pgTable(
  'events',
  {
    id: id(),
    merchantId: uuid('merchant_id').notNull(),
    /** Absent for what belongs to the merchant rather than to one store (API keys). */
    storeId: uuid('store_id'),
    environment: environment(),
    type: text('type').notNull(),
    objectType: text('object_type').notNull(),
    objectId: uuid('object_id').notNull(),
    /** Counts the events of one object from 1, without gaps. A trigger gives it, whatever it is given: see `eventHeads`. */
    sequence: integer('sequence').notNull().default(0),
    actor: jsonb('actor').$type<Actor>().notNull(),
    data: jsonb('data').$type<Readonly<Record<string, unknown>>>().notNull(),
    /** What the fields of the object were before, and what they are now. Null: it says all there is to say by its type. */
    changes: jsonb('changes').$type<Changes>(),
    /** When it happened, by the store's own time. */
    createdAt: moment('created_at').notNull(),
    /** When it was written down, in real time, whatever the store's clock says. Null: before that was noted. */
    recordedAt: moment('recorded_at').default(sql`now()`),
  },
  (table) => [
    keyOf(table),
    index('events_object').on(table.objectId, table.sequence),
    index('events_store').on(table.storeId, table.environment, table.createdAt),
    // In the order of recording, which keys begin with.
    index('events_trail').on(table.storeId, table.environment, table.id),
    index('events_account').on(table.merchantId, table.id).where(sql`store_id is null`),
  ],
);

/**
 * The number of each object's last event. No index spans the months, so it is this row that makes numbers unique: whoever
 * records an event holds it until they commit.
 */
export const eventHeads = pgTable(
  'event_heads',
  {
    objectId: uuid('object_id').notNull(),
    merchantId: uuid('merchant_id').notNull(),
    sequence: integer('sequence').notNull(),
  },
  (table) => [primaryKey({ columns: [table.objectId, table.merchantId] })],
);

/**
 * Events that the worker has not heard yet. A trigger puts every event here in the transaction that records it, so that
 * none can be missed. It wakes nobody: transactions that notify commit one at a time, and a sale is no place to wait.
 */
export const eventOutbox = pgTable(
  'event_outbox',
  {
    /** In order of recording; of one object, that is the order of its `sequence`. */
    position: bigint('position', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    eventId: uuid('event_id').notNull(),
    objectId: uuid('object_id').notNull(),
    /** From before there was an outbox: it goes into the audit trail, and nobody is told. */
    isHistory: boolean('is_history').notNull().default(false),
    attempts: integer('attempts').notNull().default(0),
    /** Set where it could not be worked off: when it is tried again, and why. Later events of its object wait for it. */
    nextAttemptAt: moment('next_attempt_at'),
    lastError: text('last_error'),
  },
  (table) => [
    index('event_outbox_held').on(table.objectId).where(sql`next_attempt_at is not null`),
    index('event_outbox_new').on(table.position).where(sql`not is_history`),
  ],
);
