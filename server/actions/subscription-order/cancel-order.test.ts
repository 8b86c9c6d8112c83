import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { orders } from '#db/schema/index.ts';
import {
  customerHeaders,
  db,
  newMerchant,
  newSubscriptionSession,
  pay,
  post,
  type TestMerchant,
} from '#server/testing/api.ts';
import { inStatus } from '#server/testing/orders/order-status.ts';
import { eventTypesOf, orderOf } from '#server/testing/orders/rows.ts';
import { describeCancelOrder, newPendingOrder } from '#server/testing/suites/cancel-order.ts';

describeCancelOrder('subscription');

const action = 'subscription-order/cancel-order';

/** A subscription that has just begun. */
async function started(merchant: TestMerchant, content: Record<string, unknown> = {}) {
  const { sessionId } = await newSubscriptionSession(merchant, {}, content);
  await pay(merchant, sessionId);
  return { ...(await orderOf(sessionId)), sessionId };
}

describe('200', () => {
  test('active → canceling, to the end of the period', async () => {
    const merchant = await newMerchant();
    const { orderId, sessionId, id } = await started(merchant);
    const before = await orderOf(sessionId);
    const { status, body } = await merchant.call(action, { orderId });
    expect([status, body]).toEqual([200, { data: { orderId, status: 'canceling' } }]);
    expect(await orderOf(sessionId)).toMatchObject({
      status: 'canceling',
      canceledAt: expect.any(Date),
      endedAt: null,
      currentPeriodEnd: before.currentPeriodEnd,
    });
    expect((await eventTypesOf(id)).at(-1)).toBe('subscription.canceling');
  });

  test('trialing → canceling, to the end of the trial', async () => {
    const merchant = await newMerchant();
    const { orderId, sessionId } = await started(merchant, { metadata: { trialDays: 14 } });
    const { trialEndsAt } = await orderOf(sessionId);
    const { status, body } = await merchant.call(action, { orderId });
    expect([status, body]).toEqual([200, { data: { orderId, status: 'canceling' } }]);
    expect(await orderOf(sessionId)).toMatchObject({ status: 'canceling', currentPeriodEnd: trialEndsAt });
  });

  test('pending → canceled immediately', async () => {
    const merchant = await newMerchant();
    const { orderId, sessionId, id } = await newPendingOrder(merchant, 'subscription');
    const { status, body } = await merchant.call(action, { orderId });
    expect([status, body]).toEqual([200, { data: { orderId, status: 'canceled' } }]);
    expect(await orderOf(sessionId)).toMatchObject({ canceledAt: expect.any(Date), endedAt: expect.any(Date) });
    expect(await eventTypesOf(id)).toEqual(['order.created', 'subscription.canceled']);
  });

  test('past_due → canceled immediately', async () => {
    const merchant = await newMerchant();
    const { orderId, sessionId, id } = await started(merchant);
    await db.update(orders).set(inStatus('past_due')).where(eq(orders.id, id));
    const { status, body } = await merchant.call(action, { orderId });
    expect([status, body]).toEqual([200, { data: { orderId, status: 'canceled' } }]);
    expect((await orderOf(sessionId)).endedAt).toEqual(expect.any(Date));
  });

  test('customers with a session token can cancel only their own', async () => {
    const merchant = await newMerchant();
    const { id, orderId } = await started(merchant);
    const headers = await customerHeaders(merchant, 'user-1');
    const refused = await post(action, { orderId }, headers);
    expect([refused.status, refused.body.errors[0].message]).toEqual([404, 'Order not found']);
    await db.update(orders).set({ buyerIdentity: 'user-1' }).where(eq(orders.id, id));
    const { status, body } = await post(action, { orderId }, headers);
    expect([status, body.data.status]).toEqual([200, 'canceling']);
  });
});

test('400 Only pending, trialing, active or past due subscriptions can be canceled', async () => {
  const merchant = await newMerchant();
  const { id, orderId } = await started(merchant);
  for (const before of ['canceling', 'canceled', 'expired'] as const) {
    await db.update(orders).set(inStatus(before)).where(eq(orders.id, id));
    const { status, body } = await merchant.call(action, { orderId });
    const message = 'Only pending, trialing, active or past due subscriptions can be canceled';
    expect([status, body.errors]).toMatchObject([400, [{ message, layer: 'order' }]]);
    const [after] = await db.select().from(orders).where(eq(orders.id, id));
    expect(after).toMatchObject({ status: before, canceledAt: null });
  }
});

test('cancels once for concurrent calls', async () => {
  const merchant = await newMerchant();
  const { id, orderId } = await started(merchant);
  const answers = await Promise.all(Array.from({ length: 10 }, () => merchant.call(action, { orderId })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await eventTypesOf(id)).filter((type) => type === 'subscription.canceling')).toHaveLength(1);
});
