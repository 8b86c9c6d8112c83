/**
 * Job scope: which rows a job run processes. A store with a test clock has its own time, so jobs over all stores skip
 * its test rows; advancing the clock runs the jobs for that store alone. A batch that locks rows is of one merchant: its
 * rows are on one node (server/platform/data/merchant-round.ts).
 */
import { and, eq, isNotNull, notExists, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/client.ts';
import { stores } from '#db/schema/index.ts';
import { everyMerchant, isStore } from './merchant-scope.ts';

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

/** The scope of a batch, which may lock rows. */
export type BatchScope = MerchantJobScope | StoreJobScope;

/** Whether a run may take more work, checked within that transaction. */
export const mayTake = async (tx: Tx, scope: JobScope | BatchScope): Promise<boolean> =>
  scope === 'everywhere' || scope.storeId === undefined || !scope.mayTake || (await scope.mayTake(tx));

/** The condition that a row with those columns is in the job scope. */
export function inJobScope(
  tx: Tx,
  scope: JobScope | BatchScope,
  row: { readonly merchantId: PgColumn; readonly storeId: PgColumn; readonly environment: PgColumn },
) {
  const ofMerchant = scope === 'everywhere' ? everyMerchant : eq(row.merchantId, scope.merchantId);
  if (scope !== 'everywhere' && scope.storeId !== undefined)
    return and(ofMerchant, eq(row.storeId, scope.storeId), eq(row.environment, 'test'));
  // A known merchant is compared as a value: PostgreSQL may run the subquery once for all rows, without the row's column.
  const merchantId = scope === 'everywhere' ? row.merchantId : scope.merchantId;
  const ownTime = tx
    .select({ one: sql`1` })
    .from(stores)
    .where(and(isStore({ merchantId, storeId: row.storeId }), isNotNull(stores.testClockAt)));
  return and(ofMerchant, or(eq(row.environment, 'prod'), notExists(ownTime)));
}
