/** The success of payments: attempts, their outcomes, and decline reasons. */
import { and, count, desc, eq, inArray, notExists, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/client.ts';
import { payments } from '#db/schema/index.ts';
import { livePaymentStatuses } from '#server/domain/payment.ts';
import { shareOf, type TimeRange } from '#server/domain/time-range.ts';
import { ofMerchants, type ReadScope } from '#server/platform/data/listing.ts';
import { countWhere, during, ofCurrency, owned } from './facts.ts';
import { type FigureScope, figureRows, figures } from './rollups.ts';

export interface PaymentChoice {
  readonly range: TimeRange;
  readonly currency?: string | undefined;
}

/** Payment attempts by outcome. */
export interface AttemptFigures {
  /** Payment attempts in the range, including charges of zero that save a trial's card. */
  readonly attempts: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Undecided attempts. */
  readonly pending: number;
  /** The share of decided attempts that succeeded, 0 to 1; null without any. */
  readonly successRate: number | null;
}

export interface PaymentFigures extends AttemptFigures {
  /** Sales attempted in the range: one-time orders, and single periods of subscriptions. */
  readonly due: number;
  /** How many of these were paid in the range, by any attempt. */
  readonly paid: number;
  /** The share of decided sales that were paid; a decline with a successful retry counts as paid. Null without any. */
  readonly paidRate: number | null;
  readonly declines: readonly Decline[];
}

export interface Decline {
  /** A code of `server/domain/declines.ts`, or one of the provider's own. */
  readonly code: string;
  readonly count: number;
  /** The share of all failed attempts, 0 to 1. */
  readonly share: number;
}

/** More than the known reasons; further codes of a provider are omitted. */
const maxDeclines = 50;

/** The attempts made in the range. */
export const attemptsIn = (scope: ReadScope, { range, currency }: PaymentChoice): SQL | undefined =>
  and(owned(payments, scope), during(payments.createdAt, range), ofCurrency(payments.currency, currency));

/**
 * The outcomes of payment attempts in the range, with two rates: per attempt, and per sale. A renewal that is declined on
 * Monday and succeeds on Tuesday counts as paid.
 */
export async function readPaymentFigures(tx: Tx, scope: FigureScope, choice: PaymentChoice): Promise<PaymentFigures> {
  const [counts, unpaid, reasons] = await Promise.all([
    readAttempts(tx, scope, choice),
    countUnpaid(tx, scope, choice),
    readDeclines(tx, scope, choice),
  ]);
  const { succeeded, failed } = counts;
  return {
    ...counts,
    // A period cannot have two succeeded attempts (`payments_holding`), so each one is a sale.
    due: succeeded + unpaid.due,
    paid: succeeded,
    paidRate: shareOf(succeeded, succeeded + unpaid.lost),
    // A separate statement, which may have seen one more failure.
    declines: reasons.map((reason) => ({ ...reason, share: reason.count / Math.max(failed, reason.count) })),
  };
}

/** The payment attempts in the range by outcome. */
export async function readAttempts(tx: Tx, scope: FigureScope, choice: PaymentChoice): Promise<AttemptFigures> {
  const isStatus = (status: 'succeeded' | 'failed') =>
    sql<number>`coalesce(sum(count) filter (where key = ${status}), 0)`.mapWith(Number);
  const [counts] = await tx
    .select({
      attempts: sql<number>`coalesce(sum(count), 0)`.mapWith(Number),
      succeeded: isStatus('succeeded'),
      failed: isStatus('failed'),
    })
    .from(figureRows('attempt', scope, choice));
  const { attempts, succeeded, failed } = counts ?? { attempts: 0, succeeded: 0, failed: 0 };
  const decided = succeeded + failed;
  return { attempts, succeeded, failed, pending: attempts - decided, successRate: shareOf(succeeded, decided) };
}

/**
 * The sales that were attempted but not paid in the range, and how many of them have no open attempt. Reads only attempts
 * that did not succeed: grouping all of them would take several times as long.
 */
async function countUnpaid(tx: Tx, scope: ReadScope, choice: PaymentChoice) {
  const unpaid = tx
    .select({
      merchantId: payments.merchantId,
      orderId: payments.orderId,
      periodNumber: payments.periodNumber,
      attempts: count().as('attempts'),
      failed: countWhere(eq(payments.status, 'failed')).as('failed'),
    })
    .from(payments)
    .where(and(attemptsIn(scope, choice), inArray(payments.status, ['failed', ...livePaymentStatuses])))
    .groupBy(payments.merchantId, payments.orderId, payments.periodNumber)
    .as('unpaid');
  const paid = alias(payments, 'paid');
  const payment = tx
    .select({ one: sql`1` })
    .from(paid)
    .where(
      and(
        ofMerchants(paid, scope),
        eq(paid.merchantId, unpaid.merchantId),
        eq(paid.orderId, unpaid.orderId),
        eq(paid.periodNumber, unpaid.periodNumber),
        eq(paid.status, 'succeeded'),
        during(paid.createdAt, choice.range),
      ),
    );
  const [counts] = await tx
    .select({ due: count(), lost: countWhere(eq(unpaid.failed, unpaid.attempts)) })
    .from(unpaid)
    .where(notExists(payment));
  return counts ?? { due: 0, lost: 0 };
}

/** The failure reasons, the most frequent first. */
export const readDeclines = (tx: Tx, scope: FigureScope, choice: PaymentChoice): Promise<Omit<Decline, 'share'>[]> =>
  tx
    .select({ code: figures.key, count: figures.count })
    .from(figureRows('decline', scope, choice))
    .groupBy(figures.key)
    .orderBy(desc(figures.count), figures.key)
    .limit(maxDeclines);
