/** Claims due emails for sending and records the outcome of each attempt. */
import { and, asc, eq, gt, gte, lt, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { changesOf, hotStatement, type Params } from '#db/hot-statement.ts';
import { emails } from '#db/schema/index.ts';
import { hasMerchant, type SearchScope } from '#server/platform/data/job-scope.ts';
import { searchMerchants } from '#server/platform/data/merchant-search.ts';
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

type Urgency = keyof LastServed;

/** A merchant's queue of emails. `merchantId` differs only in emails from before queues existed. */
type EmailQueue = Pick<Email, 'merchantId' | 'queueMerchantId'>;

/**
 * Claims the next email: urgent ones first, then merchants in rotation, of each merchant the one that is due longest. Counts
 * the attempt and postpones the next one to the end of the lease: if a worker dies, the email is delayed, and after the last
 * attempt it is given up. Undefined if none is due.
 */
export async function claimDueEmail(db: Tx, lastServed: LastServed, now: Date): Promise<Email | undefined> {
  for (const urgency of ['urgent', 'usual'] as const) {
    const tried = new Set<string>();
    for (;;) {
      const queue = await findNextQueue(db, urgency, lastServed[urgency], now);
      // A queue that is found again has only emails that other workers are claiming.
      if (!queue || tried.has(queue.queueMerchantId)) break;
      tried.add(queue.queueMerchantId);
      lastServed[urgency] = queue.queueMerchantId;
      const claimed = await claimFrom(db, queue, urgency, now);
      if (claimed) return claimed;
    }
  }
  return undefined;
}

/** Claims the longest due email of a queue; undefined if none is due or other workers have locked all. */
async function claimFrom(tx: Tx, queue: EmailQueue, urgency: Urgency, now: Date): Promise<Email | undefined> {
  const { merchantId, queueMerchantId } = queue;
  const due = { merchantId, queueMerchantId, isUrgent: urgency === 'urgent', now: now.toISOString() };
  const [claimed] = await claim(tx, { ...due, nextAttemptAt: new Date(now.getTime() + emailLeaseMs) });
  if (!claimed) await giveUp(tx, due);
  return claimed;
}

type DueEmails = EmailQueue & QueueValues;

const claim = hotStatement((db, due: Params<DueEmails & Pick<Email, 'nextAttemptAt'>>) => {
  const first = db
    .select({ id: emails.id })
    .from(emails)
    .where(and(isDueIn(due), lt(emails.attempts, maxAttempts)))
    .orderBy(asc(emails.nextAttemptAt))
    .limit(1)
    .for('update', { skipLocked: true });
  return db
    .update(emails)
    .set({ attempts: sql`${emails.attempts} + 1`, ...changesOf(emails, due, 'nextAttemptAt') })
    .where(and(eq(emails.merchantId, due.merchantId), eq(emails.id, first)))
    .returning();
});

/** Gives up emails whose attempts all ended with a dead worker. */
const giveUp = (tx: Tx, due: DueEmails) =>
  tx
    .update(emails)
    .set({
      status: nextEmailStatus('queued', 'give_up'),
      lastError: 'The service stopped while it was sending this email',
    })
    .where(and(isDueIn(due), gte(emails.attempts, maxAttempts)));

const isDueIn = ({ merchantId, queueMerchantId, isUrgent, now }: DueEmails | Params<DueEmails>) =>
  and(eq(emails.merchantId, merchantId), eq(emails.queueMerchantId, queueMerchantId), isDue(isUrgent, now));

const isRowOf = ({ id, merchantId }: Pick<Email, 'id' | 'merchantId'>) =>
  and(eq(emails.id, id), eq(emails.merchantId, merchantId));

/** The first queue with a due email after the queue `last`, else the first of all. */
async function findNextQueue(
  tx: Tx,
  urgency: Urgency,
  last: string | null,
  now: Date,
): Promise<EmailQueue | undefined> {
  const values = { isUrgent: urgency === 'urgent', now: now.toISOString() };
  return await searchMerchants(tx, 'everywhere', async (scope) => {
    const find = (after: string | null) => {
      if (scope !== 'everywhere') return queuesOf(tx, scope, values, after);
      return after === null ? firstQueue(tx, values) : queueAfter(tx, { ...values, after });
    };
    const [next] = last === null ? [] : await find(last);
    return next ?? (await find(null))[0];
  });
}

type QueueValues = { readonly isUrgent: boolean; readonly now: string };

const firstQueue = hotStatement((db, due: Params<QueueValues>) => queuesOf(db, 'everywhere', due, null));
const queueAfter = hotStatement((db, due: Params<QueueValues & { readonly after: string }>) =>
  queuesOf(db, 'everywhere', due, due.after),
);

/** The index leads from queue to queue, so no queue is read to its end. Locks nothing. */
const queuesOf = (
  db: Tx,
  scope: SearchScope,
  { isUrgent, now }: QueueValues | Params<QueueValues>,
  after: string | Placeholder | null,
) =>
  db
    .select({ merchantId: emails.merchantId, queueMerchantId: emails.queueMerchantId })
    .from(emails)
    .where(
      and(
        hasMerchant(scope, emails.merchantId),
        isDue(isUrgent, now),
        after === null ? undefined : gt(emails.queueMerchantId, after),
      ),
    )
    .orderBy(asc(emails.queueMerchantId))
    .limit(1);

const isDue = (isUrgent: boolean | Placeholder, now: string | Placeholder): SQL | undefined =>
  and(
    // Written out, so that the partial index is used.
    sql`${emails.status} = 'queued'`,
    eq(emails.isUrgent, isUrgent),
    sql`${emails.nextAttemptAt} <= ${now}::timestamptz`,
  );

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
const stillOpen = (email: Email) => and(isRowOf(email), eq(emails.status, email.status));

/** Records that a claimed email was sent, and its HTML. */
export const markEmailSent = (tx: Tx, { id, merchantId, status }: Email, html: string | null, sentAt: Date) =>
  saveSent(tx, {
    id,
    merchantId,
    was: status,
    status: nextEmailStatus(status, 'send'),
    sentAt,
    html,
    lastError: null,
  });

const saveSent = hotStatement(
  (
    db,
    email: Params<Pick<Email, 'id' | 'merchantId' | 'status' | 'sentAt' | 'html' | 'lastError'> & { was: string }>,
  ) =>
    db
      .update(emails)
      .set(changesOf(emails, email, 'status', 'sentAt', 'html', 'lastError'))
      .where(and(eq(emails.id, email.id), eq(emails.merchantId, email.merchantId), eq(emails.status, email.was))),
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
