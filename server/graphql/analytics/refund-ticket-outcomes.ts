/** Reasons, outcomes and review times of `refundTicketAnalysis`. */
import {
  countTickets,
  listReasons,
  type ReviewTimes,
  readReviewTimes,
  readTicketSeries,
} from '#server/analytics/data/tickets.ts';
import { type RefundTicketStatus, shownTicketStatuses } from '#server/billing/refunds/rules/refund-ticket.ts';
import { shareOf } from '#server/domain/time-range.ts';
import { builder } from '../builder.ts';
import type { Analysis } from './analysis.ts';
import { currencyArgument, granularityArgument } from './analysis-arguments.ts';
import { onlyAmount, percentageOf, periodDescription, periodLabel, periodStarts } from './period-shapes.ts';
import { countByStatus, maxReasons, RefundTicketAnalysisObject, ticketsOf } from './refund-ticket-analysis.ts';
import { seriesLength, sumBy } from './shapes.ts';

interface ReasonPart {
  readonly reason: string;
  readonly tickets: number;
  readonly amount: string | null;
  readonly percentage: number;
}

const ReasonPartObject = builder.objectRef<ReasonPart>('RefundReasonPart').implement({
  description: 'The requests with one reason. Reasons that differ only in case, spaces or a final period count as one.',
  fields: (t) => ({
    reason: t.exposeString('reason', {
      description: 'The buyers’ words in lower case, at most 200 characters.',
      extensions: { kib: 0.8 },
    }),
    count: t.exposeInt('tickets', { description: 'The number of requests with that reason.' }),
    totalAmount: t.exposeString('amount', {
      nullable: true,
      description: 'The requested amount. Null for several currencies: request one.',
    }),
    percentage: t.exposeFloat('percentage', { description: 'The share of all requests, 0 to 100.' }),
  }),
});

async function readReasons({ read }: Analysis): Promise<ReasonPart[]> {
  const [reasons, tickets] = await Promise.all([
    read((tx, scope, choice) => listReasons(tx, scope, choice, maxReasons)),
    read(countTickets),
  ]);
  const all = ticketsOf(tickets);
  return reasons.map(({ reason, tickets: count, requestedMinor }) => ({
    reason,
    tickets: count,
    amount: onlyAmount(Object.entries(requestedMinor)),
    percentage: percentageOf(count, all),
  }));
}

const StatusPartObject = builder
  .objectRef<{ readonly status: string; readonly count: number; readonly percentage: number }>('RefundTicketStatusPart')
  .implement({
    description: 'The requests with one status.',
    fields: (t) => ({
      status: t.exposeString('status', { description: 'As `RefundTicket.status`.' }),
      count: t.exposeInt('count', { description: 'The number of requests with that status.' }),
      percentage: t.exposeFloat('percentage', { description: 'The share of all requests, 0 to 100.' }),
    }),
  });

const hoursOf = (seconds: number | null): number | null => (seconds === null ? null : seconds / 3600);

const ReviewEfficiencyObject = builder.objectRef<ReviewTimes>('ReviewEfficiency').implement({
  description: 'The hours that requests waited for a decision, excluding time with the buyer. Null without decisions.',
  fields: (t) => ({
    avgHours: t.float({ nullable: true, description: 'The mean.', resolve: ({ mean }) => hoursOf(mean) }),
    medianHours: t.float({ nullable: true, description: 'The median.', resolve: ({ median }) => hoursOf(median) }),
    p90Hours: t.float({ nullable: true, description: 'The 90th percentile.', resolve: ({ p90 }) => hoursOf(p90) }),
    totalReviewed: t.exposeInt('reviewed', { description: 'The number of decided requests.' }),
  }),
});

interface TrendPoint {
  readonly start: Date;
  readonly approved: number;
  readonly rejected: number;
  readonly pending: number;
}

const TicketTrendPointObject = builder.objectRef<TrendPoint>('RefundTicketTrendPoint').implement({
  description: 'The requests created in one period, by the merchant’s decision so far.',
  fields: (t) => ({
    period: t.string({ description: periodDescription, resolve: ({ start }) => periodLabel(start) }),
    totalCreated: t.int({
      description: 'The number of requests created in the period.',
      resolve: ({ approved, rejected, pending }) => approved + rejected + pending,
    }),
    resolvedCount: t.int({
      description: 'How many of them are decided.',
      resolve: ({ approved, rejected }) => approved + rejected,
    }),
    approvedCount: t.exposeInt('approved', { description: 'How many of them are approved.' }),
    rejectedCount: t.exposeInt('rejected', { description: 'How many of them are rejected.' }),
  }),
});

interface Decisions {
  readonly approved: number;
  readonly rejected: number;
}

const ApprovalRateObject = builder.objectRef<Decisions>('ApprovalRate').implement({
  description: 'The merchant’s decisions about the requests of the range.',
  fields: (t) => ({
    approved: t.exposeInt('approved', { description: 'The number of approved requests.' }),
    rejected: t.exposeInt('rejected', { description: 'The number of rejected requests.' }),
    rate: t.float({
      nullable: true,
      description: 'The share of approved requests among the decided ones, 0 to 1; null if none is decided.',
      resolve: ({ approved, rejected }) => shareOf(approved, approved + rejected),
    }),
  }),
});

const ProcessingSuccessObject = builder
  .objectRef<{ readonly succeeded: number; readonly failed: number }>('ProcessingSuccessRate')
  .implement({
    description: 'The refunds of the approved requests of the range.',
    fields: (t) => ({
      succeeded: t.exposeInt('succeeded', { description: 'The number of requests whose refund has succeeded.' }),
      failed: t.exposeInt('failed', { description: 'The number of requests whose refund has failed.' }),
      rate: t.float({
        nullable: true,
        description: 'The share of succeeded refunds among the decided ones, 0 to 1; null if none is decided.',
        resolve: ({ succeeded, failed }) => shareOf(succeeded, succeeded + failed),
      }),
    }),
  });

async function readTrend(analysis: Analysis, starts: readonly Date[]): Promise<TrendPoint[]> {
  const rows = await analysis.read((tx, scope, choice) => readTicketSeries(tx, scope, choice, starts));
  const countOf = (index: number, status: RefundTicketStatus) =>
    sumBy(
      rows.filter((row) => row.bucket === index + 1 && row.status === status),
      ({ tickets }) => tickets,
    );
  return starts.map((start, index) => ({
    start,
    approved: countOf(index, 'approved'),
    rejected: countOf(index, 'rejected'),
    pending: countOf(index, 'pending'),
  }));
}

builder.objectFields(RefundTicketAnalysisObject, (t) => ({
  reasonDistribution: t.field({
    type: [ReasonPartObject],
    description: `The buyers’ reasons, most frequent first, at most ${maxReasons}.`,
    args: currencyArgument(),
    extensions: { scans: 1, maxLength: maxReasons },
    resolve: (analysis, { currency }) => readReasons(currency ? analysis.inCurrency(currency) : analysis),
  }),
  statusDistribution: t.field({
    type: [StatusPartObject],
    description: 'By current status. Statuses without requests are left out.',
    extensions: { maxLength: shownTicketStatuses.length },
    resolve: async (analysis) => {
      const counts = await countByStatus(analysis);
      const all = sumBy(counts, ({ count }) => count);
      return counts.map((row) => ({ ...row, percentage: percentageOf(row.count, all) }));
    },
  }),
  reviewEfficiency: t.field({
    type: ReviewEfficiencyObject,
    description: 'The time until the merchant’s decisions.',
    extensions: { scans: 1 },
    resolve: ({ read }) => read(readReviewTimes),
  }),
  ticketTrend: t.field({
    type: [TicketTrendPointObject],
    description: 'The requests created in each period.',
    args: granularityArgument(),
    extensions: { scans: 1, maxLength: seriesLength },
    resolve: (analysis, { granularity }) => readTrend(analysis, periodStarts(analysis, granularity)),
  }),
  approvalRate: t.field({
    type: ApprovalRateObject,
    description: 'The merchant’s decisions.',
    resolve: async ({ read }) => {
      const rows = await read(countTickets);
      return { approved: ticketsOf(rows, 'approved'), rejected: ticketsOf(rows, 'rejected') };
    },
  }),
  processingSuccessRate: t.field({
    type: ProcessingSuccessObject,
    description: 'The refunds of approved requests.',
    resolve: async ({ read }) => {
      const rows = await read(countTickets);
      const countOf = (status: 'succeeded' | 'failed') =>
        sumBy(
          rows.filter(({ shownStatus }) => shownStatus === status),
          ({ tickets }) => tickets,
        );
      return { succeeded: countOf('succeeded'), failed: countOf('failed') };
    },
  }),
}));
