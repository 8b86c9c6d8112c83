/** What the order's page says of what was given back, and of what still can be. */
import type { RefundLine } from '#components/dashboard/orders/refund-list.tsx';
import type { Payment } from '#server/billing/payments/payments.ts';
import type { RefundTicket } from '#server/billing/refunds/refund-tickets.ts';
import type { Refund } from '#server/billing/refunds/refunds.ts';
import { isRefundable, leftOf, refundTaxMinor, sumRefunded } from '#server/billing/refunds/rules/refund.ts';
import { toShortId } from '#server/domain/ids.ts';
import { formatAmount, formatMoney } from '#server/domain/money.ts';

/** The refunds of one payment. */
export const refundsOf = ({ id }: Payment, refunds: readonly Refund[]): Refund[] =>
  refunds.filter(({ paymentId }) => paymentId === id);

/** What can still be given back of a payment; 0 where nothing was paid. */
export const leftMinorOf = (payment: Payment | undefined, refunds: readonly Refund[]): number =>
  payment && isRefundable(payment) ? leftOf(payment, sumRefunded(refundsOf(payment, refunds))) : 0;

/** A refund as the list of payments shows it. */
export const refundLine = (refund: Refund): RefundLine => ({
  id: toShortId('REF', refund.id),
  status: refund.status,
  amount: formatMoney(refund.amountMinor, refund.currency),
  tax: refund.taxMinor > 0 ? formatMoney(refund.taxMinor, refund.currency) : null,
  reason: refund.reason,
  failureReason: refund.failureReason,
  createdAt: refund.createdAt,
});

/** What the refund dialog of a payment that was paid says. */
export function refundable(payment: Payment, refunds: readonly Refund[], tickets: readonly RefundTicket[]) {
  const { id, currency, amountMinor } = payment;
  const refunded = sumRefunded(refundsOf(payment, refunds));
  const leftMinor = leftOf(payment, refunded);
  const taxMinor = leftMinor > 0 ? refundTaxMinor(payment, refunded, leftMinor) : 0;
  const asked = tickets.find(({ paymentId, status }) => paymentId === id && status === 'pending');
  return {
    paymentId: toShortId('PAY', id),
    currency,
    paid: formatMoney(amountMinor, currency),
    left: leftMinor > 0 ? formatMoney(leftMinor, currency) : null,
    usual: formatAmount(leftMinor, currency),
    taxLeft: taxMinor > 0 ? formatMoney(taxMinor, currency) : null,
    asked: asked ? formatMoney(asked.amountMinor, currency) : null,
  };
}
