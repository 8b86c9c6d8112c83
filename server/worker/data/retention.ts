/** Deletion of expired data. docs/operations/retention.md lists the retention periods. */
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';

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
  for (const nextBatch of [
    sessions,
    boughtSessions,
    unusedQuotes,
    dashboardSessions,
    verifications,
    signInAttempts,
    invitations,
  ]) {
    for (;;) {
      if (signal?.aborted) return deleted;
      const { rowCount } = await db.execute(nextBatch(now));
      const count = rowCount ?? 0;
      deleted += count;
      if (count < batchSize) break;
    }
  }
  return deleted;
}

const daysBefore = (now: Date, days: number): string => new Date(now.getTime() - days * dayMs).toISOString();
const batch = sql`limit ${sql.raw(String(batchSize))} for update skip locked`;

const batchOfSessions = sql`limit ${sql.raw(String(batchSize))} for update of session skip locked`;

/** Sessions joined with stores that are past their retention by the store's own time. */
const isLongOver = (now: Date): SQL => sql`
  session.expires_at <= case when session.environment = 'test' and stores.test_clock_at is not null
    then stores.test_clock_at - make_interval(days => ${sessionRetentionDays})
    else ${daysBefore(now, sessionRetentionDays)}::timestamptz end`;

const hasOrder = sql`exists (
  select 1 from orders where orders.checkout_session_id = session.id and orders.merchant_id = session.merchant_id
)`;

/** An order that can still start, for example of a scheduled plan change, needs its session's data. */
const hasPendingOrder = sql`exists (
  select 1 from orders
  where orders.checkout_session_id = session.id and orders.merchant_id = session.merchant_id and orders.status = 'pending'
)`;

/** Checkout sessions without an order, with their event counters. Their events stay. */
const sessions = (now: Date): SQL => sql`
  with gone as (
    delete from checkout_sessions where (id, merchant_id) in (
      select session.id, session.merchant_id
      from checkout_sessions session join stores on stores.id = session.store_id
      where ${isLongOver(now)} and not ${hasOrder} ${batchOfSessions}
    ) returning id, merchant_id
  ), heads as (
    delete from event_heads using gone
    where event_heads.object_id = gone.id and event_heads.merchant_id = gone.merchant_id
  )
  select id from gone`;

/**
 * Buyer data in sessions with an order, which has its own copy, and the merchant's input. Product, price and currency
 * stay for renewals and emails.
 */
const boughtSessions = (now: Date): SQL => sql`
  update checkout_sessions set buyer_email = null, buyer_identity = null, billing_detail = null, success_url = null,
    metadata = '{}', order_merchant_external_id = null
  where (id, merchant_id) in (
    select session.id, session.merchant_id
    from checkout_sessions session join stores on stores.id = session.store_id
    where (session.buyer_email is not null or session.buyer_identity is not null or session.billing_detail is not null
        or session.success_url is not null or session.metadata <> '{}' or session.order_merchant_external_id is not null)
      and ${isLongOver(now)} and ${hasOrder} and not ${hasPendingOrder} ${batchOfSessions}
  )`;

/** Quotes that no payment or plan change followed. Others are kept for good. */
const unusedQuotes = (now: Date): SQL => sql`
  delete from quotes where (id, merchant_id) in (
    select id, merchant_id from quotes
    where used_at is null and valid_until <= ${daysBefore(now, sessionRetentionDays)}::timestamptz ${batch}
  )`;

const dashboardSessions = (now: Date): SQL => sql`
  delete from dashboard_sessions where id in (
    select id from dashboard_sessions where expires_at <= ${now.toISOString()}::timestamptz ${batch}
  )`;

const verifications = (now: Date): SQL => sql`
  delete from verifications where id in (
    select id from verifications where expires_at <= ${now.toISOString()}::timestamptz ${batch}
  )`;

const signInAttempts = (now: Date): SQL => sql`
  delete from sign_in_attempts where id in (
    select id from sign_in_attempts where last_request <= ${now.getTime() - attemptRetentionDays * dayMs} ${batch}
  )`;

const invitations = (now: Date): SQL => sql`
  delete from store_invitations where (id, merchant_id) in (
    select id, merchant_id from store_invitations
    where coalesce(accepted_at, revoked_at, expires_at) <= ${daysBefore(now, invitationRetentionDays)}::timestamptz ${batch}
  )`;
