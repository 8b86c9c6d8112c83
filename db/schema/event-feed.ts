/**
 * The event feed: webhook events of each store and environment in one order, whether or not a webhook exists. The worker
 * publishes events in the order of the audit log. Append-only and partitioned by month, like events.
 */
import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { WebhookEvent } from '#server/webhooks/rules/webhook-events.ts';
import { environment, id, moment } from './columns.ts';
import { keyOf, tenant } from './tenant.ts';

export const feedEvents = pgTable(
  'event_feed',
  {
    /** The event's id. */
    id: id(),
    ...tenant(),
    /** Counts the events of the store and environment from 1, without gaps. */
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    eventType: text('event_type').$type<WebhookEvent>().notNull(),
    /** The event's `sequence` among the events of its order. */
    objectSequence: integer('object_sequence').notNull(),
    /** The payload as JSON. */
    body: text('body').notNull(),
    /** SHA-256 in hex, of `previousDigest`, `sequence` and the body's SHA-256. */
    digest: text('digest').notNull(),
    previousDigest: text('previous_digest').notNull(),
    /** Real time. */
    publishedAt: moment('published_at').notNull(),
  },
  (table) => [keyOf(table), index('event_feed_store').on(table.storeId, table.environment, table.sequence)],
);

/** The last event of each feed. Publishing locks this row, so two workers never give the same sequence. */
export const feedHeads = pgTable(
  'event_feed_heads',
  {
    storeId: uuid('store_id').notNull(),
    environment: environment(),
    merchantId: uuid('merchant_id').notNull(),
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    digest: text('digest').notNull(),
  },
  (table) => [primaryKey({ columns: [table.storeId, table.environment, table.merchantId] })],
);
