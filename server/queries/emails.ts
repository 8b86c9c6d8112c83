/** Emails the service means to send. */
import { and, desc, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { emails, merchants, storeMembers, stores } from '../../db/schema/index.ts';
import type { Environment } from '../domain/environments.ts';
import { newId } from '../domain/ids.ts';

/** The NOTIFY channel that says an email was queued. */
export const emailsChannel = 'counterfoil_emails';

export type Email = typeof emails.$inferSelect;

interface NewEmail {
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  /** Whether somebody waits for it: a code, or a link to come in by. Those go out first. */
  readonly isUrgent?: boolean;
}

/** For which merchant's business an email is: merchants take turns, however many emails one of them has. */
interface Sender {
  readonly merchantId: string;
}

/**
 * Writes an email down; the worker sends it after the commit. `now` may be a store's own time, ahead of everybody's: it
 * is dated and goes out in real time all the same.
 */
export const queueEmail = (tx: Tx, sender: Sender, email: NewEmail, now: Date): Promise<Email> =>
  insertEmail(tx, sender, email, 'queued', now);

/**
 * The same for a letter to a buyer about an order. Anybody can buy in test with anybody's address, and make years pass in
 * seconds: there letters leave the machine to the store's own people only, and are kept in the mailbox otherwise.
 */
export async function queueBuyerEmail(
  tx: Tx,
  order: Sender & { readonly storeId: string; readonly environment: Environment },
  email: NewEmail,
  now: Date,
): Promise<Email> {
  const isSent = order.environment === 'prod' || (await isMember(tx, order.storeId, email.recipient));
  return await insertEmail(tx, order, email, isSent ? 'queued' : 'kept', now);
}

async function isMember(tx: Tx, storeId: string, address: string): Promise<boolean> {
  const [member] = await tx
    .select({ id: merchants.id })
    .from(merchants)
    .innerJoin(stores, eq(stores.id, storeId))
    .leftJoin(storeMembers, and(eq(storeMembers.merchantId, merchants.id), eq(storeMembers.storeId, stores.id)))
    .where(
      and(
        eq(merchants.email, address.toLowerCase()),
        or(eq(stores.merchantId, merchants.id), isNotNull(storeMembers.role)),
      ),
    )
    .limit(1);
  return member !== undefined;
}

async function insertEmail(
  tx: Tx,
  { merchantId: turnOf }: Sender,
  email: NewEmail,
  status: 'queued' | 'kept',
  now: Date,
): Promise<Email> {
  const inRealTime = sql`least(${now.toISOString()}::timestamptz, now())`;
  const [row] = await tx
    .insert(emails)
    .values({ id: newId(), turnOf, ...email, status, attempts: 0, nextAttemptAt: inRealTime, createdAt: inRealTime })
    .returning();
  if (!row) throw new Error('insert returned no email');
  if (status === 'kept') return row;
  // Wakes the worker, at the commit and only then.
  await tx.execute(sql`select pg_notify(${emailsChannel}, '')`);
  return row;
}

/** How long to wait before the try after this one; the last entry is the last try. */
const waitsMs = [30, 120, 600, 3600, 21_600].map((seconds) => seconds * 1000);

/** Whose turn it was last, among the urgent emails and among the others. */
export interface Turns {
  urgent: string | null;
  usual: string | null;
}

/**
 * Claims the email whose turn it is: the urgent ones before the others, of those the next merchant's, of theirs the one
 * that is due longest. Notes the turn, counts the attempt and moves the next one on, so that a worker that dies with it in
 * hand only delays it. Undefined where none is due.
 */
export async function claimDueEmail(tx: Tx, turns: Turns, now: Date): Promise<Email | undefined> {
  for (const turn of ['urgent', 'usual'] as const) {
    const last = turns[turn];
    const next = last === null ? undefined : await findDueEmail(tx, turn, last, now);
    const due = next ?? (await findDueEmail(tx, turn, null, now));
    if (!due) continue;
    const waitMs = waitsMs[Math.min(due.attempts, waitsMs.length - 1)] ?? 0;
    const claim = { attempts: due.attempts + 1, nextAttemptAt: new Date(now.getTime() + waitMs) };
    const [claimed] = await tx.update(emails).set(claim).where(eq(emails.id, due.id)).returning();
    if (claimed) turns[turn] = claimed.turnOf;
    return claimed;
  }
  return undefined;
}

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
  const mine = sql`status = 'queued' and is_urgent = ${turn === 'urgent'}`;
  const next = (later: SQL) => sql`select turn_of from emails where ${mine} and ${later} order by turn_of limit 1`;
  const [due] = await tx.execute<{ id: string; attempts: number }>(sql`
    with recursive merchant as (
      (${next(after === null ? sql`true` : sql`turn_of > ${after}::uuid`)})
      union all
      select (${next(sql`turn_of > merchant.turn_of`)}) from merchant where merchant.turn_of is not null
    )
    select due.id, due.attempts from merchant cross join lateral (
      select id, attempts from emails
      where ${mine} and turn_of = merchant.turn_of and next_attempt_at <= ${now.toISOString()}::timestamptz
      order by next_attempt_at limit 1 for update skip locked
    ) as due limit 1`);
  return due;
}

export const markEmailSent = (tx: Tx, emailId: string, now: Date) =>
  tx.update(emails).set({ status: 'sent', sentAt: now, lastError: null }).where(eq(emails.id, emailId));

/** Notes why an attempt failed; after the last one the email is given up. */
export const markEmailUnsent = (tx: Tx, email: Email, reason: string) =>
  tx
    .update(emails)
    .set({ status: email.attempts > waitsMs.length ? 'failed' : 'queued', lastError: reason.slice(0, 500) })
    .where(eq(emails.id, email.id));

/** The newest emails, for the operator; only those to one address where one is given. */
export const listEmails = (tx: Tx, recipient: string | undefined, limit: number): Promise<Email[]> =>
  tx
    .select()
    .from(emails)
    .where(recipient === undefined ? undefined : eq(emails.recipient, recipient.toLowerCase()))
    .orderBy(desc(emails.createdAt))
    .limit(limit);
