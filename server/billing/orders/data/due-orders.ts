/** Orders that are due at the time in one of their columns, and the batches that process them. */
import { asc, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database, Tx } from '#db/client.ts';
import { orders } from '#db/schema/index.ts';
import { listDueMerchants } from '#server/platform/data/due-merchants.ts';
import { type BatchScope, type JobScope, mayTake, type SearchScope } from '#server/platform/data/job-scope.ts';
import { runByMerchant } from '#server/platform/data/merchant-round.ts';

const batchSize = 100;

export interface DueOrders<Due> {
  readonly dueAt: PgColumn;
  /** The sequence of orders that are due at the same time. */
  readonly thenBy?: PgColumn;
  readonly isDue: (tx: Tx, scope: SearchScope | BatchScope, now: Date) => SQL | undefined;
  readonly parse: (row: typeof orders.$inferSelect) => Due;
}

/**
 * Runs `processBatch` on all orders that are due at `now`, locked, the longest due first; skips locked rows. Returns the
 * number of processed orders. A batch without one ends its merchant's batches: the next would have the same orders.
 */
export const runDueOrders = <Due>(
  db: Database,
  now: Date,
  scope: JobScope,
  { dueAt, thenBy, isDue, parse }: DueOrders<Due>,
  processBatch: (tx: Tx, batch: readonly Due[]) => Promise<number>,
): Promise<number> =>
  runByMerchant(scope, {
    listDue: (search) =>
      listDueMerchants(db, { table: orders, dueAt, where: (searched) => isDue(db, searched, now) }, search),
    runBatch: (batchScope) =>
      db.transaction(async (tx) => {
        if (!(await mayTake(tx, batchScope))) return { done: 0, isLast: true };
        const rows = await tx
          .select()
          .from(orders)
          .where(isDue(tx, batchScope, now))
          .orderBy(asc(dueAt), ...(thenBy ? [asc(thenBy)] : []))
          .limit(batchSize)
          .for('update', { of: orders, skipLocked: true });
        const done = await processBatch(tx, rows.map(parse));
        return { done, isLast: rows.length < batchSize || done === 0 };
      }),
  });
