/** Refund requests of buyers: their outcomes, review times and reasons. */

import { and, count, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { refunds, refundTickets } from '#db/schema/index.ts';
import { shownTicketStatus } from '#server/billing/refunds/data/refund-lists.ts';
import type { RefundTicketStatus, ShownTicketStatus } from '#server/billing/refunds/rules/refund-ticket.ts';
import type { ReadScope } from '#server/platform/data/listing.ts';
import { refersTo } from '#server/platform/data/merchant-scope.ts';
import { bucketNumber, during, first, ofCurrency, owned, second, sumOf } from './facts.ts';
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
  /** The status that API callers see. */
  readonly shownStatus: ShownTicketStatus;
  readonly currency: string;
  readonly tickets: number;
  readonly requestedMinor: number;
}

/** Requests by current status, and their requested amounts. */
export const countTickets = (tx: Tx, scope: ReadScope, choice: Choice): Promise<TicketCount[]> =>
  tx
    .select({
      status: refundTickets.status,
      shownStatus: shownTicketStatus(scope),
      currency: refundTickets.currency,
      tickets: count(),
      requestedMinor: sumOf(refundTickets.amountMinor),
    })
    .from(refundTickets)
    .where(createdIn(scope, choice))
    .groupBy(refundTickets.status, second, refundTickets.currency);

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
    .innerJoin(
      refunds,
      and(refersTo(refunds, refunds.ticketId, refundTickets), eq(refunds.paymentId, refundTickets.paymentId)),
    )
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
  /** The requested amounts by currency, in minor units. */
  readonly requestedMinor: Readonly<Record<string, number>>;
}

/** Long enough to tell reasons apart. */
const maxReasonLength = 200;

/** The buyers' reasons, most frequent first. Texts that only differ in case, spaces or final punctuation count as one. */
export async function listReasons(tx: Tx, scope: ReadScope, choice: Choice, limit: number): Promise<Reason[]> {
  const byCurrency = tx
    .select({
      reason:
        sql<string>`left(rtrim(lower(regexp_replace(btrim(${refundTickets.reason}), '\\s+', ' ', 'g')), ' .!?'), ${maxReasonLength}::int)`.as(
          'reason',
        ),
      currency: refundTickets.currency,
      tickets: count().as('tickets'),
      requestedMinor: sumOf(refundTickets.amountMinor).as('requested'),
    })
    .from(refundTickets)
    .where(createdIn(scope, choice))
    .groupBy(first, second)
    .as('reasons');
  const tickets = sql<number>`sum(${byCurrency.tickets})`.mapWith(Number);
  return await tx
    .select({
      reason: byCurrency.reason,
      tickets,
      requestedMinor: sql<
        Record<string, number>
      >`jsonb_object_agg(${byCurrency.currency}, ${byCurrency.requestedMinor})`,
    })
    .from(byCurrency)
    .groupBy(byCurrency.reason)
    .orderBy(desc(tickets), byCurrency.reason)
    .limit(limit);
}

export interface TicketBucket {
  readonly bucket: number;
  readonly status: RefundTicketStatus;
  readonly tickets: number;
}

/** The requests created in the buckets that start at these times, by current status. */
export const readTicketSeries = (
  tx: Tx,
  scope: ReadScope,
  choice: Choice,
  starts: readonly Date[],
): Promise<TicketBucket[]> =>
  tx
    .select({
      bucket: bucketNumber(refundTickets.createdAt, starts),
      status: refundTickets.status,
      tickets: count(),
    })
    .from(refundTickets)
    .where(createdIn(scope, choice))
    .groupBy(first, second);
