/** The receipt on the checkout page after payment. */

import type { Order } from '#server/billing/orders/orders.ts';
import type { Payment } from '#server/billing/payments/payments.ts';
import type { Refund } from '#server/billing/refunds/refunds.ts';
import { isRenewing } from '#server/billing/subscriptions/rules/subscription-order.ts';
import { describeTax, isReverseCharge } from '#server/billing/wording/tax-words.ts';
import { toShortId } from '#server/domain/ids.ts';
import { methodName } from '#server/domain/method-names.ts';
import { formatDay } from '#server/i18n/format-day.ts';
import type { Voice } from '#server/i18n/say.ts';
import { summarizeRefunds } from '../receipts/receipt.ts';
import { describeRefunds, type ReceiptFact, type RefundFact } from '../receipts/receipt-text.ts';

/** Amounts and dates are formatted for the buyer. */
export interface CheckoutReceipt {
  /** The payment's id, `PAY_…`. */
  readonly number: string;
  readonly orderId: string;
  /** ISO 8601. */
  readonly paidAt: string;
  readonly subtotal: string;
  readonly taxName: string;
  readonly tax: string;
  readonly isReverseCharge: boolean;
  /** The credit that was used, as a negative amount; null without. */
  readonly credit: string | null;
  readonly total: string;
  /** Later refunds, oldest first, and the remaining total; empty and null without refunds. */
  readonly refunds: readonly RefundFact[];
  readonly afterRefunds: ReceiptFact | null;
  /** For businesses: name and, if given, tax ID. */
  readonly business: { readonly name: string | null; readonly taxId: string | null } | null;
  /** For subscriptions: the next charge or the end. */
  readonly subscription: {
    readonly isTrial: boolean;
    readonly every: string;
    readonly next: { readonly isEnd: boolean; readonly total: string; readonly on: string } | null;
  } | null;
  readonly method: PaidWith;
}

/** The payment method: a card's brand and last digits, or the name of a wallet or debit. */
export interface PaidWith {
  readonly isCard: boolean;
  /** Null for a card of unknown brand. */
  readonly name: string | null;
  readonly last4: string | null;
}

type Money = (amountMinor: number) => string;

/**
 * The receipt of the session's first payment; null without one. `refunds`: all of the order's. `money` formats an
 * amount in the order's currency.
 */
export function receiptOf(
  order: Order,
  payments: readonly Payment[],
  refunds: readonly Refund[],
  money: Money,
  voice: Voice,
  now: Date,
): CheckoutReceipt | null {
  // Later payments of a subscription have receipts of their own.
  const paid = payments.findLast((payment) => payment.status === 'succeeded');
  if (!paid) return null;
  return {
    number: toShortId('PAY', paid.id),
    orderId: toShortId('ORD', order.id),
    paidAt: (paid.succeededAt ?? paid.updatedAt).toISOString(),
    subtotal: money(paid.amountMinor + paid.creditUsedMinor - paid.taxMinor - paid.creditUsedTaxMinor),
    taxName: describeTax(paid, voice),
    tax: money(paid.taxMinor + paid.creditUsedTaxMinor),
    credit: paid.creditUsedMinor > 0 ? money(-paid.creditUsedMinor) : null,
    isReverseCharge: isReverseCharge(paid),
    total: money(paid.amountMinor),
    ...refundsOf(paid, refunds, voice),
    business: businessOf(order),
    subscription: subscriptionOf(order, money, voice, now),
    method: paidWith(paid),
  };
}

function refundsOf(paid: Payment, refunds: readonly Refund[], voice: Voice) {
  const succeeded = refunds.filter(({ paymentId, status }) => paymentId === paid.id && status === 'succeeded');
  const at = ({ succeededAt, updatedAt }: Refund) => (succeededAt ?? updatedAt).getTime();
  const inOrder = summarizeRefunds(succeeded.toSorted((one, other) => at(one) - at(other)));
  return describeRefunds({ ...paid, totalMinor: paid.amountMinor, refunds: inOrder }, voice);
}

function businessOf({ billingDetail }: Order): CheckoutReceipt['business'] {
  if (!billingDetail?.isBusiness) return null;
  return { name: billingDetail.businessName ?? null, taxId: billingDetail.taxId ?? null };
}

const paidWith = ({ method, cardBrand, cardLast4 }: Payment): PaidWith => ({
  isCard: method === 'card',
  name: method !== 'card' ? methodName(method) : cardBrand && methodName(cardBrand),
  last4: cardLast4,
});

function subscriptionOf(order: Order, money: Money, voice: Voice, now: Date) {
  if (order.productType === 'onetime') return null;
  const renews = isRenewing(order.status) && order.pausedAt === null;
  const next =
    order.currentPeriodEnd && order.currentPeriodEnd > now && (renews || order.status === 'canceling')
      ? { isEnd: !renews, total: money(order.totalMinor), on: formatDay(order.currentPeriodEnd, voice.locale) }
      : null;
  return { isTrial: order.trialEndsAt !== null, every: voice.say(`due.every.${order.billingPeriod}`), next };
}
