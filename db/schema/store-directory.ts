import { pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { merchants } from './merchants.ts';

/**
 * Finds the merchant of a store by the store's ID or slug, which never change. The row of a deleted store stays, so that no slug
 * is used twice. A cluster has a copy on every node, and a new row needs all nodes.
 */
export const storeDirectory = pgTable(
  'store_directory',
  {
    storeId: uuid('store_id').primaryKey(),
    slug: text('slug').notNull().unique(),
    merchantId: uuid('merchant_id')
      .notNull()
      .references(() => merchants.id),
  },
  // For the reference of `stores`, which names the merchant as well.
  (table) => [unique('store_directory_store').on(table.storeId, table.merchantId)],
);
