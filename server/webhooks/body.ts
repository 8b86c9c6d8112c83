/**
 * What is told of an event. Orders go on while it is on its way, so whatever changes of them comes from the event; the
 * rest from rows, or parts of rows, that stay. (decisions.md, "Webhooks".)
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

/** An event with all that its body is made from. */
export interface Told {
  readonly event: EventRow;
  readonly eventType: WebhookEvent;
  readonly bought: PayloadOrder;
  /** What it is about, or what paid for the period in which it happened. */
  readonly payment: Payment | undefined;
  readonly refund: PayloadRefund | undefined;
}

/** The uuid of a payment or refund that an event names. */
export const namedIn = ({ data }: EventRow, field: 'paymentId' | 'refundId'): string | undefined =>
  typeof data[field] === 'string' ? fromShortId(field === 'paymentId' ? 'PAY' : 'REF', data[field]) : undefined;

/** The period that an event says it happened in. */
export const periodIn = ({ data }: EventRow): number | undefined =>
  typeof data.periodNumber === 'number' ? data.periodNumber : undefined;

/** An event with its rows; undefined where its order is gone. */
export function withRows(
  event: EventRow,
  rows: PayloadRows,
  nameOf: (bought: PayloadOrder) => WebhookEvent | undefined,
): Told | undefined {
  const bought = rows.orders.get(event.objectId);
  const eventType = bought && nameOf(bought);
  if (!eventType) return undefined;
  const refund = rows.refunds.get(namedIn(event, 'refundId') ?? '');
  const period = periodIn(event);
  const payment =
    rows.payments.get(refund?.refund.paymentId ?? namedIn(event, 'paymentId') ?? '') ??
    (period === undefined ? undefined : rows.paymentFor(event.objectId, period));
  return { event, eventType, bought, payment, refund };
}

/** The body for one delivery. */
export function bodyOf(told: Told, { id, storeName }: { readonly id: string; readonly storeName: string }) {
  const { event, eventType, bought } = told;
  const body: Omit<WebhookBody, 'data'> & { readonly data: object } = {
    id,
    timestamp: event.createdAt.toISOString(),
    eventType,
    eventId: event.id,
    storeId: toShortId('STO', bought.order.storeId),
    storeName,
    mode: event.environment,
    data: dataOf(told),
  };
  return body;
}

function dataOf(told: Told): object {
  const { bought, payment, refund } = told;
  const { order } = bought;
  if (refund) return { ...orderData(told), ...refundData(told, refund) };
  const isOfPayment = namedIn(told.event, 'paymentId') !== undefined;
  return {
    ...orderData(told),
    ...(isOfPayment && payment && paymentData(told, payment)),
    ...(order.productType === 'subscription' && subscriptionData(told, order)),
  };
}

function orderData(told: Told): OrderData {
  const { payment } = told;
  const { order, product } = told.bought;
  const price = listPriceOf(told);
  return {
    orderId: toShortId('ORD', order.id),
    orderStatus: orderStatusOf(told),
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
 * What the order costs, or each period of it, with the tax of the payment in question: the order's own is today's. Of a
 * trial it is what the periods after it cost.
 */
function listPriceOf({ bought: { order, price }, payment }: Told): WebhookPrice {
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

/** What the order's status was once the event had happened. */
function orderStatusOf({ event, eventType, payment, refund }: Told): OrderData['orderStatus'] {
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

function paymentData(told: Told, payment: Payment): PaymentData {
  const { event, eventType } = told;
  // One that failed may be taken after all while this is on its way.
  const hasFailed = eventType === 'subscription.past_due';
  const decidedAt = hasFailed ? event.createdAt : (payment.succeededAt ?? event.createdAt);
  return {
    chargedAmount: formatAmount(payment.amountMinor, payment.currency),
    listPrice: listPriceOf(told),
    ...shownPayment(payment, decidedAt, hasFailed ? 'failed' : 'succeeded'),
    paymentFailureReason: hasFailed ? failureIn(event, payment) : undefined,
  };
}

function failureIn({ data: { reason, failureReason } }: EventRow, payment: Payment): string | undefined {
  if (typeof failureReason === 'string') return failureReason;
  if (typeof reason === 'string' && isDeclineCode(reason)) return declineSentences[reason];
  return payment.failureReason ?? undefined;
}

function subscriptionData(told: Told, order: SubscriptionOrder): SubscriptionData {
  const { event, eventType, bought, payment } = told;
  // What failed was to pay for the period after the one that it stands in.
  const number = periodIn(event) ?? payment?.periodNumber;
  const period = order.startedAt && number !== undefined ? periodOf(order, number) : undefined;
  return {
    planPrice: listPriceOf(told),
    billingPeriod: order.billingPeriod,
    currentPeriodStart: period?.start.toISOString(),
    currentPeriodEnd: period?.end.toISOString(),
    canceledAt: canceledAtOf(event, eventType, bought)?.toISOString(),
  };
}

/** When an end was asked for; of one that came by itself, when it came. */
function canceledAtOf(event: EventRow, eventType: WebhookEvent, { order }: PayloadOrder): Date | undefined {
  if (eventType === 'subscription.canceling') return event.createdAt;
  // Nothing changes any more of one that has ended.
  if (eventType === 'subscription.canceled') return order.canceledAt ?? event.createdAt;
  return typeof event.data.canceledAt === 'string' ? new Date(event.data.canceledAt) : undefined;
}

function refundData({ eventType, payment }: Told, { refund, ticketExternalId }: PayloadRefund): RefundData {
  if (!payment) throw new Error(`refund ${refund.id} has no payment`);
  const charged = formatAmount(payment.amountMinor, payment.currency);
  return {
    refundedAmount: formatAmount(refund.amountMinor, refund.currency),
    originalChargedAmount: charged,
    originalPayment: {
      chargedAmount: charged,
      ...shownPayment(payment, payment.succeededAt ?? payment.createdAt, 'succeeded'),
    },
    // One that has succeeded may fail later.
    refundStatus: eventType === 'refund.succeeded' ? 'succeeded' : 'failed',
    refundReason: refund.reason ?? undefined,
    refundCreatedAt: refund.createdAt.toISOString(),
    refundTicketMerchantExternalId: ticketExternalId ?? undefined,
  };
}
