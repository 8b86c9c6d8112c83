/** Payments that the worker sees to: the lists go on where the last batch of a round ended. */
import { and, asc, eq, getTableColumns, lte, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { orders, payments } from '#db/schema/index.ts';
import { type JobScope, within } from '#server/platform/data/job-scope.ts';
import type { Payment } from '../payments.ts';

/** Where a worker's round has come to. */
export interface RoundPlace {
  readonly at: Date;
  readonly id: string;
}

/**
 * Asked in vain, a payment is left alone for longer the older it is: an eighth of its age, within those bounds. It counts
 * from when it was touched last, which is when it was asked about.
 */
const restOf = (since: SQLWrapper, least: string, most: string): SQL =>
  sql`${payments.updatedAt} + least(greatest((${payments.updatedAt} - ${since}) / 8, ${least}::interval), ${most}::interval)`;

/** When an attempt without an outcome is asked about next: at first every half minute, a debit of days every hour. */
export const undecidedDueAt = (untouchedMs: number): SQL => restOf(payments.createdAt, `${untouchedMs} ms`, '1 hour');

/** When the provider is told next to close an attempt or to give it back: at once, and in the end once a day. */
export const unclosedDueAt = restOf(payments.unclosedSince, '0', '1 day');

const isDue = (dueAt: SQL, now: Date): SQL => sql`${dueAt} <= ${now.toISOString()}::timestamptz`;

const after = (at: typeof payments.updatedAt | typeof payments.unclosedSince, place: RoundPlace | undefined) =>
  place && sql`(${at}, ${payments.id}) > (${place.at.toISOString()}::timestamptz, ${place.id}::uuid)`;

/** Attempts without an outcome: nobody has heard it, or the provider does not know it itself. The longest untouched first. */
export const listUndecidedPayments = (
  tx: Tx,
  scope: JobScope,
  untouchedMs: number,
  now: Date,
  limit: number,
  place?: RoundPlace,
): Promise<Payment[]> =>
  tx
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.status, 'processing'),
        // The first half follows from the second, and is what an index can be asked for.
        lte(payments.updatedAt, new Date(now.getTime() - untouchedMs)),
        isDue(undecidedDueAt(untouchedMs), now),
        within(tx, scope, payments),
        after(payments.updatedAt, place),
      ),
    )
    .orderBy(asc(payments.updatedAt), asc(payments.id))
    .limit(limit);

/** Attempts that wait for a buyer who will not come: their order has lapsed, or they began before that moment. */
export const listAbandonedPayments = (
  tx: Tx,
  scope: JobScope,
  startedBefore: Date,
  now: Date,
  limit: number,
  place?: RoundPlace,
): Promise<Payment[]> =>
  tx
    .select(getTableColumns(payments))
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        eq(payments.status, 'requires_action'),
        or(lte(payments.createdAt, startedBefore), and(eq(orders.status, 'pending'), lte(orders.expiresAt, now))),
        within(tx, scope, payments),
        after(payments.updatedAt, place),
      ),
    )
    .orderBy(asc(payments.updatedAt), asc(payments.id))
    .limit(limit);

/** Attempts that the provider has still to close, or to give back what it took. */
export const listUnclosedPayments = (
  tx: Tx,
  scope: JobScope,
  now: Date,
  limit: number,
  place?: RoundPlace,
): Promise<Payment[]> =>
  tx
    .select()
    .from(payments)
    .where(
      and(
        lte(payments.unclosedSince, now),
        isDue(unclosedDueAt, now),
        within(tx, scope, payments),
        after(payments.unclosedSince, place),
      ),
    )
    .orderBy(asc(payments.unclosedSince), asc(payments.id))
    .limit(limit);

/** Notes that a payment was asked about in vain, unless something has become of it meanwhile. */
export const touchPayment = (tx: Tx, { id, storeId, updatedAt }: Payment, now: Date) =>
  tx
    .update(payments)
    .set({ updatedAt: now })
    .where(and(eq(payments.id, id), eq(payments.storeId, storeId), eq(payments.updatedAt, updatedAt)));
