import { z } from 'zod';
import type { Order } from '#server/billing/orders/orders.ts';
import type { RefundTicket } from '#server/billing/refunds/refund-tickets.ts';
import type { Refund } from '#server/billing/refunds/refunds.ts';
import { shownId, shownMoment } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';
import { formatAmount } from '#server/domain/money.ts';
import { refundStatuses } from '#server/domain/refund-status.ts';

/** `data` of the endpoints that return a refund. */
export const refundOutput = z.object({
  refund: z
    .object({
      id: shownId('REF'),
      orderId: shownId('ORD'),
      paymentId: shownId('PAY'),
      status: z.enum(refundStatuses).meta({
        description: '`pending` until the payment provider answers; then `succeeded` or `failed`',
      }),
      amount: z.string().meta({ description: 'Display format', example: '10.00' }),
      taxAmount: z.string().meta({ description: 'The tax included in `amount`', example: '1.60' }),
      currency: z.string(),
      reason: z.string().nullable(),
      ticketId: shownId('TKT').nullable().meta({ description: 'The customer’s refund request that led to it' }),
      orderMerchantExternalId: z.string().nullable(),
      refundTicketMerchantExternalId: z.string().nullable(),
      createdAt: shownMoment(),
    })
    .meta({ schemaName: 'Refund' }),
});

/** A refund as its merchant sees it, with the merchant's own ids of the order and of the refund request. */
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
