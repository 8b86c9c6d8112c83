/** Pausing, resuming, testing and chaos mode of a webhook. */
import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { webhookDeliveries, webhooks } from '#db/schema/index.ts';
import { newId } from '#server/domain/ids.ts';
import { db, newMerchant, newWebhook, type TestMerchant } from '#server/testing/api.ts';
import { eventsOf } from '#server/testing/orders/rows.ts';
import { newDelivery } from '#server/testing/webhooks/new-delivery.ts';
import { webhookEvents } from '#server/webhooks/rules/webhook-events.ts';
import { resumeWebhook } from '#server/webhooks/webhook-pauses.ts';
import type { WebhookDelivery } from '#server/webhooks/webhook-resends.ts';

const rowOf = async (id: string) => {
  const [row] = await db.select().from(webhooks).where(eq(webhooks.id, id));
  if (!row) throw new Error('the webhook is gone');
  return row;
};
const deliveryRow = async ({ id }: Pick<WebhookDelivery, 'id'>) => {
  const [row] = await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id));
  if (!row) throw new Error('the delivery is gone');
  return row;
};
const deliveriesOf = (webhookId: string) =>
  db.select().from(webhookDeliveries).where(eq(webhookDeliveries.webhookId, webhookId));
/** The events recorded for the webhook since it was added. */
const recordedOf = async (id: string) =>
  (await eventsOf(id)).slice(1).map(({ type, environment, data }) => ({ type, environment, data }));
const changesOf = async (id: string) => (await eventsOf(id)).slice(1).map(({ changes }) => changes);
const set = (id: string, fields: Partial<typeof webhooks.$inferInsert>) =>
  db.update(webhooks).set(fields).where(eq(webhooks.id, id));
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

describe('webhook/pause', () => {
  test('pauses once and records it; shows neither URL nor secret', async () => {
    const merchant = await newMerchant();
    const { id } = await newWebhook(merchant, { secret: 'hush', url: 'https://example.com/?token=hush' });
    const waiting = await newDelivery(merchant, id, { status: 'pending' });
    const { status, body, text } = await merchant.call('webhook/pause', { id });
    const row = await rowOf(id);
    expect([status, body.data]).toEqual([
      200,
      {
        webhook: {
          id,
          storeId: merchant.storeId,
          channel: 'http',
          events: ['order.completed'],
          testMode: true,
          chaos: null,
          failingSince: null,
          pausedAt: row.pausedAt?.toISOString(),
          updatedAt: row.pausedAt?.toISOString(),
        },
      },
    ]);
    expect(text).not.toContain('hush');
    expect((await merchant.call('webhook/pause', { id })).body).toEqual(body);
    expect(await recordedOf(id)).toEqual([{ type: 'webhook.paused', environment: 'test', data: {} }]);
    const at = row.pausedAt?.toISOString();
    expect(await changesOf(id)).toEqual([{ before: { pausedAt: null }, after: { pausedAt: at } }]);
    expect(await deliveryRow(waiting)).toEqual(waiting);
  });

  test('pauses once for concurrent calls', async () => {
    const merchant = await newMerchant();
    const { id } = await newWebhook(merchant, { testMode: false });
    const call = () => merchant.call('webhook/pause', { id }, { environment: 'prod' });
    const answers = await Promise.all([call(), call(), call()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await recordedOf(id)).toEqual([{ type: 'webhook.paused', environment: 'prod', data: {} }]);
  });
});

describe('webhook/resume', () => {
  test('sends waiting deliveries and those that failed since it began to fail', async () => {
    const merchant = await newMerchant();
    const { id } = await newWebhook(merchant);
    const later = new Date(Date.now() + 3_600_000);
    await set(id, { pausedAt: minutesAgo(10), failingSince: minutesAgo(60) });
    const make = (fields: Partial<WebhookDelivery>) => newDelivery(merchant, id, fields);
    const waiting = await make({ status: 'pending', attempts: 0, nextAttemptAt: later });
    const retried = await make({ status: 'pending', attempts: 3, nextAttemptAt: later });
    const missed = await make({ status: 'failed', attempts: 7, updatedAt: minutesAgo(30) });
    const untouched = [
      await make({ status: 'failed', attempts: 7, updatedAt: minutesAgo(90) }),
      await make({ status: 'failed', attempts: 0, updatedAt: minutesAgo(30) }),
      await make({ status: 'success', updatedAt: minutesAgo(30) }),
      await newDelivery(merchant, newId(), { status: 'failed', attempts: 7, updatedAt: minutesAgo(30) }),
    ];
    const { status, body } = await merchant.call('webhook/resume', { id });
    expect([status, body.data.deliveries, body.data.webhook]).toMatchObject([
      200,
      3,
      { id, pausedAt: null, failingSince: null },
    ]);
    const { updatedAt: now } = await rowOf(id);
    for (const delivery of [waiting, retried, missed]) {
      const expected = {
        ...delivery,
        status: 'pending',
        roundStart: delivery.attempts,
        nextAttemptAt: now,
        updatedAt: now,
      };
      expect(await deliveryRow(delivery)).toEqual(expected);
    }
    for (const delivery of untouched) expect(await deliveryRow(delivery)).toEqual(delivery);
    expect(await recordedOf(id)).toEqual([{ type: 'webhook.resumed', environment: 'test', data: { deliveries: 3 } }]);
  });

  test('runs scheduled retries now for a webhook that neither failed nor was paused', async () => {
    const merchant = await newMerchant();
    const { id } = await newWebhook(merchant);
    const failed = await newDelivery(merchant, id, { status: 'failed', attempts: 7 });
    expect((await merchant.call('webhook/resume', { id })).body.data.deliveries).toBe(0);
    expect(await deliveryRow(failed)).toEqual(failed);
  });

  test('the query returns how many wait', async () => {
    const merchant = await newMerchant();
    const { id } = await newWebhook(merchant);
    await newDelivery(merchant, id, { status: 'pending', nextAttemptAt: minutesAgo(1) });
    const now = new Date();
    const resumed = await db.transaction(async (tx) => await resumeWebhook(tx, await rowOf(id), now));
    expect([resumed.deliveries, resumed.webhook.updatedAt]).toEqual([1, now]);
  });
});

describe('webhook/set-chaos', () => {
  const shares = { duplicate: 20, delay: 30, reorder: 40, drop: 10 };

  test('stores the shares; absent ones are 0; all at 0 is off; equal ones change nothing', async () => {
    const merchant = await newMerchant();
    const { id } = await newWebhook(merchant);
    const put = async (given: object) => (await merchant.call('webhook/set-chaos', { id, ...given })).body.data.webhook;
    expect((await put(shares)).chaos).toEqual(shares);
    const { updatedAt } = await rowOf(id);
    await put(shares);
    expect((await rowOf(id)).updatedAt).toEqual(updatedAt);
    expect((await put({ drop: 100 })).chaos).toEqual({ duplicate: 0, delay: 0, reorder: 0, drop: 100 });
    expect((await put({ drop: null })).chaos).toBeNull();
    expect((await rowOf(id)).chaos).toBeNull();
    const none = { duplicate: 0, delay: 0, reorder: 0, drop: 0 };
    expect(await recordedOf(id)).toEqual(
      [shares, { ...none, drop: 100 }, none].map((data) => ({ type: 'webhook.chaos_set', environment: 'test', data })),
    );
  });

  test.each(Object.keys(shares))('400 Invalid %s', async (field) => {
    const merchant = await newMerchant();
    const { id } = await newWebhook(merchant);
    for (const value of [-1, 101, 0.5, '7', true, []]) {
      const { status, body } = await merchant.call('webhook/set-chaos', { id, [field]: value });
      const message = `Invalid ${field}: must be a whole number from 0 to 100`;
      expect([value, status, body.errors]).toMatchObject([value, 400, [{ message, layer: 'store' }]]);
    }
    expect((await rowOf(id)).chaos).toBeNull();
  });

  test('400 for a sum above 100, and in prod', async () => {
    const merchant = await newMerchant();
    const { id } = await newWebhook(merchant);
    const tooMuch = await merchant.call('webhook/set-chaos', { id, ...shares, drop: 11 });
    expect([tooMuch.status, tooMuch.body.errors[0].message]).toEqual([
      400,
      'The shares of duplicate, delay, reorder and drop must add up to at most 100',
    ]);
    const inProd = await newWebhook(merchant, { testMode: false });
    const refused = await merchant.call('webhook/set-chaos', { id: inProd.id, drop: 1 }, { environment: 'prod' });
    expect([refused.status, refused.body.errors[0].message]).toEqual([400, 'Chaos mode works with test webhooks only']);
    expect([(await rowOf(id)).chaos, (await rowOf(inProd.id)).chaos]).toEqual([null, null]);
  });
});

describe('webhook/send-test-event', () => {
  const send = (merchant: TestMerchant, id: string, eventType: unknown, environment: 'test' | 'prod' = 'test') =>
    merchant.call('webhook/send-test-event', { id, eventType }, { environment });

  test.each(webhookEvents)('sends a sample of %s, due now and outside of any order', async (eventType) => {
    const merchant = await newMerchant();
    const { id } = await newWebhook(merchant);
    const { status, body } = await send(merchant, id, eventType);
    const [row, ...others] = await deliveriesOf(id);
    expect([status, others]).toEqual([200, []]);
    expect(body.data.delivery).toEqual({
      id: row?.id,
      webhookId: id,
      storeId: merchant.storeId,
      eventId: null,
      eventType,
      status: 'pending',
      attempts: 0,
      nextAttemptAt: row?.createdAt.toISOString(),
      createdAt: row?.createdAt.toISOString(),
    });
    expect(row).toMatchObject({ isOrdered: false, environment: 'test', channel: 'http', eventId: null });
    const payload = JSON.parse(row?.body ?? '');
    expect(payload).toMatchObject({ id: row?.id, eventType, mode: 'test', storeId: merchant.storeId });
    expect(payload.data).toMatchObject({
      orderId: expect.stringMatching(/^ORD_\w{22}$/),
      currency: expect.any(String),
    });
    expect(await recordedOf(id)).toEqual([
      { type: 'webhook.test_event_sent', environment: 'test', data: { deliveryId: row?.id, eventType } },
    ]);
  });

  test('a sample to a prod webhook belongs to prod, but is marked as a test', async () => {
    const merchant = await newMerchant();
    const { id } = await newWebhook(merchant, { testMode: false });
    expect((await send(merchant, id, 'refund.failed', 'prod')).status).toBe(200);
    const [row] = await db
      .select()
      .from(webhookDeliveries)
      .where(and(eq(webhookDeliveries.webhookId, id), eq(webhookDeliveries.environment, 'prod')));
    expect(JSON.parse(row?.body ?? '').mode).toBe('test');
  });

  test('400 The webhook is paused, resume it first', async () => {
    const merchant = await newMerchant();
    const { id } = await newWebhook(merchant);
    await merchant.call('webhook/pause', { id });
    const { status, body } = await send(merchant, id, 'order.completed');
    expect([status, body.errors]).toMatchObject([
      400,
      [{ message: 'The webhook is paused, resume it first', layer: 'store' }],
    ]);
    expect(await deliveriesOf(id)).toEqual([]);
    await merchant.call('webhook/resume', { id });
    expect((await send(merchant, id, 'order.completed')).status).toBe(200);
  });

  test('several samples have separate ids', async () => {
    const merchant = await newMerchant();
    const { id } = await newWebhook(merchant);
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(merchant, id, 'order.completed')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set((await deliveriesOf(id)).map((row) => row.id)).size).toBe(4);
    expect(await recordedOf(id)).toHaveLength(4);
  });

  test('400 for an unknown event type', async () => {
    const merchant = await newMerchant();
    const { id } = await newWebhook(merchant);
    for (const [eventType, message] of [
      ['order.eaten', `Invalid eventType: must be ${webhookEvents.slice(0, -1).join(', ')} or refund.failed`],
      [undefined, 'Missing required field: eventType'],
    ]) {
      const { status, body } = await send(merchant, id, eventType);
      expect([status, body.errors]).toMatchObject([400, [{ message, layer: 'store' }]]);
    }
    expect(await deliveriesOf(id)).toEqual([]);
  });
});
