import { index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { Prices } from '#server/catalog/rules/prices.ts';
import type { BillingPeriod, MediaItem, Metadata, ProductStatus, ProductType } from '#server/catalog/rules/product.ts';
import { createdAt, environment, id, updatedAt } from './columns.ts';
import { keyOf, owner, refersTo } from './tenant.ts';

export const products = pgTable(
  'products',
  {
    id: id(),
    ...owner(),
    type: text('type').$type<ProductType>().notNull(),
    testVersionId: uuid('test_version_id').notNull(),
    prodVersionId: uuid('prod_version_id'),
    testStatus: text('test_status').$type<ProductStatus>().notNull(),
    prodStatus: text('prod_status').$type<ProductStatus>().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    keyOf(table),
    index('products_store').on(table.storeId, table.type, table.id),
    /** The dashboard's list of both types, newest first. */
    index('products_store_newest').on(table.storeId, table.id),
  ],
);

/** Immutable: a row is written once and never updated. `test` and `prod` number their versions separately. */
export const productVersions = pgTable(
  'product_versions',
  {
    id: id(),
    merchantId: uuid('merchant_id').notNull(),
    storeId: uuid('store_id').notNull(),
    productId: uuid('product_id').notNull(),
    environment: environment(),
    versionNumber: integer('version_number').notNull(),
    name: text('name').notNull(),
    /** For subscription products only. */
    billingPeriod: text('billing_period').$type<BillingPeriod>(),
    description: text('description'),
    prices: jsonb('prices').$type<Prices>().notNull(),
    media: jsonb('media').$type<readonly MediaItem[]>().notNull(),
    successUrl: text('success_url'),
    metadata: jsonb('metadata').$type<Metadata>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    keyOf(table),
    refersTo(table, table.productId, products),
    /** The version of a checkout session, with its product and store. */
    unique('product_versions_sold').on(table.id, table.productId, table.storeId, table.merchantId),
    unique('product_versions_number').on(table.productId, table.environment, table.versionNumber, table.merchantId),
  ],
);
