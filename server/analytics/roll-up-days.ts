/** Rolls up the finished days of large stores (docs/decisions/daily-rollups.md). */
import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Tx } from '#db/client.ts';
import {
  deleteRollups,
  findFirstPayment,
  haveEndedBefore,
  insertRollupStore,
  listDueStores,
  listLargeStores,
  lockRollupStore,
  newTransactionId,
  type RollupKey,
  replaceDays,
  saveRolledUntil,
  takeMarks,
} from './data/rollup-writes.ts';
import { batchEnd, closedUntil, dayStart } from './rules/rollup.ts';

/** Stores with fewer payments are read live, which is as fast. */
const maxLivePayments = 20_000;
/** Changes of a store's marked days and test clock wait for a batch. */
const batchDays = 14;
const waiting = { tries: 150, pauseMs: 200 };

/** Starts rollups for the stores that have become large; returns how many. */
export async function startRollups(db: Database, limit = maxLivePayments): Promise<number> {
  let started = 0;
  for (const store of await listLargeStores(db, limit)) {
    if (await db.transaction((tx) => insertRollupStore(tx, store))) started += 1;
  }
  return started;
}

/** Ends a store's rollups in test, in the transaction that sets its test clock. */
export const endTestRollups = (tx: Tx, store: { readonly id: string; readonly merchantId: string }): Promise<void> =>
  deleteRollups(tx, { merchantId: store.merchantId, storeId: store.id, environment: 'test' });

/**
 * Rolls up the days that are closed at `now`, and marked days again. Returns the number of batches. Starts none once the
 * signal aborts.
 */
export async function rollUpDays(db: Database, now: Date, signal?: AbortSignal): Promise<number> {
  const until = closedUntil(now);
  const due = await listDueStores(db, until);
  const withNewDays = due.filter(({ rolledUntil }) => rolledUntil < until);
  // A day is rolled up after all transactions that may have counted it as their own day. Marked days need no wait.
  const closed = await untilRunningEnd(db, new Set(withNewDays.map(({ merchantId }) => merchantId)), signal);
  let batches = 0;
  for (const store of due) {
    const end = closed.has(store.merchantId) ? until : store.rolledUntil;
    while (!signal?.aborted && (await rollUpBatch(db, store, end))) batches += 1;
  }
  return batches;
}

/**
 * Waits until the transactions of these merchants that are running now have ended. Returns the merchants without any that
 * still runs after half a minute.
 */
async function untilRunningEnd(
  db: Database,
  merchantIds: ReadonlySet<string>,
  signal: AbortSignal | undefined,
): Promise<ReadonlySet<string>> {
  const running = new Map<string, string>();
  for (const merchantId of merchantIds) running.set(merchantId, await newTransactionId(db, merchantId));
  const ended = new Set<string>();
  for (let left = waiting.tries; left > 0 && running.size > 0 && !signal?.aborted; left -= 1) {
    for (const [merchantId, id] of running) {
      if (!(await haveEndedBefore(db, merchantId, id))) continue;
      ended.add(merchantId);
      running.delete(merchantId);
    }
    if (running.size > 0) await pause(waiting.pauseMs);
  }
  return ended;
}

/** Rolls up a store's marked days and its next days before `until`; false if there is nothing to do. */
const rollUpBatch = (db: Database, key: RollupKey, until: Date): Promise<boolean> =>
  db.transaction(
    async (tx) => {
      const store = await lockRollupStore(tx, key);
      if (!store) return false;
      const { rolledUntil } = store;
      const marked = (await takeMarks(tx, store)).filter((day) => day < rolledUntil);
      for (const day of marked) await replaceDays(tx, store, { from: day, to: batchEnd(day, rolledUntil, 1) });
      if (rolledUntil >= until) return marked.length > 0;
      const first = rolledUntil.getTime() === 0 ? await findFirstPayment(tx, store) : rolledUntil;
      // The first batch has everything before the first payment, too.
      const end = batchEnd(first ? dayStart(first) : until, until, batchDays);
      await replaceDays(tx, store, { from: rolledUntil, to: end });
      await saveRolledUntil(tx, store, end);
      return true;
    },
    // One snapshot: a mark is taken exactly if the change that made it is counted.
    { isolationLevel: 'repeatable read' },
  );
