import { describe, expect, test } from 'vitest';
import { baseUrl, newMerchant, send, signedHeaders } from '#server/testing/api.ts';

const path = '/v1/actions/store/create-store';
const uuid = /^[0-9a-f-]{36}$/;

async function signed(body: string) {
  const { merchantId, keys } = await newMerchant();
  return await send('POST', path, body, signedHeaders('POST', path, body, { merchantId, key: keys.test }));
}

describe('every response is an envelope with a request id and rate limit headers', () => {
  test.each([
    ['POST', '/v1/actions/store/unknown', 404, 'unknown_action', 'Unknown path: /v1/actions/store/unknown'],
    ['POST', '/v1/actions/store', 404, 'unknown_action', 'Unknown path: /v1/actions/store'],
    ['POST', `${path}/`, 404, 'unknown_action', `Unknown path: ${path}/`],
    ['POST', '/v1/actions/__proto__/x', 404, 'unknown_action', 'Unknown path: /v1/actions/__proto__/x'],
    ['POST', '/v1/nothing', 404, 'unknown_action', 'Unknown path: /v1/nothing'],
    ['GET', '/v1/nothing', 404, 'unknown_action', 'Unknown path: /v1/nothing'],
    ['GET', path, 405, 'method_not_allowed', 'Method not allowed, use POST'],
    ['PUT', path, 405, 'method_not_allowed', 'Method not allowed, use POST'],
    ['DELETE', path, 405, 'method_not_allowed', 'Method not allowed, use POST'],
    ['POST', path, 400, 'missing_authentication', 'Missing authentication'],
  ])('%s %s: %i', async (method, at, status, code, message) => {
    const answer = await send(method, at, method === 'GET' ? undefined : '{}');
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ data: null, errors: [{ message, layer: 'gateway', code }] });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('x-request-id')).toMatch(uuid);
    expect(answer.headers.get('ratelimit')).toMatch(/^"address";r=\d+;t=\d+$/);
    expect(answer.headers.get('ratelimit-policy')).toMatch(/^"address";q=\d+;w=1$/);
    if (status === 405) expect(answer.headers.get('allow')).toBe('POST');
  });

  test('a success as well', async () => {
    const answer = await signed('{"name":"Fine"}');
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(['data']);
    expect(answer.headers.get('x-request-id')).toMatch(uuid);
    expect(answer.headers.get('ratelimit-policy')).toMatch(/^"api-key";q=\d+;w=1$/);
    expect(answer.headers.get('cache-control')).toBe('no-store, no-transform');
  });
});

describe('400 for a body that cannot be read', () => {
  test.each([
    ['{"name":', 'Request body is not valid JSON'],
    ['name=x', 'Request body is not valid JSON'],
    ['[]', 'Request body must be a JSON object'],
    ['"text"', 'Request body must be a JSON object'],
    ['null', 'Request body must be a JSON object'],
    ['{"name":"a\\u0000b"}', 'Request body contains a character that is not valid text'],
    ['{"name":"\\ud800"}', 'Request body contains a character that is not valid text'],
    [`{"name":"x","deep":${'['.repeat(40)}${']'.repeat(40)}}`, 'Request body is nested more than 32 levels deep'],
    [`{"name":"x","deep":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, 'Request body has more than 5,000 JSON nodes'],
    ['', 'Missing required field: name'],
  ])('%.30s', async (body, message) => {
    const answer = await signed(body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].message).toBe(message);
  });

  test('rejects a body over 1 MiB and reads one just below', async () => {
    const pad = (length: number) => `{"name":"x","pad":"${'x'.repeat(length)}"}`;
    const fits = await signed(pad(1024 * 1024 - pad(0).length));
    expect(fits.status).toBe(200);
    const over = await signed(pad(1024 * 1024 - pad(0).length + 1));
    expect([over.status, over.body]).toMatchObject([
      400,
      { data: null, errors: [{ message: 'Request body exceeds 1 MiB', layer: 'gateway' }] },
    ]);
    const farOver = await signed(pad(8 * 1024 * 1024));
    expect(farOver.status).toBe(400);
  });

  test('rejects bytes that are not UTF-8', async () => {
    const { slug } = await newMerchant();
    const headers = { 'X-Store-Slug': slug, 'X-Environment': 'test' };
    const response = await fetch(`${baseUrl}/v1/actions/checkout/create-session`, {
      method: 'POST',
      headers,
      body: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]),
    });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { data: null, errors: [{ message: 'Request body is not valid JSON', layer: 'gateway' }] },
    ]);
  });
});

describe('an error entry', () => {
  const entriesOf = async (body: string) => (await signed(body)).body.errors;

  test('has the code and path of an invalid field, after the other fields', async () => {
    const [entry] = await entriesOf('{"name":7}');
    expect(Object.entries(entry)).toEqual([
      ['message', 'Invalid name: must be a string'],
      ['layer', 'store'],
      ['code', 'invalid_field'],
      ['path', 'name'],
    ]);
  });

  test('names a nested field by its dotted path', async () => {
    const { call, storeId } = await newMerchant();
    const media = [
      { type: 'image', url: 'https://example.com/a.png' },
      { type: 'image', url: 'no url' },
    ];
    const product = { storeId, name: 'Kettle', prices: { USD: { amount: '5.00' } } };
    const nested = await call('onetime-product/create-product', { ...product, media });
    expect(nested.body.errors).toMatchObject([{ code: 'invalid_field', path: 'media.1.url' }]);
    const keyed = await call('onetime-product/create-product', { ...product, prices: { USD: { amount: '0' } } });
    expect(keyed.body.errors).toMatchObject([{ code: 'invalid_field', path: 'prices.USD.amount' }]);
  });

  test('has no path without a field', async () => {
    expect(await entriesOf('[]')).toEqual([
      { message: 'Request body must be a JSON object', layer: 'gateway', code: 'body_not_object' },
    ]);
  });

  test('has a path of bounded length on one line', async () => {
    const { call, storeId } = await newMerchant();
    const prices = { [`U\n${'S'.repeat(5000)}`]: { amount: '5.00' } };
    const { body } = await call('onetime-product/create-product', { storeId, name: 'Kettle', prices });
    expect(body.errors[0].path).toMatch(/^prices\.U S{80,}…$/);
    expect(body.errors[0].path.length).toBeLessThan(120);
  });
});

test('ignores unknown body fields', async () => {
  expect((await signed('{"name":"Extra","whatever":{"a":[1]}}')).status).toBe(200);
});

test('repeats a value in an error on one line, shortened', async () => {
  const { call } = await newMerchant();
  const { body } = await call('store/update-store', { id: `<script>\n${'x'.repeat(5000)}` });
  expect(body.errors[0].message.length).toBeLessThan(150);
  expect(body.errors[0].message).not.toContain('\n');
});

test('browsers of any origin may call and read the documented headers', async () => {
  const preflight = await send('OPTIONS', path, undefined, {
    Origin: 'https://shop.example',
    'Access-Control-Request-Method': 'POST',
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  expect(preflight.headers.get('ratelimit')).toMatch(/^"address"/);
  expect(preflight.headers.get('access-control-allow-headers')).toContain('X-Store-Slug');
  const answer = await send('POST', path, '{}', { Origin: 'https://shop.example' });
  expect(answer.headers.get('access-control-expose-headers')).toContain('X-Request-Id');
});

test('GET /v1/health is 200 once the service is ready', async () => {
  const answer = await send('GET', '/v1/health', undefined);
  expect([answer.status, answer.body]).toEqual([200, { data: { status: 'ok' } }]);
});
