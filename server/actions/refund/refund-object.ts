import { z } from 'zod';
import { shownId, shownMoment } from '../../domain/fields.ts';
import { toShortId } from '../../domain/ids.ts';
import { formatAmount } from '../../domain/money.ts';
import { refundStatuses } from '../../domain/refund-status.ts';
import type { Order } from '../../queries/orders.ts';
import type { RefundTicket } from '../../queries/refund-tickets.ts';
import type { Refund } from '../../queries/refunds.ts';

/** `data` of the endpoints that answer with a refund. */
export const refundOutput = z.object({
  refund: z.object({
    id: shownId('REF'),
    orderId: shownId('ORD'),
    paymentId: shownId('PAY'),
    status: z.enum(refundStatuses).meta({
      description: '`pending` until the payment provider has made it; then `succeeded` or `failed`',
    }),
    amount: z.string().meta({ description: 'Display format', example: '10.00' }),
    taxAmount: z.string().meta({ description: 'How much of it is tax', example: '1.60' }),
    currency: z.string(),
    reason: z.string().nullable(),
    ticketId: shownId('TKT').nullable().meta({ description: 'The customer’s request that it answers' }),
    orderMerchantExternalId: z.string().nullable(),
    refundTicketMerchantExternalId: z.string().nullable(),
    createdAt: shownMoment(),
  }),
});

/** A refund as its merchant sees it, with the merchant's own ids of the order and of the request that it answers. */
export const refundObject = (refund: Refund, order: Order, ticket: RefundTicket | undefined) => ({
  id: toShortId('REF', refund.id),
  orderId: toShortId('ORD', refund.orderId),
  paymentId: toShortId('PAY', refund.paymentId),
  status: refund.status,
  amount: formatAmount(refund.amountMinor, refund.currency),
  taxAmount: formatAmount(refund.taxMinor, refund.currency),
  currency: refund.currency,
  reason: refund.reason,
  ticketId: refund.ticketId && toShortId('TKT', refund.ticketId),
  orderMerchantExternalId: order.merchantExternalId,
  refundTicketMerchantExternalId: ticket?.merchantExternalId ?? null,
  createdAt: refund.createdAt.toISOString(),
});
