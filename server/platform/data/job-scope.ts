/**
 * Job scope: which rows a job run processes. A store with a test clock has its own time, so jobs over all stores skip
 * its test rows; advancing the clock runs the jobs for that store alone.
 */
import { and, eq, isNotNull, notExists, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/client.ts';
import { stores } from '#db/schema/index.ts';

/** One store's test environment. */
export interface StoreJobScope {
  readonly storeId: string;
  /**
   * Checked in each transaction before taking work; false ends the run. Throws if the work is no longer the caller's.
   * Absent means true.
   */
  readonly mayTake?: (tx: Tx) => Promise<boolean>;
}

/** `everywhere`, or one store's test environment. */
export type JobScope = 'everywhere' | StoreJobScope;

/** Whether a run may take more work, checked within that transaction. */
export const mayTake = async (tx: Tx, scope: JobScope): Promise<boolean> =>
  scope === 'everywhere' || !scope.mayTake || (await scope.mayTake(tx));

/** The condition that a row with those columns is in the job scope. */
export function inJobScope(
  tx: Tx,
  scope: JobScope,
  row: { readonly storeId: PgColumn; readonly environment: PgColumn },
) {
  if (scope !== 'everywhere') return and(eq(row.storeId, scope.storeId), eq(row.environment, 'test'));
  const ownTime = tx
    .select({ one: sql`1` })
    .from(stores)
    .where(and(eq(stores.id, row.storeId), isNotNull(stores.testClockAt)));
  return or(eq(row.environment, 'prod'), notExists(ownTime));
}
