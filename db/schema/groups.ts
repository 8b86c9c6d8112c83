/** Subscription product groups: plans that belong together, in each environment for itself. */
import { integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { GroupRules } from '../../server/domain/group.ts';
import { createdAt, environment, key, updatedAt } from './columns.ts';
import { products } from './products.ts';
import { tenant } from './tenant.ts';

export const subscriptionProductGroups = pgTable(
  'subscription_product_groups',
  {
    id: key(),
    ...tenant(),
    name: text('name').notNull(),
    description: text('description'),
    rules: jsonb('rules').$type<GroupRules>().notNull(),
    /** Of a prod group: the test group that it is published from. It stays when that one is deleted. */
    publishedFrom: uuid('published_from').unique('subscription_product_groups_published_from'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [unique('subscription_product_groups_name').on(table.storeId, table.environment, table.name)],
);

/** Which products a group has, in which order. A product is in at most one group per environment. */
export const groupProducts = pgTable(
  'group_products',
  {
    groupId: uuid('group_id')
      .notNull()
      .references(() => subscriptionProductGroups.id, { onDelete: 'cascade' }),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    environment: environment(),
    position: integer('position').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.productId] }),
    unique('group_products_one_group').on(table.productId, table.environment),
  ],
);
