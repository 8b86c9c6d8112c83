/** Which rows figures are read from: whose, of when, and in which bucket of a series. */
import { and, type Column, eq, type SQL, sql } from 'drizzle-orm';
import type { Environment } from '#server/domain/environments.ts';
import type { TimeRange } from '#server/domain/time-range.ts';
import { inStores, type ReadScope } from '#server/platform/data/listing.ts';

/** Everything of one store in one environment: what a page of the dashboard shows. */
export const storeScope = (scope: { readonly storeId: string; readonly environment: Environment }): ReadScope => ({
  environment: scope.environment,
  storeIds: [scope.storeId],
  onSaleOnly: false,
});

interface Owned {
  readonly storeId: Column;
  readonly environment: Column;
}

/** The rows of the stores in scope, in its environment. */
export const owned = (table: Owned, scope: ReadScope): SQL | undefined =>
  and(inStores(table.storeId, scope), eq(table.environment, scope.environment));

/** A moment as a statement takes it, also where no column says of what type it is. */
export const momentOf = (moment: Date): SQL => sql`${moment.toISOString()}::timestamptz`;

/** The condition that a moment lies in a range. */
export const during = (moment: Column | SQL, { from, to }: TimeRange): SQL =>
  sql`(${moment} >= ${momentOf(from)} and ${moment} < ${momentOf(to)})`;

/** The condition that an amount is of that currency; none where every currency counts. */
export const ofCurrency = (column: Column, currency: string | undefined): SQL | undefined =>
  currency === undefined ? undefined : eq(column, currency);

/** Which of the buckets that begin there holds a moment, from 1; 0 where it lies before the first. */
export const bucketNumber = (moment: Column | SQL, starts: readonly Date[]): SQL<number> =>
  sql<number>`width_bucket(${moment}, ${`{${starts.map((start) => start.toISOString()).join(',')}}`}::timestamptz[])`;

/** The sum of amounts in minor units; 0 of none. */
export const sumOf = (amountMinor: Column | SQL): SQL<number> =>
  sql<number>`coalesce(sum(${amountMinor}), 0)`.mapWith(Number);

/** How many rows a condition holds for. */
export const countWhere = (condition: SQL | undefined): SQL<number> =>
  sql<number>`count(*) filter (where ${condition})`.mapWith(Number);

/** By the first column that is selected: repeated, an expression with parameters would not be known as the same. */
export const first = sql`1`;
export const second = sql`2`;

/** When an order was bought: a one-time order when it was paid, a subscription when it began, be it with a trial. */
export const boughtAt = (orders: { readonly completedAt: Column; readonly startedAt: Column }): SQL =>
  sql`coalesce(${orders.completedAt}, ${orders.startedAt})`;
