/** Reads tables, keys and references from PostgreSQL's catalog. */
import type { Sql } from 'postgres';

/** A primary key, a unique index or a reference, by its column names. Expressions are omitted. */
export interface Key {
  readonly kind: 'primary key' | 'unique index' | 'reference';
  readonly name: string;
  readonly columns: readonly (string | null)[];
  /** The referenced table, and its columns in the same order. */
  readonly to: string | null;
  readonly toColumns: readonly string[];
}

export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly keys: readonly Key[];
}

/** Returns the tables of a schema. A partitioned table counts once. */
export async function readTables(sql: Sql): Promise<Table[]> {
  const tables = await sql<Omit<Table, 'keys'>[]>`
    select relname as name, array(
      select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped order by attnum
    ) as columns
    from pg_class c
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by relname`;
  const keys = await sql<(Key & { table: string })[]>`
    select c.relname as table, k.relname as name,
      case when indisprimary then 'primary key' else 'unique index' end as kind,
      array(
        select attname::text from generate_series(0, indnkeyatts - 1) as position
        left join pg_attribute on attrelid = indrelid and attnum = indkey[position] and attnum > 0 order by position
      ) as columns, null as to, '{}'::text[] as "toColumns"
    from pg_index join pg_class c on c.oid = indrelid join pg_class k on k.oid = indexrelid
    where indisunique and c.relnamespace = 'public'::regnamespace
    union all
    select c.relname, conname, 'reference', array(
      select attname::text from unnest(conkey) with ordinality as part (number, position)
      join pg_attribute on attrelid = conrelid and attnum = number order by position
    ), t.relname, array(
      select attname::text from unnest(confkey) with ordinality as part (number, position)
      join pg_attribute on attrelid = confrelid and attnum = number order by position
    )
    from pg_constraint join pg_class c on c.oid = conrelid join pg_class t on t.oid = confrelid
    where contype = 'f' and c.relnamespace = 'public'::regnamespace order by 1, 2`;
  const keysOf = Map.groupBy(keys, ({ table }) => table);
  return tables.map((table) => ({ ...table, keys: keysOf.get(table.name) ?? [] }));
}
