/** Distributes the merchants' tables over the nodes of a Citus cluster. */
import pg, { type ClientBase } from 'pg';
import { inTransaction } from '../single-client.ts';
import {
  databaseOptions,
  findNodesWithoutOptions,
  hasCitus,
  isDistributionUnfinished,
  readNodes,
  readTablePlaces,
  type TablePlace,
} from './distribution.ts';
import { type Place, placeOf } from './placement.ts';

/** The table that all other distributed tables lie beside. */
const model = 'orders';
/** The oldest version of Citus that supports PostgreSQL 18. */
const minCitusVersion = 14;

/** A part of the distribution, done completely or not at all. */
export interface Step {
  readonly name: string;
  run(client: ClientBase): Promise<unknown>;
}

/** What prevents the distribution, one sentence each. */
export async function findObstacles(client: ClientBase): Promise<string[]> {
  if (!(await hasCitus(client))) return ['The database does not have the extension citus.'];
  const { rows } = await client.query<{ citus: number; others: number; prepared: number }>(`
    select substring(citus_version() from 'Citus (\\d+)')::int as citus,
      (select count(*)::int from pg_stat_activity where datname = current_database()
        and application_name like 'counterfoil%' and pid <> pg_backend_pid()) as others,
      (select min(result::int) from run_command_on_all_nodes('show max_prepared_transactions') where success) as prepared`);
  const { citus = 0, others = 0, prepared = 0 } = rows[0] ?? {};
  const nodes = await readNodes(client);
  const movesTables = (await isDistributionUnfinished(client)) || (await findMisplacedTables(client)).length > 0;
  const silent = nodes
    .filter(({ answers }) => !answers)
    .map(({ host, port }) => `The node ${host}:${port} does not answer.`);
  return [
    ...(citus < minCitusVersion ? [`Citus ${citus} is too old: version ${minCitusVersion} or newer is needed.`] : []),
    ...(nodes.some(({ isCoordinator, holdsRows }) => !isCoordinator && holdsRows)
      ? []
      : ['The cluster has no worker node.']),
    ...silent,
    ...(prepared === 0 ? ['max_prepared_transactions is 0 on a node: a commit on several nodes needs it.'] : []),
    ...(movesTables && others > 0
      ? [`Counterfoil is connected (${others} connections): stop all its processes first.`]
      : []),
  ];
}

/**
 * The remaining steps; after an interruption, only the unfinished ones. References between tables are dropped first and
 * added last, because Citus allows none between a distributed and a local table.
 */
export async function remainingSteps(client: ClientBase): Promise<Step[]> {
  const tables = await findMisplacedTables(client);
  const isUnfinished = await isDistributionUnfinished(client);
  const settingOptions = { name: 'set the options of the database', run: setOptions };
  if (tables.length === 0 && !isUnfinished)
    return (await findNodesWithoutOptions(client)).length > 0 ? [settingOptions] : [];
  return [
    settingOptions,
    ...(isUnfinished ? [] : [{ name: 'drop the references between tables', run: dropReferences }]),
    ...tables.toSorted((one, other) => rankOf(one) - rankOf(other)).map(placing),
    { name: 'add the references between tables', run: addReferences },
  ];
}

const findMisplacedTables = async (client: ClientBase): Promise<TablePlace[]> =>
  (await readTablePlaces(client)).filter(({ wanted, actual, isKnown }) => wanted !== actual || !isKnown);

const rankOf = ({ name, wanted }: TablePlace): number => (wanted === 'everywhere' ? 0 : name === model ? 1 : 2);

const stepNames: Readonly<Record<Place, (name: string) => string>> = {
  'by merchant': (name) => `distribute ${name}`,
  everywhere: (name) => `copy ${name} to every node`,
  coordinator: (name) => `let every node use ${name}`,
};

const placing = ({ name, wanted }: TablePlace): Step => ({
  name: stepNames[wanted](name),
  run: (client) => placeTable(client, name),
});

/** Moves a table with its rows to its place. The nodes reach a table on the coordinator through it. */
export async function placeTable(client: ClientBase, table: string): Promise<void> {
  const name = pg.escapeIdentifier(table);
  const beside = table === model ? 'default' : model;
  switch (placeOf(table)) {
    case 'everywhere':
      return void (await client.query('select create_reference_table($1)', [name]));
    case 'coordinator':
      return void (await client.query(
        'select citus_add_local_table_to_metadata($1, cascade_via_foreign_keys => true)',
        [name],
      ));
    case 'by merchant':
      await client.query("select create_distributed_table($1, 'merchant_id', colocate_with => $2)", [name, beside]);
  }
}

/** Sets the options for this session, and on all nodes for later ones. */
async function setOptions(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select quote_ident(current_database()) as name');
  for (const [option, value] of Object.entries(databaseOptions)) {
    await client.query(`set ${option} = ${value}`);
    await client.query(`alter database ${rows[0]?.name} set ${option} = ${value}`);
  }
}

const dropReferences = (client: ClientBase) =>
  client.query(`
    begin;
    create schema distribution;
    create table distribution.dropped_references as
      select conrelid::regclass::text as table_name, conname::text as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace;
    do $$ declare reference record; begin
      for reference in select * from distribution.dropped_references loop
        execute format('alter table %s drop constraint %I', reference.table_name, reference.name);
      end loop;
    end $$;
    commit`);

/** Adds each reference and deletes its stored definition in one transaction, so that a second run adds only the others. */
async function addReferences(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    'select table_name as table, name, definition from distribution.dropped_references order by 1, 2',
  );
  for (const { table, name, definition } of rows) {
    await inTransaction(client, async () => {
      await client.query(`alter table ${table} add constraint ${pg.escapeIdentifier(name)} ${definition}`);
      await client.query('delete from distribution.dropped_references where table_name = $1 and name = $2', [
        table,
        name,
      ]);
    });
  }
  await client.query('drop schema distribution cascade');
}
