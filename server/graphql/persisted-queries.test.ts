import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { newMerchant, send, signedHeaders, type TestMerchant } from '#server/testing/api.ts';
import { findQuery, PersistedQueryNotFound, storeQuery } from './persisted-queries.ts';

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** A unique query, not persisted by another test. */
let counter = 0;
function newQuery() {
  counter += 1;
  return `query Asked${counter}At${Date.now()} { storesCount }`;
}

/** Sends a body of any form as the merchant's backend. */
async function ask({ merchantId, keys }: TestMerchant, body: object) {
  const text = JSON.stringify(body);
  const headers = signedHeaders('POST', '/v1/graphql', text, { merchantId, key: keys.test });
  return await send('POST', '/v1/graphql', text, headers);
}

const persisted = (sha256Hash: unknown, more: object = {}) => ({
  extensions: { persistedQuery: { version: 1, sha256Hash } },
  ...more,
});

const notFound = {
  data: null,
  errors: [
    {
      message: 'PersistedQueryNotFound',
      layer: 'graphql',
      code: 'persisted_query_not_found',
      extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' },
    },
  ],
};

test('answers a digest once its text was sent', async () => {
  const merchant = await newMerchant();
  const query = newQuery();
  const byDigest = persisted(digestOf(query));
  const missed = await ask(merchant, byDigest);
  expect([missed.status, missed.body]).toEqual([200, notFound]);
  const sent = await ask(merchant, { ...byDigest, query });
  expect([sent.status, sent.body]).toEqual([200, { data: { storesCount: 1 } }]);
  const found = await ask(merchant, byDigest);
  expect([found.status, found.body]).toEqual([200, { data: { storesCount: 1 } }]);
});

test('persists no text sent without a digest, and no refused one', async () => {
  const merchant = await newMerchant();
  const query = newQuery();
  expect((await ask(merchant, { query })).status).toBe(200);
  expect((await ask(merchant, persisted(digestOf(query)))).body).toEqual(notFound);
  const refused = query.replace('storesCount', 'nothing');
  expect((await ask(merchant, { ...persisted(digestOf(refused)), query: refused })).status).toBe(400);
  expect((await ask(merchant, persisted(digestOf(refused)))).body).toEqual(notFound);
});

test('answers a digest with the caller’s own data, whoever persisted it', async () => {
  const [merchant, other] = [await newMerchant(), await newMerchant()];
  const query = newQuery().replace('storesCount', 'stores { id }');
  await ask(merchant, { ...persisted(digestOf(query)), query });
  const { body } = await ask(other, persisted(digestOf(query)));
  expect(body.data.stores).toEqual([{ id: other.storeId }]);
  const headers = { 'X-Store-Slug': other.slug, 'X-Environment': 'test' };
  const secret = '{ merchant { email } }';
  await ask(merchant, { ...persisted(digestOf(secret)), query: secret });
  const publicly = await send('POST', '/v1/graphql', JSON.stringify(persisted(digestOf(secret))), headers);
  expect(publicly.status).toBe(403);
});

test('accepts variables with a digest', async () => {
  const merchant = await newMerchant();
  const query = `query ByStore${Date.now()}($storeId: String) { stores(storeId: $storeId) { id } }`;
  const variables = { storeId: merchant.storeId };
  await ask(merchant, { ...persisted(digestOf(query)), query, variables });
  const { body } = await ask(merchant, { ...persisted(digestOf(query)), variables });
  expect(body.data.stores).toEqual([{ id: merchant.storeId }]);
});

test.each([
  [
    'another text’s digest',
    persisted(digestOf('{ stores { id } }'), { query: '{ storesCount }' }),
    'Invalid extensions.persistedQuery.sha256Hash: must be the SHA-256 of query, in hexadecimal',
  ],
  [
    'a digest in upper case',
    persisted(digestOf('{ storesCount }').toUpperCase()),
    'Invalid extensions.persistedQuery.sha256Hash: must be 64 hexadecimal digits in lower case',
  ],
  [
    'no digest',
    persisted(undefined),
    'Invalid extensions.persistedQuery.sha256Hash: must be 64 hexadecimal digits in lower case',
  ],
  [
    'another version',
    { extensions: { persistedQuery: { version: 2, sha256Hash: digestOf('') } } },
    'Invalid extensions.persistedQuery.version: must be 1',
  ],
  [
    'a persisted query that is none',
    { extensions: { persistedQuery: 'x' } },
    'Invalid extensions.persistedQuery: must be an object',
  ],
  ['extensions that are none', { query: '{ storesCount }', extensions: [] }, 'Invalid extensions: must be an object'],
  ['neither text nor digest', { extensions: {} }, 'Missing required field: query'],
  ['an empty text beside a digest', persisted(digestOf(''), { query: '' }), 'Missing required field: query'],
])('%s is refused', async (_, body, message) => {
  const answer = await ask(await newMerchant(), body);
  expect([answer.status, answer.body]).toMatchObject([400, { data: null, errors: [{ message, layer: 'graphql' }] }]);
});

test('bounds number and size, and drops the least recently used', () => {
  const known = (text: string) => {
    try {
      return findQuery({ sha256Hash: digestOf(text) }) === text;
    } catch (refusal) {
      expect(refusal).toBeInstanceOf(PersistedQueryNotFound);
      return false;
    }
  };
  const texts = (count: number, length: number) =>
    Array.from({ length: count }, (_, index) => `{ a${index} }`.padEnd(length));
  const keepAll = (all: string[]) => {
    for (const text of all) storeQuery({ sha256Hash: digestOf(text) }, text);
  };
  const many = texts(1001, 10);
  keepAll(many);
  expect(many.map(known).filter((is) => !is)).toHaveLength(1);
  const long = texts(110, 20_000);
  keepAll(long);
  expect(long.map(known).filter((is) => is).length).toBeLessThan(110);
  expect([known(long[0] ?? ''), known(long.at(-1) ?? '')]).toEqual([false, true]);
});
