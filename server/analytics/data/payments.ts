/** How well paying works: attempts, what became of them, and why some failed. */
import { and, count, desc, eq, inArray, notExists, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/client.ts';
import { payments } from '#db/schema/index.ts';
import { livePaymentStatuses } from '#server/domain/payment.ts';
import { shareOf, type TimeRange } from '#server/domain/time-range.ts';
import type { ReadScope } from '#server/platform/data/listing.ts';
import { countWhere, during, ofCurrency, owned } from './facts.ts';

export interface PaymentChoice {
  readonly range: TimeRange;
  readonly currency?: string | undefined;
}

export interface PaymentFigures {
  /** Attempts to pay that were made in the range, those of nothing too, by which a trial's card is kept. */
  readonly attempts: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Not decided yet. */
  readonly pending: number;
  /** How many of the decided attempts succeeded, 0 to 1; null where none was decided. */
  readonly successRate: number | null;
  /** What was to be paid and was tried in the range: one-time orders, and the single periods of subscriptions. */
  readonly due: number;
  /** How many of these were paid in the range, be it at a second try. */
  readonly paid: number;
  /** `paid` of what is decided: a decline that a retry made good is no lost sale. Null where nothing is. */
  readonly paidRate: number | null;
  readonly declines: readonly Decline[];
}

export interface Decline {
  /** A code of `server/domain/declines.ts`, or one that only the provider knows. */
  readonly code: string;
  readonly count: number;
  /** Of all attempts that failed, 0 to 1. */
  readonly share: number;
}

/** More reasons than there are; what a provider invents beyond is left out. */
const maxDeclines = 50;

/** The attempts that were made in the range. */
export const attemptsIn = (scope: ReadScope, { range, currency }: PaymentChoice): SQL | undefined =>
  and(owned(payments, scope), during(payments.createdAt, range), ofCurrency(payments.currency, currency));

/**
 * What became of the attempts to pay that were made in the range. Two rates: by attempt, and by what was to be paid,
 * where a renewal that is declined on Monday and goes through on Tuesday was paid.
 */
export async function readPaymentFigures(tx: Tx, scope: ReadScope, choice: PaymentChoice): Promise<PaymentFigures> {
  const made = attemptsIn(scope, choice);
  const [counts, unpaid, reasons] = await Promise.all([
    countAttempts(tx, made),
    countUnpaid(tx, made, choice.range),
    readDeclines(tx, made),
  ]);
  const { attempts, succeeded, failed } = counts;
  return {
    attempts,
    succeeded,
    failed,
    pending: attempts - succeeded - failed,
    successRate: shareOf(succeeded, succeeded + failed),
    // Two successful attempts for one period cannot both be stored (`payments_holding`): each paid something else.
    due: succeeded + unpaid.due,
    paid: succeeded,
    paidRate: shareOf(succeeded, succeeded + unpaid.lost),
    // Read by another statement, which may have seen one more.
    declines: reasons.map((reason) => ({ ...reason, share: reason.count / Math.max(failed, reason.count) })),
  };
}

async function countAttempts(tx: Tx, made: SQL | undefined) {
  const [counts] = await tx
    .select({
      attempts: count(),
      succeeded: countWhere(eq(payments.status, 'succeeded')),
      failed: countWhere(eq(payments.status, 'failed')),
    })
    .from(payments)
    .where(made);
  return counts ?? { attempts: 0, succeeded: 0, failed: 0 };
}

/**
 * What was tried in the range and not paid in it, and how much of that is not being tried any more. Only attempts that
 * did not succeed are looked at, which are few: to group all of them would take several times as long.
 */
async function countUnpaid(tx: Tx, made: SQL | undefined, range: TimeRange) {
  const unpaid = tx
    .select({
      orderId: payments.orderId,
      periodNumber: payments.periodNumber,
      attempts: count().as('attempts'),
      failed: countWhere(eq(payments.status, 'failed')).as('failed'),
    })
    .from(payments)
    .where(and(made, inArray(payments.status, ['failed', ...livePaymentStatuses])))
    .groupBy(payments.orderId, payments.periodNumber)
    .as('unpaid');
  const paid = alias(payments, 'paid');
  const payment = tx
    .select({ one: sql`1` })
    .from(paid)
    .where(
      and(
        eq(paid.orderId, unpaid.orderId),
        eq(paid.periodNumber, unpaid.periodNumber),
        eq(paid.status, 'succeeded'),
        during(paid.createdAt, range),
      ),
    );
  const [counts] = await tx
    .select({ due: count(), lost: countWhere(eq(unpaid.failed, unpaid.attempts)) })
    .from(unpaid)
    .where(notExists(payment));
  return counts ?? { due: 0, lost: 0 };
}

/** Why attempts failed, the most frequent reason first. */
async function readDeclines(tx: Tx, made: SQL | undefined): Promise<{ code: string; count: number }[]> {
  const code = sql<string>`coalesce(${payments.failureCode}, 'unknown')`;
  return await tx
    .select({ code, count: count() })
    .from(payments)
    .where(and(made, eq(payments.status, 'failed')))
    .groupBy(code)
    .orderBy(desc(count()), code)
    .limit(maxDeclines);
}
