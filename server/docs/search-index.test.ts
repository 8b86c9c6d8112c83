import { expect, test } from 'vitest';
import { docsContents } from '#app/docs/contents.ts';
import { searchDocs } from '#components/docs/search-docs.ts';
import { searchIndex } from './search-index.ts';

const entries = searchIndex(docsContents());

test('every section of the documentation has a searchable text', () => {
  const own = ['/docs#guides', '/docs#webhooks', '/docs#resources'];
  expect(entries.filter(({ text, href }) => text === '' && !own.includes(href))).toEqual([]);
});

test.each([
  ['session token', '/docs/auth#issue-session-token'],
  ['X-Webhook-Signature', '/docs/webhooks#verifying'],
  ['trialAmount', '/docs/subscription-product#create-product'],
  ['refund amount', '/docs/refund#create-refund'],
])('"%s" finds %s', (query, href) => {
  expect(searchDocs(entries, query).map((result) => result.href)).toContain(href);
});
