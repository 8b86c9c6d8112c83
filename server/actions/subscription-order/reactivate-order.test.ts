import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { orders } from '#db/schema/index.ts';
import { toShortId } from '#server/domain/ids.ts';
import {
  customerHeaders,
  db,
  newMerchant,
  newSession,
  newSubscriptionSession,
  pay,
  post,
  type TestMerchant,
} from '#server/testing/api.ts';
import { inStatus } from '#server/testing/orders/order-status.ts';
import { eventsOf, orderOf, updateOrder } from '#server/testing/orders/rows.ts';
import { callFromDashboard } from '#server/testing/reviews.ts';

const action = 'subscription-order/reactivate-order';

async function rowOf(id: string) {
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  if (!order) throw new Error(`no order ${id}`);
  return order;
}

/** A subscription of that customer that has begun and been canceled. */
async function canceling(merchant: TestMerchant, buyerIdentity = 'user-1', content: Record<string, unknown> = {}) {
  const { sessionId } = await newSubscriptionSession(merchant, {}, content);
  await pay(merchant, sessionId);
  const order = await updateOrder(sessionId, { buyerIdentity });
  const { id, orderId } = order;
  await merchant.call('subscription-order/cancel-order', { orderId });
  return { id, orderId, order };
}

describe('200', () => {
  test('canceling → active: removes the cancellation and keeps the schedule', async () => {
    const merchant = await newMerchant();
    const { id, orderId, order } = await canceling(merchant);
    const { status, body } = await post(action, { orderId }, await customerHeaders(merchant, 'user-1'));
    expect([status, body]).toEqual([200, { data: { orderId, status: 'active' } }]);
    const { startedAt, currentPeriodStart, currentPeriodEnd } = order;
    expect(await rowOf(id)).toMatchObject({
      status: 'active',
      canceledAt: null,
      endedAt: null,
      startedAt,
      currentPeriodStart,
      currentPeriodEnd,
    });
    const event = (await eventsOf(id)).at(-1);
    expect(event).toMatchObject({ type: 'subscription.uncanceled', actor: { kind: 'sessionToken', by: 'user-1' } });
  });

  test('a merchant undoes their own cancellation in the dashboard', async () => {
    const merchant = await newMerchant();
    const { id, orderId } = await canceling(merchant);
    const other = await callFromDashboard(await newMerchant(), action, { orderId }, 'test');
    expect([other.status, other.errors?.[0]?.message]).toEqual([404, 'Order not found']);
    const { status, data } = await callFromDashboard(merchant, action, { orderId }, 'test');
    expect([status, data]).toEqual([200, { orderId, status: 'active' }]);
    expect(await rowOf(id)).toMatchObject({ status: 'active', canceledAt: null });
    const event = (await eventsOf(id)).at(-1);
    expect(event).toMatchObject({
      type: 'subscription.uncanceled',
      actor: { kind: 'dashboard', by: toShortId('MER', merchant.id) },
    });
  });

  test('a buyer without an identity is matched by the email of the purchase', async () => {
    const merchant = await newMerchant();
    const { sessionId } = await newSubscriptionSession(merchant);
    await pay(merchant, sessionId, { email: 'Ana@Example.com' });
    const { orderId } = await orderOf(sessionId);
    const customer = await customerHeaders(merchant, 'ana@example.com');
    expect((await post('subscription-order/cancel-order', { orderId }, customer)).body).toEqual({
      data: { orderId, status: 'canceling' },
    });
    const other = await post(action, { orderId }, await customerHeaders(merchant, 'bea@example.com'));
    expect([other.status, other.body.errors[0].message]).toEqual([403, 'Order does not belong to user']);
    expect((await post(action, { orderId }, customer)).body).toEqual({ data: { orderId, status: 'active' } });
  });

  test('inside a trial: active, and the first charge stays at the trial’s end', async () => {
    const merchant = await newMerchant();
    const { id, orderId, order } = await canceling(merchant, 'user-1', { metadata: { trialDays: 14 } });
    expect(order.status).toBe('trialing');
    const { body } = await post(action, { orderId }, await customerHeaders(merchant, 'user-1'));
    expect(body).toEqual({ data: { orderId, status: 'active' } });
    expect(await rowOf(id)).toMatchObject({ status: 'active', currentPeriodEnd: order.trialEndsAt });
  });
});

describe('400 Only canceling subscriptions can be reactivated', () => {
  const refusal = [{ message: 'Only canceling subscriptions can be reactivated', layer: 'order' }];

  test.each(['canceled', 'pending', 'active', 'past_due', 'expired', 'trialing'] as const)(
    'from %s',
    async (before) => {
      const merchant = await newMerchant();
      const { id, orderId } = await canceling(merchant);
      await db.update(orders).set(inStatus(before)).where(eq(orders.id, id));
      const { status, body } = await post(action, { orderId }, await customerHeaders(merchant, 'user-1'));
      expect([status, body.errors]).toMatchObject([400, refusal]);
      expect((await rowOf(id)).status).toBe(before);
    },
  );

  test('after the end of the period, also before the worker has processed it', async () => {
    const merchant = await newMerchant();
    const { id, orderId } = await canceling(merchant);
    const currentPeriodEnd = new Date(Date.now() - 1000);
    await db.update(orders).set({ currentPeriodEnd }).where(eq(orders.id, id));
    const { status, body } = await post(action, { orderId }, await customerHeaders(merchant, 'user-1'));
    expect([status, body.errors]).toMatchObject([400, refusal]);
    expect((await rowOf(id)).status).toBe('canceling');
  });
});

test('401 Authentication failed', async () => {
  const merchant = await newMerchant();
  const { id, orderId } = await canceling(merchant);
  const { Authorization } = await customerHeaders(merchant, 'user-1');
  for (const bad of ['Bearer nonsense', `${Authorization}x`, 'Basic dXNlcjpwYXNz']) {
    const { status, body } = await post(action, { orderId }, { Authorization: bad, 'X-Environment': 'test' });
    expect([status, body.errors]).toMatchObject([
      401,
      [
        { message: 'Authentication failed', layer: 'user' },
        { message: 'Invalid or expired token', layer: 'gateway' },
      ],
    ]);
  }
  expect((await rowOf(id)).status).toBe('canceling');
});

test('403 Order does not belong to user: an order without a buyer identity', async () => {
  const merchant = await newMerchant();
  const { id, orderId } = await canceling(merchant);
  await db.update(orders).set({ buyerIdentity: null }).where(eq(orders.id, id));
  const { status, body } = await post(action, { orderId }, await customerHeaders(merchant, 'user-1'));
  expect([status, body.errors]).toMatchObject([403, [{ message: 'Order does not belong to user', layer: 'order' }]]);
  expect((await rowOf(id)).status).toBe('canceling');
});

test('404 Order not found: a one-time order', async () => {
  const merchant = await newMerchant();
  const onetime = await newSession(merchant);
  await pay(merchant, onetime.sessionId);
  const order = await updateOrder(onetime.sessionId, { buyerIdentity: 'user-1' });
  const headers = await customerHeaders(merchant, 'user-1');
  const { status, body } = await post(action, { orderId: order.id }, headers);
  expect([status, body.errors]).toMatchObject([404, [{ message: 'Order not found', layer: 'order' }]]);
});

test('concurrent cancel and reactivate leave a valid status and a history without gaps', async () => {
  const merchant = await newMerchant();
  const { id, orderId } = await canceling(merchant);
  const headers = await customerHeaders(merchant, 'user-1');
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      index % 2 ? merchant.call('subscription-order/cancel-order', { orderId }) : post(action, { orderId }, headers),
    ),
  );
  for (const { status } of answers) expect([200, 400]).toContain(status);
  const recorded = await eventsOf(id);
  expect(recorded.map(({ sequence }) => sequence)).toEqual(recorded.map((_, index) => index + 1));
  const changes = recorded.map(({ type }) => type).filter((type) => /\.(un)?cancel/.test(type));
  expect(changes).toEqual(
    changes.map((_, index) => (index % 2 === 0 ? 'subscription.canceling' : 'subscription.uncanceled')),
  );
  expect(changes).toHaveLength(1 + answers.filter(({ status }) => status === 200).length);
  expect((await rowOf(id)).status).toBe(changes.length % 2 ? 'canceling' : 'active');
});
