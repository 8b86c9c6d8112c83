/**
 * The audit log: a hash chain per merchant with one entry per event. The event says what happened; the entry proves
 * that it was not changed. Triggers reject changes and deletions of both.
 */
import { sql } from 'drizzle-orm';
import { bigint, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, moment } from './columns.ts';
import { keyOf } from './tenant.ts';

export const auditEntries = pgTable(
  'audit_entries',
  {
    /** The event's id. */
    id: id(),
    merchantId: uuid('merchant_id').notNull(),
    /** Counts the merchant's entries from 1, without gaps. */
    position: bigint('position', { mode: 'number' }).notNull(),
    /** SHA-256 in hex, of the event and `previousHash`. */
    hash: text('hash').notNull(),
    previousHash: text('previous_hash').notNull(),
    chainedAt: moment('chained_at').notNull(),
  },
  (table) => [keyOf(table), uniqueIndex('audit_entries_position').on(table.merchantId, table.position)],
);

/**
 * The end of each merchant's chain, which reveals entries removed from the end, and how far the event feed has followed
 * the chain.
 */
export const auditHeads = pgTable(
  'audit_heads',
  {
    merchantId: uuid('merchant_id').primaryKey(),
    position: bigint('position', { mode: 'number' }).notNull(),
    hash: text('hash').notNull(),
    /** The last entry whose event the feed contains, if it is a webhook event. */
    publishedPosition: bigint('published_position', { mode: 'number' }).notNull().default(0),
  },
  (table) => [index('audit_heads_unpublished').on(table.merchantId).where(sql`published_position < position`)],
);
