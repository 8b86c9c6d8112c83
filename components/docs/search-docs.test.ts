import { expect, test } from 'vitest';
import { searchDocs } from './search-docs.ts';

const entry = (title: string, page: string, text = '') => ({ title, page, href: `/docs#${title}`, text });
const entries = [
  entry('Rate limits', 'Overview', '429 requests per second'),
  entry('create-refund', 'Refunds', 'Refund a payment. paymentId amount reason'),
  entry('cancel-order', 'Orders', 'Cancel an order. A refund is not created.'),
];

test('finds entries by title, page and text, with title matches first', () => {
  expect(searchDocs(entries, 'refund').map(({ title }) => title)).toEqual(['create-refund', 'cancel-order']);
  expect(searchDocs(entries, '429').map(({ title }) => title)).toEqual(['Rate limits']);
});

test('requires all words, in any order and case', () => {
  expect(searchDocs(entries, 'AMOUNT refund').map(({ title }) => title)).toEqual(['create-refund']);
  expect(searchDocs(entries, 'refund 429')).toEqual([]);
});

test('returns the text around the first match', () => {
  expect(searchDocs(entries, 'paymentid')[0]?.excerpt).toContain('paymentId amount');
  expect(searchDocs(entries, 'rate')[0]?.excerpt).toBe('');
});

test('finds nothing for an empty query', () => {
  expect(searchDocs(entries, ' ')).toEqual([]);
});
