/** GET /v1/webhook-keys, as receivers read it. */
import { createPublicKey } from 'node:crypto';
import { importJWK } from 'jose';
import { expect, test } from 'vitest';
import { send } from '#server/testing/api.ts';

const path = '/v1/webhook-keys';
const get = (query = '') => send('GET', `${path}${query}`, undefined);
const isUuid = expect.stringMatching(/^[0-9a-f-]{36}$/);

test('returns the keys of both environments as PEM and JWKS to anyone, cached for five minutes', async () => {
  const { status, headers, body } = await get();
  expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=300, no-transform']);
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(Object.keys(body.data)).toEqual(['test', 'prod']);
  for (const { pem, jwks, keys } of Object.values<typeof body.data.test>(body.data)) {
    const [key] = keys;
    expect(keys).toHaveLength(1);
    expect(key).toMatchObject({ id: isUuid, publicKey: pem, jwk: jwks.keys[0], publishedUntil: null });
    expect(Object.keys(key)).toEqual(['id', 'publicKey', 'jwk', 'signsFrom', 'publishedUntil']);
    expect(jwks.keys).toEqual([
      { kty: 'RSA', n: expect.any(String), e: 'AQAB', kid: key.id, use: 'sig', alg: 'RS256' },
    ]);
    const [fromPem, fromJwk] = [createPublicKey(pem), createPublicKey({ key: key.jwk, format: 'jwk' })];
    expect([fromPem.equals(fromJwk), fromPem.asymmetricKeyDetails?.modulusLength]).toEqual([true, 2048]);
    await expect(importJWK(key.jwk)).resolves.toBeDefined();
  }
  expect(body.data.test.pem).not.toBe(body.data.prod.pem);
});

test('returns the same keys each time, or one environment or key on request', async () => {
  const { data } = (await get()).body;
  expect((await get('?environment=prod')).body).toEqual({ data: { prod: data.prod } });
  const { id } = data.test.keys[0];
  expect((await get(`?id=${id}`)).body).toEqual({ data: { test: data.test } });
  expect((await get(`?id=${id}&environment=prod`)).status).toBe(404);
});

test('returns the bare documents that libraries need', async () => {
  const { data } = (await get()).body;
  const jwks = await get('?format=jwks&environment=test');
  expect([jwks.status, jwks.body, jwks.headers.get('content-type')]).toEqual([
    200,
    data.test.jwks,
    'application/jwk-set+json',
  ]);
  const pem = await get('?format=pem&environment=prod');
  expect([pem.status, pem.text, pem.headers.get('content-type')]).toEqual([
    200,
    data.prod.pem,
    'text/plain; charset=utf-8',
  ]);
  expect((await get(`?format=pem&id=${data.prod.keys[0].id}`)).text).toBe(data.prod.pem);
});

test.each([
  ['?environment=live', 400, 'Invalid environment: must be test or prod, got live'],
  ['?format=xml', 400, 'Invalid format: must be json, jwks or pem, got xml'],
  ['?format=jwks', 400, 'Missing required parameter: environment'],
  ['?format=pem', 400, 'Missing required parameter: environment'],
  ['?id=0', 404, 'Webhook key not found'],
])('%s: %i %s', async (query, status, message) => {
  const answer = await get(query);
  expect([answer.status, answer.body]).toMatchObject([status, { data: null, errors: [{ message, layer: 'gateway' }] }]);
});

test('answers 405 to other methods, and HEAD like GET without a body', async () => {
  const { status, headers } = await send('POST', path, '{}');
  expect([status, headers.get('allow')]).toEqual([405, 'GET']);
  expect((await send('HEAD', path, undefined)).status).toBe(200);
});
