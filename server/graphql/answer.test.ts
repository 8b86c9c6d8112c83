import { eq } from 'drizzle-orm';
import { getIntrospectionQuery } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { orders, products, stores } from '#db/schema/index.ts';
import { insertVersion, updateProduct } from '#server/catalog/products.ts';
import { fromShortId, newId, toShortId } from '#server/domain/ids.ts';
import { customerHeaders, db, newMerchant, newProduct, newSession, pay, send } from '#server/testing/api.ts';

const billingDetail = { country: 'DE', isBusiness: false };

/** A merchant with a completed order of one customer and a pending one of another. */
async function newShop() {
  const merchant = await newMerchant();
  const [paid, open] = [await newSession(merchant, { metadata: { campaign: 'spring' } }), await newSession(merchant)];
  await pay(merchant, paid.sessionId);
  await merchant.call('onetime-order/create-order', { checkoutSessionId: open.sessionId, billingDetail });
  const [paidId, openId] = [await orderIdOf(paid.sessionId, 'ann'), await orderIdOf(open.sessionId, 'bob')];
  return { merchant, paid, open, paidId, openId };
}

/** The Short ID of the session's order, which now belongs to that customer. */
async function orderIdOf(sessionId: string, buyerIdentity: string) {
  const [order] = await db
    .update(orders)
    .set({ buyerIdentity })
    .where(eq(orders.checkoutSessionId, sessionId))
    .returning();
  if (!order) throw new Error('the session has no order');
  return toShortId('ORD', order.id);
}

const ask = (headers: Record<string, string>, query: unknown, variables?: object) =>
  send('POST', '/v1/graphql', JSON.stringify({ query, variables }), { 'X-Environment': 'test', ...headers });

let shop: Awaited<ReturnType<typeof newShop>>;
let slug: Record<string, string>;

beforeAll(async () => {
  shop = await newShop();
  slug = { 'X-Store-Slug': shop.merchant.slug };
});

describe('the merchant reads', () => {
  test('a sale with all related objects', async () => {
    const { status, body } = await shop.merchant.query(
      `query ($id: ID!) { onetimeOrder(id: $id) {
        id storeId status productId productVersionId checkoutSessionId currency subtotal taxAmount total
        buyerEmail buyerIdentity billingDetail { country isBusiness state taxId } metadata merchantExternalId
        successUrl expiresAt completedAt canceledAt createdAt updatedAt
        product { id storeId name status versionNumber prices { currency priceInfo { amount taxIncluded taxCategory } } }
        payments { id orderId status currency amount method cardBrand cardLast4 failureCode succeededAt order { id } }
        store { id name slug prodEnabled notificationSettings { notifyNewOrders } createdAt }
      } }`,
      { id: shop.paidId },
    );
    expect(status).toBe(200);
    const { merchant, paid, paidId } = shop;
    expect(body.data.onetimeOrder).toMatchObject({
      id: paidId,
      storeId: merchant.storeId,
      status: 'completed',
      productId: paid.productId,
      checkoutSessionId: paid.sessionId,
      currency: 'USD',
      buyerEmail: 'buyer@example.com',
      buyerIdentity: 'ann',
      billingDetail: { country: 'DE', isBusiness: false, state: null, taxId: null },
      metadata: { campaign: 'spring' },
      canceledAt: null,
      completedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      product: {
        id: paid.productId,
        name: 'Handbook',
        status: 'active',
        versionNumber: 1,
        prices: [
          { currency: 'JPY', priceInfo: { amount: '4500', taxIncluded: false, taxCategory: 'digital_goods' } },
          { currency: 'USD', priceInfo: { amount: '29.00', taxIncluded: false, taxCategory: 'digital_goods' } },
        ],
      },
      payments: [{ orderId: paidId, status: 'succeeded', cardLast4: '4242', failureCode: null, order: { id: paidId } }],
      store: { id: merchant.storeId, slug: merchant.slug, prodEnabled: false },
    });
    expect(body.data.onetimeOrder.payments[0].id).toMatch(/^PAY_[0-9A-Za-z]{22}$/);
    expect(body.data.onetimeOrder.payments[0].amount).toBe(body.data.onetimeOrder.total);
  });

  test('returns the successUrl of the order, otherwise of the session, otherwise of the locked product', async () => {
    const merchant = await newMerchant();
    const at = (page: string) => `https://example.com/${page}`;
    const product = await newProduct(merchant, { successUrl: at('product') });
    const orderOf = async (session: object, order: object) => {
      const { sessionId } = await newSession(merchant, { productId: product.id, ...session });
      const given = { checkoutSessionId: sessionId, billingDetail, ...order };
      expect((await merchant.call('onetime-order/create-order', given)).status).toBe(200);
      return await orderIdOf(sessionId, 'eve');
    };
    const ids = [
      await orderOf({}, {}),
      await orderOf({ successUrl: at('session') }, {}),
      await orderOf({ successUrl: at('session') }, { successUrl: at('order') }),
    ];
    await merchant.call('onetime-product/update-product', { id: product.id, successUrl: at('later') });
    const plain = await newSession(merchant);
    await pay(merchant, plain.sessionId);
    ids.push(await orderIdOf(plain.sessionId, 'eve'));
    const { body } = await merchant.query('{ onetimeOrders { id successUrl } }');
    const shown = new Map(
      body.data.onetimeOrders.map((order: { id: string; successUrl: string }) => [order.id, order]),
    );
    expect(ids.map((id) => shown.get(id))).toEqual([
      { id: ids[0], successUrl: at('product') },
      { id: ids[1], successUrl: at('session') },
      { id: ids[2], successUrl: at('order') },
      { id: ids[3], successUrl: null },
    ]);
    const ownAnswer = await ask(await customerHeaders(merchant, 'eve'), '{ onetimeOrders { successUrl } }');
    expect(ownAnswer.body.data.onetimeOrders).toEqual(ids.map(() => ({ successUrl: null })));
  });

  test('lists and counts with the same filter', async () => {
    const { body } = await shop.merchant.query(
      `query ($storeId: String!, $filter: OnetimeOrderFilter) {
        onetimeOrders(storeId: $storeId, filter: $filter) { id }
        onetimeOrdersCount(storeId: $storeId, filter: $filter)
        payments(storeId: $storeId, filter: { status: { in: ["succeeded"] } }) { order { id } }
        paymentsCount(storeId: $storeId)
        stores { id }
        storesCount
        onetimeProductsCount
      }`,
      { storeId: shop.merchant.storeId, filter: { status: { eq: 'completed' }, createdAt: { gte: '2020-01-01' } } },
    );
    expect(body.data).toEqual({
      onetimeOrders: [{ id: shop.paidId }],
      onetimeOrdersCount: 1,
      payments: [{ order: { id: shop.paidId } }],
      paymentsCount: 1,
      stores: [{ id: shop.merchant.storeId }],
      storesCount: 1,
      onetimeProductsCount: 2,
    });
  });

  test.each([
    ['{ id: { eq: "PAID" } }', 1],
    ['{ id: { ne: "PAID" } }', 1],
    ['{ id: { in: ["PAID", "OPEN"] } }', 2],
    ['{ id: { in: [] } }', 0],
    ['{ status: { ne: "completed" } }', 1],
    ['{ status: { in: ["pending", "completed"] }, buyerIdentity: { eq: "ann" } }', 1],
    ['{ buyerEmail: { contains: "yer@ex", startsWith: "buyer", endsWith: ".com" } }', 1],
    ['{ buyerEmail: { contains: "%" } }', 0],
    ['{ buyerEmail: { contains: "b_yer" } }', 0],
    ['{ buyerEmail: { ne: "somebody@example.com" } }', 2],
    ['{ merchantExternalId: { eq: null } }', 2],
    ['{ status: null, currency: { eq: "USD" } }', 2],
    ['{ createdAt: { gt: "2020-01-01T00:00:00+02:00", lt: "9999-12-31" } }', 2],
    ['{ createdAt: { lte: "2020-01-01" } }', 0],
  ])('orders that are %s', async (filter, count) => {
    const given = filter.replaceAll('PAID', shop.paidId).replaceAll('OPEN', shop.openId);
    const { status, body } = await shop.merchant.query(`{ onetimeOrdersCount(filter: ${given}) }`);
    expect([status, body]).toEqual([200, { data: { onetimeOrdersCount: count } }]);
  });

  test('pages through a list in both directions without gaps or repeats', async () => {
    const merchant = await newMerchant();
    const created: string[] = [];
    for (let number = 0; number < 7; number += 1)
      created.push((await newProduct(merchant, { name: `Book ${number % 2}` })).id);
    for (const orderBy of ['{ field: createdAt }', '{ field: createdAt, direction: ASC }', '{ field: name }']) {
      const statements: string[] = [];
      for (let cursor: string | null = null, full = true; full; ) {
        const page = await merchant.query(
          `query ($cursor: ID) { onetimeProducts(limit: 3, cursor: $cursor, orderBy: ${orderBy}) { id } }`,
          { cursor },
        );
        const ids: string[] = page.body.data.onetimeProducts.map(({ id }: { id: string }) => id);
        statements.push(...ids);
        cursor = ids.at(-1) ?? null;
        full = ids.length === 3;
      }
      expect(statements.toSorted()).toEqual(created.toSorted());
    }
    const { body } = await merchant.query('{ onetimeProducts(limit: 2, offset: 5) { id } }');
    expect(body.data.onetimeProducts).toEqual([{ id: created[1] }, { id: created[0] }]);
  });

  test('reads each environment by its own key; an unpublished product is absent in prod', async () => {
    const query = '{ onetimeProducts { id } onetimeProductsCount onetimeOrdersCount payments { id } stores { id } }';
    const { body } = await shop.merchant.query(query, {}, 'prod');
    const stores = [{ id: shop.merchant.storeId }];
    expect(body.data).toEqual({
      onetimeProducts: [],
      onetimeProductsCount: 0,
      onetimeOrdersCount: 0,
      payments: [],
      stores,
    });
  });

  test('returns the version that an order locked, not the newest', async () => {
    const merchant = await newMerchant();
    const { sessionId, productId } = await newSession(merchant);
    await pay(merchant, sessionId);
    const [product] = await db
      .select()
      .from(products)
      .where(eq(products.id, fromShortId('PROD', productId) ?? ''));
    if (!product) throw new Error('the product is gone');
    const content = {
      name: 'Second edition',
      billingPeriod: null,
      description: null,
      prices: {},
      media: [],
      successUrl: null,
      metadata: {},
    };
    const { id: testVersionId } = await insertVersion(db, product, 'test', content, new Date());
    await updateProduct(db, product, { testVersionId, testStatus: 'inactive' }, new Date());
    const { body } = await merchant.query(
      '{ onetimeOrders { product { id name versionNumber } } onetimeProducts { name } }',
    );
    expect(body.data).toEqual({
      onetimeOrders: [{ product: { id: productId, name: 'Handbook', versionNumber: 1 } }],
      onetimeProducts: [{ name: 'Second edition' }],
    });
  });

  test('returns nothing of another merchant', async () => {
    const otherMerchant = await newMerchant();
    const { merchant, paid, paidId } = shop;
    const { status, body } = await otherMerchant.query(
      `query ($store: ID!, $storeId: String!, $product: ID!, $order: ID!) {
        store(id: $store) { id }
        onetimeProduct(id: $product) { id }
        onetimeOrder(id: $order) { id }
        onetimeOrders(storeId: $storeId) { id }
        onetimeOrdersCount(filter: { storeId: { eq: $storeId } })
        onetimeProducts(filter: { storeId: { eq: $storeId } }) { id }
        payments(filter: { orderId: { eq: "${paidId}" } }) { id }
        storesCount(storeId: $storeId)
      }`,
      { store: merchant.storeId, storeId: merchant.storeId, product: paid.productId, order: paidId },
    );
    expect([status, body.data]).toEqual([
      200,
      {
        store: null,
        onetimeProduct: null,
        onetimeOrder: null,
        onetimeOrders: [],
        onetimeOrdersCount: 0,
        onetimeProducts: [],
        payments: [],
        storesCount: 0,
      },
    ]);
  });
});

describe('in public', () => {
  test('shows public fields of the store and products, but none for the merchant only', async () => {
    const { status, body } = await ask(
      slug,
      `{ stores { id name slug status logo website supportEmail checkoutSettings { defaultDarkMode }
          prodEnabled notificationSettings { notifyNewOrders } deletedAt createdAt updatedAt }
        onetimeProducts(filter: { id: { eq: "${shop.paid.productId}" } }) { id name metadata successUrl } }`,
    );
    const { storeId, store } = shop.merchant;
    expect(status).toBe(200);
    expect(body.data.stores).toEqual([
      expect.objectContaining({
        id: storeId,
        name: store.name,
        slug: store.slug,
        status: 'active',
        prodEnabled: null,
        notificationSettings: null,
        deletedAt: null,
        createdAt: null,
        updatedAt: null,
      }),
    ]);
    const product = { id: shop.paid.productId, name: 'Handbook', metadata: null, successUrl: null };
    expect(body.data.onetimeProducts).toEqual([product]);
  });

  test('lists only products on sale in that environment', async () => {
    const merchant = await newMerchant();
    const header = { 'X-Store-Slug': merchant.slug };
    const product = await newProduct(merchant);
    const query = `{ onetimeProducts { id } onetimeProductsCount onetimeProduct(id: "${product.id}") { id } }`;
    const { id } = product;
    const expected = { onetimeProducts: [{ id }], onetimeProductsCount: 1, onetimeProduct: { id } };
    const gone = { onetimeProducts: [], onetimeProductsCount: 0, onetimeProduct: null };
    expect((await ask(header, query)).body.data).toEqual(expected);
    expect((await ask({ ...header, 'X-Environment': 'prod' }, query)).body.data).toEqual(gone);
    await db.update(products).set({ testStatus: 'inactive' }).where(eq(products.storeId, merchant.store.id));
    expect((await ask(header, query)).body.data).toEqual(gone);
  });

  test.each(['onetimeOrders { id }', 'onetimeOrdersCount', 'payments { id }', 'paymentsCount', 'ORDER'])(
    '403 for %s',
    async (field) => {
      const query = `{ ${field === 'ORDER' ? `onetimeOrder(id: "${shop.paidId}") { id }` : field} }`;
      const { status, body } = await ask(slug, query);
      expect([status, body.data]).toEqual([403, null]);
      expect(body.errors[0]).toMatchObject({ message: 'Insufficient permissions', layer: 'gateway' });
    },
  );

  test('404 for a deleted store', async () => {
    const merchant = await newMerchant();
    await db.update(stores).set({ deletedAt: new Date() }).where(eq(stores.id, merchant.store.id));
    const { status, body } = await ask({ 'X-Store-Slug': merchant.slug }, '{ stores { id } }');
    expect([status, body.data, body.errors[0].message]).toEqual([404, null, 'Store not found']);
  });
});

test('a customer reads only their own orders and payments', async () => {
  const headers = await customerHeaders(shop.merchant, 'ann');
  const { status, body } = await ask(
    headers,
    `{ onetimeOrders { id buyerIdentity metadata successUrl product { name metadata } payments { order { id } } store { id prodEnabled } }
      onetimeOrdersCount
      paymentsCount
      onetimeOrder(id: "${shop.openId}") { id }
      others: paymentsCount(filter: { orderId: { eq: "${shop.openId}" } })
      byName: onetimeOrdersCount(filter: { buyerIdentity: { eq: "bob" } })
      stores { id createdAt } }`,
  );
  expect(status).toBe(200);
  expect(body.data).toEqual({
    onetimeOrders: [
      {
        id: shop.paidId,
        buyerIdentity: 'ann',
        metadata: null,
        successUrl: null,
        product: { name: 'Handbook', metadata: null },
        payments: [{ order: { id: shop.paidId } }],
        store: { id: shop.merchant.storeId, prodEnabled: null },
      },
    ],
    onetimeOrdersCount: 1,
    paymentsCount: 1,
    onetimeOrder: null,
    others: 0,
    byName: 0,
    stores: [{ id: shop.merchant.storeId, createdAt: null }],
  });
  const counts = '{ onetimeOrdersCount paymentsCount }';
  const refused = await ask({ ...headers, 'X-Environment': 'prod' }, counts);
  expect([refused.status, refused.body.errors[0].message]).toEqual([401, 'Invalid or expired token']);
  const prod = await ask(await customerHeaders(shop.merchant, 'ann', 'prod'), counts);
  expect(prod.body.data).toEqual({ onetimeOrdersCount: 0, paymentsCount: 0 });
});

describe('refusals', () => {
  const deep = '{ onetimeOrders { payments { order { payments { order { payments { order { id } } } } } } } }';
  const wide = '{ onetimeOrders(limit: 100) { payments(limit: 100) { order { payments(limit: 100) { id } } } } }';
  test.each([
    [undefined, 400, 'Missing required field: query'],
    ['', 400, 'Missing required field: query'],
    [17, 400, 'Missing required field: query'],
    ['{ stores {', 400, 'Syntax Error: Expected Name, found <EOF>.'],
    ['{ stores { nothing } }', 400, 'Cannot query field "nothing" on type "Store".'],
    ['query A { storesCount } query B { storesCount }', 400, 'Missing required field: operationName'],
    ['mutation { x }', 403, 'Only queries are allowed'],
    ['query A { storesCount } subscription B { x }', 403, 'Only queries are allowed'],
    [deep, 400, 'Query is nested more than 7 levels deep'],
    [wide, 400, 'Query could return 1020100 objects, at most 10000 are allowed: lower a limit'],
    [
      `{ ${Array.from({ length: 16 }, (_, i) => `a${i}: storesCount`).join(' ')} }`,
      400,
      'Query has more than 15 aliases',
    ],
    [`{ ${'storesCount '.repeat(1000)} }`, 400, 'Query has more than 1000 tokens'],
    [`{ storesCount } #${'x'.repeat(20_000)}`, 400, 'Invalid query: must have at most 20000 characters'],
    [
      '{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }',
      400,
      'Maximum introspection depth exceeded',
    ],
    ['{ stores(limit: 0) { id } }', 400, 'Invalid limit: must be 1 to 100'],
    ['{ stores(limit: 101) { id } }', 400, 'Invalid limit: must be 1 to 100'],
    ['{ stores(offset: -1) { id } }', 400, 'Invalid offset: must be 0 or more'],
    [`{ stores(cursor: "${toShortId('STO', newId())}") { id } }`, 400, 'Invalid cursor: no such row'],
    ['{ store(id: "17") { id } }', 400, 'Expected format: STO_xxx, got 17'],
    ['{ onetimeProduct(id: "ORD_1") { id } }', 400, 'Expected format: PROD_xxx, got ORD_1'],
    ['{ onetimeProducts(storeId: "x") { id } }', 400, 'Expected format: STO_xxx, got x'],
    ['{ onetimeProducts(filter: { id: { in: ["x"] } }) { id } }', 400, 'Expected format: PROD_xxx, got x'],
    [
      '{ stores(filter: { name: { eq: "a\\u0000" } }) { id } }',
      400,
      'Filter contains a character that is not valid text',
    ],
    [
      '{ stores(filter: { createdAt: { gt: "2026-02-30" } }) { id } }',
      400,
      'Expected an ISO 8601 date-time, got 2026-02-30',
    ],
  ])('%s', async (query, status, message) => {
    const answer = await ask(slug, query);
    expect([answer.status, answer.body.data]).toEqual([status, null]);
    const [entry] = answer.body.errors;
    expect([entry.message, entry.layer]).toEqual([message, 'graphql']);
  });

  test('refuses an invalid document again from the cache', async () => {
    for (let time = 0; time < 2; time += 1) {
      expect((await ask(slug, '{ stores {')).status).toBe(400);
      expect((await ask(slug, deep)).status).toBe(400);
      expect((await ask(slug, 'mutation { x }')).status).toBe(403);
    }
  });

  test('rejects variables that are not an object or do not fit', async () => {
    const refused = await send('POST', '/v1/graphql', '{"query":"{ storesCount }","variables":[]}', {
      ...slug,
      'X-Environment': 'test',
    });
    expect([refused.status, refused.body.errors[0].message]).toEqual([400, 'Invalid variables: must be an object']);
    const { status, body } = await ask(slug, 'query ($n: Int!) { stores(limit: $n) { id } }', { n: 'x' });
    expect([status, body.data, body.errors[0].layer]).toEqual([400, null, 'graphql']);
    expect(body.errors[0].message).toMatch(/^Variable "\$n" got invalid value "x"/);
  });

  test('returns a field’s refusal beside another field’s data', async () => {
    const { status, body } = await ask(slug, `{ stores { id } onetimeOrder(id: "${shop.paidId}") { id } }`);
    expect([status, body.data]).toEqual([200, { stores: [{ id: shop.merchant.storeId }], onetimeOrder: null }]);
    expect(body.errors).toMatchObject([
      {
        message: 'Insufficient permissions',
        layer: 'gateway',
        path: ['onetimeOrder'],
        locations: [{ line: 1, column: 17 }],
      },
    ]);
  });
});

describe('tools', () => {
  test('introspection is within every limit', async () => {
    const query = getIntrospectionQuery({ inputValueDeprecation: true, schemaDescription: true, specifiedByUrl: true });
    const { status, body } = await ask(slug, query);
    expect([status, body.errors]).toEqual([200, undefined]);
    expect(body.data.__schema.mutationType).toBeNull();
  });

  test('the explorer is one page that loads nothing from other servers', async () => {
    const { status, headers, text } = await send('GET', '/v1/graphql', undefined);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('X-Store-Slug');
    expect(text).not.toMatch(/<(?:script|link)[^>]+(?:src|href)="(?!\/\w)/);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });
});
