/** The database's tables and columns, from its catalog. */
import type { ClientBase } from 'pg';
import type { BackupPart, TableName } from './format.ts';

/**
 * Schemas that are recreated instead of restored: PostgreSQL's, the list of migrations, and the job queue's schedule.
 */
const remade = ['information_schema', 'drizzle', 'pgboss'];

/** Tables to back up, partitions excluded. Unlogged tables hold nothing worth keeping. */
export async function listTables(client: ClientBase): Promise<TableName[]> {
  const { rows } = await client.query<TableName>(
    `select nspname as schema, relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p') and not relispartition and relpersistence = 'p'
      and nspname !~ '^pg_' and nspname <> all($1)
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
    order by nspname, relname`,
    [remade],
  );
  return rows;
}

/** The columns that are not generated, in order. */
export async function listColumns(client: ClientBase, { schema, name }: TableName): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass
      and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [`"${schema}"."${name}"`],
  );
  return rows.map((row) => row.name);
}

export async function listParts(client: ClientBase): Promise<BackupPart[]> {
  const { rows } = await client.query<BackupPart>(
    `select parent.relname as parent, part.relnamespace::regnamespace::text as schema, part.relname as name,
      pg_get_expr(part.relpartbound, part.oid) as bound
    from pg_inherits join pg_class as parent on parent.oid = inhparent join pg_class as part on part.oid = inhrelid
    where part.relkind = 'r' and parent.relnamespace = 'public'::regnamespace order by parent.relname, part.relname`,
  );
  return rows;
}

export async function listSequences(client: ClientBase): Promise<TableName[]> {
  const { rows } = await client.query<TableName>(
    `select nspname as schema, relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'S' and nspname !~ '^pg_' and nspname <> all($1) order by nspname, relname`,
    [remade],
  );
  return rows;
}

/** The number of user tables, including other programs'. */
export async function countTables(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p') and not relispartition and nspname !~ '^pg_' and nspname <> 'information_schema'
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')`,
  );
  return rows[0]?.count ?? 0;
}

/** Sets a fixed text form of values, independent of the server's defaults, and removes the statement timeout. */
export async function settleSession(client: ClientBase): Promise<void> {
  const settings = {
    DateStyle: 'ISO, YMD',
    IntervalStyle: 'postgres',
    TimeZone: 'UTC',
    bytea_output: 'hex',
    extra_float_digits: '1',
    statement_timeout: '0',
    idle_in_transaction_session_timeout: '0',
  };
  for (const setting of Object.entries(settings)) await client.query('select set_config($1, $2, true)', setting);
}
