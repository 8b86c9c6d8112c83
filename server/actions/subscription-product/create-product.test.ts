import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { checkoutSessions, products } from '#db/schema/index.ts';
import { billingPeriods } from '#server/catalog/rules/product.ts';
import { fromShortId } from '#server/domain/ids.ts';
import { db, newMerchant, newSubscriptionProduct, type TestMerchant } from '#server/testing/api.ts';

const action = 'subscription-product/create-product';
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

const create = (merchant: TestMerchant, fields: Record<string, unknown> = {}) =>
  merchant.call(action, {
    storeId: merchant.storeId,
    name: 'Beans by Post',
    billingPeriod: 'monthly',
    prices: { USD: { amount: '18.00' } },
    ...fields,
  });

describe('200', () => {
  test('returns the product with its first version, and the product object', async () => {
    const merchant = await newMerchant();
    const { status, body } = await create(merchant, {
      name: '  Beans by Post ',
      billingPeriod: 'quarterly',
      prices: {
        USD: { amount: 4800, taxCategory: 'software', trialAmount: '1.00' },
        JPY: { amount: '7200', taxIncluded: true, trialAmount: 100 },
        EUR: { amount: '45.00' },
      },
      description: 'A bag **every quarter**',
      media: [
        { type: 'video', url: 'https://example.com/a.mp4', alt: 'Roasting', thumbnail: 'https://example.com/a.png' },
      ],
      successUrl: 'https://example.com/welcome',
      metadata: { trialDays: 14, tier: 'gold' },
      unknown: 'ignored',
    });
    expect(status).toBe(200);
    const content = {
      name: 'Beans by Post',
      billingPeriod: 'quarterly',
      description: 'A bag **every quarter**',
      prices: {
        USD: { amount: '48.00', taxIncluded: false, taxCategory: 'software', trialAmount: '1.00' },
        JPY: { amount: '7200', taxIncluded: true, taxCategory: 'digital_goods', trialAmount: '100' },
        EUR: { amount: '45.00', taxIncluded: false, taxCategory: 'digital_goods' },
      },
      media: [
        { type: 'video', url: 'https://example.com/a.mp4', alt: 'Roasting', thumbnail: 'https://example.com/a.png' },
      ],
      successUrl: 'https://example.com/welcome',
      metadata: { trialDays: 14, tier: 'gold' },
    };
    const { id, testVersionId, createdAt } = body.data;
    expect(body.data).toEqual({
      id: expect.stringMatching(/^PROD_[0-9A-Za-z]{22}$/),
      storeId: merchant.storeId,
      prodVersionId: null,
      testVersionId: expect.stringMatching(uuid),
      prodStatus: 'inactive',
      testStatus: 'active',
      createdAt: expect.stringMatching(moment),
      updatedAt: createdAt,
      version: { id: testVersionId, productId: id, versionNumber: 1, ...content, createdAt },
      product: { id, storeId: merchant.storeId, ...content, status: 'active', createdAt, updatedAt: createdAt },
    });
  });

  test('accepts only the required fields, or empty optional ones', async () => {
    const merchant = await newMerchant();
    const empty = { description: '', successUrl: null, media: null, metadata: null };
    const { body } = await create(merchant, { storeId: merchant.store.id, ...empty, ...usd({ trialAmount: null }) });
    expect(body.data.product).toMatchObject({ description: null, media: [], successUrl: null, metadata: {} });
    expect(body.data.product.prices.USD).not.toHaveProperty('trialAmount');
  });

  test.each(billingPeriods)('billed %s', async (billingPeriod) => {
    const { body } = await create(await newMerchant(), { billingPeriod });
    expect(body.data.version.billingPeriod).toBe(billingPeriod);
  });

  test('a checkout session sells it at its price and the trial’s', async () => {
    const merchant = await newMerchant();
    const content = { prices: { USD: { amount: '18.00', trialAmount: '1.00' } }, metadata: { trialDays: 7 } };
    const product = await newSubscriptionProduct(merchant, content);
    const { status, body } = await merchant.call('checkout/create-session', {
      storeId: merchant.storeId,
      productId: product.id,
      productType: 'subscription',
      currency: 'USD',
      withTrial: true,
    });
    expect(status).toBe(200);
    const [session] = await db.select().from(checkoutSessions).where(eq(checkoutSessions.id, body.data.sessionId));
    expect(session).toMatchObject({
      productId: fromShortId('PROD', product.id),
      productType: 'subscription',
      withTrial: true,
      price: { amountMinor: 1800, trialAmountMinor: 100, taxIncluded: false, taxCategory: 'digital_goods' },
    });
  });
});

const usd = (entry: object) => ({ prices: { USD: { amount: '18.00', ...entry } } });
const trialRefusal = (value: string) =>
  `Invalid trialAmount for USD: ${value}. Must be a positive number string lower than amount`;

describe('400', () => {
  test.each([
    [{ name: undefined }, 'Missing required field: name'],
    [{ name: null }, 'Missing required field: name'],
    [{ name: ' ' }, 'Field name must be a non-empty string'],
    [{ name: 'x'.repeat(65) }, 'Field name cannot exceed 64 characters'],
    [{ billingPeriod: undefined }, 'Missing required field: billingPeriod'],
    [{ billingPeriod: null }, 'Missing required field: billingPeriod'],
    [{ billingPeriod: 'daily' }, 'Invalid billingPeriod'],
    [{ billingPeriod: 3 }, 'Invalid billingPeriod'],
    [{ prices: undefined }, 'Missing required field: prices'],
    [{ prices: {} }, 'Field prices must be a non-empty object'],
    [{ prices: { usd: { amount: '1' } } }, 'Invalid currency code: usd. Must be 3 uppercase letters'],
    [usd({ amount: '10.001' }), 'Invalid amount for USD: 10.001. Must be a positive number string'],
    [usd({ trialAmount: '18.00' }), trialRefusal('18.00')],
    [usd({ trialAmount: '0' }), trialRefusal('0')],
    [usd({ trialAmount: '1.001' }), trialRefusal('1.001')],
    [usd({ trialAmount: '1.00' }), 'Invalid trialAmount for USD: needs metadata.trialDays'],
    [{ metadata: { trialDays: 0 } }, 'Invalid metadata.trialDays: must be an integer from 1 to 730'],
    [{ description: 'x'.repeat(10_001) }, 'Invalid description: must have at most 10000 characters'],
    [{ successUrl: 'javascript:alert(1)' }, 'Invalid successUrl: must be a valid http(s) URL'],
    [{ metadata: 'text' }, 'Invalid metadata: must be an object'],
  ])('%j', async (given, message) => {
    const merchant = await newMerchant();
    const { status, body } = await create(merchant, { metadata: {}, ...given });
    expect([status, body]).toMatchObject([400, { data: null, errors: [{ message, layer: 'product' }] }]);
    expect(await db.$count(products, eq(products.storeId, merchant.store.id))).toBe(0);
  });

  test('rejects a prod key: products are created in test', async () => {
    const merchant = await newMerchant();
    const given = { storeId: merchant.storeId, name: 'x', billingPeriod: 'weekly', prices: { USD: { amount: 1 } } };
    const { status, body } = await merchant.call(action, given, { environment: 'prod' });
    const message = 'Products are created in the test environment and then published to prod';
    expect([status, body.errors]).toMatchObject([400, [{ message, layer: 'product' }]]);
  });
});
