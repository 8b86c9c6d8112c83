/** What the order's page says of how it is paid. */
import { Time } from '#components/ui/time.tsx';
import type { Order } from '#server/billing/orders/orders.ts';
import type { StoredMethod } from '#server/billing/payment-methods/payment-methods.ts';
import type { Payment } from '#server/billing/payments/payments.ts';
import { periodOf } from '#server/billing/subscriptions/rules/renewal.ts';
import { merchantReason } from '#server/domain/declines.ts';
import { toShortId } from '#server/domain/ids.ts';
import { cardName } from '#server/domain/method-names.ts';
import { formatMoney } from '#server/domain/money.ts';

/** A card or another way to pay, in words. */
const nameOf = (kind: string, { cardBrand, cardLast4 }: Pick<Payment, 'cardBrand' | 'cardLast4'>): string =>
  cardName(cardLast4 ? (cardBrand ?? kind) : kind, cardLast4);

/** What a subscription is charged by. */
export function storedMethod(method: StoredMethod) {
  const { expiryMonth, expiryYear } = method;
  const asksBuyer = method.refusedCode === 'authentication_required';
  const until = expiryMonth && expiryYear ? `, until ${String(expiryMonth).padStart(2, '0')}/${expiryYear}` : '';
  return { name: `${nameOf(method.type, method)}${until}`, isRefused: method.refusedAt !== null, asksBuyer };
}

/** An attempt to pay, without what was given back of it. */
export const paymentLine = (payment: Payment, base: string) => ({
  id: toShortId('PAY', payment.id),
  href: `${base}/payments/${toShortId('PAY', payment.id)}`,
  status: payment.status,
  amount: formatMoney(payment.amountMinor, payment.currency),
  card: nameOf(payment.method, payment),
  failureReason: payment.failureReason && merchantReason(payment.failureReason, payment.failureCode),
  createdAt: payment.createdAt,
  receiptPath: payment.status === 'succeeded' ? `${base}/receipts/${toShortId('PAY', payment.id)}` : null,
  isOwed: payment.failureCode === 'came_too_late' && payment.unclosedSince !== null,
});

/** Which period a payment is for; of an order without periods, which attempt it is. */
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
