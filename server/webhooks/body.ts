/**
 * The payload of an event. Orders change before the delivery, so variable parts come from the event, and only stable ones
 * from the rows. (decisions.md, "Webhooks".)
 */

import type { SubscriptionOrder } from '#server/billing/orders/rules/order.ts';
import type { Payment } from '#server/billing/payments/payments.ts';
import { periodOf } from '#server/billing/subscriptions/rules/renewal.ts';
import {
  type SubscriptionOrderStatus,
  subscriptionOrderStatuses,
  subscriptionOrderTransitions,
} from '#server/billing/subscriptions/rules/subscription-order.ts';
import { type Amounts, withTax } from '#server/domain/amounts.ts';
import { declineSentences, isDeclineCode } from '#server/domain/declines.ts';
import { fromShortId, toShortId } from '#server/domain/ids.ts';
import { formatAmount } from '#server/domain/money.ts';
import { isDemonstration } from '#server/domain/payment.ts';
import { follow } from '#server/domain/state-machine.ts';
import type { EventRow } from '#server/events/data/events.ts';
import type { PayloadOrder, PayloadRefund, PayloadRows } from './data/payload-facts.ts';
import type {
  OrderData,
  PaymentData,
  RefundData,
  SubscriptionData,
  WebhookBody,
  WebhookPrice,
} from './rules/webhook-body.ts';
import { eventIdOf } from './rules/webhook-event-id.ts';
import { isPaymentEvent, type WebhookEvent, webhookEventDefinition } from './rules/webhook-events.ts';

/** An event with the rows that its payload is made from. */
export interface PayloadFacts {
  readonly event: EventRow;
  readonly eventType: WebhookEvent;
  readonly bought: PayloadOrder;
  /** The payment of the event, or of the period in which it happened. */
  readonly payment: Payment | undefined;
  readonly refund: PayloadRefund | undefined;
}

/** The UUID of the payment or refund that an event names. */
export const namedIn = ({ data }: EventRow, field: 'paymentId' | 'refundId'): string | undefined =>
  typeof data[field] === 'string' ? fromShortId(field === 'paymentId' ? 'PAY' : 'REF', data[field]) : undefined;

/** The period that an event names. */
export const periodIn = ({ data }: EventRow): number | undefined =>
  typeof data.periodNumber === 'number' ? data.periodNumber : undefined;

/** Combines an event with its rows; undefined if its order is gone. */
export function withRows(
  event: EventRow,
  rows: PayloadRows,
  nameOf: (sold: PayloadOrder) => WebhookEvent | undefined,
): PayloadFacts | undefined {
  const sold = rows.orders.get(event.objectId);
  const eventType = sold && nameOf(sold);
  if (!eventType) return undefined;
  const refund = rows.refunds.get(namedIn(event, 'refundId') ?? '');
  const period = periodIn(event);
  const payment =
    rows.payments.get(refund?.refund.paymentId ?? namedIn(event, 'paymentId') ?? '') ??
    (period === undefined ? undefined : rows.paymentFor(event.objectId, period));
  return { event, eventType, bought: sold, payment, refund };
}

/** The body of one delivery. */
export function bodyOf(facts: PayloadFacts, { id, storeName }: { readonly id: string; readonly storeName: string }) {
  const { event, eventType, bought: sold, payment, refund } = facts;
  const timestamp = event.createdAt.toISOString();
  const period = subscriptionPeriod(facts);
  const body: Omit<WebhookBody, 'data'> & { readonly data: object } = {
    id,
    timestamp,
    eventType,
    eventId: eventIdOf({
      eventType,
      timestamp,
      orderId: toShortId('ORD', sold.order.id),
      paymentId: payment && toShortId('PAY', payment.id),
      refundId: refund && toShortId('REF', refund.refund.id),
      periodStart: period && dayOf(period.start),
    }),
    storeId: toShortId('STO', sold.order.storeId),
    storeName,
    mode: event.environment,
    data: dataOf(facts),
  };
  return body;
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

function dataOf(facts: PayloadFacts): object {
  const { bought: sold, payment, refund } = facts;
  const { order } = sold;
  if (refund) return { ...orderData(facts), ...refundData(facts, refund) };
  const isPlanChange = facts.eventType.startsWith('subscription.plan_change');
  const isOfPayment = namedIn(facts.event, 'paymentId') !== undefined && !isPlanChange;
  return {
    ...orderData(facts),
    ...(isOfPayment && payment && paymentData(facts, payment)),
    ...(order.productType === 'subscription' && subscriptionData(facts, order)),
    ...(isPlanChange && { planChange: facts.event.data.planChange }),
  };
}

function orderData(facts: PayloadFacts): OrderData {
  const { payment } = facts;
  const { order, product } = facts.bought;
  const price = mainPriceOf(facts);
  return {
    orderId: toShortId('ORD', order.id),
    orderStatus: orderStatusOf(facts),
    buyerEmail: order.buyerEmail ?? '',
    merchantProvidedBuyerIdentity: order.buyerIdentity ?? undefined,
    orderMerchantExternalId: order.merchantExternalId ?? undefined,
    billingDetail: order.billingDetail ?? undefined,
    orderMetadata: order.metadata,
    ...(payment && isDemonstration(payment) && { provider: 'sandbox' }),
    currency: order.currency,
    amount: movedAmountOf(facts) ?? price.total,
    ...price,
    // A fraction, not the percentage of the price.
    taxRate: (payment ?? order).taxRateMillionths / 1_000_000,
    productName: product.name,
    productDescription: product.description ?? undefined,
    productMetadata: product.metadata,
  };
}

/** What the refund or the payment event moved; undefined for a change of status. */
function movedAmountOf({ eventType, payment, refund }: PayloadFacts): string | undefined {
  const moved = refund?.refund ?? (isPaymentEvent(eventType) ? payment : undefined);
  return moved && formatAmount(moved.amountMinor, moved.currency);
}

/** The price that an event is about: of the refunded payment, of the order, or of the subscription's current phase. */
function mainPriceOf(facts: PayloadFacts): WebhookPrice {
  const { eventType, payment, refund } = facts;
  if (refund && payment) return paidPriceOf(payment);
  return isPaymentEvent(eventType) ? listPriceOf(facts) : planPriceOf(facts);
}

/** The price of the order, or of each period. For a trial, the price of the periods after it. */
const listPriceOf = ({ bought: { order, price }, payment }: PayloadFacts): WebhookPrice =>
  priceOf(withTax(price, taxOf(payment ?? order)), order.currency);

/** The price of the current period: in a trial, the price of the trial. */
function planPriceOf(facts: PayloadFacts): WebhookPrice {
  const { order, price } = facts.bought;
  const isTrial = periodNumberOf(facts) === 0;
  const amountMinor = isTrial ? (price.trialAmountMinor ?? 0) : price.amountMinor;
  return priceOf(withTax({ ...price, amountMinor }, taxOf(facts.payment ?? order)), order.currency);
}

const paidPriceOf = ({ amountMinor, taxMinor, taxRateMillionths, taxName, currency }: Payment): WebhookPrice =>
  priceOf(
    { totalMinor: amountMinor, subtotalMinor: amountMinor - taxMinor, taxMinor, taxRateMillionths, taxName },
    currency,
  );

/** The tax of the payment, if there is one: the order's own tax may have changed since. */
const taxOf = ({ taxRateMillionths, taxName }: Pick<Amounts, 'taxRateMillionths' | 'taxName'>) => ({
  rateMillionths: taxRateMillionths,
  name: taxName,
  reverseCharge: false,
});

const priceOf = (amounts: Amounts, currency: string): WebhookPrice => ({
  total: formatAmount(amounts.totalMinor, currency),
  subtotal: formatAmount(amounts.subtotalMinor, currency),
  taxAmount: formatAmount(amounts.taxMinor, currency),
  taxRate: amounts.taxRateMillionths / 10_000,
  taxName: amounts.taxName ?? undefined,
});

const isStatus = (value: unknown): value is SubscriptionOrderStatus =>
  (subscriptionOrderStatuses as readonly unknown[]).includes(value);

/** The order's status right after the event. */
function orderStatusOf({ event, eventType, payment, refund }: PayloadFacts): OrderData['orderStatus'] {
  const { from, orderStatus } = event.data;
  if (refund) return orderStatus as OrderData['orderStatus'];
  const status = webhookEventDefinition(eventType).orderStatus;
  if (status) return status;
  if (isStatus(orderStatus)) return orderStatus;
  if (isStatus(from)) return follow(subscriptionOrderTransitions, from, 'pay');
  return payment?.periodNumber === 0 ? 'trialing' : 'active';
}

const shownPayment = (payment: Payment, decidedAt: Date, paymentStatus: 'succeeded' | 'failed') => ({
  paymentId: toShortId('PAY', payment.id),
  paymentStatus,
  paymentMethod: payment.method,
  paymentLast4: payment.cardLast4 ?? undefined,
  paymentDate: dayOf(decidedAt),
});

function paymentData(facts: PayloadFacts, payment: Payment): PaymentData {
  const { event, eventType } = facts;
  // A failed payment may still succeed before the delivery.
  const hasFailed = eventType === 'subscription.past_due';
  const decidedAt = hasFailed ? event.createdAt : (payment.succeededAt ?? event.createdAt);
  return {
    chargedAmount: formatAmount(payment.amountMinor, payment.currency),
    listPrice: listPriceOf(facts),
    ...shownPayment(payment, decidedAt, hasFailed ? 'failed' : 'succeeded'),
    paymentFailureReason: hasFailed ? failureIn(event, payment) : undefined,
  };
}

function failureIn({ data: { reason, failureReason } }: EventRow, payment: Payment): string | undefined {
  if (typeof failureReason === 'string') return failureReason;
  if (typeof reason === 'string' && isDeclineCode(reason)) return declineSentences[reason];
  return payment.failureReason ?? undefined;
}

/** The current period right after the event, counted from 1; 0 for the trial; undefined before the first payment. */
const periodNumberOf = ({ event, payment }: PayloadFacts): number | undefined =>
  // A failed payment is for the period after the current one, which the event names.
  periodIn(event) ?? payment?.periodNumber;

function subscriptionPeriod(facts: PayloadFacts): { start: Date; end: Date } | undefined {
  const { order } = facts.bought;
  const number = periodNumberOf(facts);
  if (order.productType !== 'subscription' || !order.startedAt || number === undefined) return undefined;
  return periodOf(order, number);
}

function subscriptionData(facts: PayloadFacts, order: SubscriptionOrder): SubscriptionData {
  const { event, eventType, bought: sold } = facts;
  const period = subscriptionPeriod(facts);
  const number = periodNumberOf(facts);
  return {
    planPrice: planPriceOf(facts),
    billingPeriod: order.billingPeriod,
    // A past-due subscription has not paid the period after the current one.
    periodNumber: number !== undefined && eventType === 'subscription.past_due' ? number + 1 : number,
    ...(period && {
      currentPeriodStart: dayOf(period.start),
      currentPeriodEnd: dayOf(period.end),
      currentPeriodStartsAt: period.start.toISOString(),
      currentPeriodEndsAt: period.end.toISOString(),
    }),
    canceledAt: canceledAtOf(event, eventType, sold)?.toISOString(),
  };
}

/** When the cancellation was requested; for an automatic end, when it happened. */
function canceledAtOf(event: EventRow, eventType: WebhookEvent, { order }: PayloadOrder): Date | undefined {
  if (eventType === 'subscription.canceling') return event.createdAt;
  // An ended order does not change anymore.
  if (eventType === 'subscription.canceled') return order.canceledAt ?? event.createdAt;
  return typeof event.data.canceledAt === 'string' ? new Date(event.data.canceledAt) : undefined;
}

function refundData(facts: PayloadFacts, { refund, ticketExternalId }: PayloadRefund): RefundData {
  const { eventType, payment, bought: sold } = facts;
  if (!payment) throw new Error(`refund ${refund.id} has no payment`);
  const charged = formatAmount(payment.amountMinor, payment.currency);
  const shown = {
    ...shownPayment(payment, payment.succeededAt ?? payment.createdAt, 'succeeded'),
    periodNumber: sold.order.productType === 'subscription' ? payment.periodNumber : undefined,
  };
  return {
    refundedAmount: formatAmount(refund.amountMinor, refund.currency),
    originalChargedAmount: charged,
    originalPayment: { ...paidPriceOf(payment), chargedAmount: charged, ...shown },
    ...shown,
    // A succeeded refund may fail later.
    refundStatus: eventType === 'refund.succeeded' ? 'succeeded' : 'failed',
    refundReason: refund.reason ?? undefined,
    refundCreatedAt: refund.createdAt.toISOString(),
    refundTicketMerchantExternalId: ticketExternalId ?? undefined,
  };
}
