import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { events, webhookDeliveries, webhooks } from '#db/schema/index.ts';
import { inStore, scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { db, newMerchant, newWebhook } from '#server/testing/api.ts';
import { newPendingDelivery } from '#server/testing/webhooks/pending-delivery.ts';
import { deleteOldDeliveries } from '#server/webhooks/data/webhook-delivery-ends.ts';

const action = 'store/remove-webhook';
const exists = async (id: string) => (await db.select().from(webhooks).where(eq(webhooks.id, id))).length === 1;

describe('200', () => {
  test('returns the removed webhook', async () => {
    const merchant = await newMerchant();
    const [webhook, other] = [await newWebhook(merchant, { secret: 's' }), await newWebhook(merchant)];
    const { status, body } = await merchant.call(action, { id: webhook.id }, { environment: 'prod' });
    expect([status, body]).toEqual([200, { data: { webhook } }]);
    expect([await exists(webhook.id), await exists(other.id)]).toEqual([false, true]);
    const recorded = await db.select().from(events).where(eq(events.objectId, webhook.id)).orderBy(events.sequence);
    expect(recorded.map(({ type }) => type)).toEqual(['webhook.added', 'webhook.removed']);
  });

  test('cancels its pending deliveries, and no other webhook’s', async () => {
    const merchant = await newMerchant();
    const [webhook, other] = [await newWebhook(merchant), await newWebhook(merchant)];
    const [its, others] = [
      await newPendingDelivery(merchant, webhook.id),
      await newPendingDelivery(merchant, other.id),
    ];
    await merchant.call(action, { id: webhook.id });
    expect([await its(), await others()]).toEqual([
      ['failed', 'The webhook was removed'],
      ['pending', null],
    ]);
  });

  test('does not wait for a delivery in progress', async () => {
    const merchant = await newMerchant();
    const { id } = await newWebhook(merchant);
    const [inHand, free] = [await newPendingDelivery(merchant, id), await newPendingDelivery(merchant, id)];
    await db.transaction(async (tx) => {
      const ofWebhook = and(
        inStore(webhookDeliveries, scopeOfStore(merchant.store)),
        eq(webhookDeliveries.webhookId, id),
      );
      await tx.select().from(webhookDeliveries).where(ofWebhook).orderBy(webhookDeliveries.id).limit(1).for('update');
      expect((await merchant.call(action, { id })).status).toBe(200);
    });
    const states = [await inHand(), await free()];
    expect(states).toEqual([
      ['pending', null],
      ['failed', 'The webhook was removed'],
    ]);
    await deleteOldDeliveries(db, new Date());
    expect(await inHand()).toEqual(['failed', 'The webhook was removed']);
  });

  test('removes once for concurrent calls', async () => {
    const merchant = await newMerchant();
    const { id } = await newWebhook(merchant);
    const answers = await Promise.all(Array.from({ length: 5 }, () => merchant.call(action, { id })));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 404, 404, 404, 404]);
  });
});

test('403 Insufficient permissions with a test key for a prod webhook; the prod key removes it', async () => {
  const merchant = await newMerchant();
  const { id } = await newWebhook(merchant, { testMode: false });
  const { status, body } = await merchant.call(action, { id });
  expect([status, body.errors]).toMatchObject([403, [{ message: 'Insufficient permissions', layer: 'gateway' }]]);
  expect((await merchant.call(action, { id }, { environment: 'prod' })).status).toBe(200);
});
