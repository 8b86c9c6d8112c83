import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { events, orders, payments } from '../../../db/schema/index.ts';
import { newId, toShortId } from '../../domain/ids.ts';
import {
  customerHeaders,
  db,
  newMerchant,
  newSession,
  newSubscriptionSession,
  pay,
  post,
  type TestMerchant,
} from '../../testing/api.ts';

const action = 'subscription-order/cancel-order';

async function orderOf(sessionId: string) {
  const [order] = await db.select().from(orders).where(eq(orders.checkoutSessionId, sessionId));
  if (!order) throw new Error('the session has no order');
  return order;
}

const typesOf = async (orderId: string) =>
  (await db.select().from(events).where(eq(events.objectId, orderId)).orderBy(events.sequence)).map(({ type }) => type);

/** A subscription that has just begun. */
async function started(merchant: TestMerchant, content: Record<string, unknown> = {}) {
  const { sessionId } = await newSubscriptionSession(merchant, {}, content);
  await pay(merchant, sessionId);
  const order = await orderOf(sessionId);
  return { id: order.id, orderId: toShortId('ORD', order.id), sessionId };
}

async function pending(merchant: TestMerchant) {
  const { sessionId } = await newSubscriptionSession(merchant);
  const billingDetail = { country: 'DE', isBusiness: false };
  await merchant.call('subscription-order/create-order', { checkoutSessionId: sessionId, billingDetail });
  const order = await orderOf(sessionId);
  return { id: order.id, orderId: toShortId('ORD', order.id), sessionId };
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
    expect((await typesOf(id)).at(-1)).toBe('subscription.canceling');
  });

  test('trialing → canceling, to the end of the trial', async () => {
    const merchant = await newMerchant();
    const { orderId, sessionId } = await started(merchant, { metadata: { trialDays: 14 } });
    const { trialEndsAt } = await orderOf(sessionId);
    const { status, body } = await merchant.call(action, { orderId });
    expect([status, body]).toEqual([200, { data: { orderId, status: 'canceling' } }]);
    expect(await orderOf(sessionId)).toMatchObject({ status: 'canceling', currentPeriodEnd: trialEndsAt });
  });

  test('pending → canceled at once', async () => {
    const merchant = await newMerchant();
    const { orderId, sessionId, id } = await pending(merchant);
    const { status, body } = await merchant.call(action, { orderId });
    expect([status, body]).toEqual([200, { data: { orderId, status: 'canceled' } }]);
    expect(await orderOf(sessionId)).toMatchObject({ canceledAt: expect.any(Date), endedAt: expect.any(Date) });
    expect(await typesOf(id)).toEqual(['order.created', 'subscription.canceled']);
  });

  test('past_due → canceled at once', async () => {
    const merchant = await newMerchant();
    const { orderId, sessionId, id } = await started(merchant);
    await db.update(orders).set({ status: 'past_due' }).where(eq(orders.id, id));
    const { status, body } = await merchant.call(action, { orderId });
    expect([status, body]).toEqual([200, { data: { orderId, status: 'canceled' } }]);
    expect((await orderOf(sessionId)).endedAt).toEqual(expect.any(Date));
  });

  test('while the bank waits for the buyer, the attempt ends with the order', async () => {
    const merchant = await newMerchant();
    const { sessionId } = await newSubscriptionSession(merchant);
    expect((await pay(merchant, sessionId, { cardNumber: '4000 0027 6000 3184' })).state).toBe('challenge');
    const { id } = await orderOf(sessionId);
    expect((await merchant.call(action, { orderId: id })).body.data.status).toBe('canceled');
    const [payment] = await db.select().from(payments).where(eq(payments.orderId, id));
    expect(payment).toMatchObject({ status: 'failed', failureCode: 'authentication_abandoned' });
  });

  test('for a customer with a session token: only their own', async () => {
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

describe('400', () => {
  test.each([
    [{}, 'Missing required field: orderId'],
    [{ orderId: 'ORD_1' }, 'Expected format: ORD_xxx, got ORD_1'],
    [{ orderId: 17 }, 'Expected format: ORD_xxx, got 17'],
  ])('%j', async (given, message) => {
    const { status, body } = await (await newMerchant()).call(action, given);
    expect([status, body.errors]).toEqual([400, [{ message, layer: 'order' }]]);
  });

  test('Only pending, trialing, active or past due subscriptions can be canceled', async () => {
    const merchant = await newMerchant();
    const { id, orderId } = await started(merchant);
    for (const before of ['canceling', 'canceled', 'expired'] as const) {
      await db.update(orders).set({ status: before }).where(eq(orders.id, id));
      const { status, body } = await merchant.call(action, { orderId });
      const message = 'Only pending, trialing, active or past due subscriptions can be canceled';
      expect([status, body.errors]).toEqual([400, [{ message, layer: 'order' }]]);
      const [after] = await db.select().from(orders).where(eq(orders.id, id));
      expect(after).toMatchObject({ status: before, canceledAt: null });
    }
  });

  test('A payment of this order is being processed; try again in a moment', async () => {
    const merchant = await newMerchant();
    const { id, orderId, sessionId } = await pending(merchant);
    await expect(pay(merchant, sessionId, { cardNumber: '4000 0000 0000 0002' })).rejects.toThrow(/declined/);
    await db.update(payments).set({ status: 'processing' }).where(eq(payments.orderId, id));
    const { status, body } = await merchant.call(action, { orderId });
    const message = 'A payment of this order is being processed; try again in a moment';
    expect([status, body.errors]).toEqual([400, [{ message, layer: 'order' }]]);
    expect((await orderOf(sessionId)).status).toBe('pending');
  });
});

test('404 Order not found: nobody’s, another merchant’s, another environment’s, a one-time order', async () => {
  const [merchant, other] = await Promise.all([newMerchant(), newMerchant()]);
  const { orderId, sessionId } = await started(merchant);
  const onetime = await newSession(merchant);
  await pay(merchant, onetime.sessionId);
  const attempts = [
    merchant.call(action, { orderId: toShortId('ORD', newId()) }),
    other.call(action, { orderId }),
    merchant.call(action, { orderId }, { environment: 'prod' }),
    merchant.call(action, { orderId: (await orderOf(onetime.sessionId)).id }),
  ];
  for (const { status, body } of await Promise.all(attempts)) {
    expect([status, body]).toEqual([404, { data: null, errors: [{ message: 'Order not found', layer: 'order' }] }]);
  }
  expect((await orderOf(sessionId)).status).toBe('active');
});

test('many at once cancel once', async () => {
  const merchant = await newMerchant();
  const { id, orderId } = await started(merchant);
  const answers = await Promise.all(Array.from({ length: 10 }, () => merchant.call(action, { orderId })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await typesOf(id)).filter((type) => type === 'subscription.canceling')).toHaveLength(1);
});
