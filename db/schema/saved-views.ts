/** Saved views: named filters of lists, per account. */
import { pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { ViewedList } from '#server/analytics/rules/saved-view.ts';
import { createdAt, id, updatedAt } from './columns.ts';
import { merchants } from './merchants.ts';
import { storeDirectory } from './store-directory.ts';
import { keyOf } from './tenant.ts';

export const savedViews = pgTable(
  'saved_views',
  {
    id: id(),
    /** The owning account, in any store. */
    merchantId: uuid('merchant_id')
      .notNull()
      .references(() => merchants.id, { onDelete: 'cascade' }),
    storeId: uuid('store_id')
      .notNull()
      .references(() => storeDirectory.storeId),
    list: text('list').$type<ViewedList>().notNull(),
    name: text('name').notNull(),
    /** The list's filter as in its URL, without the question mark. */
    query: text('query').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [keyOf(table), unique('saved_views_name').on(table.merchantId, table.storeId, table.list, table.name)],
);
