import { describe, expect, test } from 'vitest';
import { newId, toShortId } from '#server/domain/ids.ts';
import { newMerchant, newSubscriptionProduct, post } from '#server/testing/api.ts';
import { expectRefused, stateOf, versionsOf } from '#server/testing/suites/product-state.ts';
import { describeUpdateProduct } from '#server/testing/suites/update-product.ts';

describeUpdateProduct('subscription');

const action = 'subscription-product/update-product';

async function newProductOf(content: Record<string, unknown> = {}) {
  const merchant = await newMerchant();
  return { merchant, product: await newSubscriptionProduct(merchant, content) };
}

describe('200', () => {
  test('makes the changed content the next version and keeps fields that are not given', async () => {
    const { merchant, product } = await newProductOf({
      description: 'Fresh',
      successUrl: 'https://example.com/welcome',
      metadata: { trialDays: 14 },
    });
    const { status, body } = await merchant.call(action, {
      id: product.id,
      billingPeriod: 'yearly',
      prices: { USD: { amount: '180.00', trialAmount: '1.00', taxCategory: 'software' } },
    });
    expect([status, body.data]).toEqual([
      200,
      {
        product: {
          ...product,
          billingPeriod: 'yearly',
          prices: {
            USD: { amount: '180.00', trialAmount: '1.00', taxIncluded: false, taxCategory: 'software' },
          },
          updatedAt: expect.any(String),
        },
      },
    ]);
    const versions = await versionsOf(product);
    expect(versions.map(({ versionNumber, billingPeriod }) => [versionNumber, billingPeriod])).toEqual([
      [1, 'monthly'],
      [2, 'yearly'],
    ]);
    const { row, events } = await stateOf(product);
    expect(row?.testVersionId).toBe(versions[1]?.id);
    expect(events.map(({ type }) => type)).toEqual(['product.created', 'product.updated']);
  });

  test('creates no version for equal content in any order', async () => {
    const content = {
      prices: { USD: { amount: '18.00', trialAmount: '1.00' }, JPY: { amount: 2700 } },
      metadata: { trialDays: 14, a: { b: 1, c: 2 } },
    };
    const { merchant, product } = await newProductOf(content);
    const before = await stateOf(product);
    const { status, body } = await merchant.call(action, {
      id: product.id,
      billingPeriod: 'monthly',
      prices: { JPY: { amount: '2700' }, USD: { trialAmount: 100, amount: 1800 } },
      metadata: { a: { c: 2, b: 1 }, trialDays: 14 },
    });
    expect([status, body.data.product]).toEqual([200, product]);
    expect(await stateOf(product)).toEqual(before);
  });
});

test('400 Missing or invalid header: x-context-environment', async () => {
  const { merchant, product } = await newProductOf();
  const call = () =>
    merchant.call(action, { id: product.id, name: 'New' }, { headers: { 'X-Environment': 'staging' } });
  await expectRefused(product, call, 400, 'Missing or invalid header: x-context-environment', 'gateway');
});

const refuse = async (given: Record<string, unknown>, message: string | RegExp) => {
  const { merchant, product } = await newProductOf();
  await expectRefused(product, () => merchant.call(action, { id: product.id, name: 'x', ...given }), 400, message);
};

test.each(['daily', '', null, 7])('400 Invalid billingPeriod (%j)', (billingPeriod) =>
  refuse({ billingPeriod }, 'Invalid billingPeriod'),
);

test.each(['usd', 'ZZZ'])('400 Invalid currency code: <code>. Must be 3 uppercase letters (%s)', (code) =>
  refuse({ prices: { [code]: { amount: '1' } } }, `Invalid currency code: ${code}. Must be 3 uppercase letters`),
);

test.each([
  ['10.001', '10.001'],
  [null, 'null'],
  [undefined, 'missing'],
])('400 Invalid amount for <code>: <value>. Must be a positive number string (%j)', (amount, value) =>
  refuse({ prices: { USD: { amount } } }, `Invalid amount for USD: ${value}. Must be a positive number string`),
);

test('400 Invalid metadata.trialDays', () =>
  refuse({ metadata: { trialDays: 1.5 } }, 'Invalid metadata.trialDays: must be an integer from 1 to 730'));

test('400 for a paid trial without days, also where only one of the two is given', async () => {
  const paid = { prices: { USD: { amount: '18.00', trialAmount: '1.00' } }, metadata: { trialDays: 14 } };
  const message = 'Invalid trialAmount for USD: needs metadata.trialDays';
  await refuse({ prices: paid.prices }, message);
  const { merchant, product } = await newProductOf(paid);
  await expectRefused(product, () => merchant.call(action, { id: product.id, metadata: {} }), 400, message);
  const { status } = await merchant.call(action, {
    id: product.id,
    metadata: {},
    prices: { USD: { amount: '18.00' } },
  });
  expect(status).toBe(200);
});

test('401 Unauthorized, followed by the gateway’s reason', async () => {
  const { merchant, product } = await newProductOf();
  const before = await stateOf(product);
  const unauthorized = { message: 'Unauthorized', layer: 'product' };
  const other = await newMerchant();
  const body = { id: product.id, name: 'New' };
  const unsigned = await merchant.call(action, body, { merchantId: toShortId('MER', newId()) });
  expect([unsigned.status, unsigned.body]).toMatchObject([
    401,
    { data: null, errors: [unauthorized, { message: 'Invalid signature', layer: 'gateway' }] },
  ]);
  const stale = await merchant.call(action, body, { timestamp: 1 });
  expect([stale.status, stale.body.errors]).toMatchObject([
    401,
    [unauthorized, expect.objectContaining({ message: 'Invalid signature', layer: 'gateway' })],
  ]);
  const headers = { Authorization: 'Bearer nonsense', 'X-Environment': 'test' };
  const forged = await post(action, body, headers);
  expect([forged.status, forged.body]).toMatchObject([
    401,
    { data: null, errors: [unauthorized, { message: 'Invalid or expired token', layer: 'gateway' }] },
  ]);
  // Other endpoints answer with the gateway's entry alone, and so does this one without any credential.
  const otherEndpoint = await post('onetime-product/update-product', body, headers);
  expect(otherEndpoint.body.errors).toMatchObject([{ message: 'Invalid or expired token', layer: 'gateway' }]);
  const withoutCredentials = await post(action, body);
  expect([withoutCredentials.status, withoutCredentials.body.errors]).toMatchObject([
    400,
    [{ message: 'Missing authentication', layer: 'gateway' }],
  ]);
  expect((await other.call(action, body)).status).toBe(404);
  expect(await stateOf(product)).toEqual(before);
});
