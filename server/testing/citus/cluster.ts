/** Databases on the Citus cluster of a test run, which `counterfoil test` opens (start-cluster.ts). */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ClientBase } from 'pg';
import { remainingSteps } from '#db/distribution/distribute.ts';
import { migrate } from '#db/migrate.ts';
import { withClient } from '#db/single-client.ts';
import { projectRoot } from '#server/cli/project-root.ts';
import type { TestDatabase } from '../test-servers.ts';

export const clusterProgram = join(projectRoot, '../shared/tools/citus/cluster');
const execute = promisify(execFile);
/** Not the name of the tests' pool, whose connections end with the others. */
const applicationName = 'counterfoil-cluster';

/** Whether this test run's database is on a cluster: `counterfoil test --only citus`. */
export const isOnCluster = Boolean(process.env.TEST_ON_CITUS);

/** Whether this machine has a cluster to test on. */
export const hasCluster = (): boolean => Boolean(process.env.CITUS_URL) || existsSync(clusterProgram);

/** Runs a command of the cluster's program: `kill 1` ends the first worker node at once, `start 1` brings it back. */
export const control = async (folder: string, ...args: string[]): Promise<string> =>
  (await execute(clusterProgram, args, { env: { ...process.env, CITUS_DIR: join(folder, 'cluster') } })).stdout.trim();

const endTimeoutMs = 10_000;

/**
 * Ends all other clients' connections to all nodes, and waits until they have ended. Each has connections to the other
 * nodes, which would fail once after a node was killed.
 */
export const endConnections = (url: string) =>
  onDatabase(
    url,
    `select run_command_on_all_nodes($$
      select pg_terminate_backend(pid, ${endTimeoutMs}) from pg_stat_activity where backend_type = 'client backend'
        and application_name <> '${applicationName}' and application_name not like 'citus%'$$)`,
  );

/** Creates a migrated, distributed database on all nodes of a cluster. `isEmpty`: without tables. */
export async function newDistributedDatabase(clusterUrl: string, { isEmpty = false } = {}): Promise<TestDatabase> {
  const name = `counterfoil_${randomUUID().replaceAll('-', '')}`;
  const urlOn = ({ host, port }: { host: string; port: number }) =>
    Object.assign(new URL(clusterUrl), { hostname: host, port: String(port), pathname: name }).href;
  const nodes = await withClient(clusterUrl, applicationName, async (client) => {
    const { rows } = await client.query<{ host: string; port: number; isCoordinator: boolean }>(
      'select nodename as host, nodeport as port, groupid = 0 as "isCoordinator" from pg_dist_node order by groupid',
    );
    await client.query('set citus.enable_create_database_propagation = on');
    await client.query(`create database ${name}`);
    return rows;
  });
  for (const node of nodes) await onDatabase(urlOn(node), 'create extension citus');
  const url = Object.assign(new URL(clusterUrl), { pathname: name }).href;
  await withClient(url, applicationName, async (client) => {
    for (const { host, port, isCoordinator } of nodes) {
      await client.query(`select ${isCoordinator ? 'citus_set_coordinator_host' : 'citus_add_node'}($1, $2)`, [
        host,
        port,
      ]);
    }
    // Each table costs as many tables on the nodes.
    await client.query(`alter database ${name} set citus.shard_count = 2`);
    await client.query(`alter database ${name} set citus.enable_stat_counters = on`);
  });
  if (!isEmpty) {
    await migrate(url);
    await withClient(url, applicationName, distribute);
  }
  return {
    url,
    async close() {
      await onDatabase(clusterUrl, `drop database ${name} with (force)`);
    },
  };
}

/** The nodes with merchants' rows, for `DATABASE_NODES`. */
export const readNodes = (url: string): Promise<string> =>
  withClient(url, applicationName, async (client) => {
    const { rows } = await client.query<{ nodes: string }>(
      "select string_agg(nodename || ':' || nodeport, ',') as nodes from pg_dist_node where shouldhaveshards",
    );
    return rows[0]?.nodes ?? '';
  });

async function distribute(client: ClientBase): Promise<void> {
  for (const { run } of await remainingSteps(client)) await run(client);
}

const onDatabase = (url: string, statement: string) =>
  withClient(url, applicationName, (client) => client.query(statement));
