/** `refundTicketAnalysis`: what buyers ask to have back, why, and how long they wait for an answer. */

import {
  countTickets,
  listReasons,
  type Reason,
  type ReviewTimes,
  readReviewTimes,
  sumTicketRefunds,
  type TicketCount,
} from '#server/analytics/data/tickets.ts';
import { refundTicketStatuses } from '#server/billing/refunds/rules/refund-ticket.ts';
import { formatAmount } from '#server/domain/money.ts';
import { growthOf, shareOf } from '#server/domain/time-range.ts';
import { builder } from '../builder.ts';
import { readLimit } from '../listing.ts';
import { type Analysis, analysisArguments, readAnalysis, topArgument } from './analysis.ts';
import { markProvider } from './provider-mark.ts';
import { StatusCountObject, sumBy } from './shapes.ts';

const maxCurrencies = 50;
const maxReasons = 50;

const RefundReasonObject = builder.objectRef<Reason>('RefundReason').implement({
  description:
    'A reason that buyers gave. Those in equal words are one, whatever their case, spaces and last full stop.',
  fields: (t) => ({
    reason: t.exposeString('reason', {
      description: 'In the buyers’ own words, in lower case; at most 200 characters.',
      extensions: { kib: 0.8 },
    }),
    count: t.exposeInt('tickets', { description: 'Requests with that reason.' }),
  }),
});

const ReviewTimeObject = builder.objectRef<ReviewTimes>('ReviewTime').implement({
  description:
    'How long requests waited for a decision, in seconds, without the time in which their buyers had them back. Null where there was none.',
  fields: (t) => ({
    reviewed: t.exposeInt('reviewed', { description: 'How many were decided.' }),
    mean: t.exposeFloat('mean', { nullable: true, description: 'The average.' }),
    median: t.exposeFloat('median', { nullable: true, description: 'Half of them waited no longer.' }),
    p90: t.exposeFloat('p90', { nullable: true, description: 'Nine in ten waited no longer.' }),
  }),
});

interface TicketAmounts {
  readonly currency: string;
  readonly tickets: number;
  readonly askedMinor: number;
  readonly refundedMinor: number;
}

const TicketAmountsObject = builder.objectRef<TicketAmounts>('RefundTicketAmounts').implement({
  description: 'What requests of one currency ask for, and were given.',
  fields: (t) => ({
    currency: t.exposeString('currency', { description: 'ISO 4217.' }),
    tickets: t.exposeInt('tickets', { description: 'Requests, whatever their status.' }),
    asked: t.string({
      description: 'What they ask for, whatever became of them.',
      resolve: ({ askedMinor, currency }) => formatAmount(askedMinor, currency),
    }),
    refunded: t.string({
      description: 'By refunds that answer them and have succeeded by now.',
      resolve: ({ refundedMinor, currency }) => formatAmount(refundedMinor, currency),
    }),
  }),
});

const ticketsOf = (rows: readonly TicketCount[], status?: string): number =>
  sumBy(
    rows.filter((row) => status === undefined || row.status === status),
    ({ tickets }) => tickets,
  );

async function readAmounts({ read }: Analysis): Promise<TicketAmounts[]> {
  const [asked, refunded] = await Promise.all([read(countTickets), read(sumTicketRefunds)]);
  return [...Map.groupBy(asked, (row) => row.currency)]
    .map(([currency, rows]) => ({
      currency,
      tickets: ticketsOf(rows),
      askedMinor: sumBy(rows, ({ askedMinor }) => askedMinor),
      refundedMinor: refunded.find((row) => row.currency === currency)?.refundedMinor ?? 0,
    }))
    .sort((one, other) => other.tickets - one.tickets)
    .slice(0, maxCurrencies);
}

const RefundTicketAnalysisObject = builder.objectRef<Analysis>('RefundTicketAnalysis');
RefundTicketAnalysisObject.implement({
  description: 'Buyers’ requests to have a payment back that were made in a range of time, by `createdAt`.',
  fields: (t) => ({
    total: t.int({
      description: 'Requests that were made in the range.',
      resolve: async ({ read }) => ticketsOf(await read(countTickets)),
    }),
    growth: t.float({
      nullable: true,
      description: '`total` against the range before: 0.25 is a quarter more. Null where there was none.',
      extensions: { scans: 1 },
      resolve: async ({ read, previous }) => {
        if (!previous) return null;
        const [now, before] = await Promise.all([read(countTickets), previous.read(countTickets)]);
        return growthOf(ticketsOf(now), ticketsOf(before));
      },
    }),
    byStatus: t.field({
      type: [StatusCountObject],
      description: 'By their status now; statuses that none has are left out.',
      extensions: { longest: refundTicketStatuses.length },
      resolve: async ({ read }) => {
        const rows = await read(countTickets);
        return refundTicketStatuses
          .map((status) => ({ status, count: ticketsOf(rows, status) }))
          .filter(({ count }) => count > 0);
      },
    }),
    approvalRate: t.float({
      nullable: true,
      description: 'Approved ones of all that are decided, 0 to 1; null where none is.',
      resolve: async ({ read }) => {
        const rows = await read(countTickets);
        const approved = ticketsOf(rows, 'approved');
        return shareOf(approved, approved + ticketsOf(rows, 'rejected'));
      },
    }),
    reasons: t.field({
      type: [RefundReasonObject],
      description: 'Why buyers asked, the most frequent reason first.',
      args: topArgument(maxReasons),
      extensions: { scans: 1 },
      resolve: ({ read }, { limit: given }) => {
        const limit = readLimit(given, maxReasons);
        return read((tx, scope, choice) => listReasons(tx, scope, choice, limit));
      },
    }),
    reviewTime: t.field({
      type: ReviewTimeObject,
      description: 'How long the merchant took to decide.',
      extensions: { scans: 1 },
      resolve: ({ read }) => read(readReviewTimes),
    }),
    amounts: t.field({
      type: [TicketAmountsObject],
      description: `By currency, the one with most requests first, at most ${maxCurrencies}.`,
      extensions: { scans: 1, longest: maxCurrencies },
      resolve: readAmounts,
    }),
    previous: t.field({
      type: RefundTicketAnalysisObject,
      nullable: true,
      description: 'The same of the range before, which is as long; before whole months come as many months.',
      extensions: { scans: 1 },
      resolve: ({ previous }) => previous ?? null,
    }),
  }),
});

markProvider(RefundTicketAnalysisObject, (analysis) => analysis);

builder.queryField('refundTicketAnalysis', (t) =>
  t.field({
    type: RefundTicketAnalysisObject,
    description:
      'Requests for refunds of a range of time: reasons, decisions, and how long they took. For the merchant.',
    args: analysisArguments(),
    extensions: { scans: 1 },
    resolve: (_, args, context) => readAnalysis(args, context),
  }),
);
