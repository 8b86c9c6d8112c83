import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orders } from '#db/schema/index.ts';
import { db, newMerchant, newSubscriptionSession, pay } from '#server/testing/api.ts';
import { eventsOf, orderOf } from '#server/testing/orders/rows.ts';
import { describeCreateOrder } from '#server/testing/suites/create-order.ts';

describeCreateOrder('subscription');

const action = 'subscription-order/create-order';
const billingDetail = { country: 'DE', isBusiness: false };

test('creates the pending order with the session’s locked version, price, period and currency', async () => {
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
  const order = await orderOf(session.sessionId);
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
  const created = await eventsOf(order.id);
  expect(created).toMatchObject([{ type: 'order.created', sequence: 1, actor: { kind: 'apiKey' } }]);
});

test('400 Checkout session has already been paid, also after the subscription has ended', async () => {
  const merchant = await newMerchant();
  const { sessionId } = await newSubscriptionSession(merchant);
  await pay(merchant, sessionId);
  for (const status of ['active', 'canceled'] as const) {
    await db.update(orders).set({ status }).where(eq(orders.checkoutSessionId, sessionId));
    const answer = await merchant.call(action, { checkoutSessionId: sessionId, billingDetail });
    expect([answer.status, answer.body.errors[0].message]).toEqual([400, 'Checkout session has already been paid']);
  }
});
