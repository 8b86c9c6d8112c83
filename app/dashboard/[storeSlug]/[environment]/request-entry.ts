import type { RequestEntry } from '#components/dashboard/refunds/request-card.tsx';
import type { QueuedTicket, RefundTicket } from '#server/billing/refunds/refund-tickets.ts';
import { isBillable } from '#server/billing/subscriptions/rules/subscription-order.ts';
import { toShortId } from '#server/domain/ids.ts';
import { formatAmount, formatMoney } from '#server/domain/money.ts';

/** A refund request for the decision dialogs. `refundableMinor` is the payment's refundable amount. */
export function decidable({ id, status, currency, amountMinor }: RefundTicket, refundableMinor: number) {
  const maxMinor = Math.min(amountMinor, refundableMinor);
  return {
    id: toShortId('TKT', id),
    status,
    currency,
    amount: formatMoney(amountMinor, currency),
    max: maxMinor > 0 ? formatMoney(maxMinor, currency) : null,
    defaultAmount: formatAmount(Math.max(maxMinor, 0), currency),
  };
}

/** A refund request for the list. */
export const requestEntry = (
  { ticket, buyerEmail, productName, orderStatus, leftMinor, refund }: QueuedTicket,
  base: string,
): RequestEntry => ({
  ...decidable(ticket, leftMinor),
  productName,
  isBillable: isBillable(orderStatus),
  orderPath: `${base}/orders/${toShortId('ORD', ticket.orderId)}`,
  customer: buyerEmail,
  refund: refund && { amount: formatMoney(refund.amountMinor, ticket.currency), status: refund.status },
  reason: ticket.reason,
  resubmissions: ticket.resubmissions,
  reviewNote: ticket.reviewNote,
  at: ticket.reviewedAt ?? ticket.updatedAt,
});
