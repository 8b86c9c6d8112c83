import { expect, test } from 'vitest';
import { newId, toShortId } from '../../domain/ids.ts';
import { newMerchant, newProduct, newSubscriptionProduct, post } from '../../testing/api.ts';
import { expectRefused, stateOf, versionsOf } from '../../testing/product-state.ts';

const action = 'subscription-product/publish-product';

async function newProductOf(content: Record<string, unknown> = {}) {
  const merchant = await newMerchant();
  return { merchant, product: await newSubscriptionProduct(merchant, content) };
}

test.each(['test', 'prod'] as const)(
  '200 with a %s key: copies the test version, and sells it',
  async (environment) => {
    const content = {
      prices: { USD: { amount: '18.00', trialAmount: '1.00' } },
      metadata: { trialDays: 14 },
      billingPeriod: 'yearly',
    };
    const { merchant, product } = await newProductOf(content);
    const { status, body } = await merchant.call(action, { id: product.id }, { environment });
    expect([status, body.data.product]).toEqual([
      200,
      { ...product, status: 'active', updatedAt: expect.any(String), billingPeriod: 'yearly' },
    ]);
    const { row, versions } = await stateOf(product);
    expect(versions.map((version) => `${version.environment} ${version.versionNumber}`)).toEqual(['prod 1', 'test 1']);
    expect(row).toMatchObject({ prodStatus: 'active', prodVersionId: versions[0]?.id, testVersionId: versions[1]?.id });
  },
);

test('200 once; later changes in test do not reach prod', async () => {
  const { merchant, product } = await newProductOf();
  await merchant.call(action, { id: product.id });
  await merchant.call('subscription-product/update-product', { id: product.id, name: 'Changed' });
  const versions = await versionsOf(product);
  expect(versions.map(({ environment, name }) => `${environment} ${name}`)).toEqual([
    'prod Beans by Post',
    'test Beans by Post',
    'test Changed',
  ]);
});

test('400 Product has already been published: of twenty at once, one succeeds', async () => {
  const { merchant, product } = await newProductOf();
  const answers = await Promise.all(Array.from({ length: 20 }, () => merchant.call(action, { id: product.id })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
    expect([status, body.errors]).toEqual([400, [{ message: 'Product has already been published', layer: 'product' }]]);
  }
});

test('400 Header X-Environment is not allowed on this endpoint', async () => {
  const { merchant, product } = await newProductOf();
  const call = () => merchant.call(action, { id: product.id }, { headers: { 'X-Environment': 'test' } });
  await expectRefused(product, call, 400, 'Header X-Environment is not allowed on this endpoint');
});

test.each([
  [{}, 'Missing required field: id'],
  [{ id: 'nonsense' }, 'Expected format: PROD_xxx, got nonsense'],
])('400 %j', async (given, message) => {
  const { status, body } = await (await newMerchant()).call(action, given);
  expect([status, body.errors]).toEqual([400, [{ message, layer: 'product' }]]);
});

test('403 Insufficient permissions, for a store slug', async () => {
  const { merchant, product } = await newProductOf();
  const headers = { 'X-Store-Slug': merchant.slug, 'X-Environment': 'test' };
  await expectRefused(product, () => post(action, product, headers), 403, 'Insufficient permissions', 'gateway');
});

test('404 Product not found: nobody’s, another merchant’s, a one-time product', async () => {
  const { merchant, product } = await newProductOf();
  const other = await newMerchant();
  const unknown = { id: toShortId('PROD', newId()) };
  await expectRefused(product, () => merchant.call(action, unknown), 404, 'Product not found');
  await expectRefused(product, () => other.call(action, { id: product.id }), 404, 'Product not found');
  const onetime = await newProduct(merchant);
  await expectRefused(onetime, () => merchant.call(action, { id: onetime.id }), 404, 'Product not found');
});
