/** Sample payloads, for test events and the API reference. */

import type {
  OrderData,
  PaymentData,
  RefundData,
  SubscriptionData,
  WebhookBody,
  WebhookDataOf,
  WebhookPrice,
} from './webhook-body.ts';
import type { WebhookEvent } from './webhook-events.ts';

const price: WebhookPrice = { total: '21.42', subtotal: '18.00', taxAmount: '3.42', taxRate: 0.19, taxName: 'VAT' };
const period = {
  currentPeriodStart: '2026-11-01T09:30:00.000Z',
  currentPeriodEnd: '2026-12-01T09:30:00.000Z',
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
  taxRate: price.taxRate,
  taxName: 'VAT',
  productName,
  productDescription: 'Sample event for testing',
  productMetadata: {},
});

const payment = (periodNumber: number, paymentStatus: 'succeeded' | 'failed' = 'succeeded') => ({
  paymentId: 'PAY_02SAMPLEsampleSAMPLE01',
  paymentStatus,
  paymentMethod: 'card',
  paymentLast4: '4242',
  paymentDate: period.currentPeriodStart,
  periodNumber,
});

const paid = (periodNumber: number): PaymentData => ({
  chargedAmount: price.total,
  listPrice: price,
  ...payment(periodNumber),
});

const plan: SubscriptionData = { planPrice: price, billingPeriod: 'monthly', ...period };
const canceled = { ...plan, canceledAt: '2026-11-21T09:30:00.000Z' };
const beans = 'Beans by Post';

const refund = (refundStatus: RefundData['refundStatus']): RefundData => ({
  refundedAmount: '10.00',
  originalChargedAmount: price.total,
  originalPayment: { chargedAmount: price.total, ...payment(1) },
  refundStatus,
  refundReason: 'It arrived torn.',
  refundCreatedAt: '2026-11-21T09:30:00.000Z',
});

const samples: { readonly [Event in WebhookEvent]: WebhookDataOf<Event> } = {
  'order.completed': { ...order('Handbook', 'completed'), ...paid(1) },
  'subscription.activated': { ...order(beans, 'active'), ...paid(1), ...plan },
  'subscription.payment_succeeded': { ...order(beans, 'active'), ...paid(1), ...plan },
  'subscription.renewed': { ...order(beans, 'active'), ...paid(2), ...plan },
  'subscription.recovered': { ...order(beans, 'active'), ...paid(2), ...plan },
  'subscription.plan_changed': { ...order(beans, 'active'), ...plan },
  'subscription.plan_change_scheduled': { ...order(beans, 'active'), ...plan },
  'subscription.plan_change_failed': { ...order(beans, 'active'), ...plan },
  'subscription.canceling': { ...order(beans, 'canceling'), ...canceled },
  'subscription.uncanceled': { ...order(beans, 'active'), ...plan },
  'subscription.canceled': { ...order(beans, 'canceled'), ...canceled },
  'subscription.past_due': {
    ...order(beans, 'past_due'),
    ...plan,
    chargedAmount: price.total,
    listPrice: price,
    ...payment(2, 'failed'),
    paymentFailureReason: 'Your card has insufficient funds. Try another card.',
  },
  'refund.succeeded': { ...order('Handbook', 'completed'), ...refund('succeeded') },
  'refund.failed': { ...order('Handbook', 'completed'), ...refund('failed') },
};

/** A sample of an event's `data`, with all possible fields. */
export const sampleData = <Event extends WebhookEvent>(eventType: Event): WebhookDataOf<Event> => samples[eventType];

/** A sample body of an event for a store. The caller creates `id` and `eventId`. */
export const sampleBody = <Event extends WebhookEvent>(
  eventType: Event,
  envelope: Pick<WebhookBody, 'id' | 'eventId' | 'timestamp' | 'storeId' | 'storeName' | 'mode'>,
): WebhookBody<Event> => {
  const { id, timestamp, eventId, storeId, storeName, mode } = envelope;
  return { id, timestamp, eventType, eventId, storeId, storeName, mode, data: sampleData(eventType) };
};
