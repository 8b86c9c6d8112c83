/** The data of the documentation's overview page, checked against the server. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { canonicalRequest } from '#server/api/api-key.ts';
import { sandboxCard } from '#server/providers/rules/sandbox-cards.ts';
import { newMerchant, newProduct } from '#server/testing/api.ts';
import { canonicalLines, graphqlExample, testCards, workedExample } from './guide.ts';

test('the signing example has the values that the server computes', () => {
  const { path, body, timestamp, bodyHash, digest } = workedExample;
  expect(createHash('sha256').update(body).digest('base64')).toBe(bodyHash);
  const text = canonicalRequest('POST', path, timestamp, Buffer.from(body));
  expect(canonicalLines(workedExample).join('\n')).toBe(text);
  expect(createHash('sha256').update(text).digest('hex')).toBe(digest);
});

test('lists all test cards of the sandbox with their outcomes', () => {
  for (const { number, outcome } of testCards()) {
    expect([number, sandboxCard(number) !== undefined, outcome.length > 4]).toEqual([number, true, true]);
  }
});

test('the GraphQL example returns data', async () => {
  const merchant = await newMerchant();
  const { id } = await newProduct(merchant);
  const { status, body } = await merchant.query(graphqlExample(merchant.storeId));
  expect([status, body.errors]).toEqual([200, undefined]);
  expect(body.data).toMatchObject({ stores: [{ id: merchant.storeId }], onetimeProducts: [{ id }] });
});
