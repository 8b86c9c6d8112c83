/**
 * Customers: a row for each buyer of a store's environment, written with their orders (`billing/orders/data/customer-of-order.ts`).
 */
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, moment } from './columns.ts';
import { keyOf, tenant } from './tenant.ts';

export const customers = pgTable(
  'customers',
  {
    /** The id of their first order. */
    id: id(),
    ...tenant(),
    /** The customer's identity: `id:` and the merchant's own id or, without one, `email:` and the address. */
    key: text('key').notNull(),
    identity: text('identity'),
    /** The latest one given. */
    email: text('email'),
    country: text('country'),
    /** The number of their orders that were paid or began with a trial. */
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
