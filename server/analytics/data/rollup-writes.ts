/** Writes the daily rollups of large stores. */
import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { dailyRollups, rollupMarks, rollupStores } from '#db/schema/index.ts';
import type { TimeRange } from '#server/domain/time-range.ts';
import { scopeOfStores } from '#server/platform/data/listing.ts';
import { onNodeOf } from '#server/platform/data/merchant-lock.ts';
import { everyMerchant } from '#server/platform/data/merchant-scope.ts';
import { lockStoreRow } from '#server/stores/data/store-locks.ts';
import { rollupMetrics } from '../rules/rollup.ts';
import { timeParam } from './facts.ts';
import { sourceRows } from './rollup-sources.ts';

type RollupStore = typeof rollupStores.$inferSelect;
export type RollupKey = Omit<RollupStore, 'rolledUntil'>;

type KeyedTable = typeof rollupStores | typeof rollupMarks | typeof dailyRollups;

const isOf = (table: KeyedTable, { merchantId, storeId, environment }: RollupKey): SQL | undefined =>
  and(eq(table.merchantId, merchantId), eq(table.storeId, storeId), eq(table.environment, environment));

/**
 * The stores that have more payments than that and no rollups yet. A store with a test clock gets none: its days end and
 * change by its own time.
 */
export async function listLargeStores(tx: Tx, maxLivePayments: number): Promise<RollupKey[]> {
  const { rows } = await tx.execute<RollupKey>(sql`
    select stores.merchant_id as "merchantId", stores.id as "storeId", environment
    from stores cross join unnest(array['test', 'prod']) as environment
    where ${everyMerchant} and not (environment = 'test' and stores.test_clock_at is not null)
      and not exists (select 1 from ${rollupStores} known
        where known.merchant_id = stores.merchant_id and known.store_id = stores.id
          and known.environment = environment.environment)
      and exists (select 1 from payments
        where payments.merchant_id = stores.merchant_id and payments.store_id = stores.id
          and payments.environment = environment.environment
        order by payments.created_at offset ${maxLivePayments}::int limit 1)`);
  return rows;
}

/**
 * Adds a store; false if it has a test clock or is there already. Locks the store against changes until the transaction ends.
 */
export async function insertRollupStore(tx: Tx, { merchantId, storeId, environment }: RollupKey): Promise<boolean> {
  const store = await lockStoreRow(tx, { merchantId, storeId }, 'share');
  if (!store || (environment === 'test' && store.testClockAt)) return false;
  const { rowCount } = await tx
    .insert(rollupStores)
    .values({ merchantId, storeId, environment, rolledUntil: new Date(0) })
    .onConflictDoNothing();
  return rowCount === 1;
}

/** The stores of all merchants with closed days that are not rolled up, or with marks. */
export const listDueStores = (tx: Tx, closedUntil: Date): Promise<RollupStore[]> =>
  tx
    .select()
    .from(rollupStores)
    .where(
      sql`${everyMerchant} and (${rollupStores.rolledUntil} < ${timeParam(closedUntil)} or exists (select 1 from ${rollupMarks} mark
        where mark.merchant_id = ${rollupStores.merchantId} and mark.store_id = ${rollupStores.storeId}
          and mark.environment = ${rollupStores.environment}))`,
    );

/** Locks a store's rollups; undefined if another worker has the lock, or the store has a test clock now. */
export const lockRollupStore = async (tx: Tx, key: RollupKey): Promise<RollupStore | undefined> =>
  (await tx.select().from(rollupStores).where(isOf(rollupStores, key)).for('update', { skipLocked: true }))[0];

/** The time of a store's first payment. */
export async function findFirstPayment(tx: Tx, { merchantId, storeId, environment }: RollupKey): Promise<Date | null> {
  const { rows } = await tx.execute<{ seconds: number | null }>(sql`
    select extract(epoch from min(created_at))::float8 as seconds from payments
    where merchant_id = ${merchantId} and store_id = ${storeId} and environment = ${environment}`);
  const seconds = rows[0]?.seconds ?? null;
  return seconds === null ? null : new Date(1000 * seconds);
}

/** Replaces the rollups of whole days by the current figures. */
export async function replaceDays(tx: Tx, store: RollupKey, { from, to }: TimeRange): Promise<void> {
  const { merchantId, storeId, environment } = store;
  const isInRange = and(gte(dailyRollups.day, from), lt(dailyRollups.day, to));
  await tx.delete(dailyRollups).where(and(isOf(dailyRollups, store), isInRange));
  const scope = { environment, ...scopeOfStores([store]), onSaleOnly: false };
  for (const metric of rollupMetrics) {
    const { rows } = await tx.execute(sql`
      select date_trunc('day', at, 'UTC') as day, currency, key, sum(count) as count, sum(amount) as amount
      from (${sourceRows(metric, scope, { from, to })}) as figures
      group by 1, currency, key`);
    if (rows.length === 0) continue;
    // The merchant comes from the locked row: Citus would send the rows through the coordinator.
    await tx.execute(sql`
      insert into ${dailyRollups} (merchant_id, store_id, environment, metric, day, currency, key, count, amount_minor)
      select rolled.merchant_id, rolled.store_id, rolled.environment, ${metric}, figure.day, figure.currency, figure.key,
        figure.count, figure.amount
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as figure (day timestamptz, currency text, key text, count bigint, amount bigint)
      join ${rollupStores} as rolled on rolled.merchant_id = ${merchantId}
        and rolled.store_id = ${storeId} and rolled.environment = ${environment}`);
  }
}

export const saveRolledUntil = (tx: Tx, store: RollupKey, rolledUntil: Date) =>
  tx.update(rollupStores).set({ rolledUntil }).where(isOf(rollupStores, store));

/** Deletes a store's marks and returns their days. */
export async function takeMarks(tx: Tx, store: RollupKey): Promise<Date[]> {
  const taken = await tx.delete(rollupMarks).where(isOf(rollupMarks, store)).returning({ day: rollupMarks.day });
  return [...new Set(taken.map(({ day }) => day.getTime()))].map((day) => new Date(day));
}

/** Deletes a store's rollups. Figures are then read live. */
export async function deleteRollups(tx: Tx, store: RollupKey): Promise<void> {
  for (const table of [rollupStores, rollupMarks, dailyRollups]) await tx.delete(table).where(isOf(table, store));
}

/** A new transaction ID of the merchant's node. Transactions that have written there and still run have lower ones. */
export async function newTransactionId(tx: Tx, merchantId: string): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select pg_current_xact_id()::text as id from ${onNodeOf(merchantId)}`,
  );
  return rows[0]?.id ?? '0';
}

/** Whether all transactions with lower IDs of the merchant's node have ended. */
export async function haveEndedBefore(tx: Tx, merchantId: string, id: string): Promise<boolean> {
  const { rows } = await tx.execute<{ ended: boolean }>(
    sql`select pg_snapshot_xmin(pg_current_snapshot()) >= ${id}::xid8 as ended from ${onNodeOf(merchantId)}`,
  );
  return rows[0]?.ended === true;
}
