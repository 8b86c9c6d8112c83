/** Whose email goes out next, and what became of the try. */
import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { changesOf, hotStatement, type Params } from '#db/hot-statement.ts';
import { emails } from '#db/schema/index.ts';
import { nextEmailStatus } from '../rules/email.ts';
import type { Email } from './emails.ts';

/** How long to wait after each try that failed; there is one more try than there are waits. */
const waitsMs = [30, 120, 600, 3600, 21_600].map((seconds) => seconds * 1000);

const maxTries = waitsMs.length + 1;

/** How often an email is tried whose recipient the mail server refuses for good: some say so who are only busy. */
const triesRefused = 3;

/** How long a claim holds: longer than any try takes, so that nobody sends what another has in hand. */
export const emailLeaseMs = 300_000;

/** Whose turn it was last, among the urgent emails and among the others. */
export interface Turns {
  urgent: string | null;
  usual: string | null;
}

/**
 * Claims the email whose turn it is: the urgent ones before the others, of those the next merchant's, of theirs the one
 * that is due longest. Notes the turn, counts the attempt and puts the next one off until the lease is over: a worker that
 * dies with it in hand only delays it, and one that workers died with as often as it may be tried is given up. Undefined
 * where none is due.
 */
export async function claimDueEmail(tx: Tx, turns: Turns, now: Date): Promise<Email | undefined> {
  for (const turn of ['urgent', 'usual'] as const) {
    let due = await findNextEmail(tx, turn, turns[turn], now);
    while (due && due.attempts >= maxTries) {
      await giveUpUntold(tx, due);
      due = await findNextEmail(tx, turn, turns[turn], now);
    }
    if (!due) continue;
    const claim = { attempts: due.attempts + 1, nextAttemptAt: new Date(now.getTime() + emailLeaseMs) };
    const [claimed] = await claiming(tx, { ...claim, id: due.id });
    if (claimed) turns[turn] = claimed.queueMerchantId;
    return claimed;
  }
  return undefined;
}

const claiming = hotStatement((db, email: Params<Pick<Email, 'id' | 'attempts' | 'nextAttemptAt'>>) =>
  db
    .update(emails)
    .set(changesOf(emails, email, 'attempts', 'nextAttemptAt'))
    .where(eq(emails.id, email.id))
    .returning(),
);

/** The due email of the next merchant after that one, or else of the first. */
async function findNextEmail(tx: Tx, turn: keyof Turns, last: string | null, now: Date) {
  const next = last === null ? undefined : await findDueEmail(tx, turn, last, now);
  return next ?? (await findDueEmail(tx, turn, null, now));
}

/** Nobody came back to say what became of any of its tries. */
const giveUpUntold = (tx: Tx, { id }: { readonly id: string }) =>
  tx
    .update(emails)
    .set({ status: nextEmailStatus('queued', 'give_up'), lastError: 'The service stopped while it was sending this' })
    .where(eq(emails.id, id));

/**
 * Locks the email that is due longest of the first merchant after that one (null: of all) who has one due. Goes from
 * merchant to merchant by the index, so that nobody's queue is read to its end.
 */
async function findDueEmail(
  tx: Tx,
  turn: keyof Turns,
  after: string | null,
  now: Date,
): Promise<{ id: string; attempts: number } | undefined> {
  const values = { now: now.toISOString() };
  const [due] = await (after === null ? dueOf[turn](tx, values) : dueAfter[turn](tx, { ...values, after }));
  return due;
}

const dueOfAll = (turn: keyof Turns) =>
  hotStatement((db, { now }: Params<{ now: string }>) => findDue(db, turn, now, sql`true`));
const dueOfNext = (turn: keyof Turns) =>
  hotStatement((db, { now, after }: Params<{ now: string; after: string }>) =>
    findDue(db, turn, now, sql`turn_of > ${after}::uuid`),
  );
const dueOf = { urgent: dueOfAll('urgent'), usual: dueOfAll('usual') };
const dueAfter = { urgent: dueOfNext('urgent'), usual: dueOfNext('usual') };

function findDue(db: Tx, turn: keyof Turns, now: Placeholder, later: SQL) {
  const mine = sql`status = 'queued' and is_urgent = ${sql.raw(String(turn === 'urgent'))}`;
  const next = (those: SQL) => sql`select turn_of from emails where ${mine} and ${those} order by turn_of limit 1`;
  const found = sql`(
    with recursive merchant as (
      (${next(later)})
      union all
      select (${next(sql`turn_of > merchant.turn_of`)}) from merchant where merchant.turn_of is not null
    )
    select mine.id, mine.attempts from merchant cross join lateral (
      select id, attempts from emails
      where ${mine} and turn_of = merchant.turn_of and next_attempt_at <= ${now}::timestamptz
      order by next_attempt_at limit 1 for update skip locked
    ) as mine limit 1
  ) as due`;
  return db.select({ id: sql<string>`due.id`, attempts: sql<number>`due.attempts` }).from(found);
}

/** In the status in which it was claimed: another worker may have sent it since, where this one stood still. */
const stillOpen = ({ id, status }: Email) => and(eq(emails.id, id), eq(emails.status, status));

/** Notes that a claimed email went out, and as what. */
export const markEmailSent = (
  tx: Tx,
  { id, status }: Email,
  { html, isMailbox }: { readonly html: string | null; readonly isMailbox: boolean },
  now: Date,
) => {
  const event = isMailbox ? 'lack_server' : 'send';
  return markingSent(tx, {
    id,
    was: status,
    status: nextEmailStatus(status, event),
    sentAt: isMailbox ? null : now,
    html,
    lastError: null,
  });
};

const markingSent = hotStatement(
  (db, email: Params<Pick<Email, 'id' | 'status' | 'sentAt' | 'html' | 'lastError'> & { was: string }>) =>
    db
      .update(emails)
      .set(changesOf(emails, email, 'status', 'sentAt', 'html', 'lastError'))
      .where(and(eq(emails.id, email.id), eq(emails.status, email.was))),
);

/**
 * Notes why an attempt failed, in words that the store's people may read, and when the next one is. The email is given up
 * after the sixth, after the third where the server `isRefusing` its recipient for good. Nothing where another has
 * claimed it since.
 */
export function markEmailUnsent(
  tx: Tx,
  email: Email,
  { reason, isRefusing }: { readonly reason: string; readonly isRefusing: boolean },
  now: Date,
) {
  const waitMs = isRefusing && email.attempts >= triesRefused ? undefined : waitsMs[email.attempts - 1];
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
