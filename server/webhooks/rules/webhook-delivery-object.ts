/** Webhook deliveries in responses. GraphQL also has the body and all attempts. */
import { z } from 'zod';
import { shownId, shownMoment, shownUuid } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';
import { type DeliveryStatus, deliveryStatuses } from './webhook.ts';
import { type WebhookEvent, webhookEvents } from './webhook-events.ts';

export const shownDelivery = z
  .object({
    id: shownUuid().meta({ description: 'The `id` in the body. It stays the same in all attempts' }),
    webhookId: shownUuid(),
    storeId: shownId('STO'),
    eventId: shownUuid().nullable().meta({ description: 'Null for a test event' }),
    eventType: z.enum(webhookEvents),
    status: z.enum(deliveryStatuses),
    attempts: z.int().meta({ description: 'Number of attempts' }),
    nextAttemptAt: shownMoment().nullable().meta({ description: 'Time of the next attempt; null if there is none' }),
    createdAt: shownMoment(),
  })
  .meta({ schemaName: 'WebhookDelivery' });

interface Delivery {
  readonly id: string;
  readonly webhookId: string;
  readonly storeId: string;
  readonly eventId: string | null;
  readonly eventType: WebhookEvent;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly nextAttemptAt: Date;
  readonly createdAt: Date;
}

/** Formats a delivery for responses. */
export const deliveryObject = (delivery: Delivery): z.output<typeof shownDelivery> => {
  const { id, webhookId, storeId, eventId, eventType, status, attempts, nextAttemptAt, createdAt } = delivery;
  return {
    id,
    webhookId,
    storeId: toShortId('STO', storeId),
    eventId,
    eventType,
    status,
    attempts,
    nextAttemptAt: status === 'pending' ? nextAttemptAt.toISOString() : null,
    createdAt: createdAt.toISOString(),
  };
};
