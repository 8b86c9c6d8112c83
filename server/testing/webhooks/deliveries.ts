/** Inserts webhook deliveries like the worker does, for tests of reading and processing them. */
import type { Database } from '#db/client.ts';
import { webhookAttempts, webhookDeliveries } from '#db/schema/index.ts';
import { newId } from '#server/domain/ids.ts';
import type { WebhookDelivery } from '#server/webhooks/webhook-resends.ts';

type AttemptRow = typeof webhookAttempts.$inferInsert;

/** Inserts a delivery. The default is `order.completed` in test, delivered at the first attempt. */
export async function insertDelivery(
  on: Database,
  fields: Partial<WebhookDelivery> & Pick<WebhookDelivery, 'merchantId' | 'storeId' | 'webhookId'>,
): Promise<WebhookDelivery> {
  const { id = newId(), eventId = newId(), createdAt = new Date(), status = 'success' } = fields;
  const eventType = fields.eventType ?? 'order.completed';
  const [row] = await on
    .insert(webhookDeliveries)
    .values({
      environment: 'test',
      channel: 'http',
      objectId: newId(),
      sequence: 1,
      body: JSON.stringify({ id, eventType, eventId, mode: 'test', data: { buyerEmail: 'ana@example.com' } }),
      attempts: 1,
      nextAttemptAt: createdAt,
      updatedAt: createdAt,
      ...(status === 'success' ? { lastStatus: 200, deliveredAt: createdAt } : { lastStatus: 500 }),
      ...fields,
      id,
      eventId,
      eventType,
      createdAt,
      status,
    })
    .returning();
  if (!row) throw new Error('insert returned no delivery');
  return row;
}

/** Inserts an attempt of a delivery. The default is an answer of 200 within 40 ms. */
export async function insertAttempt(
  on: Database,
  delivery: WebhookDelivery,
  fields: Partial<AttemptRow> = {},
): Promise<void> {
  const { merchantId, storeId, environment, webhookId, id: deliveryId } = delivery;
  await on.insert(webhookAttempts).values({
    id: newId(),
    merchantId,
    storeId,
    environment,
    webhookId,
    deliveryId,
    attempt: 1,
    url: 'https://example.com/hook',
    requestHeaders: { 'content-type': 'application/json', 'x-webhook-id': deliveryId },
    requestBody: delivery.channel === 'http' ? null : delivery.body,
    responseStatus: 200,
    responseHeaders: { 'content-type': 'text/plain' },
    responseBody: 'ok',
    isSuccess: true,
    startedAt: delivery.createdAt,
    durationMs: 40,
    ...fields,
  });
}
