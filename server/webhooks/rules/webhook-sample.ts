/** Sample payloads, for test events and the API reference. */

import type {
  OrderData,
  PaymentData,
  PlanChangeData,
  RefundData,
  SubscriptionData,
  WebhookBody,
  WebhookDataOf,
  WebhookPrice,
} from './webhook-body.ts';
import { eventIdOf } from './webhook-event-id.ts';
import type { WebhookEvent } from './webhook-events.ts';

const price: WebhookPrice = { total: '21.42', subtotal: '18.00', taxAmount: '3.42', taxRate: 19, taxName: 'VAT' };
const period = {
  currentPeriodStart: '2026-11-01',
  currentPeriodEnd: '2026-12-01',
  currentPeriodStartsAt: '2026-11-01T09:30:00.000Z',
  currentPeriodEndsAt: '2026-12-01T09:30:00.000Z',
} as const;

const order = (productName: string, orderStatus: NonNullable<OrderData['orderStatus']>): OrderData => ({
  orderId: 'ORD_02SAMPLEsampleSAMPLE01',
  orderStatus,
  buyerEmail: 'buyer@example.com',
  merchantProvidedBuyerIdentity: 'user-1042',
  orderMerchantExternalId: 'cart-7781',
  billingDetail: { country: 'DE', isBusiness: false },
  orderMetadata: { campaign: 'autumn' },
  currency: 'USD',
  amount: price.total,
  taxAmount: price.taxAmount,
  subtotal: price.subtotal,
  total: price.total,
  taxRate: price.taxRate / 100,
  taxName: 'VAT',
  productName,
  productDescription: 'Sample event for testing',
  productMetadata: {},
});

const payment = (paymentStatus: 'succeeded' | 'failed' = 'succeeded') => ({
  paymentId: 'PAY_02SAMPLEsampleSAMPLE01',
  paymentStatus,
  paymentMethod: 'card',
  paymentLast4: '4242',
  paymentDate: period.currentPeriodStart,
});

const paid: PaymentData = { chargedAmount: price.total, listPrice: price, ...payment() };

const plan = (periodNumber: number): SubscriptionData => ({
  planPrice: price,
  billingPeriod: 'monthly',
  periodNumber,
  ...period,
});
const planChange: PlanChangeData = {
  planChange: {
    originOrderId: 'ORD_02SAMPLEsampleSAMPLE02',
    changeOrderId: 'ORD_02SAMPLEsampleSAMPLE01',
    fromPlan: 'Beans by Post, small',
    toPlan: 'Beans by Post',
    timing: 'immediate',
    effectiveAt: '2026-11-01T09:30:00.000Z',
  },
};
const canceled = { ...plan(2), canceledAt: '2026-11-21T09:30:00.000Z' };
const beans = 'Beans by Post';

const refund = (refundStatus: RefundData['refundStatus']): RefundData => ({
  refundedAmount: '10.00',
  originalChargedAmount: price.total,
  originalPayment: { ...price, chargedAmount: price.total, ...payment() },
  ...payment(),
  refundStatus,
  refundReason: 'It arrived torn.',
  refundCreatedAt: '2026-11-21T09:30:00.000Z',
});

const samples: { readonly [Event in WebhookEvent]: WebhookDataOf<Event> } = {
  'order.completed': { ...order('Handbook', 'completed'), ...paid },
  'subscription.activated': { ...order(beans, 'active'), ...paid, ...plan(1) },
  'subscription.payment_succeeded': { ...order(beans, 'active'), ...paid, ...plan(1) },
  'subscription.renewed': { ...order(beans, 'active'), ...paid, ...plan(2) },
  'subscription.recovered': { ...order(beans, 'active'), ...paid, ...plan(2) },
  'subscription.plan_changed': { ...order(beans, 'active'), ...plan(1), ...planChange },
  'subscription.plan_change_scheduled': { ...order(beans, 'active'), ...plan(2), ...planChange },
  'subscription.plan_change_failed': { ...order(beans, 'active'), ...plan(2), ...planChange },
  'subscription.canceling': { ...order(beans, 'canceling'), ...canceled },
  'subscription.uncanceled': { ...order(beans, 'active'), ...plan(2) },
  'subscription.canceled': { ...order(beans, 'canceled'), ...canceled },
  'subscription.past_due': {
    ...order(beans, 'past_due'),
    ...plan(3),
    chargedAmount: price.total,
    listPrice: price,
    ...payment('failed'),
    paymentFailureReason: 'Your card has insufficient funds. Try another card.',
  },
  'refund.succeeded': { ...order('Handbook', 'completed'), ...refund('succeeded'), amount: '10.00' },
  'refund.failed': { ...order('Handbook', 'completed'), ...refund('failed'), amount: '10.00' },
};

/** A sample of an event's `data`, with all possible fields. */
export const sampleData = <Event extends WebhookEvent>(eventType: Event): WebhookDataOf<Event> => samples[eventType];

/** A sample body of an event for a store. The caller creates `id`. */
export const sampleBody = <Event extends WebhookEvent>(
  eventType: Event,
  envelope: Pick<WebhookBody, 'id' | 'timestamp' | 'storeId' | 'storeName' | 'mode'>,
): WebhookBody<Event> => {
  const { id, timestamp, storeId, storeName, mode } = envelope;
  const { orderId, paymentId } = samples['order.completed'];
  const refundId = eventType.startsWith('refund.') ? 'REF_02SAMPLEsampleSAMPLE01' : undefined;
  const periodStart = period.currentPeriodStart;
  const eventId = eventIdOf({ eventType, orderId, paymentId, refundId, periodStart, timestamp });
  return { id, timestamp, eventType, eventId, storeId, storeName, mode, data: sampleData(eventType) };
};
