import { z } from 'zod';
import type { RefundTicket } from '#server/billing/refunds/refund-tickets.ts';
import { refundTicketStatuses, shownTicketStatuses } from '#server/billing/refunds/rules/refund-ticket.ts';
import { shownId, shownMoment } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';
import { formatAmount } from '#server/domain/money.ts';

const shownAmount = () => z.string().meta({ description: 'Display format', example: '29.00' });

/** `data` of the endpoints that return a refund ticket. */
export const ticketOutput = z.object({
  ticket: z
    .object({
      id: shownId('TKT'),
      type: z.literal('refund'),
      storeId: shownId('STO'),
      orderId: shownId('ORD'),
      paymentId: shownId('PAY'),
      subjectId: shownId('PAY').meta({ description: 'Equal to `paymentId`' }),
      status: z
        .enum(shownTicketStatuses)
        .meta({ description: 'The decision, and after an approval the state of the refund' }),
      decision: z.enum(refundTicketStatuses),
      amount: shownAmount(),
      currency: z.string(),
      reason: z.string(),
      metadata: z.record(z.string(), z.unknown()),
      refundTicketMerchantExternalId: z.string().nullable(),
      submitterId: z.string().meta({ description: 'The customer’s identity, or the ID of the merchant' }),
      submitterType: z.enum(['customer', 'merchant']),
      resubmissions: z.int().meta({ description: 'How often the request was resubmitted after a rejection' }),
      versionNumber: z.int().meta({ description: '`resubmissions` plus 1' }),
      versionData: z.object({
        reason: z.string(),
        requestedAmount: z
          .object({ amount: shownAmount(), currency: z.string() })
          .meta({ schemaName: 'RequestedAmount' }),
      }),
      currentVersionId: z.null().meta({ description: 'Versions have no IDs' }),
      reviewerId: shownId('MER').nullable().meta({ description: 'The account that decided the request' }),
      reviewNote: z.string().nullable().meta({ description: 'The merchant’s note on the decision' }),
      rejectReason: z.string().nullable().meta({ description: '`reviewNote` of a rejection' }),
      createdAt: shownMoment(),
      updatedAt: shownMoment(),
      reviewedAt: shownMoment().nullable(),
      executedAt: z.null().meta({ description: 'A refund is executed after the response' }),
    })
    .meta({ schemaName: 'RefundTicket' }),
  ticketId: shownId('TKT').meta({ description: 'Equal to `ticket.id`' }),
  status: z.enum(shownTicketStatuses).meta({ description: 'Equal to `ticket.status`' }),
});

interface Decided {
  /** The merchant that submitted the request; absent for a customer. */
  readonly submitter?: string;
  /** The merchant that decided it in this call. */
  readonly reviewer?: string;
}

/** `data` for a request as its customer and its merchant see it. An approval in this call has started the refund. */
export function ticketData(ticket: RefundTicket, { submitter, reviewer }: Decided = {}): z.input<typeof ticketOutput> {
  const requestedAmount = { amount: formatAmount(ticket.amountMinor, ticket.currency), currency: ticket.currency };
  const [ticketId, paymentId] = [toShortId('TKT', ticket.id), toShortId('PAY', ticket.paymentId)];
  const status = ticket.status === 'approved' ? 'processing' : ticket.status;
  const shown = {
    id: ticketId,
    type: 'refund',
    storeId: toShortId('STO', ticket.storeId),
    orderId: toShortId('ORD', ticket.orderId),
    paymentId,
    subjectId: paymentId,
    status,
    decision: ticket.status,
    ...requestedAmount,
    reason: ticket.reason,
    metadata: ticket.metadata,
    refundTicketMerchantExternalId: ticket.merchantExternalId,
    submitterId: submitter === undefined ? ticket.buyerIdentity : toShortId('MER', submitter),
    submitterType: submitter === undefined ? 'customer' : 'merchant',
    resubmissions: ticket.resubmissions,
    versionNumber: ticket.resubmissions + 1,
    versionData: { reason: ticket.reason, requestedAmount },
    currentVersionId: null,
    reviewerId: reviewer === undefined ? null : toShortId('MER', reviewer),
    reviewNote: ticket.reviewNote,
    rejectReason: ticket.status === 'rejected' ? ticket.reviewNote : null,
    createdAt: ticket.createdAt.toISOString(),
    updatedAt: ticket.updatedAt.toISOString(),
    reviewedAt: ticket.reviewedAt?.toISOString() ?? null,
    executedAt: null,
  } as const;
  return { ticket: shown, ticketId, status };
}
