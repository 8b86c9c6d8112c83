/** Emails the service means to send. */
import { and, asc, desc, eq, isNotNull, lte, or, sql } from 'drizzle-orm';
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
}

/**
 * Writes an email down; the worker sends it after the commit. `now` may be a store's own time, ahead of everybody's: it
 * is dated and goes out in real time all the same.
 */
export const queueEmail = (tx: Tx, email: NewEmail, now: Date): Promise<Email> => insertEmail(tx, email, 'queued', now);

/**
 * The same for a letter to a buyer about an order. Anybody can buy in test with anybody's address, and make years pass in
 * seconds: there letters leave the machine to the store's own people only, and are kept in the mailbox otherwise.
 */
export async function queueBuyerEmail(
  tx: Tx,
  order: { readonly storeId: string; readonly environment: Environment },
  email: NewEmail,
  now: Date,
): Promise<Email> {
  const isSent = order.environment === 'prod' || (await isMember(tx, order.storeId, email.recipient));
  return await insertEmail(tx, email, isSent ? 'queued' : 'kept', now);
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

async function insertEmail(tx: Tx, email: NewEmail, status: 'queued' | 'kept', now: Date): Promise<Email> {
  const inRealTime = sql`least(${now.toISOString()}::timestamptz, now())`;
  const [row] = await tx
    .insert(emails)
    .values({ id: newId(), ...email, status, attempts: 0, nextAttemptAt: inRealTime, createdAt: inRealTime })
    .returning();
  if (!row) throw new Error('insert returned no email');
  if (status === 'kept') return row;
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
