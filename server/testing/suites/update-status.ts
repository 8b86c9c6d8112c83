/** Tests of `update-status` for both product types. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { productVersions } from '#db/schema/index.ts';
import type { ProductType } from '#server/catalog/rules/product.ts';
import { db, newMerchant, newProduct, newSubscriptionProduct } from '../api.ts';
import { expectRefused, keyOf, stateOf } from './product-state.ts';

/** Defines the tests of `<type>-product/update-status`. */
export function describeUpdateStatus(productType: ProductType): void {
  const action = `${productType}-product/update-status`;
  const [make, makeOther] =
    productType === 'onetime' ? [newProduct, newSubscriptionProduct] : [newSubscriptionProduct, newProduct];

  async function newProductOf() {
    const merchant = await newMerchant();
    return { merchant, product: await make(merchant) };
  }

  test('200 deactivates and reactivates a product; its content does not change', async () => {
    const { merchant, product } = await newProductOf();
    const sell = () =>
      merchant.call('checkout/create-session', {
        storeId: merchant.storeId,
        productId: product.id,
        productType,
        currency: 'USD',
      });
    const { status, body } = await merchant.call(action, { id: product.id, status: 'inactive' });
    expect([status, body.data.product]).toEqual([
      200,
      { ...product, status: 'inactive', updatedAt: expect.any(String) },
    ]);
    expect((await sell()).body.errors[0].message).toBe(`Product ${product.id} is not active in environment test`);
    const { body: again } = await merchant.call(action, { id: product.id, status: 'active' });
    expect(again.data.product.status).toBe('active');
    expect((await sell()).status).toBe(200);
    const { versions, events } = await stateOf(product);
    expect(versions).toHaveLength(1);
    expect(events.map(({ type, data }) => [type, data.status])).toEqual([
      ['product.created', undefined],
      ['product.status_changed', 'inactive'],
      ['product.status_changed', 'active'],
    ]);
  });

  test('200 for an unchanged status: writes nothing', async () => {
    const { merchant, product } = await newProductOf();
    const before = await stateOf(product);
    const { status, body } = await merchant.call(action, { id: product.id, status: 'active' });
    expect([status, body.data.product]).toEqual([200, product]);
    expect(await stateOf(product)).toEqual(before);
  });

  test('200 one of twenty concurrent calls changes the status', async () => {
    const { merchant, product } = await newProductOf();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => merchant.call(action, { id: product.id, status: 'inactive' })),
    );
    expect(answers.map(({ status, body }) => [status, body.data.product.status])).toEqual(
      Array(20).fill([200, 'inactive']),
    );
    const { events } = await stateOf(product);
    expect(events.filter(({ type }) => type === 'product.status_changed')).toHaveLength(1);
  });

  test('200 in the caller’s environment only', async () => {
    const { merchant, product } = await newProductOf();
    await merchant.call(`${productType}-product/publish-product`, { id: product.id });
    const { body } = await merchant.call(action, { id: product.id, status: 'inactive' }, { environment: 'prod' });
    expect(body.data.product.status).toBe('inactive');
    expect((await stateOf(product)).row).toMatchObject({ testStatus: 'active', prodStatus: 'inactive' });
  });

  test.each([
    [{ status: undefined }, 'Missing required field: status'],
    [{ status: null }, 'Missing required field: status'],
    [{ status: 'archived' }, 'Invalid status: must be active or inactive'],
    [{ status: 'archived', id: '' }, 'Missing required field: id'],
  ])('400 %j', async (fields, message) => {
    const { merchant, product } = await newProductOf();
    const call = () => merchant.call(action, { id: product.id, ...fields });
    await expectRefused(product, call, 400, message);
  });

  test('400 Product X has no version in environment Y', async () => {
    const { merchant, product } = await newProductOf();
    const call = () => merchant.call(action, { id: product.id, status: 'active' }, { environment: 'prod' });
    await expectRefused(product, call, 400, `Product ${product.id} has no version in environment prod`);
  });

  test('404 Product not found: a product of the other type', async () => {
    const merchant = await newMerchant();
    const otherType = await makeOther(merchant);
    const call = () => merchant.call(action, { id: otherType.id, status: 'inactive' });
    await expectRefused(otherType, call, 404, 'Product not found');
  });

  test('404 Current version not found', async () => {
    const { merchant, product } = await newProductOf();
    await db.delete(productVersions).where(eq(productVersions.productId, keyOf(product)));
    const call = () => merchant.call(action, { id: product.id, status: 'inactive' });
    await expectRefused(product, call, 404, 'Current version not found');
  });
}
