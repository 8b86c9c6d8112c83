/** Tests of `update-product` for both product types. Behavior of one type is tested with that type. */
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { checkoutSessions, productVersions } from '#db/schema/index.ts';
import type { ProductVersion } from '#server/catalog/products.ts';
import type { ProductType } from '#server/catalog/rules/product.ts';
import { db, newMerchant, newProduct, newSubscriptionProduct } from '../api.ts';
import { expectRefused, keyOf, stateOf, versionsOf } from './product-state.ts';

/** A change that only this type has, and the resulting version. */
interface OwnChange {
  readonly fields: Readonly<Record<string, string>>;
  readonly shown: (version: ProductVersion) => string | null;
  readonly before: string;
  readonly after: string;
}

const ownChanges: Readonly<Record<ProductType, OwnChange>> = {
  onetime: {
    fields: { name: 'Second edition' },
    shown: ({ name }) => name,
    before: 'Handbook',
    after: 'Second edition',
  },
  subscription: {
    fields: { billingPeriod: 'yearly' },
    shown: ({ billingPeriod }) => billingPeriod,
    before: 'monthly',
    after: 'yearly',
  },
};

/** Defines the tests of `<type>-product/update-product` that both types share. */
export function describeUpdateProduct(productType: ProductType): void {
  const action = `${productType}-product/update-product`;
  const own = ownChanges[productType];
  const [make, makeOther] =
    productType === 'onetime' ? [newProduct, newSubscriptionProduct] : [newSubscriptionProduct, newProduct];

  async function newProductOf(content: Record<string, unknown> = {}) {
    const merchant = await newMerchant();
    return { merchant, product: await make(merchant, content) };
  }

  describe('200', () => {
    test.each([null, ''])('%j clears description and successUrl', async (empty) => {
      const { merchant, product } = await newProductOf({ description: 'Text', successUrl: 'https://example.com' });
      const { body } = await merchant.call(action, { id: product.id, description: empty, successUrl: empty });
      expect(body.data.product).toMatchObject({ description: null, successUrl: null });
    });

    test('ignores a status', async () => {
      const { merchant, product } = await newProductOf();
      const { status, body } = await merchant.call(action, { id: product.id, name: 'New', status: 'inactive' });
      expect([status, body.data.product.status]).toEqual([200, 'active']);
    });

    test('test and prod have separate versions and version numbers', async () => {
      const { merchant, product } = await newProductOf();
      await merchant.call(`${productType}-product/publish-product`, { id: product.id });
      await merchant.call(action, { id: product.id, name: 'Test 2' });
      await merchant.call(action, { id: product.id, name: 'Test 3' });
      const fields = { id: product.id, description: 'Prod 2', ...own.fields };
      const { body } = await merchant.call(action, fields, { environment: 'prod' });
      expect(body.data.product).toMatchObject({ description: 'Prod 2', ...own.fields, status: 'active' });
      const { body: tested } = await merchant.call(action, { id: product.id });
      expect(tested.data.product).toMatchObject({ name: 'Test 3', description: null });
      const versions = await versionsOf(product);
      expect(versions.map(({ environment, versionNumber }) => `${environment} ${versionNumber}`)).toEqual([
        'prod 1',
        'prod 2',
        'test 1',
        'test 2',
        'test 3',
      ]);
      expect(versions.slice(0, 3).map(own.shown)).toEqual([own.before, own.after, own.before]);
      expect(versions.slice(3).map(({ name }) => name)).toEqual(['Test 2', 'Test 3']);
    });

    test('twenty concurrent updates create twenty versions, numbered without gaps', async () => {
      const { merchant, product } = await newProductOf();
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, number) =>
          merchant.call(action, { id: product.id, prices: { USD: { amount: 3000 + number } } }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
      const versions = await versionsOf(product);
      expect(versions.map(({ versionNumber }) => versionNumber)).toEqual(Array.from({ length: 21 }, (_, i) => i + 1));
      expect(new Set(versions.map(({ prices }) => prices.USD?.amountMinor)).size).toBe(21);
      const { row } = await stateOf(product);
      expect(row?.testVersionId).toBe(versions.at(-1)?.id);
    });

    test('twenty concurrent equal updates create one version', async () => {
      const { merchant, product } = await newProductOf();
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => merchant.call(action, { id: product.id, ...own.fields })),
      );
      expect(answers.map(({ status, body }) => [status, body.data.product])).toEqual(
        Array(20).fill([200, answers[0]?.body.data.product]),
      );
      expect((await versionsOf(product)).map(own.shown)).toEqual([own.before, own.after]);
    });

    test('a session keeps the version and price that it was created with', async () => {
      const { merchant, product } = await newProductOf({ prices: { USD: { amount: '29.00' } } });
      const sell = async () => {
        const fields = { storeId: merchant.storeId, productId: product.id, productType, currency: 'USD' };
        const { body } = await merchant.call('checkout/create-session', fields);
        return body.data.sessionId;
      };
      const before = await sell();
      await merchant.call(action, { id: product.id, prices: { USD: { amount: '31.00' } } });
      const after = await sell();
      const lockedBy = async (id: string) =>
        (await db.select().from(checkoutSessions).where(eq(checkoutSessions.id, id)))[0];
      const [first, second] = await versionsOf(product);
      expect([await lockedBy(before), await lockedBy(after)]).toMatchObject([
        { productVersionId: first?.id, price: { amountMinor: 2900 } },
        { productVersionId: second?.id, price: { amountMinor: 3100 } },
      ]);
    });
  });

  test.each([
    [{ id: undefined }, 'Missing required field: id'],
    [{ id: null }, 'Missing required field: id'],
    [{ id: '' }, 'Missing required field: id'],
    [{ name: '' }, 'Field name must be a non-empty string'],
    [{ name: '   ' }, 'Field name must be a non-empty string'],
    [{ name: null }, 'Field name must be a non-empty string'],
    [{ name: 5 }, 'Field name must be a non-empty string'],
    [{ name: 'x'.repeat(65) }, 'Field name cannot exceed 64 characters'],
    [{ prices: {} }, 'Field prices must be a non-empty object'],
    [{ prices: [] }, 'Field prices must be a non-empty object'],
    [{ prices: null }, 'Field prices must be a non-empty object'],
    [{ prices: 'text' }, 'Field prices must be a non-empty object'],
    [{ media: null }, 'Invalid media: must be an array'],
    [{ metadata: null }, 'Invalid metadata: must be an object'],
    [{ description: 5 }, 'Invalid description: must be a string'],
    [{ successUrl: `https://example.com/${'x'.repeat(500)}` }, 'Invalid successUrl: must have at most 512 characters'],
    [{ successUrl: 'ftp://example.com' }, 'Invalid successUrl: must be a valid http(s) URL'],
  ])('400 %j', async (fields, message) => {
    const { merchant, product } = await newProductOf();
    await expectRefused(product, () => merchant.call(action, { id: product.id, name: 'x', ...fields }), 400, message);
  });

  test('400 Product X has no version in environment Y', async () => {
    const { merchant, product } = await newProductOf();
    const message = `Product ${product.id} has no version in environment prod`;
    const call = () => merchant.call(action, { id: product.id, name: 'New' }, { environment: 'prod' });
    await expectRefused(product, call, 400, message);
  });

  test('404 Product not found: a product of the other type', async () => {
    const merchant = await newMerchant();
    const otherType = await makeOther(merchant);
    const call = () => merchant.call(action, { id: otherType.id, name: 'New' });
    await expectRefused(otherType, call, 404, 'Product not found');
  });

  test('404 Current version not found', async () => {
    const { merchant, product } = await newProductOf();
    await db.delete(productVersions).where(eq(productVersions.productId, keyOf(product)));
    const call = () => merchant.call(action, { id: product.id, name: 'New' });
    await expectRefused(product, call, 404, 'Current version not found');
  });

  test('500 Internal server error', async () => {
    const { merchant, product } = await newProductOf();
    const broken = { prices: sql`'null'::jsonb` };
    await db
      .update(productVersions)
      .set(broken)
      .where(eq(productVersions.productId, keyOf(product)));
    const call = () => merchant.call(action, { id: product.id, name: 'New' });
    await expectRefused(product, call, 500, 'Internal server error', 'gateway');
  });
}
