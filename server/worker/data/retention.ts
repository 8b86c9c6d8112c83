/** Deletion of expired data. docs/operations/retention.md lists the retention periods. */
import { type SQL, sql } from 'drizzle-orm';
import type { Database, Tx } from '#db/client.ts';
import type { DueSearch } from '#server/platform/data/due-merchants.ts';
import { runByMerchant } from '#server/platform/data/merchant-round.ts';
import { everyMerchant } from '#server/platform/data/merchant-scope.ts';

/** Small enough that no one waits for its locks. */
const batchSize = 1000;
const dayMs = 24 * 3600 * 1000;
/** After expiry, for merchants who look into a link's history. */
const sessionRetentionDays = 7;
const invitationRetentionDays = 90;
/** Longer than any sign-in counter looks back. */
const attemptRetentionDays = 1;

/**
 * Deletes or clears expired data in batches with a transaction each; returns how many rows. Skips locked rows until the
 * next run, so any number of workers may run it concurrently. Starts no further batch once the signal aborts.
 */
export async function deleteExpired(db: Database, now: Date, signal?: AbortSignal): Promise<number> {
  let deleted = 0;
  for (const rows of [sessions, boughtSessions, unusedQuotes, invitations]) {
    deleted += await runByMerchant('everywhere', {
      listDue: (search) => listMerchants(db, rows, now, search),
      runBatch: ({ merchantId }) => db.transaction((tx) => endBatch(tx, rows, merchantId, now)),
      signal,
    });
  }
  for (const rows of [dashboardSessions, verifications, signInAttempts, dailyLimits]) {
    for (let count = batchSize; count === batchSize && !signal?.aborted; ) {
      count = await deleteBatch(db, rows, now);
      deleted += count;
    }
  }
  return deleted;
}

/** Expired rows of merchants. The rows are called `mine` in the conditions. */
interface MerchantRows {
  readonly from: SQL;
  readonly isDue: (now: Date) => SQL;
  readonly dueAt: SQL;
  /** Deletes or clears rows that are locked. */
  readonly end: (merchantId: string, ids: SQL) => SQL;
}

/** The merchants with such rows, the longest due first. */
async function listMerchants(
  tx: Tx,
  { from, isDue, dueAt }: MerchantRows,
  now: Date,
  { limit, except }: DueSearch,
): Promise<string[]> {
  const { rows } = await tx.execute<{ merchant_id: string }>(sql`
    select mine.merchant_id from ${from}
    where ${everyMerchant} and ${isDue(now)} and mine.merchant_id <> all(${sql.param([...except])}::uuid[])
    group by mine.merchant_id order by min(${dueAt}), mine.merchant_id limit ${limit}::int`);
  return rows.map(({ merchant_id: merchantId }) => merchantId);
}

async function endBatch(tx: Tx, { from, isDue, end }: MerchantRows, merchantId: string, now: Date) {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select mine.id from ${from} where mine.merchant_id = ${merchantId} and ${isDue(now)}
    limit ${batchSize}::int for update of mine skip locked`);
  if (rows.length > 0) await tx.execute(end(merchantId, sql`${sql.param(rows.map(({ id }) => id))}::uuid[]`));
  return { done: rows.length, isLast: rows.length < batchSize };
}

const daysBefore = (now: Date, days: number): string => new Date(now.getTime() - days * dayMs).toISOString();

/** Sessions joined with stores that are past their retention by the store's own time. */
const isLongOver = (now: Date): SQL => sql`
  mine.expires_at <= case when mine.environment = 'test' and stores.test_clock_at is not null
    then stores.test_clock_at - make_interval(days => ${sessionRetentionDays})
    else ${daysBefore(now, sessionRetentionDays)}::timestamptz end`;

const hasOrder = sql`exists (
  select 1 from orders where orders.checkout_session_id = mine.id and orders.merchant_id = mine.merchant_id
)`;

/** An order that can still start, for example of a scheduled plan change, needs its session's data. */
const hasPendingOrder = sql`exists (
  select 1 from orders
  where orders.checkout_session_id = mine.id and orders.merchant_id = mine.merchant_id and orders.status = 'pending'
)`;

const sessionsWithStores = sql`checkout_sessions mine join stores on stores.id = mine.store_id and stores.merchant_id = mine.merchant_id`;

/** Checkout sessions without an order, with their event counters. Their events stay. */
const sessions: MerchantRows = {
  from: sessionsWithStores,
  isDue: (now) => sql`${isLongOver(now)} and not ${hasOrder}`,
  dueAt: sql`mine.expires_at`,
  end: (merchantId, ids) => sql`
    with heads as (
      delete from event_heads where merchant_id = ${merchantId} and object_id = any(${ids})
    )
    delete from checkout_sessions where merchant_id = ${merchantId} and id = any(${ids})`,
};

/**
 * Buyer data in sessions with an order, which has its own copy, and the merchant's input. Product, price and currency
 * stay for renewals and emails.
 */
const boughtSessions: MerchantRows = {
  from: sessionsWithStores,
  isDue: (now) => sql`
    (mine.buyer_email is not null or mine.buyer_identity is not null or mine.billing_detail is not null
      or mine.success_url is not null or mine.metadata <> '{}' or mine.order_merchant_external_id is not null)
    and ${isLongOver(now)} and ${hasOrder} and not ${hasPendingOrder}`,
  dueAt: sql`mine.expires_at`,
  end: (merchantId, ids) => sql`
    update checkout_sessions set buyer_email = null, buyer_identity = null, billing_detail = null, success_url = null,
      metadata = '{}', order_merchant_external_id = null
    where merchant_id = ${merchantId} and id = any(${ids})`,
};

/** Quotes that no payment or plan change followed. Others are kept for good. */
const unusedQuotes: MerchantRows = {
  from: sql`quotes mine`,
  isDue: (now) =>
    sql`mine.used_at is null and mine.valid_until <= ${daysBefore(now, sessionRetentionDays)}::timestamptz`,
  dueAt: sql`mine.valid_until`,
  end: (merchantId, ids) => sql`delete from quotes where merchant_id = ${merchantId} and id = any(${ids})`,
};

const invitations: MerchantRows = {
  from: sql`store_invitations mine`,
  isDue: (now) => sql`
    coalesce(mine.accepted_at, mine.revoked_at, mine.expires_at)
      <= ${daysBefore(now, invitationRetentionDays)}::timestamptz`,
  dueAt: sql`mine.expires_at`,
  end: (merchantId, ids) => sql`delete from store_invitations where merchant_id = ${merchantId} and id = any(${ids})`,
};

/** Expired rows of a table without merchants. */
interface SharedRows {
  readonly table: SQL;
  readonly isDue: (now: Date) => SQL;
}

/** Reads the IDs first: on Citus, every copy of a table has to lose the same rows. */
const deleteBatch = (db: Database, { table, isDue }: SharedRows, now: Date): Promise<number> =>
  db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(
      sql`select id from ${table} where ${isDue(now)} limit ${batchSize}::int for update skip locked`,
    );
    if (rows.length > 0) {
      await tx.execute(sql`delete from ${table} where id = any(${sql.param(rows.map(({ id }) => id))})`);
    }
    return rows.length;
  });

const isExpired = (now: Date): SQL => sql`expires_at <= ${now.toISOString()}::timestamptz`;
const dashboardSessions: SharedRows = { table: sql`dashboard_sessions`, isDue: isExpired };
const verifications: SharedRows = { table: sql`verifications`, isDue: isExpired };
const dailyLimits: SharedRows = { table: sql`daily_limits`, isDue: isExpired };
const signInAttempts: SharedRows = {
  table: sql`sign_in_attempts`,
  isDue: (now) => sql`last_request <= ${now.getTime() - attemptRetentionDays * dayMs}`,
};
