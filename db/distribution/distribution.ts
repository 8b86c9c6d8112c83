/** What Citus knows about the database: its nodes, and where the tables lie. */
import type { ClientBase } from 'pg';
import { type Place, placeOf } from './placement.ts';

/** Whether the database has the extension Citus. */
export async function hasCitus(client: ClientBase): Promise<boolean> {
  const { rowCount } = await client.query("select from pg_extension where extname = 'citus'");
  return rowCount === 1;
}

/** Whether a distribution was begun and not finished. Meanwhile references between tables are missing. */
export async function isDistributionUnfinished(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ yes: boolean }>(
    "select to_regclass('distribution.dropped_references') is not null as yes",
  );
  return rows[0]?.yes === true;
}

/** Whether merchants' tables are distributed. */
export const isDistributed = async (client: ClientBase): Promise<boolean> =>
  (await hasCitus(client)) && (await readTablePlaces(client)).some(({ actual }) => actual === 'by merchant');

export interface TablePlace {
  readonly name: string;
  readonly wanted: Place;
  readonly actual: Place;
  /** Whether all nodes know the table, wherever it lies. */
  readonly isKnown: boolean;
}

/** The service's tables in the order of their names; a table with partitions counts once. Needs Citus. */
export async function readTablePlaces(client: ClientBase): Promise<TablePlace[]> {
  const { rows } = await client.query<{ name: string; actual: Place; isKnown: boolean }>(`
    select relname as name,
      case when partmethod = 'h' then 'by merchant' when repmodel = 't' then 'everywhere' else 'coordinator' end as actual,
      logicalrelid is not null and not autoconverted as "isKnown"
    from pg_class left join pg_dist_partition on logicalrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    order by relname`);
  return rows.map((row) => ({ ...row, wanted: placeOf(row.name) }));
}

export interface Node {
  readonly host: string;
  readonly port: number;
  readonly isCoordinator: boolean;
  /** Whether it may hold merchants' rows. */
  readonly holdsRows: boolean;
  /** Whether the coordinator reaches it. */
  readonly answers: boolean;
}

/** The coordinator, then the other nodes. Needs Citus. */
export async function readNodes(client: ClientBase): Promise<Node[]> {
  const { rows } = await client.query<Node>(`
    select nodename as host, nodeport as port, groupid = 0 as "isCoordinator", shouldhaveshards as "holdsRows",
      citus_check_connection_to_node(nodename, nodeport) as answers
    from pg_dist_node where isactive order by groupid`);
  return rows;
}

/**
 * Options of the database on each node.
 * - Citus refuses triggers unless they are declared safe. The append-only triggers refuse a change and read no table.
 * - It lets changes of a table on every node wait for each other, so that all copies get them in one order, which can end
 *   in a deadlock. The service orders them itself: by the locks of the store, the account and the slug.
 * - A transaction that changes such a table and others must use one connection per node.
 * - Citus 14.0 adds a plan to the kept plan of a statement at each execution on the node of its rows: 35 kB, until the
 *   connection ends. Custom plans are not kept, and cost no more. (https://github.com/citusdata/citus/pull/8824)
 */
export const databaseOptions = {
  'citus.enable_unsafe_triggers': 'on',
  'citus.all_modifications_commutative': 'on',
  'citus.multi_shard_modify_mode': 'sequential',
  plan_cache_mode: 'force_custom_plan',
};

/** The nodes whose database lacks options, for example because they are new. All nodes must answer. */
export async function findNodesWithoutOptions(client: ClientBase): Promise<Pick<Node, 'host' | 'port'>[]> {
  const options = Object.entries(databaseOptions).map(([name, value]) => `${name}=${value}`);
  const { rows } = await client.query<Pick<Node, 'host' | 'port'>>(
    `select nodename as host, nodeport as port
      from run_command_on_all_nodes($$
        select array_agg(option) from pg_db_role_setting
        join pg_database on pg_database.oid = setdatabase, unnest(setconfig) as option
        where datname = current_database() and setrole = 0$$)
      join pg_dist_node using (nodeid)
      where success and not coalesce(nullif(result, '')::text[] @> $1, false)
      order by groupid`,
    [options],
  );
  return rows;
}

export interface TableSize {
  readonly table: string;
  readonly host: string;
  readonly port: number;
  readonly bytes: number;
}

/** The size of each distributed table, with its partitions and indexes, on each node. All nodes must answer. */
export async function readTableSizes(client: ClientBase): Promise<TableSize[]> {
  const { rows } = await client.query<TableSize>(`
    select coalesce(parent.relname, part.relname) as table, nodename as host, nodeport as port, sum(shard_size)::float8 as bytes
    from citus_shards
    join pg_class as part on part.oid = table_name
    left join pg_inherits on inhrelid = part.oid
    left join pg_class as parent on parent.oid = inhparent
    where citus_table_type = 'distributed'
    group by 1, 2, 3 order by 1, 2, 3`);
  return rows;
}
