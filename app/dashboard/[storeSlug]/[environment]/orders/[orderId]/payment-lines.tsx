/** Payment data for the order and payment pages. */
import { Time } from '#components/ui/time.tsx';
import type { Order } from '#server/billing/orders/orders.ts';
import type { StoredMethod } from '#server/billing/payment-methods/payment-methods.ts';
import type { Payment } from '#server/billing/payments/payments.ts';
import { periodOf } from '#server/billing/subscriptions/rules/renewal.ts';
import { merchantReason } from '#server/domain/declines.ts';
import { toShortId } from '#server/domain/ids.ts';
import { cardName } from '#server/domain/method-names.ts';
import { formatMoney } from '#server/domain/money.ts';

/** A payment method's name: "Visa •••• 4242". */
export const methodName = (kind: string, { cardBrand, cardLast4 }: Pick<Payment, 'cardBrand' | 'cardLast4'>): string =>
  cardName(cardLast4 ? (cardBrand ?? kind) : kind, cardLast4);

/** A subscription's payment method with its expiry date. */
export function storedMethod(method: StoredMethod) {
  const { expiryMonth, expiryYear } = method;
  const requiresAuthentication = method.refusedCode === 'authentication_required';
  const expiry =
    expiryMonth && expiryYear
      ? `, expires ${String(expiryMonth).padStart(2, '0')}/${String(expiryYear % 100).padStart(2, '0')}`
      : '';
  return {
    name: `${methodName(method.type, method)}${expiry}`,
    isRefused: method.refusedAt !== null,
    requiresAuthentication,
  };
}

/** What credit paid of a payment, and what a plan change credited of it. */
function creditNotes({ status, creditUsedMinor, creditedMinor, currency }: Payment): string[] {
  const used = status === 'failed' ? 0 : creditUsedMinor;
  return [
    ...(used > 0 ? [`${formatMoney(used, currency)} paid with credit.`] : []),
    ...(creditedMinor > 0 ? [`${formatMoney(creditedMinor, currency)} credited by a plan change.`] : []),
  ];
}

/** A payment without its refunds. */
export const paymentLine = (payment: Payment, base: string) => ({
  id: toShortId('PAY', payment.id),
  href: `${base}/payments/${toShortId('PAY', payment.id)}`,
  status: payment.status,
  amount: formatMoney(payment.amountMinor, payment.currency),
  card: methodName(payment.method, payment),
  credit: creditNotes(payment),
  failureReason: payment.failureReason && merchantReason(payment.failureReason, payment.failureCode),
  createdAt: payment.createdAt,
  receiptPath: payment.status === 'succeeded' ? `${base}/receipts/${toShortId('PAY', payment.id)}` : null,
  isRefundOutstanding: payment.failureCode === 'came_too_late' && payment.unclosedSince !== null,
});

/** The period that a payment covers, or the number of the attempt for an order without periods. */
export function Purpose({ order, payment }: { order: Order; payment: Payment }) {
  if (!order.startedAt) return `Attempt ${payment.attempt}`;
  const { start, end } = periodOf(order, payment.periodNumber);
  return (
    <>
      {payment.periodNumber === 0 ? 'Trial' : `Period ${payment.periodNumber}`}: <Time value={start} dateOnly /> to{' '}
      <Time value={end} dateOnly />
    </>
  );
}
