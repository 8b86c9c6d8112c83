import { generateKeyPairSync, hkdfSync } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { decodeJwt, type JWTPayload, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { apiKeys } from '#db/schema/index.ts';
import { newId, toShortId } from '#server/domain/ids.ts';
import { customerHeaders, db, newMerchant, newSession, post, send, signedHeaders } from '#server/testing/api.ts';
import { testSecret } from '#server/testing/test-secret.ts';

const path = '/v1/actions/store/create-store';
const body = JSON.stringify({ name: 'Signed' });
const seconds = () => Math.floor(Date.now() / 1000);
const otherKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const invalidSignature = {
  data: null,
  errors: [{ message: 'Invalid signature', layer: 'gateway', code: 'invalid_signature' }],
};
const missing = {
  data: null,
  errors: [{ message: 'Missing authentication', layer: 'gateway', code: 'missing_authentication' }],
};

describe('API key', () => {
  test.each([-290, 0, 290])('accepts a timestamp %i s from now', async (skew) => {
    const { call } = await newMerchant();
    expect((await call('store/create-store', { name: 'In time' }, { timestamp: seconds() + skew })).status).toBe(200);
  });

  test.each(['test', 'prod'] as const)('the key that verifies decides the environment: %s', async (environment) => {
    const { call, storeId } = await newMerchant();
    const { status } = await call(
      'onetime-product/create-product',
      { storeId, name: 'x', prices: { USD: { amount: 100 } } },
      { environment },
    );
    expect(status).toBe(environment === 'test' ? 200 : 400);
  });

  test('saves when the key was last used', async () => {
    const merchant = await newMerchant();
    await merchant.call('store/create-store', { name: 'Used' });
    const used = () => db.select().from(apiKeys).where(eq(apiKeys.merchantId, merchant.id));
    await expect
      .poll(async () => (await used()).find((key) => key.environment === 'test')?.lastUsedAt)
      .toBeInstanceOf(Date);
    expect((await used()).find((key) => key.environment === 'prod')?.lastUsedAt).toBeNull();
  });

  test('answers 401 Invalid signature alike for a stale, future, tampered, misdirected or unknown signature', async () => {
    const merchant = await newMerchant();
    const good = { merchantId: merchant.merchantId, key: merchant.keys.test };
    const attempts = [
      send('POST', path, body, signedHeaders('POST', path, body, { ...good, timestamp: seconds() - 302 })),
      send('POST', path, body, signedHeaders('POST', path, body, { ...good, timestamp: seconds() + 302 })),
      send('POST', path, body, signedHeaders('POST', path, body, { ...good, timestamp: 'soon' })),
      send('POST', path, `${body} `, signedHeaders('POST', path, body, good)),
      send('POST', path, body, signedHeaders('POST', '/v1/actions/store/update-store', body, good)),
      send('POST', path, body, signedHeaders('GET', path, body, good)),
      send('POST', path, body, signedHeaders('POST', path, body, { ...good, key: otherKeys.privateKey })),
      send('POST', path, body, signedHeaders('POST', path, body, { ...good, merchantId: toShortId('MER', newId()) })),
      send('POST', path, body, signedHeaders('POST', path, body, { ...good, merchantId: 'MER_x' })),
      send('POST', path, body, { ...signedHeaders('POST', path, body, good), 'X-Signature': 'AAAA' }),
      send('POST', path, body, { ...signedHeaders('POST', path, body, good), 'X-Signature': '%%%' }),
    ];
    for (const answer of await Promise.all(attempts))
      expect([answer.status, answer.body]).toEqual([401, invalidSignature]);
  });

  test('rejects another merchant’s valid key with 401', async () => {
    const [one, two] = await Promise.all([newMerchant(), newMerchant()]);
    await db.delete(apiKeys).where(eq(apiKeys.merchantId, one.id));
    const answer = await send(
      'POST',
      path,
      body,
      signedHeaders('POST', path, body, { merchantId: one.merchantId, key: two.keys.test }),
    );
    expect([answer.status, answer.body]).toEqual([401, invalidSignature]);
  });

  test('rejects a deleted key from the next request on', async () => {
    const merchant = await newMerchant();
    expect((await merchant.call('store/create-store', { name: 'Before' })).status).toBe(200);
    await db.delete(apiKeys).where(eq(apiKeys.merchantId, merchant.id));
    const { status, body: refused } = await merchant.call('store/create-store', { name: 'After' });
    expect([status, refused]).toEqual([401, invalidSignature]);
  });

  test.each(['X-Merchant-Id', 'X-Timestamp', 'X-Signature'])(
    'answers 400 Missing authentication without %s',
    async (name) => {
      const merchant = await newMerchant();
      const headers: Record<string, string> = signedHeaders('POST', path, body, {
        merchantId: merchant.merchantId,
        key: merchant.keys.test,
      });
      delete headers[name];
      const answer = await send('POST', path, body, headers);
      expect([answer.status, answer.body]).toEqual([400, missing]);
    },
  );

  test('answers 400 for an X-Environment other than test and prod', async () => {
    const { call } = await newMerchant();
    const { status, body: refused } = await call(
      'store/create-store',
      { name: 'x' },
      { headers: { 'X-Environment': 'staging' } },
    );
    expect([status, refused.errors[0].message]).toEqual([400, 'Missing or invalid header: x-context-environment']);
  });
});

describe('store slug', () => {
  test('answers 400 Missing authentication without X-Environment', async () => {
    const { slug } = await newMerchant();
    const answer = await post('checkout/create-session', {}, { 'X-Store-Slug': slug });
    expect([answer.status, answer.body]).toEqual([400, missing]);
  });

  test('answers 400 for an X-Environment other than test and prod', async () => {
    const { slug } = await newMerchant();
    const answer = await post('checkout/create-session', {}, { 'X-Store-Slug': slug, 'X-Environment': 'TEST' });
    expect([answer.status, answer.body.errors[0].message]).toEqual([
      400,
      'Missing or invalid header: x-context-environment',
    ]);
  });

  test('answers 404 Store not found for an unknown slug', async () => {
    const answer = await post('checkout/create-session', {}, { 'X-Store-Slug': newId(), 'X-Environment': 'test' });
    expect([answer.status, answer.body.errors[0].message]).toEqual([404, 'Store not found']);
  });
});

describe('session token', () => {
  test('answers 403 Insufficient permissions where customers may not call', async () => {
    const merchant = await newMerchant();
    const { body: issued } = await merchant.call('auth/issue-session-token', {
      storeId: merchant.storeId,
      buyerIdentity: 'ana',
    });
    const headers = { Authorization: `Bearer ${issued.data.token}`, 'X-Environment': 'test' };
    const answer = await post('checkout/create-session', {}, headers);
    expect([answer.status, answer.body.errors[0].message]).toEqual([403, 'Insufficient permissions']);
    const withoutEnvironment = await post('onetime-order/cancel-order', {}, { Authorization: headers.Authorization });
    expect([withoutEnvironment.status, withoutEnvironment.body]).toEqual([400, missing]);
  });

  test.each([
    ['test', 'prod'],
    ['prod', 'test'],
  ] as const)('401 Invalid or expired token: issued in %s, sent to %s', async (issuedIn, sentTo) => {
    const merchant = await newMerchant();
    const headers = { ...(await customerHeaders(merchant, 'ana', issuedIn)), 'X-Environment': sentTo };
    const refused = { message: 'Invalid or expired token', layer: 'gateway' };
    const order = { orderId: toShortId('ORD', newId()) };
    for (const action of ['subscription-order/cancel-order', 'refund-ticket/create-ticket']) {
      const answer = await post(action, order, headers);
      expect([answer.status, answer.body]).toMatchObject([401, { data: null, errors: [refused] }]);
    }
    const response = await send('POST', '/v1/graphql', JSON.stringify({ query: '{ onetimeOrdersCount }' }), headers);
    expect([response.status, response.body.errors]).toMatchObject([401, [refused]]);
    const reactivated = await post('subscription-order/reactivate-order', order, headers);
    const root = { message: 'Authentication failed', layer: 'user' };
    expect([reactivated.status, reactivated.body]).toMatchObject([401, { data: null, errors: [root, refused] }]);
  });

  test('answers 401 for a token from before tokens had an environment', async () => {
    const merchant = await newMerchant();
    const { Authorization } = await customerHeaders(merchant, 'ana');
    const { environment: _, ...claims } = decodeJwt(Authorization.replace('Bearer ', ''));
    const key = new Uint8Array(hkdfSync('sha256', testSecret, '', 'session token', 32));
    const sign = (payload: JWTPayload) =>
      new SignJWT(payload).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(key);
    const orders = async (token: string) => {
      const headers = { Authorization: `Bearer ${token}`, 'X-Environment': 'test' };
      return (await send('POST', '/v1/graphql', JSON.stringify({ query: '{ onetimeOrdersCount }' }), headers)).status;
    };
    expect(await orders(await sign({ ...claims, environment: 'test' }))).toBe(200);
    expect(await orders(await sign(claims))).toBe(401);
  });

  test('answers 401 for a malformed or unsigned token, another key or another scheme', async () => {
    const forged = await new SignJWT({ storeId: newId(), merchantId: newId(), buyerIdentity: 'ana' })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new Uint8Array(32));
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{}').toString('base64url')}.`;
    for (const authorization of [`Bearer ${forged}`, `Bearer ${unsigned}`, 'Bearer x', 'Bearer', 'Basic YTpi']) {
      const answer = await post(
        'onetime-order/cancel-order',
        {},
        { Authorization: authorization, 'X-Environment': 'test' },
      );
      expect([answer.status, answer.body.errors[0].message]).toEqual([401, 'Invalid or expired token']);
    }
  });
});

test('answers 400 Missing authentication without any credential', async () => {
  const answer = await post('store/create-store', { name: 'x' });
  expect([answer.status, answer.body]).toEqual([400, missing]);
});

test('the hosted checkout’s session id is no API credential', async () => {
  const merchant = await newMerchant();
  const { sessionId } = await newSession(merchant);
  const answer = await post('onetime-order/create-order', { checkoutSessionId: sessionId, billingDetail: {} });
  expect([answer.status, answer.body]).toEqual([400, missing]);
});
