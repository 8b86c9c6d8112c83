import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Role } from '#server/stores/rules/roles.ts';
import type { CheckoutSettings, NotificationSettings, StoreStatus } from '#server/stores/rules/store.ts';
import { createdAt, key, moment, updatedAt } from './columns.ts';
import { merchants } from './merchants.ts';

/** Who may act in a store besides its owner stands in `storeMembers`. Deletion is soft. */
export const stores = pgTable(
  'stores',
  {
    id: key(),
    /** Under whom all rows of the store are kept: whoever opened it. It stays when the store is handed over. */
    merchantId: uuid('merchant_id')
      .notNull()
      .references(() => merchants.id),
    /** Whose it is. */
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => merchants.id),
    name: text('name').notNull(),
    slug: text('slug').notNull().unique(),
    status: text('status').$type<StoreStatus>().notNull(),
    logo: text('logo'),
    supportEmail: text('support_email'),
    website: text('website'),
    prodEnabled: boolean('prod_enabled').notNull(),
    /** Set while an operator suspends the store's `prod`. `status` is the merchant's own. */
    prodSuspendedAt: moment('prod_suspended_at'),
    prodSuspensionReason: text('prod_suspension_reason'),
    /** The suspended account that the store's `prod` is suspended with; it stays when the store is handed over. */
    suspendedWith: uuid('suspended_with').references(() => merchants.id),
    notificationSettings: jsonb('notification_settings').$type<NotificationSettings>(),
    checkoutSettings: jsonb('checkout_settings').$type<CheckoutSettings>(),
    /** The sites that may show the checkout in a frame, as origins (`https://shop.example.com`); none: nobody may. */
    /** The origins that `successUrl` of a public caller may have; empty: any. */
    checkoutReturnOrigins: text('checkout_return_origins').array().notNull().default([]),
    checkoutFrameOrigins: text('checkout_frame_origins').array().notNull().default([]),
    /** What time it is in the store's test environment, while its test clock is set; null: the same as everywhere. */
    testClockAt: moment('test_clock_at'),
    deletedAt: moment('deleted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('stores_owner').on(table.ownerId),
    index('stores_suspended').on(table.id).where(sql`prod_suspended_at is not null or suspended_with is not null`),
  ],
);

export const storeMembers = pgTable(
  'store_members',
  {
    storeId: uuid('store_id')
      .notNull()
      .references(() => stores.id),
    merchantId: uuid('merchant_id')
      .notNull()
      .references(() => merchants.id),
    role: text('role').$type<Role>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.storeId] }),
    index('store_members_store').on(table.storeId),
  ],
);
