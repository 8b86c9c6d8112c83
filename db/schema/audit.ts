/**
 * The audit trail: one link for each event, each made from the event and the link before it, a chain for each merchant.
 * The event says what happened; the link proves that it still says what it said. A trigger refuses to change or remove
 * a link, and an event.
 */
import { bigint, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, moment } from './columns.ts';
import { keyOf } from './tenant.ts';

export const auditEntries = pgTable(
  'audit_entries',
  {
    /** The event's. */
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

/** Where each merchant's chain ends: without it, nobody would miss entries cut off its end. */
export const auditHeads = pgTable('audit_heads', {
  merchantId: uuid('merchant_id').primaryKey(),
  position: bigint('position', { mode: 'number' }).notNull(),
  hash: text('hash').notNull(),
});
