import { expect, test } from 'vitest';
import { newMerchant, newSession } from '#server/testing/api.ts';
import { eventsOf, orderOf } from '#server/testing/orders/rows.ts';
import { describeCreateOrder } from '#server/testing/suites/create-order.ts';

describeCreateOrder('onetime');

test('creates the pending order at the session’s locked price', async () => {
  const merchant = await newMerchant();
  const session = await newSession(merchant, { metadata: { cart: 1 }, orderMerchantExternalId: 'A-1' });
  const { status, body } = await merchant.call('onetime-order/create-order', {
    checkoutSessionId: session.sessionId,
    billingDetail: { country: 'DE', isBusiness: false, postcode: '10115' },
    buyerEmail: 'ana@example.com',
    buyerIp: '203.0.113.7',
    successUrl: 'https://example.com/thanks',
  });
  expect([status, body]).toEqual([200, { data: { checkoutUrl: session.checkoutUrl } }]);
  const order = await orderOf(session.sessionId);
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
  const [event] = await eventsOf(order.id);
  expect(event).toMatchObject({ type: 'order.created', sequence: 1, actor: { kind: 'apiKey' } });
});
