import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { events, stores, webhookDeliveries, webhooks } from '#db/schema/index.ts';
import { newId } from '#server/domain/ids.ts';
import { db, newMember, newMerchant, newWebhook, post } from '#server/testing/api.ts';
import { newWaitingDelivery } from '#server/testing/waiting-delivery.ts';
import { deleteOldDeliveries } from '#server/webhooks/data/webhook-delivery-ends.ts';

const action = 'store/remove-webhook';
const exists = async (id: string) => (await db.select().from(webhooks).where(eq(webhooks.id, id))).length === 1;

describe('200', () => {
  test('gives the webhook as it was, and it is gone', async () => {
    const merchant = await newMerchant();
    const [webhook, other] = [await newWebhook(merchant, { secret: 's' }), await newWebhook(merchant)];
    const { status, body } = await merchant.call(action, { id: webhook.id }, { environment: 'prod' });
    expect([status, body]).toEqual([200, { data: { webhook } }]);
    expect([await exists(webhook.id), await exists(other.id)]).toEqual([false, true]);
    const recorded = await db.select().from(events).where(eq(events.objectId, webhook.id)).orderBy(events.sequence);
    expect(recorded.map(({ type }) => type)).toEqual(['webhook.added', 'webhook.removed']);
  });

  test('what waits for it is given up, what waits for another is not', async () => {
    const merchant = await newMerchant();
    const [webhook, other] = [await newWebhook(merchant), await newWebhook(merchant)];
    const [its, others] = [
      await newWaitingDelivery(merchant, webhook.id),
      await newWaitingDelivery(merchant, other.id),
    ];
    await merchant.call(action, { id: webhook.id });
    expect([await its(), await others()]).toEqual([
      ['failed', 'The webhook was removed'],
      ['pending', null],
    ]);
  });

  test('one that the worker has in hand is not waited for', async () => {
    const merchant = await newMerchant();
    const { id } = await newWebhook(merchant);
    const [inHand, free] = [await newWaitingDelivery(merchant, id), await newWaitingDelivery(merchant, id)];
    await db.transaction(async (tx) => {
      const ofWebhook = eq(webhookDeliveries.webhookId, id);
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

  test('once, however many ask at once', async () => {
    const merchant = await newMerchant();
    const { id } = await newWebhook(merchant);
    const answers = await Promise.all(Array.from({ length: 5 }, () => merchant.call(action, { id })));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 404, 404, 404, 404]);
  });
});

describe('400', () => {
  test('Missing merchantId in request context', async () => {
    const merchant = await newMerchant();
    const { id } = await newWebhook(merchant);
    const { status, body } = await post(action, { id }, { 'X-Store-Slug': merchant.slug, 'X-Environment': 'test' });
    expect([status, body.errors[0].message]).toEqual([400, 'Missing merchantId in request context']);
    expect(await exists(id)).toBe(true);
  });

  test.each([
    [{}, 'Missing required field: id'],
    [{ id: '' }, 'Missing required field: id'],
    [{ id: 9 }, 'Expected format: UUID, got 9'],
  ])('%j', async (given, message) => {
    const { status, body } = await (await newMerchant()).call(action, given);
    expect([status, body.errors]).toEqual([400, [{ message, layer: 'store' }]]);
  });
});

test('403 Not authorized to manage webhooks of this store', async () => {
  const owner = await newMerchant();
  const { id } = await newWebhook(owner);
  const { status, body } = await (await newMember(owner, 'member')).call(action, { id });
  const message = 'Not authorized to manage webhooks of this store';
  expect([status, body]).toEqual([403, { data: null, errors: [{ message, layer: 'store' }] }]);
  expect(await exists(id)).toBe(true);
});

test('404 Webhook not found: nobody’s, another merchant’s, a removed one, of a deleted store', async () => {
  const [merchant, other] = await Promise.all([newMerchant(), newMerchant()]);
  const { id: theirs } = await newWebhook(other);
  const { id: removed } = await newWebhook(merchant);
  await merchant.call(action, { id: removed });
  const { id: orphan } = await newWebhook(merchant);
  for (const id of [newId(), theirs, removed]) {
    const { status, body } = await merchant.call(action, { id });
    expect([status, body]).toEqual([404, { data: null, errors: [{ message: 'Webhook not found', layer: 'store' }] }]);
  }
  await db.update(stores).set({ deletedAt: new Date() }).where(eq(stores.id, merchant.store.id));
  expect((await merchant.call(action, { id: orphan })).status).toBe(404);
  expect([await exists(theirs), await exists(orphan)]).toEqual([true, true]);
});

test('403 Insufficient permissions with a test key for a webhook of prod; the prod key removes it', async () => {
  const merchant = await newMerchant();
  const { id } = await newWebhook(merchant, { testMode: false });
  const { status, body } = await merchant.call(action, { id });
  expect([status, body.errors]).toEqual([403, [{ message: 'Insufficient permissions', layer: 'gateway' }]]);
  expect((await merchant.call(action, { id }, { environment: 'prod' })).status).toBe(200);
});
