/** The TypeScript client's calls to the running server, as each kind of caller. */
import { describe, expect, test } from 'vitest';
import { type CounterfoilError, createClient } from '#clients/typescript/src/index.ts';
import { baseUrl, newMerchant, newSubscriptionSession, pay, type TestMerchant } from '#server/testing/api.ts';
import { endpoints, type PublicCallerKind } from '../endpoints.ts';
import { camelCase } from './type-text.ts';

const pemOf = ({ keys }: TestMerchant, type: 'pkcs1' | 'pkcs8' = 'pkcs8') =>
  keys.test.export({ type, format: 'pem' }).toString();
const merchantClient = (merchant: TestMerchant, options = {}) =>
  createClient({ baseUrl, merchantId: merchant.merchantId, privateKey: pemOf(merchant), ...options });
const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('the call succeeded'),
    (error: CounterfoilError) => error,
  );

describe('each kind of caller has its actions', () => {
  const clients = {
    apiKey: createClient({ baseUrl, merchantId: 'MER_x', privateKey: '' }),
    storeSlug: createClient({ baseUrl, storeSlug: 'shop', environment: 'test' }),
    sessionToken: createClient({ baseUrl, sessionToken: 'token', environment: 'test' }),
  } satisfies Record<PublicCallerKind, object>;

  test.each(Object.entries(clients))('%s', (caller, client) => {
    const named = Object.entries(client).flatMap(([resource, methods]) =>
      typeof methods === 'function' ? [] : Object.keys(methods).map((method) => `${resource}.${method}`),
    );
    const open = endpoints()
      .filter((endpoint) => endpoint.isImplemented && endpoint.callers.includes(caller as PublicCallerKind))
      .map(({ resource, verb }) => `${camelCase(resource)}.${camelCase(verb)}`);
    expect(named.toSorted()).toEqual(open.toSorted());
  });
});

test.each(['pkcs8', 'pkcs1'] as const)('an API key in %s sells: product, session, order, refusal', async (form) => {
  const merchant = await newMerchant();
  const client = merchantClient(merchant, { privateKey: pemOf(merchant, form) });
  const { storeId } = merchant;
  const prices = { USD: { amount: '29.00' } };
  const { product } = await client.onetimeProduct.createProduct({ storeId, name: 'Crème – 咖啡', prices });
  expect(product).toMatchObject({ storeId, name: 'Crème – 咖啡', status: 'active' });
  const session = await client.checkout.createSession({ productId: product.id, currency: 'USD' });
  const order = await client.onetimeOrder.createOrder({
    checkoutSessionId: session.sessionId,
    billingDetail: { country: 'DE', isBusiness: false },
  });
  expect(order).toEqual({ checkoutUrl: session.checkoutUrl });
  const { onetimeOrders } = await client.graphql({ onetimeOrders: { $: { storeId }, id: true, status: true } });
  const [{ id: orderId } = { id: '' }] = onetimeOrders;
  expect(onetimeOrders).toEqual([{ id: orderId, status: 'pending' }]);
  expect(await client.onetimeOrder.cancelOrder({ orderId })).toEqual({ orderId, status: 'canceled' });
  expect(await refusalOf(client.onetimeOrder.cancelOrder({ orderId: 'ORD_x' }))).toMatchObject({
    name: 'CounterfoilError',
    status: 400,
    message: 'Expected format: ORD_xxx, got ORD_x',
    errors: [{ layer: 'order' }],
    requestId: expect.any(String),
  });
});

test('a wrong key is refused, and not repeated', async () => {
  const [merchant, other] = [await newMerchant(), await newMerchant()];
  const client = createClient({ baseUrl, merchantId: 'MER_0000000000000000000001', privateKey: pemOf(other) });
  expect(await refusalOf(client.store.updateStore({ id: merchant.storeId, name: 'Mine' }))).toMatchObject({
    status: 401,
    message: 'Invalid signature',
  });
});

test('a repeat with the same idempotency key gets the first answer', async () => {
  const merchant = await newMerchant();
  const client = merchantClient(merchant);
  const body = { storeId: merchant.storeId, name: 'Handbook', prices: { USD: { amount: 2900 } } };
  const create = (options = {}) => client.onetimeProduct.createProduct(body, options);
  const [first, second] = [await create({ idempotencyKey: 'k-1' }), await create({ idempotencyKey: 'k-1' })];
  expect(second).toEqual(first);
  expect((await create()).product.id).not.toBe(first.product.id);
});

test('an answer that was lost on the way has one effect', async () => {
  const merchant = await newMerchant();
  let calls = 0;
  const losesFirstAnswer: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    calls += 1;
    if (calls > 1) return response;
    await response.text();
    throw new TypeError('fetch failed');
  };
  const clock = { now: () => Date.now(), sleep: async () => {} };
  const client = merchantClient(merchant, { fetch: losesFirstAnswer, clock });
  const { storeId } = merchant;
  const prices = { USD: { amount: '29.00' } };
  const { product } = await client.onetimeProduct.createProduct({ storeId, name: 'Once', prices });
  const { onetimeProducts } = await client.graphql({ onetimeProducts: { $: { storeId }, id: true } });
  expect([calls, onetimeProducts]).toEqual([3, [{ id: product.id }]]);
});

test('warnings of a successful call are passed on', async () => {
  const merchant = await newMerchant();
  const messages: string[] = [];
  const client = merchantClient(merchant, { onWarning: ({ message }: { message: string }) => messages.push(message) });
  const emailTrialEnding = false;
  // @ts-expect-error the platform manages this setting
  await client.store.updateStore({ id: merchant.storeId, notificationSettings: { emailTrialEnding } });
  expect(messages).toEqual([expect.stringContaining('emailTrialEnding')]);
});

test('a store slug starts a public checkout and previews its tax', async () => {
  const merchant = await newMerchant();
  const { product } = await merchantClient(merchant).onetimeProduct.createProduct({
    storeId: merchant.storeId,
    name: 'Handbook',
    prices: { EUR: { amount: '29.00' } },
  });
  const shop = createClient({ baseUrl, storeSlug: merchant.slug, environment: 'test' });
  const productType = 'onetime';
  const { sessionId } = await shop.checkout.createSession({ productId: product.id, productType, currency: 'EUR' });
  const billingDetail = { country: 'DE', isBusiness: false };
  const tax = await shop.checkout.previewTax({ checkoutSessionId: sessionId, billingDetail });
  expect(tax).toEqual({ subtotal: 29, taxAmount: 5.51, total: 34.51, taxRate: 0.19 });
  const { onetimeProduct } = await shop.graphql({ onetimeProduct: { $: { id: product.id }, name: true } });
  expect(onetimeProduct).toEqual({ name: 'Handbook' });
});

test('a session token cancels and reactivates the customer’s own subscription only', async () => {
  const merchant = await newMerchant();
  const backend = merchantClient(merchant);
  const { storeId } = merchant;
  const { sessionId } = await newSubscriptionSession(merchant);
  await pay(merchant, sessionId);
  const { subscriptionOrders } = await backend.graphql({
    subscriptionOrders: { $: { storeId }, id: true, buyerEmail: true },
  });
  const [{ id: orderId, buyerEmail } = { id: '', buyerEmail: '' }] = subscriptionOrders;
  const clientOf = (buyerIdentity: string) =>
    createClient({
      baseUrl,
      sessionToken: async () => (await backend.auth.issueSessionToken({ storeId, buyerIdentity })).token,
      environment: 'test',
    });
  const customer = clientOf(buyerEmail ?? '');
  expect(await customer.subscriptionOrder.cancelOrder({ orderId })).toMatchObject({ orderId, status: 'canceling' });
  expect(await customer.subscriptionOrder.reactivateOrder({ orderId })).toEqual({ orderId, status: 'active' });
  const stranger = clientOf('someone@example.com');
  expect(await refusalOf(stranger.subscriptionOrder.reactivateOrder({ orderId }))).toMatchObject({
    status: 403,
    message: 'Order does not belong to user',
  });
});

test('a selection reads nested objects, arguments and the fields of a possible type', async () => {
  const merchant = await newMerchant();
  const { sessionId } = await newSubscriptionSession(merchant);
  await pay(merchant, sessionId);
  const client = merchantClient(merchant);
  const { storeId } = merchant;
  const { payments, subscriptionOrdersCount, stores } = await client.graphql({
    payments: {
      $: { storeId, limit: 1, filter: { status: { eq: 'succeeded' } } },
      __typename: true,
      status: true,
      order: {
        currency: true,
        on: { SubscriptionOrder: { billingPeriod: true }, OnetimeOrder: { completedAt: true } },
      },
    },
    subscriptionOrdersCount: { $: { storeId } },
    stores: { id: true, website: true },
  });
  expect({ payments, subscriptionOrdersCount, stores }).toEqual({
    payments: [{ __typename: 'Payment', status: 'succeeded', order: { currency: 'USD', billingPeriod: 'monthly' } }],
    subscriptionOrdersCount: 1,
    stores: [{ id: storeId, website: null }],
  });
  const document = 'query ($id: ID!) { store(id: $id) { name } }';
  const { store } = await client.query<{ store: { name: string } }>(document, { id: storeId });
  expect(store).toEqual({ name: 'Test Store' });
  expect(await refusalOf(client.query('{ stores { no } }'))).toMatchObject({
    status: 400,
    errors: [{ layer: 'graphql' }],
  });
});
