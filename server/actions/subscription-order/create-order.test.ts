import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { checkoutSessions, events, orders } from '../../../db/schema/index.ts';
import { newUnguessableId } from '../../domain/ids.ts';
import { db, newMerchant, newSession, newSubscriptionSession, pay, post } from '../../testing/api.ts';

const action = 'subscription-order/create-order';
const billingDetail = { country: 'DE', isBusiness: false };
const ordersOf = (sessionId: string) => db.select().from(orders).where(eq(orders.checkoutSessionId, sessionId));

describe('200', () => {
  test('makes the pending order: version, price, period and currency as the session locked them', async () => {
    const merchant = await newMerchant();
    const session = await newSubscriptionSession(merchant, { metadata: { cart: 1 } }, { billingPeriod: 'quarterly' });
    await merchant.call('subscription-product/update-product', {
      id: session.productId,
      billingPeriod: 'yearly',
      prices: { USD: { amount: '99.00' } },
    });
    const { status, body } = await merchant.call(action, {
      checkoutSessionId: session.sessionId,
      billingDetail,
      buyerEmail: 'ana@example.com',
      successUrl: 'https://example.com/thanks',
    });
    expect([status, body]).toEqual([200, { data: { checkoutUrl: session.checkoutUrl } }]);
    const [order] = await ordersOf(session.sessionId);
    expect(order).toMatchObject({
      productType: 'subscription',
      status: 'pending',
      billingPeriod: 'quarterly',
      currency: 'USD',
      subtotalMinor: 1800,
      taxMinor: 342,
      totalMinor: 2142,
      taxRateMillionths: 190_000,
      taxName: 'VAT',
      buyerEmail: 'ana@example.com',
      successUrl: 'https://example.com/thanks',
      metadata: { cart: 1 },
      startedAt: null,
      trialEndsAt: null,
      currentPeriodStart: null,
      currentPeriodEnd: null,
    });
    const made = await db
      .select()
      .from(events)
      .where(eq(events.objectId, order?.id ?? ''));
    expect(made).toMatchObject([{ type: 'order.created', sequence: 1, actor: { kind: 'apiKey' } }]);
  });

  test('twenty at once make one order and give one address', async () => {
    const merchant = await newMerchant();
    const session = await newSubscriptionSession(merchant);
    const given = { checkoutSessionId: session.sessionId, billingDetail };
    const answers = await Promise.all(Array.from({ length: 20 }, () => merchant.call(action, given)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.data?.checkoutUrl}`))).toEqual(
      new Set([`200 ${session.checkoutUrl}`]),
    );
    expect(await ordersOf(session.sessionId)).toHaveLength(1);
  });
});

describe('400', () => {
  test.each([
    [{ checkoutSessionId: undefined }, 'Missing required field: checkoutSessionId'],
    [{ checkoutSessionId: 'abc' }, 'Expected format: UUID, got abc'],
    [{ billingDetail: undefined }, 'Missing required field: billingDetail'],
    [{ billingDetail: { country: 'US', isBusiness: true } }, 'Missing required field: billingDetail.state'],
    [{ buyerEmail: 'x' }, 'Invalid buyerEmail: must be an email address'],
    [{ buyerIp: 'localhost' }, 'Invalid buyerIp: must be an IP address'],
  ])('%j', async (fields, message) => {
    const merchant = await newMerchant();
    const { sessionId } = await newSubscriptionSession(merchant);
    const { status, body } = await merchant.call(action, { checkoutSessionId: sessionId, billingDetail, ...fields });
    expect([status, body.errors]).toEqual([400, [{ message, layer: 'order' }]]);
    expect(await ordersOf(sessionId)).toHaveLength(0);
  });

  test('The checkout session is for a one-time product; use onetime-order/create-order', async () => {
    const merchant = await newMerchant();
    const { sessionId } = await newSession(merchant);
    const { status, body } = await merchant.call(action, { checkoutSessionId: sessionId, billingDetail });
    const message = 'The checkout session is for a one-time product; use onetime-order/create-order';
    expect([status, body.errors]).toEqual([400, [{ message, layer: 'order' }]]);
    expect(await ordersOf(sessionId)).toHaveLength(0);
  });

  test('Checkout session has already been paid, also after the subscription has ended', async () => {
    const merchant = await newMerchant();
    const { sessionId } = await newSubscriptionSession(merchant);
    await pay(merchant, sessionId);
    for (const status of ['active', 'canceled'] as const) {
      await db.update(orders).set({ status }).where(eq(orders.checkoutSessionId, sessionId));
      const answer = await merchant.call(action, { checkoutSessionId: sessionId, billingDetail });
      expect([answer.status, answer.body.errors[0].message]).toEqual([400, 'Checkout session has already been paid']);
    }
  });

  test('The order of this checkout session was canceled', async () => {
    const merchant = await newMerchant();
    const { sessionId } = await newSubscriptionSession(merchant);
    await merchant.call(action, { checkoutSessionId: sessionId, billingDetail });
    const [order] = await ordersOf(sessionId);
    await merchant.call('subscription-order/cancel-order', { orderId: order?.id });
    const { status, body } = await merchant.call(action, { checkoutSessionId: sessionId, billingDetail });
    expect([status, body.errors[0].message]).toEqual([400, 'The order of this checkout session was canceled']);
  });

  test('Checkout session has expired', async () => {
    const merchant = await newMerchant();
    const { sessionId } = await newSubscriptionSession(merchant);
    const expiresAt = new Date(Date.now() - 1);
    await db.update(checkoutSessions).set({ expiresAt }).where(eq(checkoutSessions.id, sessionId));
    const { status, body } = await merchant.call(action, { checkoutSessionId: sessionId, billingDetail });
    expect([status, body.errors[0].message]).toEqual([400, 'Checkout session has expired']);
  });
});

test('403 Insufficient permissions, for a store slug', async () => {
  const { slug } = await newMerchant();
  const { status, body } = await post(action, {}, { 'X-Store-Slug': slug, 'X-Environment': 'test' });
  expect([status, body.errors[0].message]).toEqual([403, 'Insufficient permissions']);
});

test('404 Checkout session not found: nobody’s, another merchant’s, another environment’s', async () => {
  const [merchant, other] = await Promise.all([newMerchant(), newMerchant()]);
  const { sessionId } = await newSubscriptionSession(merchant);
  const given = { checkoutSessionId: sessionId, billingDetail };
  const attempts = [
    merchant.call(action, { checkoutSessionId: newUnguessableId(), billingDetail }),
    other.call(action, given),
    merchant.call(action, given, { environment: 'prod' }),
  ];
  for (const { status, body } of await Promise.all(attempts)) {
    expect([status, body.errors[0].message]).toEqual([404, 'Checkout session not found']);
  }
});
