/** Payments that a worker has to process. Each list continues after the previous batch. */

import { and, asc, eq, getTableColumns, lte, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { orders, payments } from '#db/schema/index.ts';
import { hasMerchant, inJobScope, type JobScope } from '#server/platform/data/job-scope.ts';
import { isRow, refersTo } from '#server/platform/data/merchant-scope.ts';
import { searchMerchants } from '#server/platform/data/merchant-search.ts';
import type { Payment } from '../payments.ts';

/** The last row of the previous batch. */
export interface RoundPosition {
  readonly at: Date;
  readonly id: string;
}

/**
 * When a payment is due again after its last check (`updated_at`): an eighth of its age later, within the bounds. The
 * older it is, the longer the delay.
 */
const nextDueAt = (since: SQLWrapper, minDelay: string, maxDelay: string): SQL =>
  sql`${payments.updatedAt} + least(greatest((${payments.updatedAt} - ${since}) / 8, ${minDelay}::interval), ${maxDelay}::interval)`;

/** When an undecided payment is checked next: every half minute at first, up to hourly for a debit of days. */
export const undecidedDueAt = (untouchedMs: number): SQL =>
  nextDueAt(payments.createdAt, `${untouchedMs} ms`, '1 hour');

/** When closing or giving back a payment is retried: immediately at first, up to once a day. */
export const unclosedDueAt = nextDueAt(payments.unclosedSince, '0', '1 day');

const isDue = (dueAt: SQL, now: Date): SQL => sql`${dueAt} <= ${now.toISOString()}::timestamptz`;

const isAfter = (at: typeof payments.updatedAt | typeof payments.unclosedSince, after: RoundPosition | undefined) =>
  after && sql`(${at}, ${payments.id}) > (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`;

/** Payments without a known outcome; the longest untouched first. */
export const listUndecidedPayments = (
  tx: Tx,
  jobScope: JobScope,
  untouchedMs: number,
  now: Date,
  limit: number,
  after?: RoundPosition,
): Promise<Payment[]> =>
  searchMerchants(tx, jobScope, (scope) =>
    tx
      .select()
      .from(payments)
      .where(
        and(
          eq(payments.status, 'processing'),
          // Implied by the next condition, but in a form that an index supports.
          lte(payments.updatedAt, new Date(now.getTime() - untouchedMs)),
          isDue(undecidedDueAt(untouchedMs), now),
          inJobScope(tx, scope, payments),
          isAfter(payments.updatedAt, after),
        ),
      )
      .orderBy(asc(payments.updatedAt), asc(payments.id))
      .limit(limit),
  );

/** Challenged payments that the buyer has abandoned: the order has lapsed, or they started before `startedBefore`. */
export const listAbandonedPayments = (
  tx: Tx,
  jobScope: JobScope,
  startedBefore: Date,
  now: Date,
  limit: number,
  after?: RoundPosition,
): Promise<Payment[]> =>
  searchMerchants(tx, jobScope, (scope) =>
    tx
      .select(getTableColumns(payments))
      .from(payments)
      .innerJoin(orders, and(refersTo(payments, payments.orderId, orders), hasMerchant(scope, orders.merchantId)))
      .where(
        and(
          eq(payments.status, 'requires_action'),
          or(lte(payments.createdAt, startedBefore), and(eq(orders.status, 'pending'), lte(orders.expiresAt, now))),
          inJobScope(tx, scope, payments),
          isAfter(payments.updatedAt, after),
        ),
      )
      .orderBy(asc(payments.updatedAt), asc(payments.id))
      .limit(limit),
  );

/** Payments that the provider has still to close or to give back. */
export const listUnclosedPayments = (
  tx: Tx,
  jobScope: JobScope,
  now: Date,
  limit: number,
  after?: RoundPosition,
): Promise<Payment[]> =>
  searchMerchants(tx, jobScope, (scope) =>
    tx
      .select()
      .from(payments)
      .where(
        and(
          lte(payments.unclosedSince, now),
          isDue(unclosedDueAt, now),
          inJobScope(tx, scope, payments),
          isAfter(payments.unclosedSince, after),
        ),
      )
      .orderBy(asc(payments.unclosedSince), asc(payments.id))
      .limit(limit),
  );

/** Marks a payment as checked without result, unless it has changed in the meantime. */
export const touchPayment = (tx: Tx, payment: Payment, now: Date) =>
  tx
    .update(payments)
    .set({ updatedAt: now })
    .where(and(isRow(payments, payment), eq(payments.updatedAt, payment.updatedAt)));
