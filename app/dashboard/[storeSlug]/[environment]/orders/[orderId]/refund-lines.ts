/** Refund data for the order and payment pages. */
import type { RefundLine } from '#components/dashboard/orders/refund-list.tsx';
import type { Payment } from '#server/billing/payments/payments.ts';
import type { RefundTicket } from '#server/billing/refunds/refund-tickets.ts';
import type { Refund } from '#server/billing/refunds/refunds.ts';
import { isRefundable, leftOf, refundTaxMinor, sumRefunded } from '#server/billing/refunds/rules/refund.ts';
import { toShortId } from '#server/domain/ids.ts';
import { formatAmount, formatMoney } from '#server/domain/money.ts';

/** The refunds of a payment. */
export const refundsOf = ({ id }: Payment, refunds: readonly Refund[]): Refund[] =>
  refunds.filter(({ paymentId }) => paymentId === id);

/** The refundable amount of a payment; 0 if not paid. */
export const refundableMinorOf = (payment: Payment | undefined, refunds: readonly Refund[]): number =>
  payment && isRefundable(payment) ? leftOf(payment, sumRefunded(refundsOf(payment, refunds))) : 0;

/** A refund for the list of payments. */
export const refundLine = (refund: Refund): RefundLine => ({
  id: toShortId('REF', refund.id),
  status: refund.status,
  amount: formatMoney(refund.amountMinor, refund.currency),
  tax: refund.taxMinor > 0 ? formatMoney(refund.taxMinor, refund.currency) : null,
  reason: refund.reason,
  failureReason: refund.failureReason,
  createdAt: refund.createdAt,
});

/** The refund dialog's data for a paid payment. */
export function refundable(payment: Payment, refunds: readonly Refund[], tickets: readonly RefundTicket[]) {
  const { id, currency, amountMinor } = payment;
  const refunded = sumRefunded(refundsOf(payment, refunds));
  const refundableMinor = leftOf(payment, refunded);
  const taxMinor = refundableMinor > 0 ? refundTaxMinor(payment, refunded, refundableMinor) : 0;
  const requested = tickets.find(({ paymentId, status }) => paymentId === id && status === 'pending');
  return {
    paymentId: toShortId('PAY', id),
    currency,
    paid: formatMoney(amountMinor, currency),
    refundable: refundableMinor > 0 ? formatMoney(refundableMinor, currency) : null,
    defaultAmount: formatAmount(refundableMinor, currency),
    refundableTax: taxMinor > 0 ? formatMoney(taxMinor, currency) : null,
    requested: requested ? formatMoney(requested.amountMinor, currency) : null,
  };
}
