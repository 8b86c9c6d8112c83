/** Subscription product groups: related plans, per environment. */
import { boolean, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { GroupRules } from '#server/catalog/rules/group.ts';
import { createdAt, environment, id, updatedAt } from './columns.ts';
import { products } from './products.ts';
import { keyOf, refersTo, tenant } from './tenant.ts';

export const subscriptionProductGroups = pgTable(
  'subscription_product_groups',
  {
    id: id(),
    ...tenant(),
    name: text('name').notNull(),
    description: text('description'),
    rules: jsonb('rules').$type<GroupRules>().notNull(),
    /** Whether a buyer may have several live subscriptions to its products. */
    allowsMultipleSubscriptions: boolean('allows_multiple_subscriptions').notNull().default(false),
    /** For a prod group: the test group it was published from. Kept when that one is deleted. */
    publishedFrom: uuid('published_from'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    keyOf(table),
    unique('subscription_product_groups_published_from').on(table.publishedFrom, table.merchantId),
    unique('subscription_product_groups_name').on(table.storeId, table.environment, table.name, table.merchantId),
  ],
);

/** The products of a group in order. A product is in at most one group per environment. */
export const groupProducts = pgTable(
  'group_products',
  {
    groupId: uuid('group_id').notNull(),
    merchantId: uuid('merchant_id').notNull(),
    productId: uuid('product_id').notNull(),
    environment: environment(),
    position: integer('position').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.productId, table.merchantId] }),
    refersTo(table, table.groupId, subscriptionProductGroups).onDelete('cascade'),
    refersTo(table, table.productId, products),
    unique('group_products_one_group').on(table.productId, table.environment, table.merchantId),
  ],
);
