/** The webhook events that events of the log become. */
import type { ProductType } from '#server/catalog/rules/product.ts';
import { definitionOf } from '#server/events/rules/registry.ts';
import type { WebhookEvent } from './rules/webhook-events.ts';

/** Whether events of that type may become webhook deliveries. */
export const hasWebhookEvent = (type: string): boolean => definitionOf(type)?.webhook !== undefined;

/** The webhook event for an event of an order for a product of that type; undefined where there is none. */
export function webhookEventName(type: string, productType: ProductType): WebhookEvent | undefined {
  const name = definitionOf(type)?.webhook;
  return typeof name === 'object' ? (name[productType] ?? undefined) : name;
}
