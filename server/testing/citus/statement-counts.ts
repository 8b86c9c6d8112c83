/** How many statements on merchants' tables the nodes of the cluster have run for their clients. */
import { expect } from 'vitest';
import { newMerchant, sql } from '../api.ts';
import { databaseUrl } from '../worker-servers.ts';
import { endConnections } from './cluster.ts';

/** The statements of one node that asked one shard, and several shards. */
export interface StatementCount {
  readonly one: number;
  readonly several: number;
}

/** The counts so far by node; 0 is the coordinator. */
export async function readStatementCounts(): Promise<ReadonlyMap<number, StatementCount>> {
  const rows = await sql<{ groupid: number; result: string }[]>`
    select groupid, result from run_command_on_all_nodes($$
      select query_execution_single_shard || ' ' || query_execution_multi_shard
      from citus_stat_counters where name = current_database()$$) join pg_dist_node using (nodeid)`;
  return new Map(
    rows.map(({ groupid, result }) => {
      const [one, several] = result.split(' ').map(Number);
      return [groupid, { one: one ?? 0, several: several ?? 0 }];
    }),
  );
}

/** Ends earlier tests' connections, because Citus adds their statements to the counts when they end. */
export async function prepareCounting(): Promise<void> {
  await endConnections(databaseUrl);
  // Pools notice a lost connection when they use it.
  const isConnected = () =>
    newMerchant()
      .then(({ query }) => query('{ stores { id } }'))
      .then(
        ({ status }) => status === 200,
        () => false,
      );
  await expect.poll(isConnected).toBe(true);
}
