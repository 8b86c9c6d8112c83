import type { WebhookDelivery } from '#server/webhooks/webhook-resends.ts';
import { db, type TestMerchant } from '../api.ts';
import { insertDelivery } from './deliveries.ts';

/**
 * Inserts a delivery of the merchant's store in test. The default is `order.completed`, delivered at the first attempt.
 */
export const newDelivery = (
  merchant: Pick<TestMerchant, 'id' | 'store'>,
  webhookId: string,
  fields: Partial<WebhookDelivery> = {},
): Promise<WebhookDelivery> =>
  insertDelivery(db, { merchantId: merchant.id, storeId: merchant.store.id, webhookId, ...fields });
