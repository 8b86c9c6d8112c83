/** Daily rollups of large stores (docs/decisions/daily-rollups.md). Days are in UTC. */
import { bigint, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { RollupMetric } from '#server/analytics/rules/rollup.ts';
import { id, moment } from './columns.ts';
import { keyOf, tenant } from './tenant.ts';

/** The stores whose finished days are rolled up. */
export const rollupStores = pgTable(
  'rollup_stores',
  {
    ...tenant(),
    /** The start of the first day that is not rolled up; all days before have their rows. */
    rolledUntil: moment('rolled_until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.storeId, table.environment, table.merchantId] })],
);

/** The figures of a day. A day without rows has no figures. */
export const dailyRollups = pgTable(
  'daily_rollups',
  {
    ...tenant(),
    metric: text('metric').$type<RollupMetric>().notNull(),
    day: moment('day').notNull(),
    currency: text('currency').notNull(),
    /** What the metric is divided by, such as the product; empty for none. */
    key: text('key').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
    amountMinor: bigint('amount_minor', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({
      name: 'daily_rollups_pk',
      columns: [table.storeId, table.environment, table.metric, table.currency, table.day, table.key, table.merchantId],
    }),
  ],
);

/** Past days that have changed. Each change inserts a row of its own, so that changes do not wait for each other. */
export const rollupMarks = pgTable('rollup_marks', { id: id(), ...tenant(), day: moment('day').notNull() }, (table) => [
  keyOf(table),
  index('rollup_marks_day').on(table.storeId, table.environment, table.day),
]);
