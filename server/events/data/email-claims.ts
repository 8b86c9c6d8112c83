/** Claims due emails for sending and records the outcome of each attempt. */
import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { changesOf, hotStatement, type Params } from '#db/hot-statement.ts';
import { emails } from '#db/schema/index.ts';
import { nextEmailStatus } from '../rules/email.ts';
import type { Email } from './emails.ts';

/** The delay after each failed attempt. */
const waitsMs = [30, 120, 600, 3600, 21_600].map((seconds) => seconds * 1000);

const maxAttempts = waitsMs.length + 1;

/** The attempts for a recipient that the server refuses for good: some servers say so when they are only busy. */
const maxRefusedAttempts = 3;

/** Longer than any attempt takes, so that no two workers send the same email. */
export const emailLeaseMs = 300_000;

/** The merchants of the last claimed emails, urgent and other: the next merchant is served after them. */
export interface LastServed {
  urgent: string | null;
  usual: string | null;
}

/**
 * Claims the next email: urgent ones first, then merchants in rotation, of each merchant the one that is due longest. Counts
 * the attempt and postpones the next one to the end of the lease: if a worker dies, the email is delayed, and after the last
 * attempt it is given up. Undefined if none is due.
 */
export async function claimDueEmail(tx: Tx, lastServed: LastServed, now: Date): Promise<Email | undefined> {
  for (const urgency of ['urgent', 'usual'] as const) {
    let due = await findNextEmail(tx, urgency, lastServed[urgency], now);
    while (due && due.attempts >= maxAttempts) {
      await giveUp(tx, due);
      due = await findNextEmail(tx, urgency, lastServed[urgency], now);
    }
    if (!due) continue;
    const claim = { attempts: due.attempts + 1, nextAttemptAt: new Date(now.getTime() + emailLeaseMs) };
    const [claimed] = await saveClaim(tx, { ...claim, id: due.id });
    if (claimed) lastServed[urgency] = claimed.queueMerchantId;
    return claimed;
  }
  return undefined;
}

const saveClaim = hotStatement((db, email: Params<Pick<Email, 'id' | 'attempts' | 'nextAttemptAt'>>) =>
  db
    .update(emails)
    .set(changesOf(emails, email, 'attempts', 'nextAttemptAt'))
    .where(eq(emails.id, email.id))
    .returning(),
);

/** The due email of the next merchant after `last`, else of the first merchant. */
async function findNextEmail(tx: Tx, urgency: keyof LastServed, last: string | null, now: Date) {
  const next = last === null ? undefined : await findDueEmail(tx, urgency, last, now);
  return next ?? (await findDueEmail(tx, urgency, null, now));
}

/** Gives up an email whose attempts all ended with a dead worker. */
const giveUp = (tx: Tx, { id }: { readonly id: string }) =>
  tx
    .update(emails)
    .set({
      status: nextEmailStatus('queued', 'give_up'),
      lastError: 'The service stopped while it was sending this email',
    })
    .where(eq(emails.id, id));

/**
 * Locks the longest due email of the first merchant after `after` (null: of all) with a due one. The index leads from
 * merchant to merchant, so no merchant's queue is read to its end.
 */
async function findDueEmail(
  tx: Tx,
  urgency: keyof LastServed,
  after: string | null,
  now: Date,
): Promise<{ id: string; attempts: number } | undefined> {
  const values = { now: now.toISOString() };
  const [due] = await (after === null ? dueOf[urgency](tx, values) : dueAfter[urgency](tx, { ...values, after }));
  return due;
}

const dueOfAll = (urgency: keyof LastServed) =>
  hotStatement((db, { now }: Params<{ now: string }>) => findDue(db, urgency, now, sql`true`));
const dueOfNext = (urgency: keyof LastServed) =>
  hotStatement((db, { now, after }: Params<{ now: string; after: string }>) =>
    findDue(db, urgency, now, sql`turn_of > ${after}::uuid`),
  );
const dueOf = { urgent: dueOfAll('urgent'), usual: dueOfAll('usual') };
const dueAfter = { urgent: dueOfNext('urgent'), usual: dueOfNext('usual') };

function findDue(db: Tx, urgency: keyof LastServed, now: Placeholder, later: SQL) {
  const queued = sql`status = 'queued' and is_urgent = ${sql.raw(String(urgency === 'urgent'))}`;
  const next = (condition: SQL) =>
    sql`select turn_of from emails where ${queued} and ${condition} order by turn_of limit 1`;
  const found = sql`(
    with recursive merchant as (
      (${next(later)})
      union all
      select (${next(sql`turn_of > merchant.turn_of`)}) from merchant where merchant.turn_of is not null
    )
    select mine.id, mine.attempts from merchant cross join lateral (
      select id, attempts from emails
      where ${queued} and turn_of = merchant.turn_of and next_attempt_at <= ${now}::timestamptz
      order by next_attempt_at limit 1 for update skip locked
    ) as mine limit 1
  ) as due`;
  return db.select({ id: sql<string>`due.id`, attempts: sql<number>`due.attempts` }).from(found);
}

/**
 * When the last attempt at an email began, which is when it was claimed; null without one. Null also for a queued email,
 * whose time is that of the next attempt.
 */
export const lastAttemptAt = ({
  attempts,
  status,
  nextAttemptAt,
}: Pick<Email, 'attempts' | 'status' | 'nextAttemptAt'>): Date | null =>
  attempts === 0 || status === 'queued' ? null : new Date(nextAttemptAt.getTime() - emailLeaseMs);

/** The email still has the status of the claim: after a stall another worker may have sent it. */
const stillOpen = ({ id, status }: Email) => and(eq(emails.id, id), eq(emails.status, status));

/** Records that a claimed email was sent, and its HTML. */
export const markEmailSent = (
  tx: Tx,
  { id, status }: Email,
  { html, isMailbox }: { readonly html: string | null; readonly isMailbox: boolean },
  now: Date,
) => {
  const event = isMailbox ? 'lack_server' : 'send';
  return saveSent(tx, {
    id,
    was: status,
    status: nextEmailStatus(status, event),
    sentAt: isMailbox ? null : now,
    html,
    lastError: null,
  });
};

const saveSent = hotStatement(
  (db, email: Params<Pick<Email, 'id' | 'status' | 'sentAt' | 'html' | 'lastError'> & { was: string }>) =>
    db
      .update(emails)
      .set(changesOf(emails, email, 'status', 'sentAt', 'html', 'lastError'))
      .where(and(eq(emails.id, email.id), eq(emails.status, email.was))),
);

/**
 * Records why an attempt failed, in words for the store's members, and schedules the next one. The email is given up after
 * the sixth attempt, or after the third if the server `isRefusing` its recipient. No effect if another worker has claimed
 * it.
 */
export function markEmailUnsent(
  tx: Tx,
  email: Email,
  { reason, isRefusing }: { readonly reason: string; readonly isRefusing: boolean },
  now: Date,
) {
  const waitMs = isRefusing && email.attempts >= maxRefusedAttempts ? undefined : waitsMs[email.attempts - 1];
  const next =
    waitMs === undefined
      ? { status: nextEmailStatus(email.status, 'give_up') }
      : { nextAttemptAt: new Date(now.getTime() + waitMs) };
  const stillClaimed = and(stillOpen(email), eq(emails.nextAttemptAt, email.nextAttemptAt));
  return tx
    .update(emails)
    .set({ ...next, lastError: reason })
    .where(stillClaimed);
}
