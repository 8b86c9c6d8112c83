/** Refund requests of buyers: their outcomes, review times and reasons. */
import { and, count, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { refunds, refundTickets } from '#db/schema/index.ts';
import type { RefundTicketStatus } from '#server/billing/refunds/rules/refund-ticket.ts';
import type { ReadScope } from '#server/platform/data/listing.ts';
import { during, first, ofCurrency, owned, sumOf } from './facts.ts';
import type { Choice } from './orders.ts';

/** Requests that were created in the range. */
const createdIn = (scope: ReadScope, { range, currency }: Choice): SQL | undefined =>
  and(
    owned(refundTickets, scope),
    during(refundTickets.createdAt, range),
    ofCurrency(refundTickets.currency, currency),
  );

export interface TicketCount {
  readonly status: RefundTicketStatus;
  readonly currency: string;
  readonly tickets: number;
  readonly requestedMinor: number;
}

/** Requests by current status, and their requested amounts. */
export const countTickets = (tx: Tx, scope: ReadScope, choice: Choice): Promise<TicketCount[]> =>
  tx
    .select({
      status: refundTickets.status,
      currency: refundTickets.currency,
      tickets: count(),
      requestedMinor: sumOf(refundTickets.amountMinor),
    })
    .from(refundTickets)
    .where(createdIn(scope, choice))
    .groupBy(refundTickets.status, refundTickets.currency);

/** The amounts refunded for these requests so far, by currency. */
export const sumTicketRefunds = (
  tx: Tx,
  scope: ReadScope,
  choice: Choice,
): Promise<{ currency: string; refundedMinor: number }[]> =>
  tx
    .select({ currency: refunds.currency, refundedMinor: sumOf(refunds.amountMinor) })
    .from(refundTickets)
    // Joined by payment as well, for which there is an index.
    .innerJoin(refunds, and(eq(refunds.ticketId, refundTickets.id), eq(refunds.paymentId, refundTickets.paymentId)))
    .where(and(createdIn(scope, choice), eq(refunds.status, 'succeeded')))
    .groupBy(refunds.currency);

export interface ReviewTimes {
  readonly reviewed: number;
  /** In seconds; null without reviews. */
  readonly mean: number | null;
  readonly median: number | null;
  readonly p90: number | null;
}

/** How long requests waited for the merchant, in all their rounds, without the buyer's time. */
export async function readReviewTimes(tx: Tx, scope: ReadScope, choice: Choice): Promise<ReviewTimes> {
  const seconds = sql`${refundTickets.reviewSeconds}::float8`;
  const [row] = await tx
    .select({
      reviewed: count(),
      mean: sql<number | null>`avg(${seconds})`,
      median: sql<number | null>`percentile_cont(0.5) within group (order by ${seconds})`,
      p90: sql<number | null>`percentile_cont(0.9) within group (order by ${seconds})`,
    })
    .from(refundTickets)
    .where(and(createdIn(scope, choice), isNotNull(refundTickets.reviewedAt)));
  return row ?? { reviewed: 0, mean: null, median: null, p90: null };
}

export interface Reason {
  /** The buyers' words in lower case, truncated. */
  readonly reason: string;
  readonly tickets: number;
}

/** Long enough to tell reasons apart. */
const maxReasonLength = 200;

/** The buyers' reasons. Texts that only differ in case, spaces or final punctuation count as one. */
export const listReasons = (tx: Tx, scope: ReadScope, choice: Choice, limit: number): Promise<Reason[]> =>
  tx
    .select({
      reason: sql<string>`left(rtrim(lower(regexp_replace(btrim(${refundTickets.reason}), '\\s+', ' ', 'g')), ' .!?'), ${maxReasonLength}::int)`,
      tickets: count(),
    })
    .from(refundTickets)
    .where(createdIn(scope, choice))
    .groupBy(first)
    .orderBy(desc(count()), first)
    .limit(limit);
