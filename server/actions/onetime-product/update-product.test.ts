import { describe, expect, test } from 'vitest';
import { newMerchant, newProduct } from '#server/testing/api.ts';
import { expectRefused, stateOf, versionsOf } from '#server/testing/suites/product-state.ts';
import { describeUpdateProduct } from '#server/testing/suites/update-product.ts';

describeUpdateProduct('onetime');

const action = 'onetime-product/update-product';

async function newProductOf(content: Record<string, unknown> = {}) {
  const merchant = await newMerchant();
  return { merchant, product: await newProduct(merchant, content) };
}

describe('200', () => {
  test('makes the changed content the next version and keeps fields that are not given', async () => {
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

  test('replaces media and metadata entirely', async () => {
    const media = [{ type: 'image', url: 'https://example.com/a.png' }];
    const { merchant, product } = await newProductOf({ media, metadata: { a: 1, b: 2 } });
    const { body } = await merchant.call(action, { id: product.id, media: [], metadata: { b: 3 } });
    expect([body.data.product.media, body.data.product.metadata]).toEqual([[], { b: 3 }]);
  });

  test('creates no version for equal content in any order', async () => {
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
});

const refuse = async (given: Record<string, unknown>, message: string | RegExp) => {
  const { merchant, product } = await newProductOf();
  await expectRefused(product, () => merchant.call(action, { id: product.id, name: 'x', ...given }), 400, message);
};

test.each([
  { prices: { usd: { amount: '1' } } },
  // The table lists this error before the amount's.
  { prices: { USD: { amount: 'x' }, usd: { amount: '1' } } },
])('400 Invalid currency code (%j)', (given) => refuse(given, 'Invalid currency code'));

test.each(['10.001', null])('400 Invalid amount (%j)', (amount) =>
  refuse({ prices: { USD: { amount } } }, 'Invalid amount'),
);
