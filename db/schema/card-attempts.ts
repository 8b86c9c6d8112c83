/** Card attempts that wait for their outcome, and which decline limits count them until then. */
import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id, moment } from './columns.ts';
import { keyOf, tenant } from './tenant.ts';

export const cardAttempts = pgTable(
  'card_attempts',
  {
    /** The payment, or the change of a subscription's payment method. */
    id: id(),
    ...tenant(),
    /** The counters, by names that hold neither an address nor an email nor a card (HMAC under APP_SECRET). */
    counters: text('counters').array().notNull(),
    /** When the last of the counters forgets the attempt. */
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [keyOf(table), index('card_attempts_expiry').on(table.expiresAt)],
);
