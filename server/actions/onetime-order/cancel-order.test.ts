import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { orders, payments } from '../../../db/schema/index.ts';
import { newId, toShortId } from '../../domain/ids.ts';
import {
  db,
  newMerchant,
  newSession,
  newSubscriptionSession,
  pay,
  post,
  type TestMerchant,
} from '../../testing/api.ts';

async function newOrder(merchant: TestMerchant) {
  const { sessionId } = await newSession(merchant);
  await merchant.call('onetime-order/create-order', {
    checkoutSessionId: sessionId,
    billingDetail: { country: 'DE', isBusiness: false },
  });
  return await orderOf(sessionId);
}

async function orderOf(sessionId: string) {
  const [order] = await db.select().from(orders).where(eq(orders.checkoutSessionId, sessionId));
  if (!order) throw new Error('the session has no order');
  return { id: order.id, orderId: toShortId('ORD', order.id), sessionId };
}

describe('200', () => {
  test('cancels a pending order', async () => {
    const merchant = await newMerchant();
    const { id, orderId } = await newOrder(merchant);
    const { status, body } = await merchant.call('onetime-order/cancel-order', { orderId });
    expect([status, body]).toEqual([200, { data: { orderId, status: 'canceled' } }]);
    const [row] = await db.select().from(orders).where(eq(orders.id, id));
    expect(row).toMatchObject({ status: 'canceled', canceledAt: expect.any(Date) });
  });

  test('while the bank waits for the buyer, the attempt ends with the order, and finishing it comes to nothing', async () => {
    const merchant = await newMerchant();
    const { sessionId } = await newSession(merchant);
    expect((await pay(merchant, sessionId, { cardNumber: '4000 0027 6000 3184' })).state).toBe('challenge');
    const { orderId, id } = await orderOf(sessionId);
    expect((await merchant.call('onetime-order/cancel-order', { orderId })).status).toBe(200);
    const [payment] = await db.select().from(payments).where(eq(payments.orderId, id));
    expect(payment).toMatchObject({ status: 'failed', failureCode: 'authentication_abandoned' });
  });

  test('for a customer with a session token: only their own order', async () => {
    const merchant = await newMerchant();
    const { id, orderId } = await newOrder(merchant);
    const issued = await merchant.call('auth/issue-session-token', {
      storeId: merchant.storeId,
      buyerIdentity: 'user-1',
    });
    const headers = { Authorization: `Bearer ${issued.body.data.token}`, 'X-Environment': 'test' };
    const refused = await post('onetime-order/cancel-order', { orderId }, headers);
    expect([refused.status, refused.body.errors[0].message]).toEqual([404, 'Order not found']);
    await db.update(orders).set({ buyerIdentity: 'user-1' }).where(eq(orders.id, id));
    const { status, body } = await post('onetime-order/cancel-order', { orderId }, headers);
    expect([status, body.data.status]).toEqual([200, 'canceled']);
  });
});

describe('400', () => {
  test.each([
    [{}, 'Missing required field: orderId'],
    [{ orderId: 'ORD_1' }, 'Expected format: ORD_xxx, got ORD_1'],
    [{ orderId: 17 }, 'Expected format: ORD_xxx, got 17'],
  ])('%j', async (given, message) => {
    const { status, body } = await (await newMerchant()).call('onetime-order/cancel-order', given);
    expect([status, body.errors]).toEqual([400, [{ message, layer: 'order' }]]);
  });

  test('Only pending orders can be canceled: one whose time is over, though the worker has not come by', async () => {
    const merchant = await newMerchant();
    const { sessionId } = await newSession(merchant);
    const billingDetail = { country: 'DE', isBusiness: false };
    await merchant.call('onetime-order/create-order', { checkoutSessionId: sessionId, billingDetail });
    const mine = eq(orders.checkoutSessionId, sessionId);
    const [order] = await db.update(orders).set({ expiresAt: new Date() }).where(mine).returning();
    const { status, body } = await merchant.call('onetime-order/cancel-order', { orderId: order?.id });
    expect([status, body.errors]).toEqual([400, [{ message: 'Only pending orders can be canceled', layer: 'order' }]]);
  });

  test('Only pending orders can be canceled: a completed one, a canceled one', async () => {
    const merchant = await newMerchant();
    const paid = await newSession(merchant);
    await pay(merchant, paid.sessionId);
    const canceled = await newOrder(merchant);
    await merchant.call('onetime-order/cancel-order', { orderId: canceled.orderId });
    for (const { orderId } of [await orderOf(paid.sessionId), canceled]) {
      const { status, body } = await merchant.call('onetime-order/cancel-order', { orderId });
      expect([status, body.errors]).toEqual([
        400,
        [{ message: 'Only pending orders can be canceled', layer: 'order' }],
      ]);
    }
  });

  test('a payment is on its way to the bank', async () => {
    const merchant = await newMerchant();
    const { id, orderId, sessionId } = await newOrder(merchant);
    await expect(pay(merchant, sessionId, { cardNumber: '4000 0000 0000 0002' })).rejects.toThrow(/declined/);
    await db.update(payments).set({ status: 'processing' }).where(eq(payments.orderId, id));
    const { status, body } = await merchant.call('onetime-order/cancel-order', { orderId });
    expect([status, body.errors[0].message]).toEqual([400, expect.stringContaining('being processed')]);
  });
});

test('404 Order not found: a subscription', async () => {
  const merchant = await newMerchant();
  const { sessionId } = await newSubscriptionSession(merchant);
  await pay(merchant, sessionId);
  const { id, orderId } = await orderOf(sessionId);
  const { status, body } = await merchant.call('onetime-order/cancel-order', { orderId });
  expect([status, body.errors]).toEqual([404, [{ message: 'Order not found', layer: 'order' }]]);
  expect((await db.select().from(orders).where(eq(orders.id, id)))[0]?.status).toBe('active');
});

test('404 Order not found: nobody’s, another merchant’s, another environment’s', async () => {
  const [merchant, other] = await Promise.all([newMerchant(), newMerchant()]);
  const { orderId } = await newOrder(merchant);
  const attempts = [
    merchant.call('onetime-order/cancel-order', { orderId: toShortId('ORD', newId()) }),
    other.call('onetime-order/cancel-order', { orderId }),
    merchant.call('onetime-order/cancel-order', { orderId }, { environment: 'prod' }),
  ];
  for (const { status, body } of await Promise.all(attempts)) {
    expect([status, body]).toEqual([404, { data: null, errors: [{ message: 'Order not found', layer: 'order' }] }]);
  }
});
