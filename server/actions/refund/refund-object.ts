import { z } from 'zod';
import { shownId, shownMoment } from '../../domain/fields.ts';
import { toShortId } from '../../domain/ids.ts';
import { formatAmount } from '../../domain/money.ts';
import { refundStatuses } from '../../domain/refund.ts';
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
    createdAt: shownMoment(),
  }),
});

/** A refund as its merchant sees it. */
export const refundObject = (refund: Refund) => ({
  id: toShortId('REF', refund.id),
  orderId: toShortId('ORD', refund.orderId),
  paymentId: toShortId('PAY', refund.paymentId),
  status: refund.status,
  amount: formatAmount(refund.amountMinor, refund.currency),
  taxAmount: formatAmount(refund.taxMinor, refund.currency),
  currency: refund.currency,
  reason: refund.reason,
  createdAt: refund.createdAt.toISOString(),
});
