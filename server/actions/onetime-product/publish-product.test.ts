import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { productVersions } from '../../../db/schema/index.ts';
import { fromShortId, newId, toShortId } from '../../domain/ids.ts';
import { db, newMerchant, newProduct, post } from '../../testing/api.ts';

test('200 copies the test version to prod and makes it active there', async () => {
  const merchant = await newMerchant();
  const product = await newProduct(merchant);
  const { status, body } = await merchant.call('onetime-product/publish-product', { id: product.id });
  expect(status).toBe(200);
  expect(body.data.product).toMatchObject({ id: product.id, name: 'Handbook', status: 'active' });
  const versions = await db
    .select()
    .from(productVersions)
    .where(eq(productVersions.productId, fromShortId('PROD', product.id) ?? ''));
  expect(versions.map(({ environment, versionNumber }) => `${environment} ${versionNumber}`).sort()).toEqual([
    'prod 1',
    'test 1',
  ]);
});

test('200 with a prod key as well', async () => {
  const merchant = await newMerchant();
  const product = await newProduct(merchant);
  expect(
    (await merchant.call('onetime-product/publish-product', { id: product.id }, { environment: 'prod' })).status,
  ).toBe(200);
});

test('400 Product has already been published: of twenty at once, one succeeds', async () => {
  const merchant = await newMerchant();
  const product = await newProduct(merchant);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => merchant.call('onetime-product/publish-product', { id: product.id })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 200);
  for (const { status, body } of refused) {
    expect([status, body.errors]).toEqual([400, [{ message: 'Product has already been published', layer: 'product' }]]);
  }
});

test('400 when the header X-Environment is sent', async () => {
  const merchant = await newMerchant();
  const product = await newProduct(merchant);
  const { status, body } = await merchant.call(
    'onetime-product/publish-product',
    { id: product.id },
    { headers: { 'X-Environment': 'test' } },
  );
  expect([status, body.errors[0].message]).toEqual([400, 'Header X-Environment is not allowed on this endpoint']);
});

test.each([
  [{}, 'Missing required field: id'],
  [{ id: 'nonsense' }, 'Expected format: PROD_xxx, got nonsense'],
])('400 %j', async (given, message) => {
  const { status, body } = await (await newMerchant()).call('onetime-product/publish-product', given);
  expect([status, body.errors]).toEqual([400, [{ message, layer: 'product' }]]);
});

test('403 Insufficient permissions, for a store slug', async () => {
  const { slug } = await newMerchant();
  const { status, body } = await post(
    'onetime-product/publish-product',
    { id: toShortId('PROD', newId()) },
    { 'X-Store-Slug': slug, 'X-Environment': 'test' },
  );
  expect([status, body.errors[0].message]).toEqual([403, 'Insufficient permissions']);
});

test('404 Product not found, for an id nobody has and another merchant’s', async () => {
  const [merchant, other] = await Promise.all([newMerchant(), newMerchant()]);
  const theirs = await newProduct(other);
  for (const id of [toShortId('PROD', newId()), theirs.id]) {
    const { status, body } = await merchant.call('onetime-product/publish-product', { id });
    expect([status, body]).toEqual([404, { data: null, errors: [{ message: 'Product not found', layer: 'product' }] }]);
  }
});
