/**
 * Whose rows a run of the worker sees to. Stores whose test clock is set live in a time of their own: the rounds that go
 * through all stores leave their test rows alone, and whoever advances that clock goes through that store alone.
 */
import { and, eq, isNotNull, notExists, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/client.ts';
import { stores } from '#db/schema/index.ts';

/** One store's test environment. */
export interface StoreJobScope {
  readonly storeId: string;
  /**
   * Asked first in each transaction that takes work there: false, and the run takes no more. Throws where the work is not
   * the asker's to do any more. Absent: there is always more to take.
   */
  readonly mayTake?: (tx: Tx) => Promise<boolean>;
}

/** `everywhere`, or one store's test environment. */
export type JobScope = 'everywhere' | StoreJobScope;

/** Whether a run may take work, in that transaction. */
export const mayTake = async (tx: Tx, scope: JobScope): Promise<boolean> =>
  scope === 'everywhere' || !scope.mayTake || (await scope.mayTake(tx));

/** The condition that a row with those columns is within reach. */
export function within(tx: Tx, scope: JobScope, row: { readonly storeId: PgColumn; readonly environment: PgColumn }) {
  if (scope !== 'everywhere') return and(eq(row.storeId, scope.storeId), eq(row.environment, 'test'));
  const ownTime = tx
    .select({ one: sql`1` })
    .from(stores)
    .where(and(eq(stores.id, row.storeId), isNotNull(stores.testClockAt)));
  return or(eq(row.environment, 'prod'), notExists(ownTime));
}
