/** Runs two conflicting transactions in the order that the test sets, so no race depends on timing. */
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Tx } from '#db/client.ts';
import { db } from '../api.ts';
import { isOnCluster } from '../citus/cluster.ts';

/**
 * The backends that wait for the backend `own`, as `pg_cancel_backend` takes them. On a cluster the lock may be on another
 * node, and the number includes the node.
 */
const waitingFor = (own: number) =>
  isOnCluster
    ? sql`select waiting_gpid as pid from citus_lock_waits
        where citus_pid_for_gpid(blocking_gpid) = ${own}::int`
    : sql`select pid from pg_stat_activity where ${own}::int = any(pg_blocking_pids(pid))`;

/**
 * Runs `first` in a transaction, starts `second`, and commits once `second` waits for the lock. Calls `meanwhile`
 * before the commit with the waiting backends.
 */
export async function raceForLock<Result>(
  first: (tx: Tx) => Promise<unknown>,
  second: () => Promise<Result>,
  meanwhile: (waiting: readonly number[]) => Promise<unknown> = async () => {},
): Promise<Result> {
  let result: Promise<Result> | undefined;
  await db.transaction(async (tx) => {
    await first(tx);
    const {
      rows: [own],
    } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    result = second();
    const waiting = async () => {
      const { rows } = await db.execute<{ pid: number }>(waitingFor(own?.pid ?? 0));
      return rows.map(({ pid }) => pid);
    };
    await expect.poll(async () => (await waiting()).length, { timeout: 30_000, interval: 10 }).toBeGreaterThan(0);
    await meanwhile(await waiting());
  });
  if (!result) throw new Error('nothing was started');
  return await result;
}
