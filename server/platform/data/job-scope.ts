/**
 * Job scope: which rows a job run processes. A store with a test clock has its own time, so jobs over all stores skip
 * its test rows; advancing the clock runs the jobs for that store alone. A batch that locks rows is of one merchant: its
 * rows are on one node (server/platform/data/merchant-round.ts).
 */
import { and, eq, isNotNull, notExists, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/client.ts';
import { stores } from '#db/schema/index.ts';
import { everyMerchant } from './merchant-scope.ts';

/** One store's test environment. */
export interface StoreJobScope {
  readonly merchantId: string;
  readonly storeId: string;
  /**
   * Checked in each transaction before taking work; false ends the run. Throws if the work is no longer the caller's.
   * Absent means true.
   */
  readonly mayTake?: (tx: Tx) => Promise<boolean>;
}

/** All stores of a merchant. */
export interface MerchantJobScope {
  readonly merchantId: string;
  readonly storeId?: undefined;
}

/** The scope of a job run. */
export type JobScope = 'everywhere' | StoreJobScope;

/** The merchants whose rows can be read while a node of a cluster is away. */
export interface ReachableMerchants {
  readonly merchantIds: readonly string[];
  readonly storeId?: undefined;
}

/** The scope of a search (merchant-search.ts). */
export type SearchScope = JobScope | ReachableMerchants;

/** The scope of a batch, which may lock rows. */
export type BatchScope = MerchantJobScope | StoreJobScope;

/** The condition that a merchant is in the scope. */
export function hasMerchant(scope: SearchScope | BatchScope, merchantId: SQLWrapper): SQL {
  if (scope === 'everywhere') return everyMerchant;
  if ('merchantId' in scope) return sql`${merchantId} = ${scope.merchantId}`;
  return sql`${everyMerchant} and ${merchantId} = any(${sql.param([...scope.merchantIds])}::uuid[])`;
}

/**
 * The condition in a subquery that its rows are of the outer row's merchant. A known merchant is a value: PostgreSQL may run
 * the subquery once for all rows, without the outer column. Reachable ones are named again: Citus asks the nodes of all
 * others for an unrestricted subquery.
 */
export const ofSameMerchant = (
  scope: SearchScope | BatchScope,
  merchantId: SQLWrapper,
  outerMerchantId: SQLWrapper,
): SQL | undefined =>
  scope !== 'everywhere' && 'merchantId' in scope
    ? hasMerchant(scope, merchantId)
    : and(sql`${merchantId} = ${outerMerchantId}`, hasMerchant(scope, merchantId));

/** Whether a run may take more work, checked within that transaction. */
export const mayTake = async (tx: Tx, scope: JobScope | BatchScope): Promise<boolean> =>
  scope === 'everywhere' || scope.storeId === undefined || !scope.mayTake || (await scope.mayTake(tx));

/** The condition that a row with those columns is in the job scope. */
export function inJobScope(
  tx: Tx,
  scope: SearchScope | BatchScope,
  row: { readonly merchantId: PgColumn; readonly storeId: PgColumn; readonly environment: PgColumn },
) {
  const ofMerchant = hasMerchant(scope, row.merchantId);
  if (scope !== 'everywhere' && scope.storeId !== undefined)
    return and(ofMerchant, eq(row.storeId, scope.storeId), eq(row.environment, 'test'));
  const ownTime = tx
    .select({ one: sql`1` })
    .from(stores)
    .where(
      and(
        eq(stores.id, row.storeId),
        ofSameMerchant(scope, stores.merchantId, row.merchantId),
        isNotNull(stores.testClockAt),
      ),
    );
  return and(ofMerchant, or(eq(row.environment, 'prod'), notExists(ownTime)));
}
