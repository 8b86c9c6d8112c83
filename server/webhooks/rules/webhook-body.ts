/** The schemas of webhook payloads, by event. (decisions.md, "Webhooks".) */
import { z } from 'zod';
import { onetimeOrderStatuses } from '#server/billing/orders/rules/onetime-order.ts';
import { changeTimings } from '#server/billing/plan-changes/rules/plan-change.ts';
import { subscriptionOrderStatuses } from '#server/billing/subscriptions/rules/subscription-order.ts';
import { environments } from '#server/domain/environments.ts';
import { shownId, shownMoment, shownUuid } from '#server/domain/fields.ts';
import { type WebhookEvent, webhookEvents } from './webhook-events.ts';

const amount = (description: string) =>
  z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .meta({ description: `${description}, as a display string`, example: '29.00' });

const taxRate = () => z.number().min(0).max(1).meta({ description: 'A fraction', example: 0.19 });
const taxName = () => z.string().min(1).meta({ example: 'VAT' });
const day = (description: string) => z.iso.date().meta({ description, example: '2026-11-01' });
const record = () => z.record(z.string(), z.unknown());

/** A price with its tax. */
const priceFields = {
  total: amount('Total with tax'),
  subtotal: amount('Subtotal without tax'),
  taxAmount: amount('Tax'),
  taxRate: z.number().min(0).max(100).meta({ description: 'In percent', example: 19 }),
  taxName: taxName().optional(),
} as const;
const price = () => z.strictObject(priceFields).meta({ schemaName: 'PriceWithTax' });
export type WebhookPrice = z.output<ReturnType<typeof price>>;

/** The fields of a payment in any payload. */
const paymentFields = {
  paymentId: shownId('PAY'),
  paymentStatus: z.enum(['succeeded', 'failed']),
  paymentMethod: z
    .string()
    .min(1)
    .meta({ description: '`card`, or the name of the wallet or bank debit', example: 'card' }),
  paymentLast4: z.string().length(4).optional(),
  paymentDate: day('Day (UTC) on which the payment succeeded or failed'),
} as const;

const periodNumber = z.int().min(0).optional().meta({
  description:
    'Period of the subscription that the event is about, counted from 1; 0 for the trial. Absent before the first payment',
});

const orderData = z.strictObject({
  orderId: shownId('ORD'),
  orderStatus: z.enum([...new Set([...onetimeOrderStatuses, ...subscriptionOrderStatuses])]).optional(),
  buyerEmail: z.string().meta({ description: 'Empty if no email address was given' }),
  merchantProvidedBuyerIdentity: z.string().optional(),
  orderMerchantExternalId: z.string().optional(),
  billingDetail: z
    .strictObject({
      country: z.string(),
      isBusiness: z.boolean(),
      state: z.string().optional(),
      postcode: z.string().optional(),
      businessName: z.string().optional(),
      taxId: z.string().optional(),
    })
    .meta({ schemaName: 'OrderBillingDetail' })
    .optional(),
  orderMetadata: record().optional(),
  currency: z.string().length(3),
  amount: amount('Amount charged by the payment, or refunded; otherwise equal to `total`'),
  taxAmount: amount('Tax included in `total`'),
  subtotal: amount('`total` without tax').optional(),
  total: amount('Equal to the total of `listPrice`, `originalPayment` or `planPrice`, in this order').optional(),
  taxRate: taxRate().optional(),
  taxName: taxName().optional(),
  provider: z.literal('sandbox').optional().meta({
    description:
      'Only in `prod`, for a payment by the sandbox (`SANDBOX_IN_PROD=on`): no money moved, so do not deliver the goods',
  }),
  productName: z.string(),
  productDescription: z.string().optional(),
  productMetadata: record().optional(),
});

/** Optional for events without a payment. */
const paymentData = z.strictObject({
  chargedAmount: amount(
    'Amount of the payment. In a trial it is lower than the list price; a failed payment charges nothing',
  ),
  listPrice: price().meta({ description: 'Price without the trial' }),
  ...paymentFields,
  paymentFailureReason: z.string().optional(),
});

const subscriptionData = z.strictObject({
  planPrice: price().meta({ description: 'Price of the current period. In a trial, the price of the trial' }),
  billingPeriod: z.enum(['weekly', 'monthly', 'quarterly', 'yearly']),
  periodNumber,
  currentPeriodStart: day('First day (UTC) of the current period').optional(),
  currentPeriodEnd: day('Day (UTC) on which the current period ends').optional(),
  currentPeriodStartsAt: shownMoment().optional(),
  currentPeriodEndsAt: shownMoment().optional(),
  canceledAt: shownMoment().optional().meta({
    description: 'Time at which cancellation was requested, or at which the subscription was canceled automatically',
  }),
});

const refundData = z.strictObject({
  refundedAmount: amount('Amount of the refund, whether it succeeded or failed'),
  originalChargedAmount: amount('Amount of the payment'),
  originalPayment: z
    .strictObject({
      ...priceFields,
      chargedAmount: amount('Amount of the payment'),
      ...paymentFields,
      periodNumber,
    })
    .meta({ schemaName: 'OriginalPayment' }),
  ...paymentFields,
  periodNumber,
  refundStatus: z.enum(['succeeded', 'failed']),
  refundReason: z.string().optional(),
  refundCreatedAt: shownMoment(),
  refundTicketMerchantExternalId: z.string().optional(),
});

const planChangeData = z.strictObject({
  planChange: z
    .strictObject({
      originOrderId: shownId('ORD').meta({ description: 'The subscription whose plan changes' }),
      changeOrderId: shownId('ORD').meta({ description: 'The order that replaces it' }),
      fromPlan: z.string().meta({ description: 'Name of the current or previous plan' }),
      toPlan: z.string().meta({ description: 'Name of the new plan' }),
      timing: z.enum(changeTimings),
      effectiveAt: shownMoment(),
      failureReason: z.string().optional().meta({ description: 'Why the plan change failed' }),
    })
    .meta({ schemaName: 'PlanChange' }),
});

const onPayment = orderData.extend(paymentData.shape).meta({ schemaName: 'PaymentEventData' });
const onSubscription = orderData.extend(subscriptionData.shape).meta({ schemaName: 'SubscriptionEventData' });
const onPaidPeriod = onPayment.extend(subscriptionData.shape).meta({ schemaName: 'PaidPeriodEventData' });
const onPlanChange = onSubscription.extend(planChangeData.shape).meta({ schemaName: 'PlanChangeEventData' });
const onRefund = orderData.extend(refundData.shape).meta({ schemaName: 'RefundEventData' });

/** The schema of `data`, by event. */
const webhookData = {
  'order.completed': onPayment,
  'subscription.activated': onPaidPeriod,
  'subscription.payment_succeeded': onPaidPeriod,
  'subscription.renewed': onPaidPeriod,
  'subscription.recovered': onPaidPeriod,
  'subscription.plan_changed': onPlanChange,
  'subscription.plan_change_scheduled': onPlanChange,
  'subscription.plan_change_failed': onPlanChange,
  'subscription.canceling': onSubscription,
  'subscription.uncanceled': onSubscription,
  'subscription.canceled': onSubscription,
  // For a declined charge; without payment fields if there was nothing to charge.
  'subscription.past_due': onSubscription.extend(paymentData.partial().shape).meta({ schemaName: 'PastDueEventData' }),
  'refund.succeeded': onRefund,
  'refund.failed': onRefund,
} as const satisfies Readonly<Record<WebhookEvent, z.ZodObject>>;

export type WebhookDataOf<Event extends WebhookEvent> = z.output<(typeof webhookData)[Event]>;
export type OrderData = z.output<typeof orderData>;
export type PaymentData = z.output<typeof paymentData>;
export type SubscriptionData = z.output<typeof subscriptionData>;
export type PlanChangeData = z.output<typeof planChangeData>;
export type RefundData = z.output<typeof refundData>;

/** The schema of an event's body. */
export const webhookBody = <Event extends WebhookEvent>(eventType: Event) =>
  z
    .strictObject({
      id: shownUuid().meta({
        description: 'ID of the delivery. It stays the same in all attempts; use it to detect duplicates',
      }),
      timestamp: shownMoment().meta({ description: 'Time of the event' }),
      eventType: z.literal(eventType),
      eventId: z.string().meta({
        description:
          'ID of the payment or refund; for a change of a subscription, ID of the order, with a suffix if the change can repeat. ' +
          'The same for all webhooks that receive the event',
        example: 'PAY_0123456789abcdefABCDEF',
      }),
      storeId: shownId('STO'),
      storeName: z.string(),
      mode: z.enum(environments),
      data: webhookData[eventType],
    })
    .meta({
      schemaName: `${eventType.replace(/(^|[._])([a-z])/g, (_, _separator, letter) => letter.toUpperCase())}Event`,
    });

/** A delivered body before serialization. */
export interface WebhookBody<Event extends WebhookEvent = WebhookEvent> {
  readonly id: string;
  readonly timestamp: string;
  readonly eventType: Event;
  readonly eventId: string;
  readonly storeId: string;
  readonly storeName: string;
  readonly mode: (typeof environments)[number];
  readonly data: WebhookDataOf<Event>;
}

/** The schemas of all events, in their order. */
export const webhookBodies = webhookEvents.map((eventType) => ({ eventType, schema: webhookBody(eventType) }));
