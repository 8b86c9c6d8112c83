/** Body limits over HTTP for every kind of endpoint. Limits per address: server/body-limits.test.ts. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { baseUrl, newMerchant, newProduct, send, signedHeaders } from '#server/testing/api.ts';
import { nextUrl } from '#server/testing/worker-servers.ts';

const KiB = 1024;
const path = '/v1/actions/store/create-store';

/** A JSON body of exactly `length` bytes. */
const ofLength = (length: number, fields: object = {}): string => {
  const empty = JSON.stringify({ ...fields, pad: '' });
  return JSON.stringify({ ...fields, pad: 'x'.repeat(length - empty.length) });
};
/** A JSON body of exactly `nodes` nodes. */
const ofNodes = (nodes: number, fields: object = {}): string =>
  JSON.stringify({ ...fields, many: Array.from({ length: nodes - 2 - Object.keys(fields).length }, () => ({})) });

const tooLong = {
  data: null,
  errors: [{ message: 'Request body exceeds 64 KiB', layer: 'gateway', code: 'body_too_large' }],
};
const tooMany = {
  data: null,
  errors: [{ message: 'Request body has more than 5,000 JSON nodes', layer: 'gateway', code: 'too_many_json_nodes' }],
};

async function signedTo(to: string, body: string) {
  const { merchantId, keys } = await newMerchant();
  return await send('POST', to, body, signedHeaders('POST', to, body, { merchantId, key: keys.test }));
}

describe('with an API key', () => {
  test('accepts 1 MiB and rejects one byte more', async () => {
    const fits = await signedTo(path, ofLength(1024 * KiB, { name: 'Long' }));
    expect(fits.status).toBe(200);
    const over = await signedTo(path, ofLength(1024 * KiB + 1, { name: 'Longer' }));
    expect([over.status, over.body.errors[0].message]).toEqual([400, 'Request body exceeds 1 MiB']);
  });

  test('accepts 5,000 JSON nodes and rejects one more', async () => {
    expect((await signedTo(path, ofNodes(5000, { name: 'Many' }))).status).toBe(200);
    const over = await signedTo(path, ofNodes(5001, { name: 'Many' }));
    expect([over.status, over.body]).toEqual([400, tooMany]);
  });

  test('rejects 5,001 JSON nodes in GraphQL', async () => {
    const over = await signedTo('/v1/graphql', ofNodes(5001, { query: '{ stores { items { id } } }' }));
    expect([over.status, over.body.errors[0].message]).toEqual([400, tooMany.errors[0]?.message]);
  });

  test('counts one call for every 64 KiB, rounded up', async () => {
    const left = async (length: number) => {
      const { headers } = await signedTo(path, ofLength(length, { name: 'Counted' }));
      return Number(/;r=(\d+);/.exec(headers.get('ratelimit') ?? '')?.[1]);
    };
    // Each call uses a new key with a full bucket.
    const [small, one, two, long] = [
      await left(100),
      await left(64 * KiB),
      await left(64 * KiB + 1),
      await left(1024 * KiB),
    ];
    expect([small - one, small - two, small - long]).toEqual([0, 1, 15]);
  });
});

describe('without an API key', () => {
  const bySlug = async (body: string, headers: Record<string, string> = {}) => {
    const { slug } = await newMerchant();
    return await send('POST', '/v1/actions/checkout/create-session', body, {
      'X-Store-Slug': slug,
      'X-Environment': 'test',
      ...headers,
    });
  };

  test('accepts 64 KiB and rejects one byte more', async () => {
    expect((await bySlug(ofLength(64 * KiB))).body.errors[0].message).not.toContain('KiB');
    const over = await bySlug(ofLength(64 * KiB + 1));
    expect([over.status, over.body]).toEqual([400, tooLong]);
    const asStripe = await bySlug(ofLength(64 * KiB + 1), { 'Stripe-Signature': 'v1=0' });
    expect([asStripe.status, asStripe.body]).toEqual([400, tooLong]);
  });

  test('rejects 5,001 JSON nodes', async () => {
    expect((await bySlug(ofNodes(5000))).body).not.toEqual(tooMany);
    const over = await bySlug(ofNodes(5001));
    expect([over.status, over.body]).toEqual([400, tooMany]);
  });

  test('reads 1 MiB only with all signing headers, and still rejects a wrong signature', async () => {
    const body = ofLength(1024 * KiB, { name: 'Forged' });
    const { merchantId } = await newMerchant();
    const headers = { 'X-Merchant-Id': merchantId, 'X-Timestamp': '1', 'X-Signature': 'eA==' };
    expect((await send('POST', path, body, headers)).status).toBe(401);
    const { 'X-Signature': _, ...incomplete } = headers;
    expect((await send('POST', path, body, incomplete)).body).toEqual(tooLong);
  });

  test.each(['Bearer x.y.z', undefined])(
    'rejects more than 64 KiB with a token or no credential: %s',
    async (Authorization) => {
      const over = await send('POST', '/v1/graphql', ofLength(64 * KiB + 1), {
        'X-Environment': 'test',
        ...(Authorization && { Authorization }),
      });
      expect([over.status, over.body.errors[0].message]).toEqual([400, tooLong.errors[0]?.message]);
    },
  );

  describe.each(['pay', 'quote', 'customer'])('checkout %s', (step) => {
    test.each([
      ['bytes', ofLength(64 * KiB + 1), tooLong],
      ['nodes', ofNodes(5001), tooMany],
    ])('refuses too many %s', async (_, body, refusal) => {
      const merchant = await newMerchant();
      const product = await newProduct(merchant);
      const { slug } = merchant;
      const input = { productId: product.id, productType: 'onetime', currency: 'USD' };
      const created = await send('POST', '/v1/actions/checkout/create-session', JSON.stringify(input), {
        'X-Store-Slug': slug,
        'X-Environment': 'test',
      });
      const response = await fetch(`${baseUrl}/${slug}/checkout/${created.body.data.sessionId}/${step}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject(refusal);
    });
  });

  test.each([
    ['bytes', ofLength(64 * KiB + 1), 'Request body exceeds 64 KiB'],
    ['nodes', ofNodes(5001), 'Request body has more than 5,000 JSON nodes'],
  ])('portal: refuses too many %s', async (_, body, message) => {
    const { slug } = await newMerchant();
    const response = await fetch(`${baseUrl}/${slug}/portal/link`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: baseUrl },
      body,
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ message }] });
  });

  test('checkout form: rejects more than 64 KiB', async () => {
    const response = await fetch(`${baseUrl}/any/checkout/${randomUUID()}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: baseUrl },
      body: `email=${'x'.repeat(64 * KiB)}`,
    });
    expect([response.status, await response.text()]).toEqual([413, 'This form is too large']);
  });
});

describe.runIf(baseUrl === nextUrl)('handlers that only Next mounts', () => {
  test.each([
    ['/api/auth/sign-in/email', ofLength(64 * KiB + 1), 'Request body exceeds 64 KiB'],
    ['/api/auth/sign-in/email', ofNodes(5001), 'Request body has more than 5,000 JSON nodes'],
    ['/dashboard/api/store/create-store', ofLength(64 * KiB + 1), 'Invalid or expired token'],
    ['/invitations/read', ofLength(64 * KiB + 1), 'Request body exceeds 64 KiB'],
    ['/invitations/read', ofNodes(5001), 'Request body has more than 5,000 JSON nodes'],
  ])('%s', async (at, body, message) => {
    const response = await fetch(`${baseUrl}${at}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: baseUrl, 'X-Environment': 'test' },
      body,
    });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(await response.text()).toContain(message);
  });
});
