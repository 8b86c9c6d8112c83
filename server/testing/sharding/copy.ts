/**
 * Copies the database into hash partitions, which stand for nodes. PostgreSQL requires of their keys what Citus
 * requires of distributed tables (docs/architecture/data.md).
 */
import postgres from 'postgres';
import { placements } from '#db/distribution/placement.ts';
import type { Table } from '../databases/catalog.ts';

const parts = 4;

interface Definition {
  readonly text: string;
}

/** Creates a schema with these tables and the rows of these merchants. Returns a client for it. */
export async function makeShardedCopy(
  url: string,
  schema: string,
  tables: readonly Table[],
  merchantIds: readonly string[],
) {
  const sql = postgres(url, { max: 1, onnotice: () => {}, connection: { search_path: schema } });
  // PostgreSQL prints an index of a partitioned table with ONLY.
  const run = async (definitions: readonly Definition[]) => {
    const inSchema = ({ text }: Definition) =>
      text.replaceAll(/ (ON|REFERENCES) (?:ONLY )?public\./g, ` $1 ${schema}.`);
    for (const definition of definitions) await sql.unsafe(inSchema(definition));
  };
  await sql`create schema ${sql(schema)}`;
  for (const { name } of tables) {
    if (name in placements) {
      await sql`create table ${sql(name)} (like public.${sql(name)} including all)`;
      continue;
    }
    await sql`create table ${sql(name)} (like public.${sql(name)} including defaults) partition by hash (merchant_id)`;
    for (let part = 0; part < parts; part += 1) {
      await sql`create table ${sql(`${name}_${part}`)} partition of ${sql(name)}
        for values with (modulus ${sql.unsafe(String(parts))}, remainder ${sql.unsafe(String(part))})`;
    }
  }
  const spread = tables.map(({ name }) => name).filter((name) => !(name in placements));
  const constraintsOf = (kinds: readonly string[]) => sql<Definition[]>`
    select format('alter table %I add constraint %I %s', relname, conname, pg_get_constraintdef(k.oid)) as text
    from pg_constraint k join pg_class c on c.oid = conrelid and relnamespace = 'public'::regnamespace
    where relname = any (${spread}) and contype::text = any (${[...kinds]})`;
  await run(await constraintsOf(['p', 'u']));
  await run(
    await sql<Definition[]>`
      select pg_get_indexdef(indexrelid) as text
      from pg_index join pg_class c on c.oid = indrelid and relnamespace = 'public'::regnamespace
      where relname = any (${spread}) and not exists (select from pg_constraint where conindid = indexrelid)`,
  );
  await sql`insert into merchants select * from public.merchants where id = any (${[...merchantIds]})`;
  await sql`insert into store_directory select * from public.store_directory where merchant_id = any (${[...merchantIds]})`;
  for (const name of spread) {
    await sql`insert into ${sql(name)} select * from public.${sql(name)} where merchant_id = any (${[...merchantIds]})`;
  }
  // Created last, so that they are validated against all rows.
  await run(await constraintsOf(['f']));
  return {
    sql,
    spread,
    async close() {
      await sql`drop schema ${sql(schema)} cascade`;
      await sql.end({ timeout: 5 });
    },
  };
}
