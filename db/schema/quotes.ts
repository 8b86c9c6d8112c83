/** Binding quotes of purchases, plan changes and renewals. */
import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { QuoteContent, QuoteKind } from '#server/billing/quotes/rules/quote-content.ts';
import { createdAt, id, moment } from './columns.ts';
import { keyOf, tenant } from './tenant.ts';

/** A quote that was used is kept for good; others are deleted some time after they expire. */
export const quotes = pgTable(
  'quotes',
  {
    id: id(),
    ...tenant(),
    kind: text('kind').$type<QuoteKind>().notNull(),
    /** The session to pay; null for a renewal. */
    checkoutSessionId: uuid('checkout_session_id'),
    /** The subscription to change or renew; null for a purchase. */
    orderId: uuid('order_id'),
    currency: text('currency').notNull(),
    content: jsonb('content').$type<QuoteContent>().notNull(),
    validUntil: moment('valid_until').notNull(),
    usedAt: moment('used_at'),
    createdAt: createdAt(),
  },
  (table) => [
    keyOf(table),
    index('quotes_expired').on(table.validUntil).where(sql`used_at is null`),
    index('quotes_session').on(table.checkoutSessionId).where(sql`checkout_session_id is not null`),
  ],
);
