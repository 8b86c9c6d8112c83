import type { PaymentRow } from '#components/dashboard/payments/payment-table.tsx';
import type { ListedPayment } from '#server/billing/payments/data/payment-search.ts';
import { declineLabel } from '#server/domain/declines.ts';
import { toShortId } from '#server/domain/ids.ts';
import { cardName } from '#server/domain/method-names.ts';
import { formatMoney } from '#server/domain/money.ts';

/** A payment for a list. */
export const paymentRow = (payment: ListedPayment): PaymentRow => ({
  id: toShortId('PAY', payment.id),
  status: payment.status,
  amount: formatMoney(payment.amountMinor, payment.currency),
  refunded: payment.refundedMinor > 0 ? formatMoney(payment.refundedMinor, payment.currency) : null,
  method: cardName(payment.cardLast4 ? (payment.cardBrand ?? payment.method) : payment.method, payment.cardLast4),
  declined: payment.status === 'failed' && payment.failureCode ? declineLabel(payment.failureCode) : null,
  productName: payment.productName,
  customer: payment.buyerEmail,
  createdAt: payment.createdAt,
});
