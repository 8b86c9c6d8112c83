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
import { withTax } from '#server/domain/amounts.ts';
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
import { type WebhookEvent, webhookEventDefinition } from './rules/webhook-events.ts';

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
  const { event, eventType, bought: sold } = facts;
  const body: Omit<WebhookBody, 'data'> & { readonly data: object } = {
    id,
    timestamp: event.createdAt.toISOString(),
    eventType,
    eventId: event.id,
    storeId: toShortId('STO', sold.order.storeId),
    storeName,
    mode: event.environment,
    data: dataOf(facts),
  };
  return body;
}

function dataOf(facts: PayloadFacts): object {
  const { bought: sold, payment, refund } = facts;
  const { order } = sold;
  if (refund) return { ...orderData(facts), ...refundData(facts, refund) };
  const isOfPayment = namedIn(facts.event, 'paymentId') !== undefined;
  return {
    ...orderData(facts),
    ...(isOfPayment && payment && paymentData(facts, payment)),
    ...(order.productType === 'subscription' && subscriptionData(facts, order)),
  };
}

function orderData(facts: PayloadFacts): OrderData {
  const { payment } = facts;
  const { order, product } = facts.bought;
  const price = listPriceOf(facts);
  return {
    orderId: toShortId('ORD', order.id),
    orderStatus: orderStatusOf(facts),
    buyerEmail: order.buyerEmail,
    merchantProvidedBuyerIdentity: order.buyerIdentity ?? undefined,
    orderMerchantExternalId: order.merchantExternalId ?? undefined,
    billingDetail: order.billingDetail ?? undefined,
    orderMetadata: order.metadata,
    ...(payment && isDemonstration(payment) && { provider: 'sandbox' }),
    currency: order.currency,
    amount: price.total,
    taxAmount: price.taxAmount,
    subtotal: price.subtotal,
    total: price.total,
    taxRate: price.taxRate,
    taxName: price.taxName,
    productName: product.name,
    productDescription: product.description ?? undefined,
    productMetadata: product.metadata,
  };
}

/**
 * The price of the order, or of each period, with the tax of the payment: the order's own tax may have changed since. For a
 * trial, the price of the periods after it.
 */
function listPriceOf({ bought: { order, price }, payment }: PayloadFacts): WebhookPrice {
  const { taxRateMillionths, taxName } = payment ?? order;
  const tax = { rateMillionths: taxRateMillionths, name: taxName, reverseCharge: false };
  const amounts = withTax(price, tax);
  return {
    total: formatAmount(amounts.totalMinor, order.currency),
    subtotal: formatAmount(amounts.subtotalMinor, order.currency),
    taxAmount: formatAmount(amounts.taxMinor, order.currency),
    taxRate: taxRateMillionths / 1_000_000,
    taxName: taxName ?? undefined,
  };
}

const isStatus = (value: unknown): value is SubscriptionOrderStatus =>
  (subscriptionOrderStatuses as readonly unknown[]).includes(value);

/** The order's status right after the event. */
function orderStatusOf({ event, eventType, payment, refund }: PayloadFacts): OrderData['orderStatus'] {
  const { from, orderStatus } = event.data;
  if (refund) return orderStatus as OrderData['orderStatus'];
  const status = webhookEventDefinition(eventType).orderStatus;
  if (status) return status;
  if (isStatus(from)) return follow(subscriptionOrderTransitions, from, 'pay');
  return payment?.periodNumber === 0 ? 'trialing' : 'active';
}

const shownPayment = (payment: Payment, decidedAt: Date, paymentStatus: 'succeeded' | 'failed') => ({
  paymentId: toShortId('PAY', payment.id),
  paymentStatus,
  paymentMethod: payment.method,
  paymentLast4: payment.cardLast4 ?? undefined,
  paymentDate: decidedAt.toISOString(),
  periodNumber: payment.periodNumber,
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

function subscriptionData(facts: PayloadFacts, order: SubscriptionOrder): SubscriptionData {
  const { event, eventType, bought: sold, payment } = facts;
  // The failed payment was for the period after the current one.
  const number = periodIn(event) ?? payment?.periodNumber;
  const period = order.startedAt && number !== undefined ? periodOf(order, number) : undefined;
  return {
    planPrice: listPriceOf(facts),
    billingPeriod: order.billingPeriod,
    currentPeriodStart: period?.start.toISOString(),
    currentPeriodEnd: period?.end.toISOString(),
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

function refundData({ eventType, payment }: PayloadFacts, { refund, ticketExternalId }: PayloadRefund): RefundData {
  if (!payment) throw new Error(`refund ${refund.id} has no payment`);
  const charged = formatAmount(payment.amountMinor, payment.currency);
  return {
    refundedAmount: formatAmount(refund.amountMinor, refund.currency),
    originalChargedAmount: charged,
    originalPayment: {
      chargedAmount: charged,
      ...shownPayment(payment, payment.succeededAt ?? payment.createdAt, 'succeeded'),
    },
    // A succeeded refund may fail later.
    refundStatus: eventType === 'refund.succeeded' ? 'succeeded' : 'failed',
    refundReason: refund.reason ?? undefined,
    refundCreatedAt: refund.createdAt.toISOString(),
    refundTicketMerchantExternalId: ticketExternalId ?? undefined,
  };
}
