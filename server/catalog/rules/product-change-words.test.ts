import { expect, test } from 'vitest';
import type { ProductContent } from './product.ts';
import { describeChanges } from './product-change-words.ts';
import { changesOfProduct } from './product-diff.ts';

const price = { amountMinor: 1800, taxIncluded: false, taxCategory: 'saas' } as const;
const content: ProductContent = {
  name: 'Beans by Post',
  billingPeriod: 'monthly',
  description: null,
  prices: { USD: price, JPY: { ...price, amountMinor: 2700 } },
  media: [{ type: 'image', url: 'https://example.com/a.png', alt: 'A bag' }],
  successUrl: null,
  metadata: { trialDays: 7 },
};

const describe = (after: Partial<ProductContent>) =>
  describeChanges(changesOfProduct(content, { ...content, ...after })).map(({ title, kind, values }) => [
    title,
    kind,
    ...values.map(({ label, before, after }) => [label, before, after]),
  ]);

test('groups the changes of each price and media item', () => {
  expect(
    describe({
      prices: { USD: { ...price, amountMinor: 2000, taxIncluded: true, trialAmountMinor: 100 }, EUR: price },
      media: [{ type: 'video', url: 'https://example.com/a.mp4', alt: 'A bag' }],
    }),
  ).toEqual([
    [
      'Price in EUR',
      'added',
      ['Amount', null, '€18.00'],
      ['Tax behavior', null, 'Exclusive'],
      ['Tax category', null, 'Software as a service'],
    ],
    ['Price in JPY', 'removed', ['Amount', '¥2,700', null]],
    [
      'Price in USD',
      'changed',
      ['Amount', '$18.00', '$20.00'],
      ['Trial price', null, '$1.00'],
      ['Tax behavior', 'Exclusive', 'Inclusive'],
    ],
    [
      'Media 1',
      'changed',
      ['URL', 'https://example.com/a.png', 'https://example.com/a.mp4'],
      ['Type', 'Image', 'Video'],
    ],
  ]);
});

test('labels all other fields', () => {
  const after = { billingPeriod: 'yearly', description: 'Fresh', metadata: { trialDays: 14, tags: ['a'] } } as const;
  expect(describe(after)).toEqual([
    ['Billing period', 'changed', [null, 'Monthly', 'Yearly']],
    ['Description', 'added', [null, null, 'Fresh']],
    ['Metadata: tags', 'added', [null, null, '["a"]']],
    ['Free trial (days)', 'changed', [null, '7', '14']],
  ]);
  expect(describe({ metadata: {} })).toEqual([['Free trial (days)', 'removed', [null, '7', null]]]);
});

test('compares texts word by word', () => {
  const [group] = describeChanges(changesOfProduct(content, { ...content, name: 'Beans by Train' }));
  expect(group?.values[0]?.words).toEqual([
    { in: 'both', text: 'Beans by ' },
    { in: 'before', text: 'Post' },
    { in: 'after', text: 'Train' },
  ]);
});
