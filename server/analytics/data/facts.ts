/** Common conditions and expressions of analytics: scope, time ranges, buckets and sums. */
import { and, type Column, eq, type SQL, sql } from 'drizzle-orm';
import type { Environment } from '#server/domain/environments.ts';
import type { TimeRange } from '#server/domain/time-range.ts';
import { inStores, type ReadScope, scopeOfStores } from '#server/platform/data/listing.ts';
import type { StoreScope } from '#server/platform/data/merchant-scope.ts';

/** The scope of one store in one environment, for a dashboard page. */
export const storeScope = (scope: StoreScope & { readonly environment: Environment }): ReadScope => ({
  environment: scope.environment,
  ...scopeOfStores([scope]),
  onSaleOnly: false,
});

interface ScopedTable {
  readonly merchantId: Column;
  readonly storeId: Column;
  readonly environment: Column;
}

/** The rows of the stores and environment in scope. */
export const owned = (table: ScopedTable, scope: ReadScope): SQL | undefined =>
  and(inStores(table, scope), eq(table.environment, scope.environment));

/** A time as a typed parameter, for expressions without a column that determines its type. */
export const timeParam = (moment: Date): SQL => sql`${moment.toISOString()}::timestamptz`;

/** The condition that a time is in a range. */
export const during = (moment: Column | SQL, { from, to }: TimeRange): SQL =>
  sql`(${moment} >= ${timeParam(from)} and ${moment} < ${timeParam(to)})`;

/** The condition that a currency matches; none if all currencies count. */
export const ofCurrency = (column: Column, currency: string | undefined): SQL | undefined =>
  currency === undefined ? undefined : eq(column, currency);

/** The number of the bucket, from 1, that contains a time; 0 before the first one. */
export const bucketNumber = (moment: Column | SQL, starts: readonly Date[]): SQL<number> =>
  sql<number>`width_bucket(${moment}, ${`{${starts.map((start) => start.toISOString()).join(',')}}`}::timestamptz[])`;

/** The sum of amounts in minor units; 0 without rows. */
export const sumOf = (amountMinor: Column | SQL): SQL<number> =>
  sql<number>`coalesce(sum(${amountMinor}), 0)`.mapWith(Number);

/** The number of rows that match a condition. */
export const countWhere = (condition: SQL | undefined): SQL<number> =>
  sql<number>`count(*) filter (where ${condition})`.mapWith(Number);

/** Column positions for `group by`: a repeated expression with parameters would not count as the same. */
export const first = sql`1`;
export const second = sql`2`;
export const third = sql`3`;

/** When an order was bought: a one-time order with its payment, a subscription with its start, trials included. */
export const boughtAt = (orders: { readonly completedAt: Column; readonly startedAt: Column }): SQL =>
  sql`coalesce(${orders.completedAt}, ${orders.startedAt})`;
