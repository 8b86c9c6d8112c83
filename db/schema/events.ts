/**
 * Events, written in the same transaction as the change. Partitioned by month: an event belongs to the month of its id,
 * which begins with the real time of recording.
 */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Actor, Changes } from '#server/events/rules/event.ts';
import { environment, id, moment } from './columns.ts';
import { keyOf } from './tenant.ts';

export const events = pgTable(
  'events',
  {
    id: id(),
    merchantId: uuid('merchant_id').notNull(),
    /** Null for events of the merchant rather than of one store (API keys). */
    storeId: uuid('store_id'),
    environment: environment(),
    type: text('type').notNull(),
    objectType: text('object_type').notNull(),
    objectId: uuid('object_id').notNull(),
    /** Counts the events of one object from 1, without gaps: see `eventHeads`. */
    sequence: integer('sequence').notNull(),
    actor: jsonb('actor').$type<Actor>().notNull(),
    data: jsonb('data').$type<Readonly<Record<string, unknown>>>().notNull(),
    /** The object's changed fields before and after. Null: the type says everything. */
    changes: jsonb('changes').$type<Changes>(),
    /** When it happened, by the store's clock. */
    createdAt: moment('created_at').notNull(),
    /** When it was recorded, in real time. Null: from before this was recorded. */
    recordedAt: moment('recorded_at').default(sql`now()`),
  },
  (table) => [
    keyOf(table),
    index('events_object').on(table.objectId, table.sequence),
    // In the order of recording, with which keys begin.
    index('events_trail').on(table.storeId, table.environment, table.id),
    index('events_account').on(table.merchantId, table.id).where(sql`store_id is null`),
  ],
);

/**
 * The number of each object's last event. No index spans the months, so this row makes numbers unique: recording an
 * event locks it until the commit.
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
 * Events that the worker has not processed yet. Written with the event, so that none is missed. Nothing is notified:
 * notifying transactions commit one at a time, which would serialize sales.
 */
export const eventOutbox = pgTable(
  'event_outbox',
  {
    eventId: uuid('event_id').notNull(),
    merchantId: uuid('merchant_id').notNull(),
    objectId: uuid('object_id').notNull(),
    /** The event's number within its object. */
    sequence: integer('sequence').notNull(),
    /** From before the outbox: added to the audit log only, without webhooks and emails. */
    isHistory: boolean('is_history').notNull().default(false),
    attempts: integer('attempts').notNull().default(0),
    /** Set after a failure: the time of the retry, and the reason. Later events of its object wait. */
    nextAttemptAt: moment('next_attempt_at'),
    lastError: text('last_error'),
  },
  (table) => [
    primaryKey({ columns: [table.objectId, table.sequence, table.merchantId] }),
    index('event_outbox_merchant').on(table.merchantId, table.eventId),
  ],
);
