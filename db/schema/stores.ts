import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Role } from '#server/stores/rules/roles.ts';
import type { CheckoutSettings, NotificationSettings, StoreStatus } from '#server/stores/rules/store.ts';
import { createdAt, id, moment, updatedAt } from './columns.ts';
import { merchants } from './merchants.ts';
import { storeDirectory } from './store-directory.ts';
import { keyOf } from './tenant.ts';

/** A store is locked by its row (server/stores/data/store-locks.ts). Deletion is soft. */
export const stores = pgTable(
  'stores',
  {
    id: id(),
    /** The merchant in the keys of all the store's rows: its creator, also after a transfer. */
    merchantId: uuid('merchant_id').notNull(),
    /** The current owner. */
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => merchants.id),
    name: text('name').notNull(),
    slug: text('slug').notNull(),
    status: text('status').$type<StoreStatus>().notNull(),
    logo: text('logo'),
    supportEmail: text('support_email'),
    website: text('website'),
    prodEnabled: boolean('prod_enabled').notNull(),
    /** Set while an operator suspends the store's `prod`. `status` is the merchant's own switch. */
    prodSuspendedAt: moment('prod_suspended_at'),
    prodSuspensionReason: text('prod_suspension_reason'),
    /** The suspended account with which the store's `prod` is suspended; kept when the store is transferred. */
    suspendedWith: uuid('suspended_with').references(() => merchants.id),
    notificationSettings: jsonb('notification_settings').$type<NotificationSettings>(),
    checkoutSettings: jsonb('checkout_settings').$type<CheckoutSettings>(),
    /** The origins allowed in a public caller's `successUrl`; empty: any. */
    checkoutReturnOrigins: text('checkout_return_origins').array().notNull().default([]),
    /** The origins that may show the checkout in a frame (`https://shop.example.com`); empty: none. */
    checkoutFrameOrigins: text('checkout_frame_origins').array().notNull().default([]),
    /** The time of the store's test clock; null: real time. */
    testClockAt: moment('test_clock_at'),
    deletedAt: moment('deleted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    keyOf(table),
    foreignKey({
      name: 'stores_directory_fk',
      columns: [table.id, table.merchantId],
      foreignColumns: [storeDirectory.storeId, storeDirectory.merchantId],
    }),
    index('stores_owner').on(table.ownerId),
    index('stores_suspended').on(table.id).where(sql`prod_suspended_at is not null or suspended_with is not null`),
  ],
);

export const storeMembers = pgTable(
  'store_members',
  {
    storeId: uuid('store_id')
      .notNull()
      .references(() => storeDirectory.storeId),
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
