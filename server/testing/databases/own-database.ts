/** Databases of a single test, beside the one of its worker. */
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { inject } from 'vitest';
import { isOnCluster, newDistributedDatabase } from '../citus/cluster.ts';
import { copyDatabase, type TestDatabase } from '../test-servers.ts';

/** Emptied databases of earlier tests. Emptying one is twenty times faster than copying one. */
const reusable: TestDatabase[] = [];
let originalSchema: string | undefined;

/** Returns an empty, migrated database, for tests that read all rows. On a cluster this takes half a minute. */
export async function newDatabase(): Promise<TestDatabase & { drop(): Promise<void> }> {
  if (isOnCluster) {
    const { url, close } = await newDistributedDatabase(inject('emptyDatabaseUrl'));
    return { url, close, drop: close };
  }
  const copy =
    reusable.pop() ?? (await copyDatabase(inject('emptyDatabaseUrl'), `own_${randomUUID().replaceAll('-', '')}`));
  originalSchema ??= await withConnection(copy.url, schemaOf);
  return {
    url: copy.url,
    /** Use it instead of `close` if the database must be deleted. */
    drop: copy.close,
    async close() {
      if (await withConnection(copy.url, empty)) reusable.push(copy);
      else await copy.close();
    },
  };
}

/** Closes all other connections and deletes every row. Returns false if the test changed more than rows. */
async function empty(sql: postgres.Sql): Promise<boolean> {
  await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  if ((await schemaOf(sql)) !== originalSchema) return false;
  // The replica role disables triggers, because some tables reject deletions.
  await sql.unsafe(`do $$ declare name text; begin
    set local session_replication_role = replica;
    for name in select format('%I.%I', schemaname, tablename) from pg_tables where schemaname in ('public', 'archive')
    loop execute 'delete from ' || name; end loop;
    perform setval(format('%I.%I', schemaname, sequencename), start_value, false) from pg_sequences
      where schemaname in ('public', 'archive');
  end $$`);
  return true;
}

/** Returns a fingerprint of tables, columns, triggers, functions, privileges and settings. */
async function schemaOf(sql: postgres.Sql): Promise<string> {
  const [row] = await sql`select
    (select count(*) || ' ' || sum(oid::bigint) || ' ' || sum(hashtext(relnamespace || relname))
      || ' ' || coalesce(string_agg(relacl::text, ''), '') from pg_class) as relations,
    (select count(*) || ' ' || sum(atttypid::bigint) from pg_attribute) as columns,
    (select count(*) || ' ' || string_agg(tgenabled::text, '' order by oid) from pg_trigger) as triggers,
    (select count(*) || ' ' || sum(oid::bigint) from pg_constraint) as constraints,
    (select md5(string_agg(prosrc, '' order by oid)) from pg_proc where pronamespace = 'public'::regnamespace) as functions,
    (select count(*) from pg_db_role_setting) as settings,
    (select md5(string_agg(m::text, '' order by id)) from drizzle.__drizzle_migrations m) as migrations`;
  return JSON.stringify(row);
}

async function withConnection<Result>(url: string, work: (sql: postgres.Sql) => Promise<Result>): Promise<Result> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
