/** Pending card attempts, and the decline limits that count them meanwhile. */
import { pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id, moment } from './columns.ts';
import { keyOf, tenant } from './tenant.ts';

export const cardAttempts = pgTable(
  'card_attempts',
  {
    /** The id of the payment or of the payment method change. */
    id: id(),
    ...tenant(),
    /** The counters, named by HMACs that reveal no address, email or card. */
    counters: text('counters').array().notNull(),
    /** When the last counter drops the attempt. */
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [keyOf(table)],
);
