/** Who has bought: a row for each buyer of a store's environment, kept by a trigger on orders (`0007_dashboard.sql`). */
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, moment } from './columns.ts';
import { keyOf, tenant } from './tenant.ts';

export const customers = pgTable(
  'customers',
  {
    /** Their first order's. */
    id: id(),
    ...tenant(),
    /** What tells them apart: `id:` and the merchant's own name for them or, where there is none, `email:` and it. */
    key: text('key').notNull(),
    identity: text('identity'),
    /** The one that they gave last. */
    email: text('email'),
    country: text('country'),
    /** How many orders of theirs were paid, or began with a trial. */
    orders: integer('orders').notNull(),
    firstOrderAt: moment('first_order_at').notNull(),
    lastOrderAt: moment('last_order_at').notNull(),
  },
  (table) => [
    keyOf(table),
    uniqueIndex('customers_key').on(table.storeId, table.environment, table.key, table.merchantId),
    index('customers_last_order').on(table.storeId, table.environment, table.lastOrderAt, table.id),
    index('customers_first_order').on(table.storeId, table.environment, table.firstOrderAt, table.id),
    index('customers_email').on(table.storeId, table.environment, sql`lower(email) text_pattern_ops`),
  ],
);
