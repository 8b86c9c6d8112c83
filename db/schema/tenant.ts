import { uuid } from 'drizzle-orm/pg-core';
import { environment } from './columns.ts';
import { stores } from './stores.ts';

/** Whose row it is, and in which environment. */
export const tenant = () => ({
  merchantId: uuid('merchant_id').notNull(),
  storeId: uuid('store_id')
    .notNull()
    .references(() => stores.id),
  environment: environment(),
});

/** Whose row it is, where it holds for both environments. */
export const owner = () => ({
  merchantId: uuid('merchant_id').notNull(),
  storeId: uuid('store_id')
    .notNull()
    .references(() => stores.id),
});
