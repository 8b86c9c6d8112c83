import type { RequestEntry } from '#components/dashboard/refunds/request-card.tsx';
import type { QueuedTicket, RefundTicket } from '#server/billing/refunds/refund-tickets.ts';
import { isBillable } from '#server/billing/subscriptions/rules/subscription-order.ts';
import { toShortId } from '#server/domain/ids.ts';
import { formatAmount, formatMoney } from '#server/domain/money.ts';

/** What there is to decide about a request, of whose payment that much is left. */
export function decidable({ id, status, currency, amountMinor }: RefundTicket, leftMinor: number) {
  const maxMinor = Math.min(amountMinor, leftMinor);
  return {
    id: toShortId('TKT', id),
    status,
    currency,
    amount: formatMoney(amountMinor, currency),
    most: maxMinor > 0 ? formatMoney(maxMinor, currency) : null,
    usual: formatAmount(Math.max(maxMinor, 0), currency),
  };
}

/** A request as the queue shows it. */
export const requestEntry = (
  { ticket, buyerEmail, productName, orderStatus, leftMinor, refund }: QueuedTicket,
  base: string,
): RequestEntry => ({
  ...decidable(ticket, leftMinor),
  productName,
  isBillable: isBillable(orderStatus),
  orderPath: `${base}/orders/${toShortId('ORD', ticket.orderId)}`,
  buyer: buyerEmail,
  refund: refund && { amount: formatMoney(refund.amountMinor, ticket.currency), status: refund.status },
  reason: ticket.reason,
  resubmissions: ticket.resubmissions,
  reviewNote: ticket.reviewNote,
  at: ticket.reviewedAt ?? ticket.updatedAt,
});
