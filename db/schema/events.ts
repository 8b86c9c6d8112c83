/** What happened, written in the same transaction as the change itself; the worker reads it from here. */
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Actor } from '../../server/domain/event.ts';
import { environment, key, moment } from './columns.ts';

export const events = pgTable(
  'events',
  {
    id: key(),
    merchantId: uuid('merchant_id').notNull(),
    /** Absent for what belongs to the merchant rather than to one store (API keys). */
    storeId: uuid('store_id'),
    environment: environment(),
    type: text('type').notNull(),
    objectType: text('object_type').notNull(),
    objectId: uuid('object_id').notNull(),
    /** Counts the events of one object from 1, without gaps. */
    sequence: integer('sequence').notNull(),
    actor: jsonb('actor').$type<Actor>().notNull(),
    data: jsonb('data').$type<Readonly<Record<string, unknown>>>().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('events_sequence').on(table.objectId, table.sequence),
    index('events_store').on(table.storeId, table.environment, table.createdAt),
  ],
);
