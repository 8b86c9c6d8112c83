import { expect, test } from 'vitest';
import { newMerchant, newProduct, signedHeaders } from '#server/testing/api.ts';
import { nextUrl, nodeUrl } from '#server/testing/worker-servers.ts';

const [fast, next] = [nodeUrl, nextUrl];

/** What a client sees of an answer, without values that differ per request and the servers' own addresses. */
async function readAnswer(
  server: string,
  method: string,
  path: string,
  body: string | undefined,
  headers: Record<string, string>,
) {
  const response = await fetch(`${server}${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body !== undefined && { body }),
  });
  const comparedHeaders = [
    'content-type',
    'cache-control',
    'x-content-type-options',
    'allow',
    'retry-after',
    'ratelimit-policy',
    'idempotency-replayed',
    'access-control-allow-origin',
    'access-control-expose-headers',
    'access-control-allow-headers',
  ];
  const values = comparedHeaders.map((name) => `${name}: ${response.headers.get(name)}`);
  const hasRequestId = /^[0-9a-f-]{36}$/.test(response.headers.get('x-request-id') ?? '');
  const text = (await response.text()).replaceAll(server, '');
  return { status: response.status, headers: values, hasRequestId, text };
}

test('node:http and Next give the same answer byte for byte', async () => {
  const merchant = await newMerchant();
  const product = await newProduct(merchant);
  const signing = { merchantId: merchant.merchantId, key: merchant.keys.test };
  const slug = { 'X-Store-Slug': merchant.slug, 'X-Environment': 'test' };
  const signed = (path: string, body: string, more: Record<string, string> = {}) =>
    ['POST', path, body, { ...signedHeaders('POST', path, body, signing), ...more }] as const;
  const signedRead = (path: string, query: string) =>
    ['GET', `${path}${query}`, undefined, signedHeaders('GET', `${path}${query}`, '', signing)] as const;
  const session = JSON.stringify({
    storeId: merchant.storeId,
    productId: product.id,
    productType: 'onetime',
    currency: 'USD',
  });
  const requests = [
    ['GET', '/v1/health', undefined, {}],
    ['HEAD', '/v1/health', undefined, {}],
    ['GET', '/v1/openapi.json', undefined, {}],
    ['GET', '/v1/webhook-keys', undefined, {}],
    ['GET', '/v1/webhook-keys?format=pem&environment=test', undefined, {}],
    ['OPTIONS', '/v1/actions/checkout/create-session', undefined, {}],
    ['GET', '/v1/actions/store/create-store', undefined, {}],
    ['PATCH', '/v1/actions/store/create-store', '{}', {}],
    ['POST', '/v1/actions/store/nothing', '{}', {}],
    ['POST', '/v1', '{}', {}],
    ['POST', '/v1/actions/store/create-store', '{}', {}],
    ['POST', '/v1/actions/store/create-store?x=1', '{', slug],
    ['POST', '/v1/actions/checkout/create-session', '{', slug],
    ['POST', '/v1/actions/checkout/create-session', '{}', { ...slug, 'X-Environment': 'x' }],
    ['POST', '/v1/actions/checkout/create-session', `{"pad":"${'x'.repeat(1024 * 1024)}"}`, slug],
    signed('/v1/actions/store/update-store', JSON.stringify({ id: merchant.storeId, status: 'open' })),
    signed('/v1/actions/store/update-store', JSON.stringify({ id: 'STO_ü' })),
    signed('/v1/actions/onetime-order/cancel-order', '{"orderId":"ORD_1"}'),
    signed('/v1/actions/checkout/create-session', session, { 'X-Idempotency-Key': 'both-servers' }),
    signed('/v1/actions/checkout/create-session', session, { 'X-Idempotency-Key': 'both-servers' }),
    signed('/v1/graphql', JSON.stringify({ query: '{ stores { id name slug } }' })),
    signed('/v1/graphql', JSON.stringify({ query: '{ nothing }' })),
    signed('/v1/graphql', JSON.stringify({ query: 'mutation { x }' })),
    ['GET', '/v1/graphql', undefined, {}],
    signedRead('/v1/events', `?storeId=${merchant.storeId}&wait=1`),
    signedRead('/v1/requests', `?storeId=${merchant.storeId}&before=x`),
    ['POST', '/v1/events', '{}', {}],
    ['GET', `/${merchant.slug}/portal`, undefined, { Accept: 'text/html', 'Accept-Language': 'de' }],
  ] as const;
  for (const [method, path, body, headers] of requests) {
    // The first call with a new idempotency key takes effect on one server; then both replay the same answer.
    if (Object.hasOwn(headers, 'X-Idempotency-Key')) await readAnswer(fast, method, path, body, headers);
    const [a, b] = [
      await readAnswer(fast, method, path, body, headers),
      await readAnswer(next, method, path, body, headers),
    ];
    const withoutNonce = (text: string) =>
      text.replaceAll(/nonce="[^"]+"/g, 'nonce').replace(/"renderedAt":"[^"]*"/, '');
    expect({ path, ...b, text: withoutNonce(b.text.replaceAll(fast, '')) }).toEqual({
      path,
      ...a,
      text: withoutNonce(a.text),
    });
    if (path.startsWith('/v1')) expect(a.hasRequestId).toBe(true);
  }
});
