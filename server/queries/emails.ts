/** Emails the service means to send. */
import { and, asc, desc, eq, lte, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { emails } from '../../db/schema/index.ts';
import { newId } from '../domain/ids.ts';

/** The NOTIFY channel that says an email was queued. */
export const emailsChannel = 'counterfoil_emails';

export type Email = typeof emails.$inferSelect;

/**
 * Writes an email down; the worker sends it after the commit. `now` may be a store's own time, ahead of everybody's: it
 * goes out in real time all the same.
 */
export async function queueEmail(
  tx: Tx,
  email: { recipient: string; subject: string; body: string },
  now: Date,
): Promise<Email> {
  const nextAttemptAt = sql`least(${now.toISOString()}::timestamptz, now())`;
  const [row] = await tx
    .insert(emails)
    .values({ id: newId(), ...email, status: 'queued', attempts: 0, nextAttemptAt, createdAt: now })
    .returning();
  if (!row) throw new Error('insert returned no email');
  // Wakes the worker, at the commit and only then.
  await tx.execute(sql`select pg_notify(${emailsChannel}, '')`);
  return row;
}

/** How long to wait before the try after this one; the last entry is the last try. */
const waitsMs = [30, 120, 600, 3600, 21_600].map((seconds) => seconds * 1000);

/**
 * Claims the email that is due longest: counts the attempt and moves the next one on, so that a worker that dies with
 * it in hand only delays it. Undefined where none is due.
 */
export async function claimDueEmail(tx: Tx, now: Date): Promise<Email | undefined> {
  const [due] = await tx
    .select()
    .from(emails)
    .where(and(eq(emails.status, 'queued'), lte(emails.nextAttemptAt, now)))
    .orderBy(asc(emails.nextAttemptAt))
    .limit(1)
    .for('update', { skipLocked: true });
  if (!due) return undefined;
  const waitMs = waitsMs[Math.min(due.attempts, waitsMs.length - 1)] ?? 0;
  const claim = { attempts: due.attempts + 1, nextAttemptAt: new Date(now.getTime() + waitMs) };
  await tx.update(emails).set(claim).where(eq(emails.id, due.id));
  return { ...due, ...claim };
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
