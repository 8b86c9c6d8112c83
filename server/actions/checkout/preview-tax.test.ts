import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { checkoutSessions } from '#db/schema/index.ts';
import {
  db,
  newMerchant,
  newProduct,
  newSession,
  newSubscriptionSession,
  pay,
  post,
  type TestMerchant,
} from '#server/testing/api.ts';
import { orderOf, ordersOf } from '#server/testing/orders/rows.ts';

const germany = { country: 'DE', isBusiness: false };

const preview = (merchant: TestMerchant, body: unknown, environment = 'test') =>
  post('checkout/preview-tax', body, { 'X-Store-Slug': merchant.slug, 'X-Environment': environment });

async function open(fields: Record<string, unknown> = {}) {
  const merchant = await newMerchant();
  const { sessionId } = await newSession(merchant, fields);
  return { merchant, checkoutSessionId: sessionId };
}

describe('200', () => {
  test.each([
    [germany, { subtotal: 29, taxAmount: 5.51, total: 34.51, taxRate: 0.19 }],
    [
      { country: 'US', isBusiness: false, state: 'NJ' },
      { subtotal: 29, taxAmount: 1.92, total: 30.92, taxRate: 0.06625 },
    ],
    [
      { country: 'CA', isBusiness: false, state: 'Quebec' },
      { subtotal: 29, taxAmount: 4.34, total: 33.34, taxRate: 0.14975 },
    ],
    [
      { country: 'US', isBusiness: false, state: 'OR' },
      { subtotal: 29, taxAmount: 0, total: 29, taxRate: 0 },
    ],
    [
      { country: 'DE', isBusiness: true, businessName: 'Kaffee GmbH', taxId: 'DE136695976' },
      { subtotal: 29, taxAmount: 0, total: 29, taxRate: 0 },
    ],
    [
      { country: 'DE', isBusiness: true, taxId: '136 695-976' },
      { subtotal: 29, taxAmount: 0, total: 29, taxRate: 0 },
    ],
    [
      { country: 'FR', isBusiness: true, taxId: 'DE136695976' },
      { subtotal: 29, taxAmount: 5.8, total: 34.8, taxRate: 0.2 },
    ],
    [
      { country: 'DE', isBusiness: true, taxId: 'DE136695977' },
      { subtotal: 29, taxAmount: 5.51, total: 34.51, taxRate: 0.19 },
    ],
  ])('%j', async (billingDetail, data) => {
    const { merchant, checkoutSessionId } = await open();
    const { status, body } = await preview(merchant, { checkoutSessionId, billingDetail });
    expect([status, body]).toEqual([200, { data }]);
    expect(await ordersOf(checkoutSessionId)).toEqual([]);
  });

  test('a price that includes tax', async () => {
    const { merchant, checkoutSessionId } = await open({ priceSnapshot: { amount: '29.00', taxIncluded: true } });
    const { body } = await preview(merchant, { checkoutSessionId, billingDetail: germany });
    expect(body).toEqual({ data: { subtotal: 24.37, taxAmount: 4.63, total: 29, taxRate: 0.19 } });
  });

  test('zero- and three-decimal currencies', async () => {
    const merchant = await newMerchant();
    const product = await newProduct(merchant, { prices: { JPY: { amount: '4500' }, KWD: { amount: '1.999' } } });
    const totals = await Promise.all(
      ['JPY', 'KWD'].map(async (currency) => {
        const { sessionId } = await newSession(merchant, { productId: product.id, currency });
        return (await preview(merchant, { checkoutSessionId: sessionId, billingDetail: germany })).body.data.total;
      }),
    );
    expect(totals).toEqual([5355, 2.379]);
  });

  test('a subscription: one period', async () => {
    const merchant = await newMerchant();
    const { sessionId } = await newSubscriptionSession(merchant, {}, { metadata: { trialDays: 14 } });
    const { body } = await preview(merchant, { checkoutSessionId: sessionId, billingDetail: germany });
    expect(body).toEqual({ data: { subtotal: 18, taxAmount: 3.42, total: 21.42, taxRate: 0.19 } });
  });
});

describe('400', () => {
  test.each([
    [{ billingDetail: undefined }, 'Missing required field: billingDetail'],
    [{ billingDetail: 'DE' }, 'Invalid billingDetail: must be an object'],
    [{ billingDetail: { isBusiness: false } }, 'Missing required field: billingDetail.country'],
    [{ billingDetail: { country: 'DE' } }, 'Missing required field: billingDetail.isBusiness'],
    [
      { billingDetail: { country: 'XX', isBusiness: false } },
      'Invalid billingDetail.country: must be an ISO 3166-1 alpha-2 code',
    ],
    [{ billingDetail: { country: 'US', isBusiness: false } }, 'Missing required field: billingDetail.state'],
    [{ billingDetail: { country: 'CA', isBusiness: false } }, 'Missing required field: billingDetail.state'],
    [
      { billingDetail: { country: 'CA', isBusiness: false, state: 'TX' } },
      'Invalid billingDetail.state: not a state or province of CA',
    ],
  ])('%j', async (fields, message) => {
    const { merchant, checkoutSessionId } = await open();
    const { status, body } = await preview(merchant, { checkoutSessionId, ...fields });
    expect([status, body]).toMatchObject([400, { data: null, errors: [{ message, layer: 'order' }] }]);
  });

  test('Checkout session has already been paid', async () => {
    const { merchant, checkoutSessionId } = await open();
    await pay(merchant, checkoutSessionId);
    const { status, body } = await preview(merchant, { checkoutSessionId, billingDetail: germany });
    expect([status, body.errors]).toMatchObject([
      400,
      [{ message: 'Checkout session has already been paid', layer: 'order' }],
    ]);
  });

  test('The order of this checkout session was canceled', async () => {
    const { merchant, checkoutSessionId } = await open();
    await merchant.call('onetime-order/create-order', { checkoutSessionId, billingDetail: germany });
    const { orderId } = await orderOf(checkoutSessionId);
    await merchant.call('onetime-order/cancel-order', { orderId });
    const { status, body } = await preview(merchant, { checkoutSessionId, billingDetail: germany });
    const message = 'The order of this checkout session was canceled';
    expect([status, body.errors]).toMatchObject([400, [{ message, layer: 'order' }]]);
  });

  test('Checkout session has expired', async () => {
    const { merchant, checkoutSessionId } = await open();
    const expiresAt = new Date(Date.now() - 1);
    await db.update(checkoutSessions).set({ expiresAt }).where(eq(checkoutSessions.id, checkoutSessionId));
    const { status, body } = await preview(merchant, { checkoutSessionId, billingDetail: germany });
    expect([status, body.errors]).toMatchObject([400, [{ message: 'Checkout session has expired', layer: 'order' }]]);
  });
});
