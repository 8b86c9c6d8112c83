/** How well paying works: attempts, what became of them, and why some failed. */
import { and, count, desc, eq, gt, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { payments } from '../../../db/schema/index.ts';
import { shareOf, type TimeRange } from '../../domain/time-range.ts';
import type { ReadScope } from '../listing.ts';
import { countWhere, during, ofCurrency, owned, sumOf } from './facts.ts';

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
const mostDeclines = 50;

/** The attempts that were made in the range. */
export const attemptsIn = (scope: ReadScope, { range, currency }: PaymentChoice): SQL | undefined =>
  and(owned(payments, scope), during(payments.createdAt, range), ofCurrency(payments.currency, currency));

/**
 * What became of the attempts to pay that were made in the range. Two rates: by attempt, and by what was to be paid,
 * where a renewal that is declined on Monday and goes through on Tuesday was paid.
 */
export async function readPaymentFigures(tx: Tx, scope: ReadScope, choice: PaymentChoice): Promise<PaymentFigures> {
  const made = attemptsIn(scope, choice);
  const [sums, reasons] = await Promise.all([sumAttempts(tx, made), readDeclines(tx, made)]);
  const { attempts, succeeded, failed, due, decidedDue } = sums;
  return {
    attempts,
    succeeded,
    failed,
    pending: attempts - succeeded - failed,
    successRate: shareOf(succeeded, succeeded + failed),
    due,
    // Two successful attempts for one period cannot both be stored (`payments_holding`).
    paid: succeeded,
    paidRate: shareOf(succeeded, decidedDue),
    declines: reasons.map((reason) => ({ ...reason, share: reason.count / failed })),
  };
}

async function sumAttempts(tx: Tx, made: SQL | undefined) {
  const sales = tx
    .select({
      attempts: count().as('attempts'),
      succeeded: countWhere(eq(payments.status, 'succeeded')).as('succeeded'),
      failed: countWhere(eq(payments.status, 'failed')).as('failed'),
    })
    .from(payments)
    .where(made)
    .groupBy(payments.orderId, payments.periodNumber)
    .as('sales');
  const isDecided = or(gt(sales.succeeded, 0), eq(sales.failed, sales.attempts));
  const [sums] = await tx
    .select({
      attempts: sumOf(sql`${sales.attempts}`),
      succeeded: sumOf(sql`${sales.succeeded}`),
      failed: sumOf(sql`${sales.failed}`),
      due: count(),
      decidedDue: countWhere(isDecided),
    })
    .from(sales);
  return sums ?? { attempts: 0, succeeded: 0, failed: 0, due: 0, decidedDue: 0 };
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
    .limit(mostDeclines);
}
