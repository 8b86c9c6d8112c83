import type { RequestEntry } from '../../../../components/dashboard/refunds/request-card.tsx';
import { toShortId } from '../../../../server/domain/ids.ts';
import { formatAmount, formatMoney } from '../../../../server/domain/money.ts';
import type { QueuedTicket, RefundTicket } from '../../../../server/queries/refund-tickets.ts';

/** What there is to decide about a request, of whose payment that much is left. */
export function decidable({ id, currency, amountMinor }: RefundTicket, leftMinor: number) {
  const mostMinor = Math.min(amountMinor, leftMinor);
  return {
    id: toShortId('TKT', id),
    currency,
    amount: formatMoney(amountMinor, currency),
    most: mostMinor > 0 ? formatMoney(mostMinor, currency) : null,
    usual: formatAmount(Math.max(mostMinor, 0), currency),
  };
}

/** A request as the queue shows it. */
export const requestEntry = (
  { ticket, buyerEmail, productName, leftMinor }: QueuedTicket,
  base: string,
): RequestEntry => ({
  ...decidable(ticket, leftMinor),
  status: ticket.status,
  productName,
  orderPath: `${base}/orders/${toShortId('ORD', ticket.orderId)}`,
  buyerEmail,
  reason: ticket.reason,
  resubmissions: ticket.resubmissions,
  reviewNote: ticket.reviewNote,
  at: ticket.reviewedAt ?? ticket.updatedAt,
});
