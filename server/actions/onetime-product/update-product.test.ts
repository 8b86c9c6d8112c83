import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { productVersions } from '../../../db/schema/index.ts';
import { newId, toShortId } from '../../domain/ids.ts';
import {
  db,
  newMember,
  newMerchant,
  newProduct,
  newSubscriptionProduct,
  post,
  type TestMerchant,
} from '../../testing/api.ts';
import { expectRefused, keyOf, stateOf, versionsOf } from '../../testing/product-state.ts';

const action = 'onetime-product/update-product';
async function newProductOf(content: Record<string, unknown> = {}) {
  const merchant = await newMerchant();
  return { merchant, product: await newProduct(merchant, content) };
}

describe('200', () => {
  test('makes the changed content the next version, and keeps what is not given', async () => {
    const { merchant, product } = await newProductOf({
      description: 'Two hundred pages',
      media: [{ type: 'image', url: 'https://example.com/a.png', alt: 'Cover' }],
      successUrl: 'https://example.com/thanks',
      metadata: { sku: 'HB-1', pages: 200 },
    });
    const { status, body } = await merchant.call(action, {
      id: product.id,
      name: '  Handbook, second edition ',
      prices: { EUR: { amount: '27.00', taxIncluded: true, taxCategory: 'ebook', trialAmount: '1.00' } },
      unknown: 'ignored',
    });
    expect(status).toBe(200);
    expect(body.data.product).toEqual({
      ...product,
      name: 'Handbook, second edition',
      prices: { EUR: { amount: '27.00', taxIncluded: true, taxCategory: 'ebook' } },
      updatedAt: expect.any(String),
    });
    expect(Date.parse(body.data.product.updatedAt)).toBeGreaterThan(Date.parse(body.data.product.createdAt));
    const [first, second, ...more] = await versionsOf(product);
    expect([first?.versionNumber, first?.name, second?.versionNumber, second?.name, more]).toEqual([
      1,
      'Handbook',
      2,
      'Handbook, second edition',
      [],
    ]);
    const { row } = await stateOf(product);
    expect(row?.testVersionId).toBe(second?.id);
  });

  test('null and the empty string clear description and successUrl; media and metadata are replaced whole', async () => {
    const full = {
      description: 'Text',
      successUrl: 'https://example.com',
      media: [{ type: 'image', url: 'https://example.com/a.png' }],
      metadata: { a: 1, b: 2 },
    };
    for (const empty of [null, '']) {
      const { merchant, product } = await newProductOf(full);
      const { body } = await merchant.call(action, {
        id: product.id,
        description: empty,
        successUrl: empty,
        media: [],
        metadata: { b: 3 },
      });
      expect(body.data.product).toMatchObject({ description: null, successUrl: null, media: [] });
      expect(body.data.product.metadata).toEqual({ b: 3 });
    }
  });

  test('takes a bare UUID as well', async () => {
    const { merchant, product } = await newProductOf();
    const { body } = await merchant.call(action, { id: keyOf(product), name: 'By UUID' });
    expect(body.data.product).toMatchObject({ id: product.id, name: 'By UUID' });
  });

  test('the same content, in whatever order, makes no version and touches nothing', async () => {
    const content = {
      description: 'Text',
      prices: { USD: { amount: '29.00', taxIncluded: false, taxCategory: 'ebook' }, JPY: { amount: 4500 } },
      media: [{ type: 'image', url: 'https://example.com/a.png', alt: 'Cover' }],
      metadata: { a: { b: 1, c: [1, 2] }, d: null },
    };
    const { merchant, product } = await newProductOf(content);
    const before = await stateOf(product);
    const { status, body } = await merchant.call(action, {
      metadata: { d: null, a: { c: [1, 2], b: 1 } },
      media: [{ alt: 'Cover', url: 'https://example.com/a.png', type: 'image' }],
      prices: { JPY: { amount: '4500' }, USD: { taxCategory: 'ebook', amount: 2900 } },
      description: 'Text',
      name: 'Handbook',
      id: product.id,
    });
    expect([status, body.data.product]).toEqual([200, product]);
    const { body: untold } = await merchant.call(action, { id: product.id });
    expect(untold.data.product).toEqual(product);
    expect(await stateOf(product)).toEqual(before);
  });

  test('a status is not for this endpoint: ignored', async () => {
    const { merchant, product } = await newProductOf();
    const { status, body } = await merchant.call(action, { id: product.id, name: 'New', status: 'inactive' });
    expect([status, body.data.product.status]).toEqual([200, 'active']);
  });

  test('test and prod move separately, each with numbers of its own', async () => {
    const { merchant, product } = await newProductOf();
    await merchant.call('onetime-product/publish-product', { id: product.id });
    await merchant.call(action, { id: product.id, name: 'Test 2' });
    await merchant.call(action, { id: product.id, name: 'Test 3' });
    const { body } = await merchant.call(action, { id: product.id, name: 'Prod 2' }, { environment: 'prod' });
    expect(body.data.product).toMatchObject({ name: 'Prod 2', status: 'active' });
    const { body: tested } = await merchant.call(action, { id: product.id });
    expect(tested.data.product.name).toBe('Test 3');
    const versions = await versionsOf(product);
    expect(versions.map(({ environment, versionNumber, name }) => `${environment} ${versionNumber} ${name}`)).toEqual([
      'prod 1 Handbook',
      'prod 2 Prod 2',
      'test 1 Handbook',
      'test 2 Test 2',
      'test 3 Test 3',
    ]);
  });

  test('twenty different updates at once make twenty versions, numbered without a gap', async () => {
    const { merchant, product } = await newProductOf();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) => merchant.call(action, { id: product.id, name: `Edition ${number}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const versions = await versionsOf(product);
    expect(versions.map(({ versionNumber }) => versionNumber)).toEqual(Array.from({ length: 21 }, (_, i) => i + 1));
    expect(new Set(versions.map(({ name }) => name)).size).toBe(21);
    const { row } = await stateOf(product);
    expect(row?.testVersionId).toBe(versions.at(-1)?.id);
  });

  test('twenty equal updates at once make one version', async () => {
    const { merchant, product } = await newProductOf();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => merchant.call(action, { id: product.id, name: 'Second edition' })),
    );
    expect(answers.map(({ status, body }) => [status, body.data.product])).toEqual(
      Array(20).fill([200, answers[0]?.body.data.product]),
    );
    expect((await versionsOf(product)).map(({ name }) => name)).toEqual(['Handbook', 'Second edition']);
  });

  test('a session keeps the version that it was made with', async () => {
    const { merchant, product } = await newProductOf();
    const sell = async () => {
      const given = { storeId: merchant.storeId, productId: product.id, productType: 'onetime', currency: 'USD' };
      const { body } = await merchant.call('checkout/create-session', given);
      const [row] = await db.execute<{ product_version_id: string; price: unknown }>(
        sql`select product_version_id, price from checkout_sessions where id = ${body.data.sessionId}`,
      );
      return row;
    };
    const before = await sell();
    await merchant.call(action, { id: product.id, prices: { USD: { amount: '31.00' } } });
    const after = await sell();
    const [first, second] = await versionsOf(product);
    expect([before?.product_version_id, after?.product_version_id]).toEqual([first?.id, second?.id]);
    expect([before?.price, after?.price]).toMatchObject([{ amountMinor: 2900 }, { amountMinor: 3100 }]);
  });

  test.each(['admin', 'member'] as const)('for a member of the store: %s', async (role) => {
    const { merchant, product } = await newProductOf();
    const member = await newMember(merchant, role);
    const { status, body } = await member.call(action, { id: product.id, name: role });
    expect([status, body.data.product.name]).toEqual([200, role]);
  });
});

const refuse = async (given: Record<string, unknown>, message: string | RegExp) => {
  const { merchant, product } = await newProductOf();
  await expectRefused(product, () => merchant.call(action, { id: product.id, name: 'x', ...given }), 400, message);
};

test.each([{ id: undefined }, { id: null }, { id: '' }])('400 Missing required field: id (%j)', (given) =>
  refuse(given, 'Missing required field: id'),
);

test.each([{ id: 'PROD_123' }, { id: 'nonsense' }, { id: 42 }, { id: toShortId('STO', newId()) }])(
  '400 Invalid ID format (%j)',
  (given) => refuse(given, 'Invalid ID format'),
);

test.each([
  { prices: { usd: { amount: '1' } } },
  { prices: { US: { amount: '1' } } },
  { prices: { ZZZ: { amount: '1' } } },
  // The row stands before the amount's.
  { prices: { USD: { amount: 'x' }, usd: { amount: '1' } } },
])('400 Invalid currency code (%j)', (given) => refuse(given, 'Invalid currency code'));

test.each(['0', '-1', '10.001', 'ten', 0, -5, 1.5, null, undefined])('400 Invalid amount (%j)', (amount) =>
  refuse({ prices: { USD: { amount } } }, 'Invalid amount'),
);

test.each([
  [{ name: '' }, 'Field name must be a non-empty string'],
  [{ name: null }, 'Field name must be a non-empty string'],
  [{ name: 'x'.repeat(65) }, 'Field name cannot exceed 64 characters'],
  [{ prices: {} }, 'Field prices must be a non-empty object'],
  [{ prices: null }, 'Field prices must be a non-empty object'],
  [{ media: null }, 'Invalid media: must be an array'],
  [{ metadata: null }, 'Invalid metadata: must be an object'],
  [{ description: 5 }, 'Invalid description: must be a string'],
  [{ successUrl: `https://example.com/${'x'.repeat(500)}` }, 'Invalid successUrl: must have at most 512 characters'],
  [{ successUrl: 'ftp://example.com' }, 'Invalid successUrl: must be a valid http(s) URL'],
])('400 %j', (given, message) => refuse(given, message));

test('400 Product X has no version in environment Y', async () => {
  const { merchant, product } = await newProductOf();
  const message = `Product ${product.id} has no version in environment prod`;
  const call = () => merchant.call(action, { id: product.id, name: 'New' }, { environment: 'prod' });
  await expectRefused(product, call, 400, message);
});

test('403 Insufficient permissions, for a store slug', async () => {
  const { merchant, product } = await newProductOf();
  const headers = { 'X-Store-Slug': merchant.slug, 'X-Environment': 'test' };
  const call = () => post(action, { id: product.id, name: 'New' }, headers);
  await expectRefused(product, call, 403, 'Insufficient permissions', 'gateway');
});

test('404 Product not found: nobody’s, another merchant’s, a subscription product', async () => {
  const { merchant, product } = await newProductOf();
  const other = await newMerchant();
  const call = (caller: TestMerchant, id: string) => () => caller.call(action, { id, name: 'New' });
  await expectRefused(product, call(merchant, toShortId('PROD', newId())), 404, 'Product not found');
  await expectRefused(product, call(other, product.id), 404, 'Product not found');
  const subscription = await newSubscriptionProduct(merchant);
  await expectRefused(subscription, call(merchant, subscription.id), 404, 'Product not found');
});

test('404 Current version not found', async () => {
  const { merchant, product } = await newProductOf();
  await db.delete(productVersions).where(eq(productVersions.productId, keyOf(product)));
  const call = () => merchant.call(action, { id: product.id, name: 'New' });
  await expectRefused(product, call, 404, 'Current version not found');
});

test('500 Internal server error', async () => {
  const { merchant, product } = await newProductOf();
  await db
    .update(productVersions)
    .set({ prices: sql`'null'::jsonb` })
    .where(eq(productVersions.productId, keyOf(product)));
  const call = () => merchant.call(action, { id: product.id, name: 'New' });
  await expectRefused(product, call, 500, 'Internal server error', 'gateway');
});
