/** `refundTicketAnalysis`: refund requests, their reasons and review times. */

import {
  countTickets,
  listReasons,
  type Reason,
  type ReviewTimes,
  readReviewTimes,
  sumTicketRefunds,
  type TicketCount,
} from '#server/analytics/data/tickets.ts';
import { type ShownTicketStatus, shownTicketStatuses } from '#server/billing/refunds/rules/refund-ticket.ts';
import { growthOf, shareOf } from '#server/domain/time-range.ts';
import { builder } from '../builder.ts';
import { amount } from '../field-options.ts';
import { readLimit } from '../listing.ts';
import { type Analysis, analysisObject } from './analysis.ts';
import { topArgument } from './analysis-arguments.ts';
import { StatusCountObject, sumBy } from './shapes.ts';

const maxCurrencies = 50;
export const maxReasons = 50;

const RefundReasonObject = builder.objectRef<Reason>('RefundReason').implement({
  description: 'A reason given by buyers. Reasons that differ only in case, spaces or a final period count as one.',
  fields: (t) => ({
    reason: t.exposeString('reason', {
      description: 'The buyers’ words in lower case, at most 200 characters.',
      extensions: { kib: 0.8 },
    }),
    count: t.exposeInt('tickets', { description: 'The number of requests with that reason.' }),
  }),
});

const ReviewTimeObject = builder.objectRef<ReviewTimes>('ReviewTime').implement({
  description:
    'The time that requests waited for a decision, in seconds, excluding time with the buyer. Null without decisions.',
  fields: (t) => ({
    reviewed: t.exposeInt('reviewed', { description: 'The number of decided requests.' }),
    mean: t.exposeFloat('mean', { nullable: true, description: 'The mean, in seconds.' }),
    median: t.exposeFloat('median', { nullable: true, description: 'The median, in seconds.' }),
    p90: t.exposeFloat('p90', { nullable: true, description: 'The 90th percentile, in seconds.' }),
  }),
});

interface TicketAmounts {
  readonly currency: string;
  readonly tickets: number;
  readonly requestedMinor: number;
  readonly refundedMinor: number;
}

const TicketAmountsObject = builder.objectRef<TicketAmounts>('RefundTicketAmounts').implement({
  description: 'The requested and refunded amounts in one currency.',
  fields: (t) => ({
    currency: t.exposeString('currency', { description: 'ISO 4217 code, such as `USD`.' }),
    tickets: t.exposeInt('tickets', { description: 'The number of requests in any status.' }),
    asked: t.string(amount('requestedMinor', 'The requested amount in any status, in display format.')),
    refunded: t.string(
      amount('refundedMinor', 'The amount of their refunds that have succeeded so far, in display format.'),
    ),
  }),
});

/** The number of requests, or of those with a decision. */
export const ticketsOf = (rows: readonly TicketCount[], status?: string): number =>
  sumBy(
    rows.filter((row) => status === undefined || row.status === status),
    ({ tickets }) => tickets,
  );

async function readAmounts({ read }: Analysis): Promise<TicketAmounts[]> {
  const [requested, refunded] = await Promise.all([read(countTickets), read(sumTicketRefunds)]);
  return [...Map.groupBy(requested, (row) => row.currency)]
    .map(([currency, rows]) => ({
      currency,
      tickets: ticketsOf(rows),
      requestedMinor: sumBy(rows, ({ requestedMinor }) => requestedMinor),
      refundedMinor: refunded.find((row) => row.currency === currency)?.refundedMinor ?? 0,
    }))
    .sort((one, other) => other.tickets - one.tickets)
    .slice(0, maxCurrencies);
}

/** The requests by the status that API callers see; statuses without requests are left out. */
export async function countByStatus({ read }: Analysis): Promise<{ status: ShownTicketStatus; count: number }[]> {
  const rows = await read(countTickets);
  const countOf = (status: ShownTicketStatus) =>
    sumBy(
      rows.filter(({ shownStatus }) => shownStatus === status),
      ({ tickets }) => tickets,
    );
  return shownTicketStatuses.map((status) => ({ status, count: countOf(status) })).filter(({ count }) => count > 0);
}

export const RefundTicketAnalysisObject = analysisObject('RefundTicketAnalysis', {
  query: 'refundTicketAnalysis',
  queryDescription: 'The refund requests of a time range: reasons, decisions and review times. For the merchant only.',
  scans: 1,
  description: 'The refund requests created in a time range.',
  fields: (t) => ({
    total: t.int({
      description: 'The number of requests created in the range.',
      resolve: async ({ read }) => ticketsOf(await read(countTickets)),
    }),
    growth: t.float({
      nullable: true,
      description: 'The change of `total` from the previous range: 0.25 is a quarter more. Null if that was zero.',
      extensions: { scans: 1 },
      resolve: async ({ read, previous }) => {
        if (!previous) return null;
        const [now, before] = await Promise.all([read(countTickets), previous.read(countTickets)]);
        return growthOf(ticketsOf(now), ticketsOf(before));
      },
    }),
    byStatus: t.field({
      type: [StatusCountObject],
      description: 'By current status. Statuses without entries are left out.',
      extensions: { maxLength: shownTicketStatuses.length },
      resolve: countByStatus,
    }),
    approvalShare: t.float({
      nullable: true,
      description: 'The share of approved requests among the decided ones, 0 to 1; null if none is decided.',
      resolve: async ({ read }) => {
        const rows = await read(countTickets);
        const approved = ticketsOf(rows, 'approved');
        return shareOf(approved, approved + ticketsOf(rows, 'rejected'));
      },
    }),
    reasons: t.field({
      type: [RefundReasonObject],
      description: 'The buyers’ reasons, most frequent first.',
      args: topArgument(maxReasons),
      extensions: { scans: 1 },
      resolve: ({ read }, { limit: requestedLimit }) => {
        const limit = readLimit(requestedLimit, maxReasons);
        return read((tx, scope, choice) => listReasons(tx, scope, choice, limit));
      },
    }),
    reviewTime: t.field({
      type: ReviewTimeObject,
      description: 'The time until the merchant’s decisions.',
      extensions: { scans: 1 },
      resolve: ({ read }) => read(readReviewTimes),
    }),
    amounts: t.field({
      type: [TicketAmountsObject],
      description: `By currency, the one with most requests first, at most ${maxCurrencies}.`,
      extensions: { scans: 1, maxLength: maxCurrencies },
      resolve: readAmounts,
    }),
  }),
});
