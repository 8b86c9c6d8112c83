import { describe, expect, test } from 'vitest';
import type { ProductContent } from './product.ts';
import { isSameContent, mergeContent, requireBillingPeriod, subscriptionMetadata } from './product-content.ts';

const price = { amountMinor: 1800, taxIncluded: false, taxCategory: 'saas' } as const;
const content: ProductContent = {
  name: 'Beans by Post',
  billingPeriod: 'monthly',
  description: 'Fresh',
  prices: { USD: price, JPY: { ...price, amountMinor: 2700 } },
  media: [{ type: 'image', url: 'https://example.com/a.png', alt: '' }],
  successUrl: 'https://example.com/thanks',
  metadata: { tier: { name: 'gold', limit: 3 }, tags: ['a', 'b'] },
};

describe('isSameContent', () => {
  test('compares by value, ignoring the order of keys and other fields of a version', () => {
    const { taxCategory, taxIncluded, amountMinor } = price;
    const other = {
      id: 'another',
      ...content,
      prices: { JPY: content.prices.JPY, USD: { taxCategory, taxIncluded, amountMinor } },
      media: [{ thumbnail: undefined, alt: '', url: 'https://example.com/a.png', type: 'image' }],
      metadata: { tags: ['a', 'b'], tier: { limit: 3, name: 'gold' } },
    } as unknown as ProductContent;
    expect(isSameContent(content, other)).toBe(true);
  });

  test.each([
    { name: 'Beans' },
    { billingPeriod: 'yearly' },
    { description: null },
    { prices: { USD: price } },
    { prices: { ...content.prices, USD: { ...price, trialAmountMinor: 100 } } },
    { media: [] },
    { successUrl: null },
    { metadata: { ...content.metadata, tags: ['b', 'a'] } },
    { metadata: { ...content.metadata, more: null } },
  ] as Partial<ProductContent>[])('%j makes it another', (change) => {
    expect(isSameContent(content, { ...content, ...change })).toBe(false);
  });
});

describe('mergeContent', () => {
  test('keeps omitted fields and replaces the others', () => {
    const given = { name: undefined, description: null, metadata: { sku: 'B-1' }, prices: { USD: price } };
    expect(mergeContent(content, given)).toEqual({ ...content, ...given, name: content.name });
  });

  test('throws 400 for a paid trial without days', () => {
    const prices = { USD: { ...price, trialAmountMinor: 100 } };
    const withTrial = { ...content, prices, metadata: { trialDays: 14 } };
    expect(mergeContent(withTrial, { name: 'Other' }).prices).toEqual(prices);
    const message = 'Invalid trialAmount for USD: needs metadata.trialDays';
    const refusal = expect.objectContaining({ status: 400, message, path: 'metadata.trialDays' });
    expect(() => mergeContent(withTrial, { metadata: {} })).toThrow(refusal);
    expect(() => mergeContent(content, { prices })).toThrow(refusal);
  });
});

test.each([1, 730])('accepts trialDays %j', (trialDays) => {
  expect(subscriptionMetadata().safeParse({ trialDays }).success).toBe(true);
});

test.each([0, 731, 1.5, '14', null, true])('rejects trialDays %j', (trialDays) => {
  const { error } = subscriptionMetadata().safeParse({ trialDays });
  expect(error?.issues[0]?.message).toBe('Invalid metadata.trialDays: must be an integer from 1 to 730');
});

test('throws for a subscription version without a billing period', () => {
  expect(requireBillingPeriod(content)).toBe('monthly');
  expect(() => requireBillingPeriod({ billingPeriod: null })).toThrow('no billing period');
});
