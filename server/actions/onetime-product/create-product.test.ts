import { describe, expect, test } from 'vitest';
import { newMerchant } from '#server/testing/api.ts';

const prices = { USD: { amount: '29.00' } };

describe('200', () => {
  test('returns the product with every field of the contract', async () => {
    const merchant = await newMerchant();
    const { status, body } = await merchant.call('onetime-product/create-product', {
      storeId: merchant.storeId,
      name: '  Handbook  ',
      description: '**Two hundred** pages',
      prices: {
        USD: { amount: 2900, taxCategory: 'ebook' },
        JPY: { amount: '4500', taxIncluded: true },
        KWD: { amount: '1.5' },
      },
      media: [{ type: 'image', url: 'https://example.com/a.png', alt: 'Cover' }],
      successUrl: 'https://example.com/thanks?a=1',
      metadata: { sku: 'HB-1', nested: { deep: [1, null] } },
      unknown: 'ignored',
    });
    expect(status).toBe(200);
    expect(body.data.product).toEqual({
      id: expect.stringMatching(/^PROD_[0-9A-Za-z]{22}$/),
      storeId: merchant.storeId,
      name: 'Handbook',
      description: '**Two hundred** pages',
      prices: {
        USD: { amount: '29.00', taxIncluded: false, taxCategory: 'ebook' },
        JPY: { amount: '4500', taxIncluded: true, taxCategory: 'digital_goods' },
        KWD: { amount: '1.500', taxIncluded: false, taxCategory: 'digital_goods' },
      },
      media: [{ type: 'image', url: 'https://example.com/a.png', alt: 'Cover' }],
      successUrl: 'https://example.com/thanks?a=1',
      metadata: { sku: 'HB-1', nested: { deep: [1, null] } },
      status: 'active',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
  });

  test('accepts only the required fields', async () => {
    const merchant = await newMerchant();
    const { body } = await merchant.call('onetime-product/create-product', {
      storeId: merchant.store.id,
      name: 'Plain',
      prices,
    });
    expect(body.data.product).toMatchObject({ description: null, media: [], successUrl: null, metadata: {} });
  });

  test('treats null as absent, also in a price and a picture, but keeps it in metadata', async () => {
    const merchant = await newMerchant();
    const picture = { type: 'image', url: 'https://example.com/a.png' };
    const { status, body } = await merchant.call('onetime-product/create-product', {
      storeId: merchant.storeId,
      name: 'Plain',
      prices: { USD: { amount: '29.00', taxIncluded: null, taxCategory: null } },
      description: null,
      media: [{ ...picture, alt: null, thumbnail: null }],
      successUrl: null,
      metadata: { shelf: null },
    });
    expect([status, body.data?.product]).toMatchObject([
      200,
      {
        prices: { USD: { amount: '29.00', taxIncluded: false, taxCategory: 'digital_goods' } },
        description: null,
        media: [{ ...picture, alt: '' }],
        successUrl: null,
        metadata: { shelf: null },
      },
    ]);
    const fields = { storeId: merchant.storeId, name: 'Bare', prices, media: null, metadata: null };
    const bare = await merchant.call('onetime-product/create-product', fields);
    expect(bare.body.data.product).toMatchObject({ media: [], metadata: {} });
  });

  test('treats an empty description and successUrl as none', async () => {
    const merchant = await newMerchant();
    const given = { storeId: merchant.storeId, name: 'Plain', prices, description: '', successUrl: '' };
    const { body } = await merchant.call('onetime-product/create-product', given);
    expect(body.data.product).toMatchObject({ description: null, successUrl: null });
  });
});

describe('400', () => {
  const categories = 'digital_goods, saas, software, ebook, online_course, consulting or professional_service';
  test.each([
    [{ name: undefined }, 'Missing required field: name'],
    [{ name: ' ' }, 'Field name must be a non-empty string'],
    [{ name: 5 }, 'Field name must be a non-empty string'],
    [{ name: 'x'.repeat(65) }, 'Field name cannot exceed 64 characters'],
    [{ prices: undefined }, 'Missing required field: prices'],
    [{ prices: {} }, 'Field prices must be a non-empty object'],
    [{ prices: [] }, 'Field prices must be a non-empty object'],
    [{ prices: { usd: { amount: '1' } } }, 'Invalid currency code'],
    [{ prices: { XAU: { amount: '1' } } }, 'Invalid currency code'],
    [{ prices: { USD: { amount: '10.001' } } }, 'Invalid amount'],
    [{ prices: { JPY: { amount: '1.5' } } }, 'Invalid amount'],
    [{ prices: { USD: 29 } }, 'Invalid prices.USD: must be an object'],
    [{ prices: { USD: { amount: '1', taxIncluded: 'no' } } }, 'Invalid prices.USD.taxIncluded: must be a boolean'],
    [
      { prices: { USD: { amount: '1', taxCategory: 'food' } } },
      `Invalid prices.USD.taxCategory: must be ${categories}`,
    ],
    [{ description: 'x'.repeat(10_001) }, 'Invalid description: must have at most 10000 characters'],
    [
      { media: Array(21).fill({ type: 'image', url: 'https://example.com/a.png' }) },
      'Invalid media: must have at most 20 items',
    ],
    [{ media: [{ type: 'sound', url: 'https://example.com/a.png' }] }, 'Invalid media.0.type: must be image or video'],
    [{ media: [{ type: 'image', url: 'data:text/html,x' }] }, 'Invalid media url: must be a valid http(s) URL'],
    [{ successUrl: 'javascript:alert(1)' }, 'Invalid successUrl: must be a valid http(s) URL'],
    [{ successUrl: `https://example.com/${'x'.repeat(500)}` }, 'Invalid successUrl: must have at most 512 characters'],
    [{ media: [null] }, 'Invalid media.0: must be an object'],
    [{ media: [{ type: 'image', url: null }] }, 'Missing required field: media.0.url'],
    [{ name: null }, 'Missing required field: name'],
    [{ prices: { USD: { amount: null } } }, 'Invalid amount'],
    [{ metadata: 'text' }, 'Invalid metadata: must be an object'],
    [
      { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, i])) },
      'Invalid metadata: must have at most 50 keys',
    ],
    [{ metadata: { big: 'x'.repeat(17_000) } }, 'Invalid metadata: must be at most 16 KiB'],
  ])('%j', async (given, message) => {
    const merchant = await newMerchant();
    const { status, body } = await merchant.call('onetime-product/create-product', {
      storeId: merchant.storeId,
      name: 'Book',
      prices,
      ...given,
    });
    expect(status).toBe(400);
    expect(body.data).toBeNull();
    expect(body.errors).toMatchObject([
      { message: typeof message === 'string' ? message : expect.stringMatching(message), layer: 'product' },
    ]);
  });

  test('rejects a prod key: products are created in test', async () => {
    const merchant = await newMerchant();
    const { status, body } = await merchant.call(
      'onetime-product/create-product',
      { storeId: merchant.storeId, name: 'Book', prices },
      { environment: 'prod' },
    );
    expect([status, body.errors[0].layer]).toEqual([400, 'product']);
  });

  test('rejects more than 50 currencies', async () => {
    const { currencies } = await import('#server/domain/currencies.ts');
    const merchant = await newMerchant();
    const many = Object.fromEntries(currencies.slice(0, 51).map((code) => [code, { amount: 100 }]));
    const { body } = await merchant.call('onetime-product/create-product', {
      storeId: merchant.storeId,
      name: 'Book',
      prices: many,
    });
    expect(body.errors[0].message).toBe('Field prices cannot have more than 50 currencies');
  });
});
