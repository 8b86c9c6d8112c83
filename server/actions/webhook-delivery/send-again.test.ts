/** Resending one delivery and many. */
import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Tx } from '#db/client.ts';
import { webhookAttempts, webhookDeliveries, webhooks } from '#db/schema/index.ts';
import { newId } from '#server/domain/ids.ts';
import { db, newMerchant, newWebhook } from '#server/testing/api.ts';
import { raceForLock } from '#server/testing/databases/locks.ts';
import { eventsOf } from '#server/testing/orders/rows.ts';
import { insertAttempt } from '#server/testing/webhooks/deliveries.ts';
import { newDelivery } from '#server/testing/webhooks/new-delivery.ts';
import { sendDeliveriesAgain, type WebhookDelivery } from '#server/webhooks/webhook-resends.ts';

const unknownId = '0199a1f2-7c40-7d3a-9b1e-2f5c8d6e4a10';
const one = 'webhook-delivery/send-again';
const all = 'webhook-delivery/send-again-all';

const rowOf = async ({ id }: Pick<WebhookDelivery, 'id'>) => {
  const [row] = await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id));
  if (!row) throw new Error('the delivery is gone');
  return row;
};
const recordedOf = async (webhookId: string) =>
  (await eventsOf(webhookId)).slice(1).map(({ type, data }) => ({ type, data }));

/** A merchant with a webhook, and a way to create its deliveries. */
async function newShop(webhook: Record<string, unknown> = {}) {
  const merchant = await newMerchant();
  const { id: webhookId } = await newWebhook(merchant, webhook);
  const make = (fields: Partial<WebhookDelivery> = {}) => newDelivery(merchant, webhookId, fields);
  return { merchant, webhookId, make };
}

describe(one, () => {
  test.each(['failed', 'success', 'pending'] as const)(
    'makes a delivery that is %s due now, with its id and history',
    async (status) => {
      const { merchant, webhookId, make } = await newShop();
      const delivery = await make({ status, attempts: 1, nextAttemptAt: new Date(Date.now() + 3_600_000) });
      await insertAttempt(db, delivery);
      const { status: code, body } = await merchant.call(one, { id: delivery.id });
      const row = await rowOf(delivery);
      expect([code, body.data.delivery]).toEqual([
        200,
        {
          id: delivery.id,
          webhookId,
          storeId: merchant.storeId,
          eventId: delivery.eventId,
          eventType: 'order.completed',
          status: 'pending',
          attempts: 1,
          nextAttemptAt: row.updatedAt.toISOString(),
          createdAt: delivery.createdAt.toISOString(),
        },
      ]);
      expect(body.warnings).toBeUndefined();
      const { updatedAt } = row;
      expect(updatedAt.getTime()).toBeLessThanOrEqual(Date.now());
      const changed = {
        status: 'pending',
        isOrdered: status === 'pending',
        roundStart: 1,
        nextAttemptAt: updatedAt,
        deliveredAt: null,
        updatedAt,
      };
      expect(row).toEqual({ ...delivery, ...changed });
      expect(
        await db
          .select({ attempt: webhookAttempts.attempt })
          .from(webhookAttempts)
          .where(eq(webhookAttempts.deliveryId, row.id)),
      ).toEqual([{ attempt: 1 }]);
      expect(await recordedOf(webhookId)).toEqual([
        { type: 'webhook.delivery_sent_again', data: { deliveryId: delivery.id, eventType: 'order.completed' } },
      ]);
    },
  );

  test('warns that the delivery waits while the webhook is paused', async () => {
    const { merchant, webhookId, make } = await newShop();
    await db.update(webhooks).set({ pausedAt: new Date() }).where(eq(webhooks.id, webhookId));
    const { status, body } = await merchant.call(one, { id: (await make({ status: 'failed' })).id });
    expect([status, body.warnings]).toMatchObject([
      200,
      [
        {
          message: 'The webhook is paused, so the delivery is queued',
          layer: 'store',
          aiHint: 'Call webhook/resume to send it.',
        },
      ],
    ]);
  });

  test('400 for a removed webhook', async () => {
    const { merchant, webhookId, make } = await newShop();
    const delivery = await make({ status: 'failed' });
    await merchant.call('store/remove-webhook', { id: webhookId });
    const { status, body } = await merchant.call(one, { id: delivery.id });
    const message = 'The webhook of this delivery has been removed';
    expect([status, body.errors]).toMatchObject([400, [{ message, layer: 'store' }]]);
    expect(await rowOf(delivery)).toEqual(delivery);
  });
});

describe(all, () => {
  const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 0, minutes));

  test('resends all failed deliveries in order; a dry run only counts; the others stay', async () => {
    const { merchant, webhookId, make } = await newShop();
    const failed = [await make({ status: 'failed' }), await make({ status: 'failed', isOrdered: false })];
    const others = [
      await make({ status: 'success' }),
      await make({ status: 'pending' }),
      await newDelivery(merchant, newId(), { status: 'failed' }),
    ];
    const counted = await merchant.call(all, { webhookId, dryRun: true });
    expect([counted.status, counted.body.data]).toEqual([200, { count: 2, next: null }]);
    expect(await Promise.all(failed.map(rowOf))).toEqual(failed);
    const { status, body } = await merchant.call(all, { webhookId });
    expect([status, body.data]).toEqual([200, { count: 2, next: null }]);
    for (const delivery of failed) {
      const { nextAttemptAt, updatedAt, ...rest } = await rowOf(delivery);
      expect(rest).toMatchObject({ status: 'pending', isOrdered: delivery.isOrdered, attempts: delivery.attempts });
      expect(rest.roundStart).toBe(delivery.attempts);
      expect([nextAttemptAt <= new Date(), nextAttemptAt]).toEqual([true, updatedAt]);
    }
    expect(await Promise.all(others.map(rowOf))).toEqual(others);
    expect((await merchant.call(all, { webhookId })).body.data).toEqual({ count: 0, next: null });
    expect(await recordedOf(webhookId)).toEqual([
      { type: 'webhook.deliveries_sent_again', data: { status: 'failed', from: null, to: null, count: 2 } },
    ]);
  });

  test('resends a range with an exclusive end, delivered or not', async () => {
    const { merchant, webhookId, make } = await newShop();
    const rows: WebhookDelivery[] = [];
    for (const [minute, status] of [
      [0, 'failed'],
      [1, 'success'],
      [2, 'failed'],
      [3, 'failed'],
    ] as const) {
      rows.push(await make({ status, createdAt: at(minute) }));
    }
    const range = { from: at(1).toISOString(), to: at(3).toISOString() };
    const count = async (fields: object) =>
      (await merchant.call(all, { webhookId, dryRun: true, ...fields })).body.data.count;
    expect(await count({ ...range })).toBe(1);
    expect(await count({ ...range, status: 'all' })).toBe(2);
    expect(await count({ to: range.from })).toBe(1);
    const { body } = await merchant.call(all, { webhookId, status: 'all', ...range });
    expect(body.data).toEqual({ count: 2, next: null });
    const statuses = (await Promise.all(rows.map(rowOf))).map(({ status }) => status);
    expect(statuses).toEqual(['failed', 'pending', 'pending', 'failed']);
    expect((await recordedOf(webhookId))[0]?.data).toEqual({ status: 'all', ...range, count: 2 });
  });

  test('splits many deliveries into calls that continue with next, none twice', async () => {
    const { merchant, webhookId, make } = await newShop();
    const webhook = { id: webhookId, merchantId: merchant.id };
    for (const minute of [0, 1, 1, 2, 3, 3, 3]) await make({ createdAt: at(minute) });
    const counts: number[] = [];
    for (let from: Date | null = at(0); from; ) {
      const choice = { status: 'all', from, limit: 2 } as const;
      const { count, next } = await sendDeliveriesAgain(db, webhook, choice, new Date());
      counts.push(count);
      // A delivery that succeeded meanwhile is not resent.
      const arrived = { status: 'success' } as const;
      await db.update(webhookDeliveries).set(arrived).where(eq(webhookDeliveries.webhookId, webhookId));
      from = next;
    }
    // Deliveries of one timestamp stay together, also beyond the limit.
    expect(counts).toEqual([1, 2, 1, 3, 0]);
  });

  test.each([
    [{ webhookId: unknownId, status: 'success' }, 'Invalid status: must be failed or all'],
    [{ webhookId: unknownId, from: 'soon' }, 'Invalid from: must be a time in ISO 8601, such as 2027-03-01T09:00:00Z'],
    [{ webhookId: unknownId, to: 7 }, 'Invalid to: must be a time in ISO 8601, such as 2027-03-01T09:00:00Z'],
    [{ webhookId: unknownId, dryRun: 'yes' }, 'Invalid dryRun: must be a boolean'],
    [{ webhookId: unknownId, status: 'all' }, 'Missing required field: from'],
    [
      { webhookId: unknownId, from: '2026-01-02T00:00:00Z', to: '2026-01-02T00:00:00Z' },
      'Invalid to: must be later than from',
    ],
  ])('400 %j', async (given, message) => {
    const { status, body } = await (await newMerchant()).call(all, given);
    expect([status, body.errors]).toMatchObject([400, [{ message, layer: 'store' }]]);
  });
});

test.each([
  [all, (webhookId: string) => ({ webhookId })],
  ['webhook/resume', (id: string) => ({ id })],
])(
  '%s and the worker, which has some of the same deliveries in hand, never wait for each other',
  async (action, body) => {
    const { merchant, webhookId, make } = await newShop();
    const failingSince = new Date(Date.now() - 60_000);
    await db.update(webhooks).set({ failingSince }).where(eq(webhooks.id, webhookId));
    const [lower = '', higher = ''] = [newId(), newId()].toSorted();
    // Stored in reverse order: locking in storage order would lock the higher id first.
    for (const id of [higher, lower]) await make({ id, status: 'failed', attempts: 7 });
    const lock = (tx: Tx, id: string) =>
      tx
        .select()
        .from(webhookDeliveries)
        .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.merchantId, merchant.id)))
        .for('update');
    let worker: Tx | undefined;
    const { status } = await raceForLock(
      async (tx) => {
        worker = tx;
        await lock(tx, lower);
      },
      () => merchant.call(action, body(webhookId)),
      async () => worker && (await lock(worker, higher)),
    );
    expect(status).toBe(200);
    expect([(await rowOf({ id: lower })).status, (await rowOf({ id: higher })).status]).toEqual(['pending', 'pending']);
  },
);
