/** How many statements on merchants' tables the nodes of the cluster have run for their clients. */
import { withClient } from '#db/single-client.ts';
import { sql } from '../api.ts';
import { databaseUrl } from '../worker-servers.ts';

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

/**
 * Takes each place for a connection once, on every node. The counts of a connection that was terminated are missing from the
 * sums until another connection takes its place; they would be added to a later call.
 */
export async function prepareCounting(): Promise<void> {
  const nodes = await sql<{ host: string; port: number; places: number }[]>`
    select nodename as host, nodeport as port, current_setting('max_connections')::int as places from pg_dist_node`;
  const takePlaces = async ({ host, port, places }: (typeof nodes)[number]) => {
    const { href } = Object.assign(new URL(databaseUrl), { hostname: host, port: String(port) });
    for (let place = 0; place < places; place += 1)
      await withClient(href, 'counterfoil-tests', (client) => client.query('select citus_version()'));
  };
  await Promise.all(nodes.map(takePlaces));
}
