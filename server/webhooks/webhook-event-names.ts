/** Maps events of the log to webhook events. */
import type { ProductType } from '#server/catalog/rules/product.ts';
import { definitionOf } from '#server/events/rules/registry.ts';
import type { WebhookEvent } from './rules/webhook-events.ts';

/** Whether events of a type may become webhook deliveries. */
export const hasWebhookEvent = (type: string): boolean => definitionOf(type)?.webhook !== undefined;

/** The webhook event for an order's event and product type, or undefined. */
export function webhookEventName(type: string, productType: ProductType): WebhookEvent | undefined {
  const name = definitionOf(type)?.webhook;
  return typeof name === 'object' ? (name[productType] ?? undefined) : name;
}
