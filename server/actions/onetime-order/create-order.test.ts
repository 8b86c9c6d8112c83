import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { checkoutSessions, events, orders } from '../../../db/schema/index.ts';
import { newUnguessableId } from '../../domain/ids.ts';
import {
  db,
  newMerchant,
  newSession,
  newSubscriptionSession,
  pay,
  post,
  type TestMerchant,
} from '../../testing/api.ts';

const billingDetail = { country: 'DE', isBusiness: false };
const ordersOf = (sessionId: string) => db.select().from(orders).where(eq(orders.checkoutSessionId, sessionId));

describe('200', () => {
  test('makes the pending order, at the session’s locked price', async () => {
    const merchant = await newMerchant();
    const session = await newSession(merchant, { metadata: { cart: 1 }, orderMerchantExternalId: 'A-1' });
    const { status, body } = await merchant.call('onetime-order/create-order', {
      checkoutSessionId: session.sessionId,
      billingDetail: { ...billingDetail, postcode: '10115' },
      buyerEmail: 'ana@example.com',
      buyerIp: '203.0.113.7',
      successUrl: 'https://example.com/thanks',
    });
    expect([status, body]).toEqual([200, { data: { checkoutUrl: session.checkoutUrl } }]);
    const [order] = await ordersOf(session.sessionId);
    expect(order).toMatchObject({
      status: 'pending',
      subtotalMinor: 2900,
      taxMinor: 551,
      totalMinor: 3451,
      taxRateMillionths: 190_000,
      taxName: 'VAT',
      currency: 'USD',
      buyerEmail: 'ana@example.com',
      merchantExternalId: 'A-1',
      metadata: { cart: 1 },
    });
    const [event] = await db
      .select()
      .from(events)
      .where(eq(events.objectId, order?.id ?? ''));
    expect(event).toMatchObject({ type: 'order.created', sequence: 1, actor: { kind: 'apiKey' } });
  });

  test('twenty at once make one order and give one address', async () => {
    const merchant = await newMerchant();
    const session = await newSession(merchant);
    const given = { checkoutSessionId: session.sessionId, billingDetail };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => merchant.call('onetime-order/create-order', given)),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.data?.checkoutUrl}`))).toEqual(
      new Set([`200 ${session.checkoutUrl}`]),
    );
    expect(await ordersOf(session.sessionId)).toHaveLength(1);
  });
});

describe('400', () => {
  const refused = async (merchant: TestMerchant, sessionId: string) => {
    const answer = await merchant.call('onetime-order/create-order', { checkoutSessionId: sessionId, billingDetail });
    expect(answer.status).toBe(400);
    expect(await ordersOf(sessionId)).toEqual([]);
    return answer.body.errors;
  };

  test('Product <id> is not active in environment <environment>', async () => {
    const merchant = await newMerchant();
    const { sessionId, productId } = await newSession(merchant);
    await merchant.call('onetime-product/update-status', { id: productId, status: 'inactive' });
    expect(await refused(merchant, sessionId)).toEqual([
      { message: `Product ${productId} is not active in environment test`, layer: 'product' },
    ]);
  });

  test('Store is not active', async () => {
    const merchant = await newMerchant();
    const { sessionId } = await newSession(merchant);
    await merchant.call('store/update-store', { id: merchant.storeId, status: 'suspended' });
    expect(await refused(merchant, sessionId)).toEqual([{ message: 'Store is not active', layer: 'store' }]);
  });

  test.each([
    [{ checkoutSessionId: undefined }, 'Missing required field: checkoutSessionId'],
    [{ checkoutSessionId: '' }, 'Missing required field: checkoutSessionId'],
    [{ checkoutSessionId: 'abc' }, 'Expected format: UUID, got abc'],
    [{ billingDetail: undefined }, 'Missing required field: billingDetail'],
    [{ billingDetail: null }, 'Missing required field: billingDetail'],
    [{ billingDetail: { country: 'US', isBusiness: true } }, 'Missing required field: billingDetail.state'],
    [{ buyerEmail: 'x' }, 'Invalid buyerEmail: must be an email address'],
    [{ buyerIp: 'localhost' }, 'Invalid buyerIp: must be an IP address'],
  ])('%j', async (fields, message) => {
    const merchant = await newMerchant();
    const session = await newSession(merchant);
    const given = { checkoutSessionId: session.sessionId, billingDetail, ...fields };
    const { status, body } = await merchant.call('onetime-order/create-order', given);
    expect([status, body.errors]).toEqual([400, [{ message, layer: 'order' }]]);
    expect(await ordersOf(session.sessionId)).toHaveLength(0);
  });

  test('The checkout session is for a subscription; use subscription-order/create-order', async () => {
    const merchant = await newMerchant();
    const { sessionId } = await newSubscriptionSession(merchant);
    const given = { checkoutSessionId: sessionId, billingDetail };
    const { status, body } = await merchant.call('onetime-order/create-order', given);
    const message = 'The checkout session is for a subscription; use subscription-order/create-order';
    expect([status, body.errors]).toEqual([400, [{ message, layer: 'order' }]]);
    expect(await ordersOf(sessionId)).toHaveLength(0);
  });

  test('a session that has expired', async () => {
    const merchant = await newMerchant();
    const { sessionId } = await newSession(merchant);
    await db
      .update(checkoutSessions)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(checkoutSessions.id, sessionId));
    const { status, body } = await merchant.call('onetime-order/create-order', {
      checkoutSessionId: sessionId,
      billingDetail,
    });
    expect([status, body.errors[0].message]).toEqual([400, 'Checkout session has expired']);
  });

  test('a session that is paid', async () => {
    const merchant = await newMerchant();
    const { sessionId } = await newSession(merchant);
    expect((await pay(merchant, sessionId)).state).toBe('paid');
    const { status, body } = await merchant.call('onetime-order/create-order', {
      checkoutSessionId: sessionId,
      billingDetail,
    });
    expect([status, body.errors[0].message]).toEqual([400, 'Checkout session has already been paid']);
  });

  test('a session whose order was canceled', async () => {
    const merchant = await newMerchant();
    const { sessionId } = await newSession(merchant);
    await merchant.call('onetime-order/create-order', { checkoutSessionId: sessionId, billingDetail });
    const [order] = await ordersOf(sessionId);
    await merchant.call('onetime-order/cancel-order', { orderId: order?.id });
    const { status, body } = await merchant.call('onetime-order/create-order', {
      checkoutSessionId: sessionId,
      billingDetail,
    });
    expect([status, body.errors[0].message]).toEqual([400, 'The order of this checkout session was canceled']);
  });
});

test('403 Insufficient permissions, for a store slug', async () => {
  const { slug } = await newMerchant();
  const { status, body } = await post(
    'onetime-order/create-order',
    {},
    { 'X-Store-Slug': slug, 'X-Environment': 'test' },
  );
  expect([status, body.errors[0].message]).toEqual([403, 'Insufficient permissions']);
});

test('404 Checkout session not found: nobody’s, another merchant’s, another environment’s', async () => {
  const [merchant, other] = await Promise.all([newMerchant(), newMerchant()]);
  const { sessionId } = await newSession(merchant);
  const attempts = [
    merchant.call('onetime-order/create-order', { checkoutSessionId: newUnguessableId(), billingDetail }),
    other.call('onetime-order/create-order', { checkoutSessionId: sessionId, billingDetail }),
    merchant.call(
      'onetime-order/create-order',
      { checkoutSessionId: sessionId, billingDetail },
      { environment: 'prod' },
    ),
  ];
  for (const { status, body } of await Promise.all(attempts)) {
    expect([status, body.errors[0].message]).toEqual([404, 'Checkout session not found']);
  }
});
