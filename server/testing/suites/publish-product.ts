/** Tests of `publish-product` for both product types. */
import { expect, test } from 'vitest';
import type { ProductType } from '#server/catalog/rules/product.ts';
import { newMerchant, newProduct, newSubscriptionProduct } from '../api.ts';
import { expectRefused, stateOf, versionsOf } from './product-state.ts';

/** Content with every kind of field. */
const contents: Readonly<Record<ProductType, Record<string, unknown>>> = {
  onetime: { description: 'Two hundred pages', prices: { EUR: { amount: '27.00', taxIncluded: true } } },
  subscription: {
    prices: { USD: { amount: '18.00', trialAmount: '1.00' } },
    metadata: { trialDays: 14 },
    billingPeriod: 'yearly',
  },
};

/** Defines the tests of `<type>-product/publish-product`. */
export function describePublishProduct(productType: ProductType): void {
  const action = `${productType}-product/publish-product`;
  const [make, makeOther] =
    productType === 'onetime' ? [newProduct, newSubscriptionProduct] : [newSubscriptionProduct, newProduct];

  async function newProductOf(content: Record<string, unknown> = {}) {
    const merchant = await newMerchant();
    return { merchant, product: await make(merchant, content) };
  }

  test.each(['test', 'prod'] as const)(
    '200 with a %s key: copies the test version, and sells it',
    async (environment) => {
      const { merchant, product } = await newProductOf(contents[productType]);
      const { status, body } = await merchant.call(action, { id: product.id }, { environment });
      expect([status, body.data.product]).toEqual([
        200,
        { ...product, status: 'active', updatedAt: expect.any(String) },
      ]);
      const { row, versions } = await stateOf(product);
      expect(versions.map((version) => `${version.environment} ${version.versionNumber}`)).toEqual([
        'prod 1',
        'test 1',
      ]);
      const [published, tested] = versions;
      expect(row).toMatchObject({
        prodStatus: 'active',
        prodVersionId: published?.id,
        testVersionId: tested?.id,
      });
    },
  );

  test('200 once; later changes in test do not reach prod', async () => {
    const { merchant, product } = await newProductOf({ name: 'As published' });
    await merchant.call(action, { id: product.id });
    await merchant.call(`${productType}-product/update-product`, { id: product.id, name: 'Changed' });
    const versions = await versionsOf(product);
    expect(versions.map(({ environment, name }) => `${environment} ${name}`)).toEqual([
      'prod As published',
      'test As published',
      'test Changed',
    ]);
  });

  test('400 Product has already been published: one of twenty concurrent calls succeeds', async () => {
    const { merchant, product } = await newProductOf();
    const answers = await Promise.all(Array.from({ length: 20 }, () => merchant.call(action, { id: product.id })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refusal = [{ message: 'Product has already been published', layer: 'product' }];
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      expect([status, body.errors]).toMatchObject([400, refusal]);
    }
  });

  test('400 Current test version is not <testVersionId>: there is a later one', async () => {
    const { merchant, product } = await newProductOf();
    const [first] = await versionsOf(product);
    await merchant.call(`${productType}-product/update-product`, { id: product.id, name: 'Changed' });
    const [, second] = await versionsOf(product);
    const publish = (testVersionId: unknown) => () => merchant.call(action, { id: product.id, testVersionId });
    await expectRefused(product, publish(first?.id), 400, `Current test version is not ${first?.id}`);
    await expectRefused(product, publish('nonsense'), 400, 'Expected format: UUID, got nonsense');
    expect((await publish(second?.id)()).body.data.product).toMatchObject({ name: 'Changed', status: 'active' });
  });

  test('400 Header X-Environment is not allowed on this endpoint', async () => {
    const { merchant, product } = await newProductOf();
    const call = () => merchant.call(action, { id: product.id }, { headers: { 'X-Environment': 'test' } });
    await expectRefused(product, call, 400, 'Header X-Environment is not allowed on this endpoint');
  });

  test('404 Product not found: a product of the other type', async () => {
    const merchant = await newMerchant();
    const otherType = await makeOther(merchant);
    await expectRefused(otherType, () => merchant.call(action, { id: otherType.id }), 404, 'Product not found');
  });
}
