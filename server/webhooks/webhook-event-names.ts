/** Which events webhooks are told of, and under which name. */

import type { ProductType } from '#server/catalog/rules/product.ts';
import type { EventType } from '#server/events/rules/event.ts';
import type { WebhookEvent } from './rules/webhook.ts';

/** What an event is called outside, where that depends on what was bought: null, where nobody is told of it. */
type Name = WebhookEvent | Readonly<Record<ProductType, WebhookEvent | null>>;

const names: Readonly<Partial<Record<EventType, Name>>> = {
  'order.completed': 'order.completed',
  // That of a one-time order is told by its completion.
  'payment.succeeded': { onetime: null, subscription: 'subscription.payment_succeeded' },
  'subscription.activated': 'subscription.activated',
  'subscription.renewed': 'subscription.renewed',
  'subscription.recovered': 'subscription.recovered',
  'subscription.canceling': 'subscription.canceling',
  'subscription.uncanceled': 'subscription.uncanceled',
  'subscription.canceled': 'subscription.canceled',
  'subscription.past_due': 'subscription.past_due',
  'refund.succeeded': 'refund.succeeded',
  'refund.failed': 'refund.failed',
};

const nameOf = (type: string): Name | undefined => (Object.hasOwn(names, type) ? names[type as EventType] : undefined);

/** Whether a webhook may have to be told of events of that type. */
export const isTold = (type: string): boolean => nameOf(type) !== undefined;

/** What an event of something of that type is called outside; undefined where nobody is told of it. */
export function webhookEventName(type: string, productType: ProductType): WebhookEvent | undefined {
  const name = nameOf(type);
  return typeof name === 'object' ? (name[productType] ?? undefined) : name;
}
