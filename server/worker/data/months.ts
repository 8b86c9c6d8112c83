/**
 * Monthly partitions (UTC) of the tables that grow without limit. Each table also has a default partition for rows
 * whose month has no partition yet.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Database, Tx } from '#db/client.ts';
import { everyMerchant } from '#server/platform/data/merchant-scope.ts';

export const monthlyTables = [
  'events',
  'event_feed',
  'ledger_transactions',
  'ledger_entries',
  'webhook_deliveries',
  'webhook_attempts',
  'request_log',
] as const;
export type MonthlyTable = (typeof monthlyTables)[number];

/** The partition of a month, or the one with all rows from before partitioning. */
export interface Part {
  readonly table: MonthlyTable;
  readonly schema: 'public' | 'archive';
  readonly name: string;
  /** When its month ends. */
  readonly endsAt: Date;
}

/** The start of the month `months` after that of `moment`. */
export const monthAfter = (moment: Date, months: number): Date =>
  new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + months, 1));

/** All partitions except the default ones. */
export async function listParts(tx: Tx): Promise<Part[]> {
  const { rows } = await tx.execute<Omit<Part, 'endsAt'> & { year: string; month: string }>(sql`
    select parent.relname as table, part.relnamespace::regnamespace::text as schema, part.relname as name,
      substring(part.relname from '_(\\d{4})_\\d{2}$') as year, right(part.relname, 2) as month
    from pg_inherits
    join pg_class as parent on parent.oid = inhparent
    join pg_class as part on part.oid = inhrelid
    where parent.relnamespace = 'public'::regnamespace
      and parent.relname in (${sql.join(
        monthlyTables.map((table) => sql`${table}`),
        sql`, `,
      )})
      and part.relkind = 'r' and part.relname ~ '_\\d{4}_\\d{2}$'
    order by part.relname`);
  // JavaScript's months count from 0, so the SQL month number is the index of the next one.
  return rows.map(({ year, month, ...part }) => ({
    ...part,
    endsAt: new Date(Date.UTC(Number(year), Number(month), 1)),
  }));
}

/**
 * Creates a table's partition for that month and moves its rows there from the default partition; false if it exists.
 */
export const makeMonth = (db: Database, table: MonthlyTable, moment: Date): Promise<boolean> =>
  withLocks(db, async (tx) => {
    const {
      rows: [row],
    } = await tx.execute<{ made: boolean }>(
      sql`select make_month(${table}, ${moment.toISOString()}::timestamptz) as made`,
    );
    return row?.made === true;
  });

/** Drops a partition with all its rows; false if it is gone. */
export const dropPart = (db: Database, part: Part): Promise<boolean> =>
  withLocks(db, async (tx) => {
    if (!(await isThere(tx, part))) return false;
    await tx.execute(sql`drop table ${nameOf(part)}`);
    return true;
  });

/** Drops an empty partition; false if it has rows or is gone. */
export const dropEmptyPart = (db: Database, part: Part): Promise<boolean> =>
  withLocks(db, async (tx) => {
    // Checked first without an exclusive lock.
    if (!(await isEmpty(tx, part))) return false;
    await tx.execute(sql`lock table only ${sql.identifier(part.table)} in access exclusive mode`);
    if (!(await isEmpty(tx, part))) return false;
    await tx.execute(sql`drop table ${nameOf(part)}`);
    return true;
  });

/**
 * Moves a partition into the schema `archive`, where it can be dumped separately; false if it is gone. It remains a
 * partition, so queries do not change.
 */
export const archivePart = (db: Database, part: Part): Promise<boolean> =>
  withLocks(db, async (tx) => {
    if (!(await isThere(tx, part))) return false;
    await tx.execute(sql`alter table ${nameOf(part)} set schema archive`);
    return true;
  });

const nameOf = ({ schema, name }: Part) => sql`${sql.identifier(schema)}.${sql.identifier(name)}`;

/** Whether no other process has dropped or moved it. */
async function isThere(tx: Tx, { schema, name }: Part): Promise<boolean> {
  const {
    rows: [row],
  } = await tx.execute<{ yes: boolean }>(sql`select to_regclass(${`${schema}.${name}`}) is not null as yes`);
  return row?.yes === true;
}

/** Whether it exists and is empty. */
async function isEmpty(tx: Tx, part: Part): Promise<boolean> {
  if (!(await isThere(tx, part))) return false;
  const {
    rows: [row],
  } = await tx.execute<{ yes: boolean }>(
    sql`select not exists (select 1 from ${nameOf(part)} where ${everyMerchant}) as yes`,
  );
  return row?.yes === true;
}

/** An arbitrary number that nothing else locks. */
const lockNumber = 7_262_103;
const [tries, pauseMs] = [5, 300];
const notAvailable = '55P03';

/**
 * Runs a schema change, one at a time. It needs an exclusive lock on the table for a moment, behind which others queue
 * up. If the table is busy it gives up quickly and retries a little later.
 */
async function withLocks<Result>(db: Database, change: (tx: Tx) => Promise<Result>): Promise<Result> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await db.transaction(async (tx) => {
        await tx.execute(sql`set local lock_timeout = '300ms'`);
        await tx.execute(sql`select pg_advisory_xact_lock(${lockNumber}::bigint)`);
        return await change(tx);
      });
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
      if (left === 0 || code !== notAvailable) throw error;
    }
    await pause(pauseMs);
  }
}
