/** A large load into tables without indexes, which are built from the whole of it afterwards. */
import type { Sql } from 'postgres';

/** Runs the load while those tables have no indexes but those of their constraints. */
export async function withoutIndexes(sql: Sql, tables: readonly string[], load: () => Promise<void>): Promise<void> {
  const found = await sql<{ name: string; definition: string }[]>`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = any (${sql.array([...tables])}::regclass[])
      and not exists (select from pg_constraint where conindid = i.indexrelid)`;
  for (const { name } of found) await sql`drop index ${sql(name)}`;
  await load();
  await sql`set maintenance_work_mem = '512MB'`;
  for (const { definition } of found) await sql.unsafe(definition);
}
