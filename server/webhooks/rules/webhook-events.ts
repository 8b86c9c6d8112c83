/** Every webhook event: what it is called in chats, the API reference and the dashboard. Payloads: webhook-body.ts. */

/** The groups of events in the dashboard's forms. */
export const webhookEventGroups = ['Orders', 'Subscriptions', 'Refunds'] as const;

interface WebhookEventDefinition {
  /** The title of a chat message, and whether it is good news for the store. */
  readonly title: string;
  readonly tone: 'good' | 'bad' | 'neutral';
  /** When it is sent, for the API reference. */
  readonly occasion: string;
  /** The same in the dashboard's forms. */
  readonly hint: string;
  readonly group: (typeof webhookEventGroups)[number];
  /** The order's status once the event has happened, where every such event leaves the same one. */
  readonly orderStatus?: 'completed' | 'active' | 'canceling' | 'canceled' | 'past_due';
}

/** The order of the rows is the order of the API reference. */
export const webhookEventDefinitions = {
  'order.completed': {
    title: 'Order completed',
    tone: 'good',
    occasion: 'A one-time order was paid.',
    hint: 'One-time order paid',
    group: 'Orders',
    orderStatus: 'completed',
  },
  'subscription.activated': {
    title: 'Subscription started',
    tone: 'good',
    occasion: 'The first paid period of a subscription started. Sent once, after a trial with the first charge.',
    hint: 'Subscription started, with or without a trial',
    group: 'Subscriptions',
  },
  'subscription.payment_succeeded': {
    title: 'Subscription payment received',
    tone: 'good',
    occasion: 'A subscription period was paid, including the first one and free trials.',
    hint: 'Payment succeeded',
    group: 'Subscriptions',
  },
  'subscription.renewed': {
    title: 'Subscription renewed',
    tone: 'good',
    occasion: 'A subscription was renewed.',
    hint: 'Renewal paid',
    group: 'Subscriptions',
  },
  'subscription.recovered': {
    title: 'Subscription recovered',
    tone: 'good',
    occasion: 'A past-due subscription was paid.',
    hint: 'Past-due payment recovered',
    group: 'Subscriptions',
  },
  'subscription.plan_changed': {
    title: 'Plan changed',
    tone: 'good',
    occasion:
      'A plan change took effect. The order is the new one; it replaces `planChange.originOrderId`, which ended without `subscription.canceled`.',
    hint: 'Plan change took effect',
    group: 'Subscriptions',
  },
  'subscription.plan_change_scheduled': {
    title: 'Plan change scheduled',
    tone: 'neutral',
    occasion: 'A plan change was confirmed for the end of the current period.',
    hint: 'Plan change scheduled',
    group: 'Subscriptions',
  },
  'subscription.plan_change_failed': {
    title: 'Plan change failed',
    tone: 'bad',
    occasion: 'A plan change could not be carried out. The current plan stays in effect.',
    hint: 'Plan change failed',
    group: 'Subscriptions',
  },
  'subscription.canceling': {
    title: 'Subscription will end with its period',
    tone: 'bad',
    occasion: 'A cancellation at period end was scheduled by the customer or by you.',
    hint: 'Cancellation scheduled',
    group: 'Subscriptions',
    orderStatus: 'canceling',
  },
  'subscription.uncanceled': {
    title: 'Cancellation reversed',
    tone: 'good',
    occasion: 'A scheduled cancellation was reversed.',
    hint: 'Cancellation reversed',
    group: 'Subscriptions',
    orderStatus: 'active',
  },
  'subscription.canceled': {
    title: 'Subscription ended',
    tone: 'bad',
    occasion: 'The subscription ended.',
    hint: 'Subscription ended',
    group: 'Subscriptions',
    orderStatus: 'canceled',
  },
  'subscription.past_due': {
    title: 'Subscription past due',
    tone: 'bad',
    occasion:
      'A renewal payment failed and will be retried for several days. Without payment fields if no payment was attempted.',
    hint: 'Renewal failed',
    group: 'Subscriptions',
    orderStatus: 'past_due',
  },
  'refund.succeeded': {
    title: 'Refund succeeded',
    tone: 'neutral',
    occasion: 'A refund succeeded.',
    hint: 'Refund succeeded',
    group: 'Refunds',
  },
  'refund.failed': {
    title: 'Refund failed',
    tone: 'bad',
    occasion: 'A refund failed or was returned.',
    hint: 'Refund failed',
    group: 'Refunds',
  },
} as const satisfies Readonly<Record<string, WebhookEventDefinition>>;

export type WebhookEvent = keyof typeof webhookEventDefinitions;

export const webhookEvents = Object.keys(webhookEventDefinitions) as [WebhookEvent, ...WebhookEvent[]];

/** Whether an event reports one successful charge. `amount` is then what was charged. */
export const isPaymentEvent = (event: WebhookEvent): boolean =>
  event === 'order.completed' || event === 'subscription.payment_succeeded';

export const webhookEventDefinition = (event: WebhookEvent): WebhookEventDefinition => webhookEventDefinitions[event];
