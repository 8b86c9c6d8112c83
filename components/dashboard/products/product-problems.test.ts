import { expect, test } from 'vitest';
import { emptyDraft, newPrice, type ProductDraft } from './product-draft.ts';
import { placeProblem, validateDraft } from './product-problems.ts';

const currencies = [
  { code: 'USD', name: 'US Dollar', exponent: 2 },
  { code: 'JPY', name: 'Yen', exponent: 0 },
];
const image = { type: 'image', url: 'https://example.com/a.png', alt: '', thumbnail: '' } as const;
const draft: ProductDraft = {
  ...emptyDraft('subscription'),
  prices: [
    { ...newPrice(4, 'USD'), amount: '10.00' },
    { ...newPrice(7, 'JPY'), amount: '10.5' },
  ],
  media: [
    { ...image, key: 1 },
    { ...image, key: 3, url: 'example.com/b.png' },
  ],
};

const trialTooHigh = 'Enter an amount above zero and below the regular price. Leave empty for a free trial.';
const invalidUrl = 'Enter a full URL that starts with https:// or http://.';
const tooLong = 'Invalid successUrl: must have at most 512 characters';

test.each([
  ['name', 'invalid_field', { name: 'Enter a product name.' }],
  ['name', 'missing_field', { name: 'Enter a product name.' }],
  ['name', 'too_long', { name: 'Use at most 64 characters.' }],
  ['prices.JPY.amount', 'invalid_field', { 'prices.7.amount': 'JPY has no decimals.' }],
  ['prices.USD.trialAmount', 'invalid_field', { 'prices.4.trialAmount': trialTooHigh }],
  ['prices', 'invalid_field', { prices: tooLong }],
  ['prices.XXX', 'invalid_field', { prices: tooLong }],
  ['metadata.trialDays', 'missing_field', { trialDays: 'Enter the length of the paid trial in days.' }],
  ['metadata.trialDays', 'invalid_field', { trialDays: 'Enter a whole number of days, from 1 to 730.' }],
  ['metadata', 'invalid_field', { metadata: tooLong }],
  ['media', 'too_many_items', { media: 'Add up to 20 images and videos.' }],
  ['media.1.url', 'invalid_field', { 'media.3.url': invalidUrl }],
  ['media.1.thumbnail', 'invalid_field', { 'media.3.thumbnail': invalidUrl }],
  ['media.1.alt', 'too_long', { 'media.3.alt': 'Use at most 500 characters.' }],
  ['successUrl', 'invalid_field', { successUrl: invalidUrl }],
  ['successUrl', 'too_long', { successUrl: `The URL is too long. ${tooLong}.` }],
  ['description', 'too_long', { description: 'Use at most 10,000 characters.' }],
  [undefined, 'store_not_found', { form: tooLong }],
])('maps a %s error with code %s to its field', (path, code, problems) => {
  expect(placeProblem({ message: tooLong, code, path }, draft, currencies)).toEqual(problems);
});

test('reports a well-formed amount that the server rejects as too large', () => {
  const prices = [{ ...newPrice(0, 'USD'), amount: '999999999999' }];
  const refusal = { message: 'Invalid amount', code: 'invalid_field', path: 'prices.USD.amount' };
  expect(placeProblem(refusal, { ...draft, prices }, currencies)).toEqual({
    prices: 'One of the amounts is too large.',
  });
});

const sendable: ProductDraft = {
  ...draft,
  name: 'Notebook',
  prices: [{ ...newPrice(4, 'USD'), amount: '10.00' }],
  media: [{ ...image, key: 1 }],
};

test('reports all problems of an empty form', () => {
  const empty = { ...emptyDraft('subscription'), trialDays: '0', successUrl: 'thanks' };
  expect(validateDraft(empty, currencies)).toEqual({
    name: 'Enter a product name.',
    'prices.0.amount': 'Enter an amount, such as 29.00.',
    trialDays: 'Enter a whole number of days, from 1 to 730.',
    successUrl: 'Enter a full URL that starts with https:// or http://.',
  });
});

test.each([
  ['1,234.56', 'Enter the amount without separators: 1234.56.'],
  ['1,234.567', 'Enter the amount without separators: 1234.567.'],
  ['12,50', 'Use a period for decimals: 12.50.'],
  ['abc', 'Enter a number, such as 29.00.'],
  ['1.234', 'USD has at most 2 decimals.'],
  ['0.00', 'Enter an amount above zero, such as 29.00.'],
  ['29', undefined],
])('validates the amount %s: %s', (amount, problem) => {
  const prices = [{ ...newPrice(4, 'USD'), amount }];
  expect(validateDraft({ ...sendable, prices }, currencies)?.['prices.4.amount']).toBe(problem);
});

test('rejects invalid metadata', () => {
  expect(validateDraft(sendable, currencies)).toBeUndefined();
  const rows = [
    { key: 0, name: 'sku', value: 'B-1', kind: 'text' },
    { key: 1, name: 'sku', value: '', kind: 'text' },
    { key: 2, name: 'tags', value: '[1,', kind: 'json' },
    { key: 3, name: '', value: 'x', kind: 'text' },
    { key: 4, name: '', value: '', kind: 'json' },
  ] as const;
  expect(Object.keys(validateDraft({ ...sendable, metadata: rows }, currencies) ?? {})).toEqual([
    'metadata.1.name',
    'metadata.2.value',
    'metadata.3.name',
  ]);
});
