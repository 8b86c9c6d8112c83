import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuMsOf } from '#server/testing/cpu-time.ts';
import { taxCategories } from './prices.ts';
import { billingPeriods, type ProductContent } from './product.ts';
import { isSameContent } from './product-content.ts';
import { changesOfProduct, type ProductChange, wordsBetween } from './product-diff.ts';

const price = { amountMinor: 1800, taxIncluded: false, taxCategory: 'saas' } as const;
const content: ProductContent = {
  name: 'Beans by Post',
  billingPeriod: 'monthly',
  description: 'Fresh',
  prices: { USD: price, JPY: { ...price, amountMinor: 2700 } },
  media: [{ type: 'image', url: 'https://example.com/a.png', alt: '' }],
  successUrl: null,
  metadata: { sku: 'B-1', nothing: null },
};

const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const anyPrice = fc.record(
  {
    amountMinor: fc.integer({ min: 1, max: 99 }),
    taxIncluded: fc.boolean(),
    taxCategory: fc.constantFrom(...taxCategories),
    trialAmountMinor: fc.integer({ min: 1, max: 99 }),
  },
  { requiredKeys: ['amountMinor', 'taxIncluded', 'taxCategory'] },
);
const anyMedium = fc.record(
  { type: fc.constantFrom('image', 'video'), url: text, alt: text, thumbnail: text },
  { requiredKeys: ['type', 'url', 'alt'] },
);
const anyContent = fc.record({
  name: text,
  billingPeriod: fc.constantFrom(null, ...billingPeriods),
  description: fc.option(text),
  prices: fc.dictionary(fc.constantFrom('USD', 'EUR', 'JPY', 'KWD'), anyPrice, { noNullPrototype: true }),
  media: fc.array(anyMedium, { maxLength: 3 }),
  successUrl: fc.option(text),
  metadata: fc.dictionary(fc.constantFrom('a', 'b', 'toString', '1', '["media"]'), fc.jsonValue({ maxDepth: 2 }), {
    noNullPrototype: true,
  }),
}) as fc.Arbitrary<ProductContent>;

/** Applies changes to a content. */
function apply(changes: readonly ProductChange[], before: ProductContent): ProductContent {
  const applied = JSON.parse(JSON.stringify(before));
  for (const { field, key, part, after } of changes) {
    if (key === undefined) applied[field] = after ?? null;
    else if (part === undefined) put(applied[field], key, after);
    else {
      const place = field === 'media' ? String(Number(key) - 1) : key;
      applied[field][place] ??= {};
      put(applied[field][place], part, after);
    }
  }
  const isThere = (value: unknown) => Object.keys(value as object).length > 0;
  applied.prices = Object.fromEntries(Object.entries(applied.prices).filter(([, one]) => isThere(one)));
  applied.media = applied.media.filter(isThere);
  return applied;
}

function put(fields: Record<string, unknown>, name: string, value: unknown) {
  if (value === undefined) delete fields[name];
  else fields[name] = value;
}

test('reports exactly the changes that make the other content', () => {
  fc.assert(
    fc.property(anyContent, anyContent, (before, after) => {
      const changes = changesOfProduct(before, after);
      expect(changes.length === 0).toBe(isSameContent(before, after));
      expect(isSameContent(apply(changes, before), after)).toBe(true);
    }),
  );
});

test('is symmetric', () => {
  fc.assert(
    fc.property(anyContent, anyContent, (one, other) => {
      const turned = changesOfProduct(other, one).map((change) => ({
        ...change,
        before: change.after,
        after: change.before,
      }));
      const sorted = (changes: readonly ProductChange[]) => changes.map((change) => JSON.stringify(change)).sort();
      expect(sorted(turned)).toEqual(sorted(changesOfProduct(one, other)));
    }),
  );
});

test('sorts prices first by currency, media by position, metadata by key', () => {
  const after: ProductContent = {
    ...content,
    name: 'Beans, by Post',
    prices: { EUR: price, USD: { ...price, amountMinor: 1900 } },
    media: [{ type: 'image', url: 'https://example.com/b.png', alt: '' }],
    metadata: { sku: 'B-2', nothing: null },
  };
  expect(changesOfProduct(content, after)).toEqual([
    { field: 'prices', key: 'EUR', part: 'amountMinor', before: undefined, after: 1800 },
    { field: 'prices', key: 'EUR', part: 'taxIncluded', before: undefined, after: false },
    { field: 'prices', key: 'EUR', part: 'taxCategory', before: undefined, after: 'saas' },
    { field: 'prices', key: 'JPY', part: 'amountMinor', before: 2700, after: undefined },
    { field: 'prices', key: 'JPY', part: 'taxIncluded', before: false, after: undefined },
    { field: 'prices', key: 'JPY', part: 'taxCategory', before: 'saas', after: undefined },
    { field: 'prices', key: 'USD', part: 'amountMinor', before: 1800, after: 1900 },
    { field: 'name', before: 'Beans by Post', after: 'Beans, by Post' },
    {
      field: 'media',
      key: '1',
      part: 'url',
      before: 'https://example.com/a.png',
      after: 'https://example.com/b.png',
    },
    { field: 'metadata', key: 'sku', before: 'B-1', after: 'B-2' },
  ]);
});

test('reports everything as new without a base, and null metadata as a value', () => {
  expect(changesOfProduct(undefined, content).map(({ field, key }) => key ?? field)).toEqual(
    'JPY JPY JPY USD USD USD billingPeriod name description 1 1 1 nothing sku'.split(' '),
  );
  expect(changesOfProduct({ ...content, metadata: { sku: 'B-1' } }, content)).toEqual([
    { field: 'metadata', key: 'nothing', before: undefined, after: null },
  ]);
});

test('wordsBetween keeps both texts complete', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 30, unit: 'grapheme' }), fc.string({ maxLength: 30 }), (before, after) => {
      const stretches = wordsBetween(before, after);
      const without = (side: 'before' | 'after') =>
        stretches
          .filter((stretch) => stretch.in !== side)
          .map((stretch) => stretch.text)
          .join('');
      expect([without('after'), without('before')]).toEqual([before, after]);
    }),
    { numRuns: 40 },
  );
});

test('wordsBetween finds changed words, also in scripts without spaces', () => {
  expect(wordsBetween('Two hundred pages on grind.', 'Two thousand pages on grind.')).toEqual([
    { in: 'both', text: 'Two ' },
    { in: 'before', text: 'hundred' },
    { in: 'after', text: 'thousand' },
    { in: 'both', text: ' pages on grind.' },
  ]);
  expect(wordsBetween('毎月新鮮なお茶', '毎月新鮮な紅茶')).toEqual([
    { in: 'both', text: '毎月新鮮な' },
    { in: 'before', text: 'お' },
    { in: 'after', text: '紅' },
    { in: 'both', text: '茶' },
  ]);
});

test('wordsBetween is fast for entirely different texts', () => {
  const long = (word: string) =>
    Array.from({ length: 1600 }, (_, at) => `${word}${at}`)
      .join(' ')
      .slice(0, 10_000);
  expect(cpuMsOf(() => wordsBetween(long('a'), long('b')))).toBeLessThan(1000);
  expect(wordsBetween(long('a'), long('b')).length).toBeGreaterThan(1);
});
