/** Buyers' requests to have money back: what became of them, how long that took, and why they asked. */
import { and, count, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { refunds, refundTickets } from '#db/schema/index.ts';
import type { RefundTicketStatus } from '#server/billing/refunds/rules/refund-ticket.ts';
import type { ReadScope } from '#server/platform/data/listing.ts';
import { during, first, ofCurrency, owned, sumOf } from './facts.ts';
import type { Choice } from './orders.ts';

/** Requests that were made in the range. */
const madeIn = (scope: ReadScope, { range, currency }: Choice): SQL | undefined =>
  and(
    owned(refundTickets, scope),
    during(refundTickets.createdAt, range),
    ofCurrency(refundTickets.currency, currency),
  );

export interface TicketCount {
  readonly status: RefundTicketStatus;
  readonly currency: string;
  readonly tickets: number;
  readonly askedMinor: number;
}

/** Requests by their status now, and what they ask for. */
export const countTickets = (tx: Tx, scope: ReadScope, choice: Choice): Promise<TicketCount[]> =>
  tx
    .select({
      status: refundTickets.status,
      currency: refundTickets.currency,
      tickets: count(),
      askedMinor: sumOf(refundTickets.amountMinor),
    })
    .from(refundTickets)
    .where(madeIn(scope, choice))
    .groupBy(refundTickets.status, refundTickets.currency);

/** What was given back on those requests by now, by currency. */
export const sumTicketRefunds = (
  tx: Tx,
  scope: ReadScope,
  choice: Choice,
): Promise<{ currency: string; refundedMinor: number }[]> =>
  tx
    .select({ currency: refunds.currency, refundedMinor: sumOf(refunds.amountMinor) })
    .from(refundTickets)
    // A request's refund is one of its payment's, which are found without reading all that there are.
    .innerJoin(refunds, and(eq(refunds.ticketId, refundTickets.id), eq(refunds.paymentId, refundTickets.paymentId)))
    .where(and(madeIn(scope, choice), eq(refunds.status, 'succeeded')))
    .groupBy(refunds.currency);

export interface ReviewTimes {
  readonly reviewed: number;
  /** In seconds; null where nothing was reviewed. */
  readonly mean: number | null;
  readonly median: number | null;
  readonly p90: number | null;
}

/** How long those requests waited for the merchant: all their rounds together, without the time their buyers took. */
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
    .where(and(madeIn(scope, choice), isNotNull(refundTickets.reviewedAt)));
  return row ?? { reviewed: 0, mean: null, median: null, p90: null };
}

export interface Reason {
  /** In the buyers' own words, in lower case; cut short. */
  readonly reason: string;
  readonly tickets: number;
}

/** Long enough to tell reasons apart. */
const maxReasonLength = 200;

/** Why buyers asked: equal words count as one reason, whatever their case, spaces and last full stop. */
export const listReasons = (tx: Tx, scope: ReadScope, choice: Choice, limit: number): Promise<Reason[]> =>
  tx
    .select({
      reason: sql<string>`left(rtrim(lower(regexp_replace(btrim(${refundTickets.reason}), '\\s+', ' ', 'g')), ' .!?'), ${maxReasonLength}::int)`,
      tickets: count(),
    })
    .from(refundTickets)
    .where(madeIn(scope, choice))
    .groupBy(first)
    .orderBy(desc(count()), first)
    .limit(limit);
