/** Pending deliveries, for tests of how they end. */
import { eq } from 'drizzle-orm';
import { webhookDeliveries } from '#db/schema/index.ts';
import { newId } from '#server/domain/ids.ts';
import { insertDeliveries } from '#server/webhooks/data/webhook-deliveries.ts';
import { db, type TestMerchant } from '../api.ts';

/** Inserts a delivery to a webhook of the merchant's store. Returns a function that reads its current row. */
export async function newPendingDelivery({ store }: TestMerchant, webhookId: string) {
  const [id, at] = [newId(), new Date()];
  await insertDeliveries(db, [
    {
      id,
      merchantId: store.merchantId,
      storeId: store.id,
      environment: 'test',
      webhookId,
      channel: 'http',
      eventId: newId(),
      eventType: 'order.completed',
      objectId: newId(),
      sequence: 1,
      isOrdered: true,
      chaos: null,
      body: '{}',
      status: 'pending',
      attempts: 0,
      roundStart: 0,
      nextAttemptAt: at,
      lastStatus: null,
      lastError: null,
      deliveredAt: null,
      createdAt: at,
      updatedAt: at,
    },
  ]);
  return async () => {
    const [row] = await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id));
    return [row?.status, row?.lastError];
  };
}
