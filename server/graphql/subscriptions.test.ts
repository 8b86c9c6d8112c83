import { beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '#server/domain/billing-calendar.ts';
import { toShortId } from '#server/domain/ids.ts';
import {
  customerHeaders,
  newGroup,
  newMerchant,
  newProduct,
  newSession,
  newSubscriptionProduct,
  pay,
  send,
} from '#server/testing/api.ts';
import { newSubscription } from '#server/testing/orders/subscriptions.ts';

const ask = (headers: Record<string, string>, query: string, variables?: object) =>
  send('POST', '/v1/graphql', JSON.stringify({ query, variables }), { 'X-Environment': 'test', ...headers });

/** A store with a subscription renewed once, another in its trial, a one-time order and a group. */
async function newShop() {
  const subscription = await newSubscription({
    content: { metadata: { trialDays: 7, plan: 'tea' } },
    fields: { withTrial: false },
  });
  const { merchant, due, renew, productId } = subscription;
  await renew(due);
  const trial = await newSubscription({
    merchant,
    content: {
      name: 'Trial',
      billingPeriod: 'yearly',
      prices: { USD: { amount: '90.00', trialAmount: '1.00' } },
      metadata: { trialDays: 10 },
    },
    fields: { withTrial: true },
  });
  const onetime = await newSession(merchant);
  await pay(merchant, onetime.sessionId);
  const productIds = [trial.productId, productId];
  const group = await newGroup(merchant, { name: 'Teas', rules: { sharedTrial: true }, productIds });
  return { subscription, trial, merchant, onetime, groupId: group.id };
}

let shop: Awaited<ReturnType<typeof newShop>>;

beforeAll(async () => {
  shop = await newShop();
});

describe('the merchant reads', () => {
  test('a subscription with all fields', async () => {
    const { subscription, merchant } = shop;
    const { due, startedAt, productId, sessionId } = subscription;
    const id = toShortId('ORD', subscription.id);
    const { status, body } = await merchant.query(
      `query ($id: ID!) { subscriptionOrder(id: $id) {
        __typename id storeId status productId productVersionId checkoutSessionId currency subtotal taxAmount total
        buyerEmail buyerIdentity billingDetail { country } metadata merchantExternalId successUrl
        billingPeriod startedAt trialEndsAt currentPeriodStart currentPeriodEnd periodNumber nextChargeAt pastDueSince
        canceledAt endedAt expiresAt createdAt updatedAt
        product { id name billingPeriod trialDays versionNumber }
        payments { amount status periodNumber order { __typename id ... on SubscriptionOrder { periodNumber } } }
        store { id }
      } }`,
      { id },
    );
    expect(status).toBe(200);
    const order = await subscription.order();
    expect(body.data.subscriptionOrder).toMatchObject({
      __typename: 'SubscriptionOrder',
      id,
      storeId: merchant.storeId,
      status: 'active',
      productId,
      checkoutSessionId: sessionId,
      currency: 'USD',
      buyerEmail: 'buyer@example.com',
      buyerIdentity: null,
      billingPeriod: 'monthly',
      startedAt: startedAt.toISOString(),
      trialEndsAt: null,
      currentPeriodStart: due.toISOString(),
      currentPeriodEnd: order.currentPeriodEnd?.toISOString(),
      periodNumber: 2,
      nextChargeAt: order.nextChargeAt?.toISOString(),
      pastDueSince: null,
      canceledAt: null,
      endedAt: null,
      product: { id: productId, billingPeriod: 'monthly', trialDays: 7, versionNumber: 1 },
      payments: [2, 1].map((periodNumber) => ({
        amount: '21.42',
        status: 'succeeded',
        periodNumber,
        order: { __typename: 'SubscriptionOrder', id, periodNumber: 2 },
      })),
      store: { id: merchant.storeId },
    });
  });

  test('lists and counts subscriptions by their own fields, without one-time orders', async () => {
    const { merchant, subscription, trial, onetime } = shop;
    const { body } = await merchant.query(
      `query ($day: DateTime!) {
        all: subscriptionOrdersCount
        one: onetimeOrdersCount
        trialing: subscriptionOrders(filter: { status: { eq: "trialing" }, trialEndsAt: { gt: $day } }) { id }
        monthly: subscriptionOrders(filter: { billingPeriod: { eq: "monthly" } }) { id status }
        trialingCount: subscriptionOrdersCount(filter: { currentPeriodEnd: { lte: $day }, status: { eq: "trialing" } })
        products: subscriptionProducts(orderBy: { field: name }) { name }
        productsCount: subscriptionProductsCount(filter: { name: { eq: "Trial" } })
        onetimeProducts { id }
        payments { order { __typename } }
      }`,
      { day: addDays(trial.startedAt, 9).toISOString() },
    );
    expect(body.errors).toBeUndefined();
    expect(body.data).toEqual({
      all: 2,
      one: 1,
      trialing: [{ id: toShortId('ORD', trial.id) }],
      monthly: [{ id: toShortId('ORD', subscription.id), status: 'active' }],
      trialingCount: 0,
      products: [{ name: 'Trial' }, { name: expect.any(String) }],
      productsCount: 1,
      onetimeProducts: [{ id: onetime.productId }],
      payments: expect.arrayContaining([
        { order: { __typename: 'OnetimeOrder' } },
        { order: { __typename: 'SubscriptionOrder' } },
      ]),
    });
  });

  test('finds each type by its own field only', async () => {
    const { merchant, subscription, onetime } = shop;
    const { body } = await merchant.query(
      `query ($order: ID!, $plan: ID!, $book: ID!) {
        onetimeOrder(id: $order) { id }
        onetimeProduct(id: $plan) { id }
        subscriptionProduct(id: $book) { id }
        plan: subscriptionProduct(id: $plan) { id }
      }`,
      { order: toShortId('ORD', subscription.id), plan: subscription.productId, book: onetime.productId },
    );
    const plan = { id: subscription.productId };
    expect(body.data).toEqual({ onetimeOrder: null, onetimeProduct: null, subscriptionProduct: null, plan });
  });

  test('shows the price of a trial', async () => {
    const { merchant, trial } = shop;
    const { body } = await merchant.query(
      `query ($id: ID!) { subscriptionProduct(id: $id) {
        billingPeriod trialDays metadata prices { currency priceInfo { amount trialAmount taxIncluded } }
      } }`,
      { id: trial.productId },
    );
    expect(body.data.subscriptionProduct).toEqual({
      billingPeriod: 'yearly',
      trialDays: 10,
      metadata: { trialDays: 10 },
      prices: [{ currency: 'USD', priceInfo: { amount: '90.00', trialAmount: '1.00', taxIncluded: false } }],
    });
  });

  test('lists a product’s versions page by page', async () => {
    const merchant = await newMerchant();
    const { id: productId } = await newSubscriptionProduct(merchant);
    const { id: bookId } = await newProduct(merchant);
    for (const name of ['Second', 'Third']) {
      await merchant.call('subscription-product/update-product', { id: productId, name });
    }
    const query = `query ($filter: ProductVersionFilter, $cursor: ID) {
      subscriptionProductVersions(filter: $filter, limit: 2, cursor: $cursor, orderBy: { field: versionNumber }) {
        id storeId productId environment versionNumber name billingPeriod createdAt
        prices { currency priceInfo { amount } } media { url } metadata
      }
      subscriptionProductVersionsCount(filter: $filter)
      onetimeProductVersionsCount(filter: $filter)
    }`;
    const filter = { productId: { eq: productId } };
    const first = (await merchant.query(query, { filter })).body.data;
    expect([first.subscriptionProductVersionsCount, first.onetimeProductVersionsCount]).toEqual([3, 0]);
    expect(first.subscriptionProductVersions).toMatchObject([
      {
        storeId: merchant.storeId,
        productId,
        environment: 'test',
        versionNumber: 3,
        name: 'Third',
        billingPeriod: 'monthly',
      },
      { versionNumber: 2, name: 'Second' },
    ]);
    const cursor = first.subscriptionProductVersions[1].id;
    const second = (await merchant.query(query, { filter, cursor })).body.data;
    expect(second.subscriptionProductVersions).toMatchObject([{ versionNumber: 1 }]);
    const book = await merchant.query(`{ onetimeProductVersions { productId } }`);
    expect(book.body.data).toEqual({ onetimeProductVersions: [{ productId: bookId }] });
  });

  test('lists groups with their products in order', async () => {
    const { merchant, groupId, trial, subscription } = shop;
    const { body } = await merchant.query(
      `query ($storeId: ID!) {
        subscriptionProductGroups(storeId: $storeId, filter: { name: { eq: "Teas" } }) {
          id storeId name description rules { sharedTrial selfServicePlanChange } productIds environment
          products { id billingPeriod }
        }
        subscriptionProductGroupsCount
      }`,
      { storeId: merchant.storeId },
    );
    expect(body.data).toEqual({
      subscriptionProductGroups: [
        {
          id: groupId,
          storeId: merchant.storeId,
          name: 'Teas',
          description: '',
          rules: { sharedTrial: true, selfServicePlanChange: false },
          productIds: [trial.productId, subscription.productId],
          environment: 'test',
          products: [
            { id: trial.productId, billingPeriod: 'yearly' },
            { id: subscription.productId, billingPeriod: 'monthly' },
          ],
        },
      ],
      subscriptionProductGroupsCount: 1,
    });
  });

  test('the calling merchant', async () => {
    const { body } = await shop.merchant.query('{ merchant { id name email createdAt } }');
    expect(body.data.merchant).toEqual({
      id: toShortId('MER', shop.merchant.id),
      name: expect.any(String),
      email: expect.stringContaining('@'),
      createdAt: expect.stringMatching(/Z$/),
    });
  });

  test('warns if X-Environment differs from the key’s environment', async () => {
    const query = '{ merchant { id } stores { id } }';
    const { body } = await shop.merchant.query(query, {}, 'test', { 'X-Environment': 'prod' });
    expect(body).toMatchObject({
      data: { merchant: { id: toShortId('MER', shop.merchant.id) } },
      warnings: [{ message: expect.stringContaining('bound to test'), layer: 'gateway', aiHint: expect.any(String) }],
    });
    const same = await shop.merchant.query(query, {}, 'test', { 'X-Environment': 'test' });
    expect(same.body.warnings).toBeUndefined();
  });

  test('orders versions by number, highest first by default', async () => {
    const merchant = await newMerchant();
    const { id } = await newSubscriptionProduct(merchant);
    await merchant.call('subscription-product/update-product', { id, name: 'Second' });
    const later = await newSubscriptionProduct(merchant);
    const { body } = await merchant.query('{ subscriptionProductVersions { productId versionNumber } }');
    expect(body.data.subscriptionProductVersions).toEqual([
      { productId: id, versionNumber: 2 },
      { productId: later.id, versionNumber: 1 },
      { productId: id, versionNumber: 1 },
    ]);
  });

  test('returns nothing of another merchant or environment', async () => {
    const query = `query ($id: ID!, $storeId: String) {
      subscriptionOrders { id } subscriptionOrdersCount(storeId: $storeId) subscriptionOrder(id: $id) { id }
      subscriptionProducts { id } subscriptionProductsCount subscriptionProductVersions { id }
      subscriptionProductGroups { id } subscriptionProductGroupsCount
    }`;
    const variables = { id: toShortId('ORD', shop.subscription.id), storeId: shop.merchant.storeId };
    const noSubscriptions = {
      subscriptionOrders: [],
      subscriptionOrdersCount: 0,
      subscriptionOrder: null,
      subscriptionProducts: [],
      subscriptionProductsCount: 0,
      subscriptionProductVersions: [],
      subscriptionProductGroups: [],
      subscriptionProductGroupsCount: 0,
    };
    const otherMerchant = await newMerchant();
    expect((await otherMerchant.query(query, variables)).body.data).toEqual(noSubscriptions);
    expect((await shop.merchant.query(query, variables, 'prod')).body.data).toEqual(noSubscriptions);
  });
});

describe('other callers', () => {
  const hidden = [
    'subscriptionOrdersCount',
    'subscriptionOrders { id }',
    'subscriptionProductVersions { id }',
    'onetimeProductVersionsCount',
    'subscriptionProductGroups { id }',
    'merchant { id }',
  ];

  test.each(hidden)('a storefront cannot read %s', async (field) => {
    const { status, body } = await ask({ 'X-Store-Slug': shop.merchant.slug }, `{ ${field} }`);
    expect([status, body.errors[0].message]).toEqual([403, 'Insufficient permissions']);
  });

  test('a storefront reads plans on sale, without the merchant’s fields', async () => {
    const { merchant, subscription } = shop;
    const query = `query ($id: ID!) { subscriptionProduct(id: $id) { name trialDays status metadata successUrl } }`;
    const { body } = await ask({ 'X-Store-Slug': merchant.slug }, query, { id: subscription.productId });
    expect(body.data.subscriptionProduct).toMatchObject({ trialDays: 7, status: 'active', metadata: null });
  });

  test('a customer reads only their own subscriptions, without the merchant’s fields', async () => {
    const { merchant, subscription } = shop;
    const ownHeaders = await customerHeaders(merchant, 'buyer@example.com');
    const query =
      '{ subscriptionOrders(filter: { billingPeriod: { eq: "monthly" } }) { id metadata payments { order { id } } } }';
    const id = toShortId('ORD', subscription.id);
    const { body } = await ask(ownHeaders, query);
    expect(body.data.subscriptionOrders.at(-1)).toEqual({
      id,
      metadata: null,
      payments: [{ order: { id } }, { order: { id } }],
    });
    const otherHeaders = await customerHeaders(merchant, 'somebody@example.com');
    expect((await ask(otherHeaders, query)).body.data.subscriptionOrders).toEqual([]);
    for (const field of hidden.slice(2)) expect((await ask(ownHeaders, `{ ${field} }`)).status).toBe(403);
  });
});

test.each([
  ['query ($id: String!) { subscriptionOrder(id: $id) { id } }', 200],
  ['query ($id: ID!) { subscriptionOrder(id: $id) { id } }', 200],
  ['query ($id: String) { subscriptionOrder(id: $id) { id } }', 400],
  ['query ($id: ID!) { subscriptionOrdersCount(filter: { id: { in: [$id] } }) }', 200],
  ['query ($id: Int!) { subscriptionOrder(id: $id) { id } }', 400],
])('%s: %i', async (query, expected) => {
  const { status } = await shop.merchant.query(query, { id: toShortId('ORD', shop.subscription.id) });
  expect(status).toBe(expected);
});
