/** `checkout/create-session` with `originOrderId`. (public-client.md, sections 2.1 and 3.5) */
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkoutSessions } from '#db/schema/index.ts';
import { newId, toShortId } from '#server/domain/ids.ts';
import {
  baseUrl,
  customerHeaders,
  db,
  newGroup,
  newMerchant,
  newProduct,
  newSubscriptionProduct,
  newSubscriptionSession,
  pay,
  post,
  type TestMerchant,
} from '#server/testing/api.ts';
import { orderOf } from '#server/testing/orders/rows.ts';

const path = 'checkout/create-session';
const buyer = 'buyer@example.com';

const planOf = (amount: string) => ({
  name: `Plan ${amount}`,
  prices: { USD: { amount, taxIncluded: true, taxCategory: 'saas' } },
});

async function newShop() {
  const merchant = await newMerchant();
  const current = await newSubscriptionProduct(merchant, planOf('20.00'));
  const [larger, smaller] = [
    await newSubscriptionProduct(merchant, planOf('40.00')),
    await newSubscriptionProduct(merchant, planOf('10.00')),
  ];
  const { sessionId } = await newSubscriptionSession(merchant, { productId: current.id });
  await pay(merchant, sessionId, { email: buyer });
  const order = await orderOf(sessionId);
  return { merchant, current, larger, smaller, order, originOrderId: order.orderId };
}

let shop: Awaited<ReturnType<typeof newShop>>;
beforeAll(async () => {
  shop = await newShop();
});

const bodyFor = (fields: object = {}) => ({
  originOrderId: shop.originOrderId,
  productId: shop.larger.id,
  currency: 'USD',
  ...fields,
});

const sessionOf = async (id: string) =>
  (await db.select().from(checkoutSessions).where(eq(checkoutSessions.id, id)))[0];

const refused = ({ status, body }: { status: number; body: { errors?: { message: string }[] } }) => [
  status,
  body.errors?.[0]?.message,
];

describe('an API key', () => {
  test('opens the change to any plan of the store, with the buyer of the subscription', async () => {
    const { merchant, order, larger } = shop;
    const fields = { changeAmount: '12.00', buyerEmail: 'other@example.com', metadata: { from: 'portal' } };
    const { status, body } = await merchant.call(path, bodyFor(fields));
    expect(status).toBe(200);
    const { sessionId, checkoutUrl, expiresAt } = body.data;
    expect(Object.keys(body.data).toSorted()).toEqual(['checkoutUrl', 'expiresAt', 'sessionId']);
    expect(body.warnings).toBeUndefined();
    expect(new URL(checkoutUrl).pathname).toBe(`/store/${merchant.slug}/change/${sessionId}`);
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now());
    expect(await sessionOf(sessionId)).toMatchObject({
      originOrderId: order.id,
      productType: 'subscription',
      buyerEmail: buyer,
      changeTiming: 'immediate',
      changeAmountMinor: 1200,
      changeCreditMinor: null,
      metadata: { from: 'portal' },
    });
    expect(toShortId('PROD', (await sessionOf(sessionId))?.productId ?? '')).toBe(larger.id);
  });

  test.each([
    ['an upgrade is immediate', () => shop.larger, {}, 'immediate'],
    ['a downgrade waits for the next period', () => shop.smaller, {}, 'next_period'],
    ['changeTiming decides', () => shop.smaller, { changeTiming: 'immediate' }, 'immediate'],
  ])('%s', async (_, target, fields, changeTiming) => {
    const { body } = await shop.merchant.call(path, bodyFor({ productId: target().id, ...fields }));
    expect(await sessionOf(body.data.sessionId)).toMatchObject({ changeTiming });
  });

  test('a zero amount is allowed', async () => {
    const { body } = await shop.merchant.call(path, bodyFor({ changeCreditAmount: '0.00' }));
    expect(await sessionOf(body.data.sessionId)).toMatchObject({ changeCreditMinor: 0 });
  });

  test.each<[string, object | (() => object), number, string]>([
    [
      'both amounts',
      { changeAmount: '1.00', changeCreditAmount: '1.00' },
      400,
      'changeAmount and changeCreditAmount cannot be combined',
    ],
    [
      'an amount that is no display amount',
      { changeAmount: '-1' },
      400,
      expect.stringContaining('Invalid changeAmount'),
    ],
    [
      'the current plan',
      () => ({ productId: shop.current.id }),
      400,
      'Invalid productId: the subscription already has this plan',
    ],
    ['another currency', { currency: 'EUR' }, 400, 'Invalid currency: must be the subscription’s currency, USD'],
    [
      'another product type',
      { productType: 'onetime' },
      400,
      'Invalid productType: the product is subscription, got onetime',
    ],
    [
      'a payment method that is not offered',
      { includePaymentMethods: ['wechat'] },
      400,
      expect.stringContaining('Invalid includePaymentMethods: wechat is not offered'),
    ],
    ['an unknown timing', { changeTiming: 'later' }, 400, expect.stringContaining('changeTiming')],
    ['an unknown subscription', { originOrderId: toShortId('ORD', newId()) }, 404, 'Order not found'],
    ['an unknown product', { productId: toShortId('PROD', newId()) }, 404, 'Product not found'],
  ])('refuses %s', async (_, fields, status, message) => {
    const given = typeof fields === 'function' ? fields() : fields;
    expect(refused(await shop.merchant.call(path, bodyFor(given)))).toEqual([status, message]);
  });

  test('refuses a one-time product and another merchant’s subscription', async () => {
    const oneTime = await newProduct(shop.merchant);
    expect(refused(await shop.merchant.call(path, bodyFor({ productId: oneTime.id })))).toEqual([
      400,
      'Invalid productId: the target plan must be a subscription product',
    ]);
    expect(refused(await (await newMerchant()).call(path, bodyFor()))).toEqual([404, 'Order not found']);
  });

  test('refuses a subscription that has ended or not started', async () => {
    const { merchant, current, larger } = shop;
    const { sessionId } = await newSubscriptionSession(merchant, { productId: current.id });
    const body = { checkoutSessionId: sessionId, billingDetail: { country: 'DE', isBusiness: false } };
    await merchant.call('subscription-order/create-order', body);
    const { orderId: originOrderId } = await orderOf(sessionId);
    const request = bodyFor({ originOrderId, productId: larger.id });
    expect(refused(await merchant.call(path, request))).toEqual([
      400,
      'Only trialing, active, past due or canceling subscriptions can change their plan',
    ]);
  });

  test('a null originOrderId makes a purchase', async () => {
    const { merchant, larger } = shop;
    const fields = { originOrderId: null, storeId: merchant.storeId, productType: 'subscription' };
    const { body } = await merchant.call(path, bodyFor(fields));
    expect(body.data.checkoutUrl).toContain('/checkout/');
    expect(await sessionOf(body.data.sessionId)).toMatchObject({ originOrderId: null });
    expect(larger.id).toBeDefined();
  });
});

test('a store slug gets 403 for a plan change', async () => {
  const headers = { 'X-Store-Slug': shop.merchant.slug, 'X-Environment': 'test' };
  expect(refused(await post(path, bodyFor(), headers))).toEqual([403, 'Insufficient permissions']);
});

describe('a customer', () => {
  const asCustomer = async (merchant: TestMerchant, fields: object, identity = buyer) =>
    await post(path, bodyFor(fields), await customerHeaders(merchant, identity));

  test('changes their own plan within a group that allows it, without the merchant’s fields', async () => {
    const own = await newShop();
    const group = await newGroup(own.merchant, { productIds: [own.current.id, own.larger.id] });
    const change = { originOrderId: own.originOrderId, productId: own.larger.id };
    expect(refused(await asCustomer(own.merchant, change))).toEqual([
      403,
      'Self-service plan change is not enabled for this product group',
    ]);
    const rules = { id: group.id, rules: { selfServicePlanChange: true } };
    expect((await own.merchant.call('subscription-product-group/update-group', rules)).status).toBe(200);
    const fields = { ...change, changeAmount: '0.01', withTrial: true, metadata: { a: 'b' }, expiresInSeconds: 60 };
    const { status, body } = await asCustomer(own.merchant, fields);
    expect(status).toBe(200);
    expect(await sessionOf(body.data.sessionId)).toMatchObject({
      changeAmountMinor: null,
      withTrial: null,
      metadata: {},
    });
    expect(refused(await asCustomer(own.merchant, { ...change, productId: own.smaller.id }))).toEqual([
      403,
      'Target plan is not in the same product group as the current plan',
    ]);
    expect(refused(await asCustomer(own.merchant, change, 'someone@example.com'))).toEqual([
      403,
      'Subscription order does not belong to this credential',
    ]);
  });

  test('gets 403 without originOrderId', async () => {
    expect(refused(await asCustomer(shop.merchant, { originOrderId: null }))).toEqual([
      403,
      'Insufficient permissions',
    ]);
  });
});

test('the address of the client’s plan changes leads to the page', async () => {
  const { body } = await shop.merchant.call(path, bodyFor());
  const { pathname } = new URL(body.data.checkoutUrl);
  const answer = await fetch(`${baseUrl}${pathname}?language=de`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    `/${shop.merchant.slug}/checkout/${body.data.sessionId}?language=de`,
  ]);
  const page = await (await fetch(`${baseUrl}${pathname}`)).text();
  expect(page).toContain('Change your plan');
  expect(page).toContain('From Plan 20.00 to Plan 40.00');
});
