import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { checkoutSessions, products, stores } from '#db/schema/index.ts';
import { fromShortId, newId, toShortId } from '#server/domain/ids.ts';
import { type Answer, baseUrl, db, newMerchant, newProduct, post, type TestMerchant } from '#server/testing/api.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** A merchant with a product, and a create-session call for it. */
async function shop() {
  const merchant = await newMerchant();
  const product = await newProduct(merchant);
  const body = { storeId: merchant.storeId, productId: product.id, productType: 'onetime', currency: 'USD' };
  return {
    merchant,
    product,
    body,
    create: (fields: object = {}) => merchant.call('checkout/create-session', { ...body, ...fields }),
  };
}

const readSession = async (sessionId: string) =>
  (await db.select().from(checkoutSessions).where(eq(checkoutSessions.id, sessionId)))[0];

/** The session that a call created. */
async function sessionOf({ status, text, body }: Answer) {
  expect(status, text).toBe(200);
  const session = await readSession(body.data.sessionId);
  if (!session) throw new Error('there is no such session');
  return session;
}

const bySlug = (merchant: TestMerchant, environment = 'test') => ({
  'X-Store-Slug': merchant.slug,
  'X-Environment': environment,
});

describe('200 with an API key', () => {
  test('returns sessionId, checkoutUrl and expiresAt, seven days from now', async () => {
    const { merchant, create } = await shop();
    const { status, body } = await create();
    expect(status).toBe(200);
    expect(body).toEqual({
      data: {
        sessionId: expect.stringMatching(uuid),
        checkoutUrl: `${baseUrl}/${merchant.slug}/checkout/${body.data.sessionId}`,
        expiresAt: expect.any(String),
      },
    });
    const lifeMs = Date.parse(body.data.expiresAt) - Date.now();
    expect(Math.abs(lifeMs - 7 * 24 * 3600 * 1000)).toBeLessThan(60_000);
  });

  test('saves every given field', async () => {
    const { create } = await shop();
    const given = {
      buyerEmail: 'ana@example.com',
      billingDetail: { country: 'US', isBusiness: false, state: 'CA', postcode: '94016' },
      successUrl: 'https://example.com/thanks',
      metadata: { cart: 7 },
      orderMerchantExternalId: 'A-1',
      darkMode: true,
      language: 'pt-BR',
    };
    const { body } = await create({
      ...given,
      expiresInSeconds: 60,
      priceSnapshot: { amount: '9.90', taxIncluded: true },
    });
    const session = await readSession(body.data.sessionId);
    expect(session).toMatchObject({ ...given, environment: 'test', currency: 'USD' });
    expect(session?.price).toEqual({ amountMinor: 990, taxIncluded: true, taxCategory: 'digital_goods' });
    expect(Date.parse(body.data.expiresAt) - Date.now()).toBeLessThanOrEqual(60_000);
  });

  test.each([
    [{ includePaymentMethods: ['card', 'wechat'] }, { include: ['card', 'wechat'] }],
    [{ excludePaymentMethods: ['googlepay', 'cash'] }, { exclude: ['googlepay'] }],
    [{ includePaymentMethods: null, excludePaymentMethods: null }, null],
  ])('saves the payment methods of %j', async (given, paymentMethods) => {
    const { merchant, body, create } = await shop();
    expect(await sessionOf(await create(given))).toMatchObject({ paymentMethods });
    const { storeId: _, ...publicBody } = body;
    const open = await post('checkout/create-session', { ...publicBody, ...given }, bySlug(merchant));
    expect(await sessionOf(open)).toMatchObject({ paymentMethods: null });
  });

  test.each([
    [{ includePaymentMethods: ['card'], excludePaymentMethods: ['wechat'] }, /^Send either/],
    [{ includePaymentMethods: ['cash'] }, /cash is not offered/],
    [{ includePaymentMethods: 'card' }, /^Invalid includePaymentMethods/],
  ])('rejects the payment methods of %j', async (given, message) => {
    const { create } = await shop();
    const { status, body } = await create(given);
    expect([status, body.errors]).toMatchObject([400, [{ message: expect.stringMatching(message), layer: 'order' }]]);
  });

  test('treats null as absent for optional fields', async () => {
    const { merchant, body: given, create } = await shop();
    const optional = {
      withTrial: null,
      buyerEmail: null,
      billingDetail: null,
      successUrl: null,
      expiresInSeconds: null,
      metadata: null,
      priceSnapshot: null,
      orderMerchantExternalId: null,
      darkMode: null,
      language: null,
    };
    const { id: _, createdAt, expiresAt, ...plain } = await sessionOf(await create());
    const signed = await create(optional);
    expect(signed.body.warnings).toBeUndefined();
    expect(await sessionOf(signed)).toMatchObject(plain);
    const { storeId: __, ...publicBody } = given;
    const open = await post('checkout/create-session', { ...publicBody, ...optional }, bySlug(merchant));
    expect(await sessionOf(open)).toMatchObject(plain);
    const derived = await create({ storeId: null, productType: null });
    expect([derived.status, derived.body.warnings]).toEqual([200, undefined]);
    const snapshot = await create({ priceSnapshot: { amount: '9.90', taxIncluded: null, taxCategory: null } });
    expect((await sessionOf(snapshot)).price).toEqual({
      amountMinor: 990,
      taxIncluded: false,
      taxCategory: 'digital_goods',
    });
  });

  test('derives storeId and productType from the product without a warning', async () => {
    const { merchant, product } = await shop();
    const { status, body } = await merchant.call('checkout/create-session', { productId: product.id, currency: 'JPY' });
    expect([status, body.warnings]).toEqual([200, undefined]);
    expect(await readSession(body.data.sessionId)).toMatchObject({ productType: 'onetime' });
  });

  test.each([{}, { productType: null }, { productType: '' }])(
    'rejects a public caller without productType: %j',
    async (given) => {
      const { merchant, product } = await shop();
      const body = { productId: product.id, currency: 'USD', ...given };
      const refused = await post('checkout/create-session', body, bySlug(merchant));
      expect([refused.status, refused.body.errors]).toMatchObject([
        400,
        [{ message: 'Missing required field: productType', layer: 'order' }],
      ]);
      const badProduct = await post('checkout/create-session', { ...body, productId: 'x' }, bySlug(merchant));
      expect(badProduct.body.errors[0].message).toBe('Expected format: PROD_xxx, got x');
    },
  );

  test('ignores a differing X-Environment, with a warning', async () => {
    const { merchant, body: given } = await shop();
    const { status, body } = await merchant.call('checkout/create-session', given, {
      headers: { 'X-Environment': 'prod' },
    });
    expect([status, body.warnings]).toMatchObject([
      200,
      [{ message: expect.stringContaining('bound to test'), layer: 'gateway', aiHint: expect.any(String) }],
    ]);
    expect(await readSession(body.data.sessionId)).toMatchObject({ environment: 'test' });
  });

  test('sells in prod once the product is published and the store enabled', async () => {
    const { merchant, product, body: given } = await shop();
    await merchant.call('onetime-product/publish-product', { id: product.id });
    await db.update(stores).set({ prodEnabled: true }).where(eq(stores.id, merchant.store.id));
    const { status, body } = await merchant.call('checkout/create-session', given, { environment: 'prod' });
    expect(status).toBe(200);
    expect(await readSession(body.data.sessionId)).toMatchObject({ environment: 'prod' });
  });
});

describe('200 with a store slug', () => {
  test('uses the slug’s store and ignores storeId and expiresInSeconds', async () => {
    const { merchant, product } = await shop();
    const given = {
      productId: product.id,
      productType: 'onetime',
      currency: 'USD',
      storeId: 5,
      expiresInSeconds: 'soon',
      orderMerchantExternalId: {},
    };
    const { status, body } = await post('checkout/create-session', given, bySlug(merchant));
    expect(status).toBe(200);
    expect(Date.parse(body.data.expiresAt) - Date.now()).toBeGreaterThan(6 * 24 * 3600 * 1000);
    expect(await readSession(body.data.sessionId)).toMatchObject({
      storeId: merchant.store.id,
      orderMerchantExternalId: null,
    });
  });
});

describe('400', () => {
  test.each([
    [{ productId: undefined }, 'Missing required field: productId'],
    [{ productType: 'rental' }, 'Invalid productType: must be onetime or subscription'],
    [{ productType: 'subscription' }, 'Invalid productType: the product is onetime, got subscription'],
    [{ currency: undefined }, 'Missing required field: currency'],
    [{ currency: 'usd' }, 'Product is not priced in usd; available: JPY, USD'],
    [{ currency: 'ZZZ' }, 'Product is not priced in ZZZ; available: JPY, USD'],
    [{ currency: '__proto__' }, 'Product is not priced in __proto__; available: JPY, USD'],
    [{ currency: '' }, 'Missing required field: currency'],
    [{ currency: null }, 'Missing required field: currency'],
    [{ priceSnapshot: { amount: null } }, 'Missing required field: priceSnapshot.amount'],
    [{ billingDetail: { country: null, isBusiness: false } }, 'Missing required field: billingDetail.country'],
    [{ currency: 'EUR' }, 'Product is not priced in EUR; available: JPY, USD'],
    [{ withTrial: 'yes' }, 'Invalid withTrial: must be a boolean'],
    [{ withTrial: true }, 'Invalid withTrial: only subscription products can have a trial'],
    [{ buyerEmail: 'not an email' }, 'Invalid buyerEmail: must be an email address'],
    [{ billingDetail: {} }, 'Missing required field: billingDetail.country'],
    [{ billingDetail: { country: 'DE' } }, 'Missing required field: billingDetail.isBusiness'],
    [
      { billingDetail: { country: 'Germany', isBusiness: false } },
      'Invalid billingDetail.country: must be an ISO 3166-1 alpha-2 code',
    ],
    [{ billingDetail: { country: 'US', isBusiness: false } }, 'Missing required field: billingDetail.state'],
    [{ billingDetail: { country: 'CA', isBusiness: false, state: '' } }, 'Missing required field: billingDetail.state'],
    [
      { billingDetail: { country: 'US', isBusiness: false, state: 'ZZ' } },
      'Invalid billingDetail.state: not a state or province of US',
    ],
    [{ billingDetail: 'Berlin' }, 'Invalid billingDetail: must be an object'],
    [{ successUrl: 'ftp://example.com' }, 'Invalid successUrl: must be a valid http(s) URL'],
    [{ expiresInSeconds: 59 }, 'Invalid expiresInSeconds: must be an integer from 60 to 604800'],
    [{ expiresInSeconds: 604_801 }, 'Invalid expiresInSeconds: must be an integer from 60 to 604800'],
    [{ expiresInSeconds: 90.5 }, 'Invalid expiresInSeconds: must be an integer from 60 to 604800'],
    [{ expiresInSeconds: '90' }, 'Invalid expiresInSeconds: must be an integer from 60 to 604800'],
    [{ metadata: [] }, 'Invalid metadata: must be an object'],
    [{ priceSnapshot: { amount: '0' } }, 'Invalid amount'],
    [{ priceSnapshot: { amount: '1.001' } }, 'Invalid amount'],
    [
      { priceSnapshot: { amount: '1.00', taxCategory: 'food' } },
      'Invalid priceSnapshot.taxCategory: must be digital_goods, saas, software, ebook, online_course, consulting or professional_service',
    ],
    [{ orderMerchantExternalId: '' }, 'Invalid orderMerchantExternalId: must have at least 1 character'],
    [{ orderMerchantExternalId: 'x'.repeat(129) }, 'Invalid orderMerchantExternalId: must have at most 128 characters'],
    [{ language: 'not a language' }, 'Invalid language: must be a BCP 47 tag'],
  ])('%j', async (fields, message) => {
    const { create } = await shop();
    const { status, body } = await create(fields);
    expect(status).toBe(400);
    expect(body.data).toBeNull();
    expect(body.errors).toMatchObject([{ message, layer: expect.any(String) }]);
  });

  test('reports missing fields in the order of the table: storeId unless a product identifies the store', async () => {
    const { merchant, product, body: given } = await shop();
    const unknownId = toShortId('PROD', newId());
    const { storeId } = merchant;
    for (const [fields, status, message] of [
      [{}, 400, 'Missing required field: storeId'],
      [{ storeId: null }, 400, 'Missing required field: storeId'],
      [{ storeId: '', productId: '' }, 400, 'Missing required field: storeId'],
      [{ ...given, storeId: undefined, productId: undefined }, 400, 'Missing required field: storeId'],
      [{ productId: 'PROD_1', currency: 'USD' }, 400, 'Missing required field: storeId'],
      [{ productId: 5 }, 400, 'Missing required field: storeId'],
      [{ storeId }, 400, 'Missing required field: productId'],
      [{ storeId, productId: product.id }, 400, 'Missing required field: currency'],
      [{ productId: product.id }, 400, 'Missing required field: currency'],
      [{ productId: unknownId, currency: 'USD' }, 404, 'Product not found'],
    ] as const) {
      const answer = await merchant.call('checkout/create-session', fields);
      expect([fields, answer.status, answer.body.errors[0].message]).toEqual([fields, status, message]);
    }
    const open = await post('checkout/create-session', {}, bySlug(merchant));
    expect([open.status, open.body.errors[0].message]).toEqual([400, 'Missing required field: productId']);
  });

  test('rejects priceSnapshot with a store slug', async () => {
    const { merchant, product } = await shop();
    const given = { productId: product.id, productType: 'onetime', currency: 'USD', priceSnapshot: { amount: '0.01' } };
    const { status, body } = await post('checkout/create-session', given, bySlug(merchant));
    expect([status, body.errors[0].message]).toEqual([400, 'priceSnapshot is not allowed']);
  });

  test('rejects a product of another of the merchant’s stores', async () => {
    const { merchant, create } = await shop();
    const { body: other } = await merchant.call('store/create-store', { name: 'Second' });
    const { status, body } = await create({ storeId: other.data.store.id });
    expect([status, body.errors[0].message]).toEqual([
      400,
      expect.stringMatching(/^Product PROD_\w+ does not belong to store STO_\w+$/),
    ]);
  });

  test.each([
    [{ status: 'inactive' as const }, 'Store is not active'],
    [{ status: 'suspended' as const }, 'Store is not active'],
    [{ deletedAt: new Date() }, 'Store has been deleted'],
  ])('the store: %j', async (change, message) => {
    const { merchant, product, create } = await shop();
    await db.update(stores).set(change).where(eq(stores.id, merchant.store.id));
    const signed = await create();
    expect([signed.status, signed.body.errors[0].message]).toEqual([400, message]);
    const open = await post(
      'checkout/create-session',
      { productId: product.id, productType: 'onetime', currency: 'USD' },
      bySlug(merchant),
    );
    expect([open.status, open.body.errors[0].message]).toEqual([400, message]);
  });

  test('rejects prod for a disabled store or an unpublished product', async () => {
    const { merchant, product, body: given } = await shop();
    const first = await merchant.call('checkout/create-session', given, { environment: 'prod' });
    expect([first.status, first.body.errors[0].message]).toEqual([
      400,
      'Store is not enabled for the prod environment',
    ]);
    await db.update(stores).set({ prodEnabled: true }).where(eq(stores.id, merchant.store.id));
    const second = await merchant.call('checkout/create-session', given, { environment: 'prod' });
    expect([second.status, second.body.errors[0].message]).toEqual([
      400,
      `Product ${product.id} has no version in environment prod`,
    ]);
  });

  test('rejects an inactive product', async () => {
    const { product, create } = await shop();
    await db
      .update(products)
      .set({ testStatus: 'inactive' })
      .where(eq(products.id, fromShortId('PROD', product.id) ?? ''));
    const { status, body } = await create();
    expect([status, body.errors[0].message]).toEqual([400, `Product ${product.id} is not active in environment test`]);
  });
});
