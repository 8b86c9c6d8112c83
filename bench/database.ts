/**
 * A database for measurements in a folder of its own. PostgreSQL counts statements (`pg_stat_statements`), records when each
 * transaction committed, and can log statements as JSON.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { openDatabase } from '#db/client.ts';
import { openEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';

const settings = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.max': '20000',
  // BEGIN and COMMIT are not counted.
  'pg_stat_statements.track_utility': 'off',
  track_commit_timestamp: 'on',
  logging_collector: 'on',
  log_destination: 'jsonlog',
  // The writes of a round are counted at its end.
  wal_keep_size: "'8GB'",
};

export type MeasuredDatabase = Awaited<ReturnType<typeof openMeasuredDatabase>>;

/** A durable one forces each commit to disk, as `npm start` does. */
export async function openMeasuredDatabase({ durable = true } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-bench-'));
  const embedded = await openEmbedded(folder, { durable });
  const open = (url: string, max: number) => postgres(url, { max, onnotice: () => {} });
  const admin = open(embedded.url, 1);
  for (const [name, value] of Object.entries(settings)) await admin.unsafe(`alter system set ${name} = ${value}`);
  await admin.end();
  await embedded.interrupt('SIGINT');
  await embedded.restart();
  await migrate(embedded.url);
  const { db, close } = openDatabase(embedded.url, { max: 4, applicationName: 'counterfoil-bench' });
  const sql = open(embedded.url, 4);
  // The extension is in another database, so that the product's schema stays unchanged.
  const statistics = open(Object.assign(new URL(embedded.url), { pathname: 'postgres' }).href, 1);
  await statistics`create extension pg_stat_statements`;
  await statistics`create extension pg_walinspect`;
  const [postmaster] = await sql<
    { pid: number }[]
  >`select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`;
  return {
    url: embedded.url,
    /** As `npm start` connects. */
    socketUrl: embedded.socketUrl,
    db,
    sql,
    postmasterPid: postmaster?.pid ?? 0,
    /** The number of statements that were executed since the start. */
    async countStatements() {
      const [row] = await statistics<{ count: number }[]>`
        select sum(calls)::float8 as count from pg_stat_statements
        join pg_database on pg_database.oid = dbid where datname <> current_database()`;
      return row?.count ?? 0;
    },
    async walPosition() {
      const [row] = await statistics<{ lsn: string }[]>`select pg_current_wal_insert_lsn()::text as lsn`;
      // At least one flushed record has to follow the position, also if nothing else is written.
      await statistics`select pg_logical_emit_message(false, 'bench', '', true)`;
      return row?.lsn ?? '';
    },
    /** The versions of rows and the index entries that were written since a position of the write-ahead log. */
    async countWrites(since: string) {
      const [row] = await statistics<{ rows: number; indexEntries: number }[]>`
        select coalesce(sum(count) filter (where name ~ '^Heap/(INSERT|UPDATE|HOT_UPDATE)'), 0)::float8 as rows,
          coalesce(sum(count) filter (where name ~ '^Btree/(INSERT|SPLIT)_?(LEAF|POST|L|R)?'), 0)::float8 as "indexEntries"
        from (select "resource_manager/record_type" as name, count
          from pg_get_wal_stats(${since}::pg_lsn, pg_current_wal_flush_lsn(), true)) as records`;
      return row ?? { rows: 0, indexEntries: 0 };
    },
    async close() {
      await Promise.all([close(), sql.end({ timeout: 5 }), statistics.end({ timeout: 5 })]);
      await embedded.release();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
