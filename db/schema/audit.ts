/**
 * The audit log: a hash chain per merchant with one entry per event. The event says what happened; the entry proves
 * that it was not changed. Triggers reject changes and deletions of both.
 */
import { bigint, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
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

/** The end of each merchant's chain, which reveals entries removed from the end. */
export const auditHeads = pgTable('audit_heads', {
  merchantId: uuid('merchant_id').primaryKey(),
  position: bigint('position', { mode: 'number' }).notNull(),
  hash: text('hash').notNull(),
});
