/**
 * Which indexes a run of the tests reads, with `FIND_UNREAD_INDEXES=on`. Tables of tests are small, so PostgreSQL would read
 * them whole, so sequential scans are off.
 */
import postgres from 'postgres';

const open = (url: string, database: string) =>
  postgres(Object.assign(new URL(url), { pathname: database }).href, { max: 1, onnotice: () => {} });

/** For all databases of the server, from now on. */
export async function preferIndexes(url: string): Promise<void> {
  const sql = open(url, 'postgres');
  await sql`alter system set enable_seqscan = off`;
  await sql`select pg_reload_conf()`;
  await sql.end();
}

/** The indexes without a constraint that no statement has read, in any database of the server. */
export async function findUnreadIndexes(url: string): Promise<string[]> {
  const scans = new Map<string, number>();
  const server = open(url, 'postgres');
  const databases = await server<{ name: string }[]>`select datname as name from pg_database where datallowconn`;
  await server.end();
  for (const { name: database } of databases) {
    const sql = open(url, database);
    // A partition's index counts for the index of the whole table.
    const counted = await sql<{ name: string; scans: number }[]>`
      select coalesce(whole.relname, indexrelname) as name, sum(idx_scan)::float8 as scans
      from pg_stat_user_indexes join pg_index using (indexrelid)
      left join pg_inherits on inhrelid = indexrelid left join pg_class whole on whole.oid = inhparent
      where schemaname = 'public' and not indisunique group by 1`;
    for (const { name, scans: count } of counted) scans.set(name, (scans.get(name) ?? 0) + count);
    await sql.end();
  }
  return [...scans].flatMap(([name, count]) => (count === 0 ? name : [])).sort();
}
