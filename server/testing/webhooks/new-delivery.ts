import type { WebhookDelivery } from '#server/webhooks/webhook-resends.ts';
import { db, type TestMerchant } from '../api.ts';
import { insertDelivery } from './deliveries.ts';

/** A delivery of the merchant's store in test: `order.completed`, arrived at the first try, unless told otherwise. */
export const newDelivery = (
  merchant: Pick<TestMerchant, 'id' | 'store'>,
  webhookId: string,
  fields: Partial<WebhookDelivery> = {},
): Promise<WebhookDelivery> =>
  insertDelivery(db, { merchantId: merchant.id, storeId: merchant.store.id, webhookId, ...fields });
