/** What is deleted once its time is over. docs/operations/retention.md says how long each thing is kept. */
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';

/** Few enough that nobody waits for the locks. */
const batchSize = 1000;
const dayMs = 24 * 3600 * 1000;
/** After their end: so long a merchant can look into what became of a link. */
const keptSessionDays = 7;
const keptInvitationDays = 90;
/** Longer than any count of sign-ins goes back. */
const keptAttemptDays = 1;

/**
 * Deletes or empties a batch at a time, each in a transaction of its own, and says how much that was. Rows that somebody else holds are
 * left for the next run, so any number of workers may do this at once. Begins no further batch once the signal is aborted.
 */
export async function deleteExpired(db: Database, now: Date, signal?: AbortSignal): Promise<number> {
  let deleted = 0;
  for (const nextBatch of [sessions, boughtSessions, dashboardSessions, verifications, signInAttempts, invitations]) {
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

/** Sessions joined with their stores whose time after the end is over, by the store's own time. */
const isLongOver = (now: Date): SQL => sql`
  session.expires_at <= case when session.environment = 'test' and stores.test_clock_at is not null
    then stores.test_clock_at - make_interval(days => ${keptSessionDays})
    else ${daysBefore(now, keptSessionDays)}::timestamptz end`;

const hasOrder = sql`exists (
  select 1 from orders where orders.checkout_session_id = session.id and orders.merchant_id = session.merchant_id
)`;

/** Checkout sessions without an order, with the number of their last event; their events stay. */
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
 * What sessions with an order say of buyers, and what the merchant gave for them: the order has its own copy. Product, price
 * and currency stay, by which the order renews and is told of.
 */
const boughtSessions = (now: Date): SQL => sql`
  update checkout_sessions set buyer_email = null, buyer_identity = null, billing_detail = null, success_url = null,
    metadata = '{}', order_merchant_external_id = null
  where (id, merchant_id) in (
    select session.id, session.merchant_id
    from checkout_sessions session join stores on stores.id = session.store_id
    where (session.buyer_email is not null or session.buyer_identity is not null or session.billing_detail is not null
        or session.success_url is not null or session.metadata <> '{}' or session.order_merchant_external_id is not null)
      and ${isLongOver(now)} and ${hasOrder} ${batchOfSessions}
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
    select id from sign_in_attempts where last_request <= ${now.getTime() - keptAttemptDays * dayMs} ${batch}
  )`;

const invitations = (now: Date): SQL => sql`
  delete from store_invitations where (id, merchant_id) in (
    select id, merchant_id from store_invitations
    where coalesce(accepted_at, revoked_at, expires_at) <= ${daysBefore(now, keptInvitationDays)}::timestamptz ${batch}
  )`;
