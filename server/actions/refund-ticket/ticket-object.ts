import { z } from 'zod';
import type { RefundTicket } from '#server/billing/refunds/refund-tickets.ts';
import { refundTicketStatuses } from '#server/billing/refunds/rules/refund-ticket.ts';
import { shownId, shownMoment } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';
import { formatAmount } from '#server/domain/money.ts';

/** `data` of the endpoints that return a refund ticket. */
export const ticketOutput = z.object({
  ticket: z
    .object({
      id: shownId('TKT'),
      storeId: shownId('STO'),
      orderId: shownId('ORD'),
      paymentId: shownId('PAY'),
      status: z.enum(refundTicketStatuses),
      amount: z.string().meta({ description: 'Display format', example: '29.00' }),
      currency: z.string(),
      reason: z.string(),
      refundTicketMerchantExternalId: z.string().nullable(),
      resubmissions: z.int().meta({ description: 'How often the request was resubmitted after a rejection' }),
      reviewNote: z.string().nullable().meta({ description: 'The merchant’s note on the decision' }),
      createdAt: shownMoment(),
      updatedAt: shownMoment(),
      reviewedAt: shownMoment().nullable(),
    })
    .meta({ id: 'RefundTicket' }),
});

/** A request as its customer and its merchant see it. */
export const ticketObject = (ticket: RefundTicket) => ({
  id: toShortId('TKT', ticket.id),
  storeId: toShortId('STO', ticket.storeId),
  orderId: toShortId('ORD', ticket.orderId),
  paymentId: toShortId('PAY', ticket.paymentId),
  status: ticket.status,
  amount: formatAmount(ticket.amountMinor, ticket.currency),
  currency: ticket.currency,
  reason: ticket.reason,
  refundTicketMerchantExternalId: ticket.merchantExternalId,
  resubmissions: ticket.resubmissions,
  reviewNote: ticket.reviewNote,
  createdAt: ticket.createdAt.toISOString(),
  updatedAt: ticket.updatedAt.toISOString(),
  reviewedAt: ticket.reviewedAt?.toISOString() ?? null,
});
