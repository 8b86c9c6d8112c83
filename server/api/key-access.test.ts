/** What limited API keys may do, over HTTP. */
import { type KeyObject, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { apiKeys, checkoutSessions } from '#db/schema/index.ts';
import { actions } from '#server/actions/index.ts';
import { environments } from '#server/domain/environments.ts';
import { type KeyScope, keyScopes } from '#server/domain/key-scopes.ts';
import { db, newMerchant, newProduct, send, signedHeaders, type TestMerchant } from '#server/testing/api.ts';
import { newKey, storedKey } from '#server/testing/keys.ts';
import { signedReads } from './reads/index.ts';

const refused = (message: string, code: string) => ({ data: null, errors: [{ message, layer: 'gateway', code }] });
const lacks = (scope: KeyScope) => refused(`API key lacks the scope "${scope}"`, 'key_lacks_scope');
const expired = refused('API key has expired', 'key_expired');
const outside = refused('API key is not allowed from this network', 'key_outside_networks');
const query = (merchant: TestMerchant, { key }: Awaited<ReturnType<typeof newKey>>) => {
  const body = JSON.stringify({ query: '{ storesCount }' });
  const path = '/v1/graphql';
  return send('POST', path, body, signedHeaders('POST', path, body, { merchantId: merchant.merchantId, key }));
};

const forKeys = [...actions].flatMap(([name, { keyScope }]) => (keyScope ? [[name, keyScope] as const] : []));

test('an action has a key scope exactly if it is open to API keys', () => {
  const open = [...actions].flatMap(([name, { callers }]) => (callers.includes('apiKey') ? [name] : []));
  expect(forKeys.map(([name]) => name)).toEqual(open);
});

test.each(environments)('a %s key with one scope gets 403 from the actions of the others', async (environment) => {
  const merchant = await newMerchant();
  const full = await newKey(merchant, {}, environment);
  const limited = await Promise.all(keyScopes.map((scope) => newKey(merchant, { scopes: [scope] }, environment)));
  for (const [name, needed] of forKeys) {
    // The body is invalid, so nothing is done. Only an admitted call learns that.
    const answers = await Promise.all([full, ...limited].map((key) => merchant.call(name, {}, key)));
    const [unlimited, ...byScope] = answers.map(({ status, body }) => [status, body]);
    const expected = keyScopes.map((scope) => (scope === needed ? unlimited : [403, lacks(needed)]));
    expect([name, ...byScope]).toEqual([name, ...expected]);
  }
});

test('GraphQL needs the scope read', async () => {
  const merchant = await newMerchant();
  for (const scope of keyScopes) {
    const { status, body } = await query(merchant, await newKey(merchant, { scopes: [scope] }));
    expect([status, body]).toEqual(scope === 'read' ? [200, { data: { storesCount: 1 } }] : [403, lacks('read')]);
  }
});

test.each([...signedReads.keys()])('GET %s needs the scope read', async (path) => {
  const merchant = await newMerchant();
  const read = async (key: KeyObject) => {
    const signed = signedHeaders('GET', path, '', { merchantId: merchant.merchantId, key });
    const { status, body } = await send('GET', path, undefined, signed);
    return [status, body];
  };
  // Nothing is asked for. Only an admitted call learns that.
  const unlimited = await read(merchant.keys.test);
  for (const scope of keyScopes) {
    const { key } = await newKey(merchant, { scopes: [scope] });
    expect([scope, ...(await read(key))]).toEqual([scope, ...(scope === 'read' ? unlimited : [403, lacks('read')])]);
  }
});

test('scopes add up: a key that sells and reads does both, and refunds nothing', async () => {
  const merchant = await newMerchant();
  const { id: productId } = await newProduct(merchant);
  const limited = await newKey(merchant, { scopes: ['read', 'sell'] });
  const session = { storeId: merchant.storeId, productId, productType: 'onetime', currency: 'USD' };
  expect((await merchant.call('checkout/create-session', session, limited)).status).toBe(200);
  expect((await query(merchant, limited)).status).toBe(200);
  const refund = await merchant.call('refund/create-refund', {}, limited);
  expect([refund.status, refund.body]).toEqual([403, lacks('refund')]);
});

test('a key of one environment reaches the other no further with scopes than without', async () => {
  const merchant = await newMerchant();
  const limited = await newKey(merchant, { scopes: ['administer'] }, 'test');
  const { storeId, merchantId } = merchant;
  const answer = await merchant.call('store-merchant/add-merchant', { storeId, merchantId, role: 'admin' }, limited);
  expect([answer.status, answer.body]).toEqual([403, refused('Insufficient permissions', 'insufficient_permissions')]);
});

test('an action that is not open to API keys refuses limited keys like others', async () => {
  const merchant = await newMerchant();
  const limited = await newKey(merchant, { scopes: ['administer'] }, 'prod');
  const answer = await merchant.call('api-key/update-key', { id: limited.id, scopes: null }, limited);
  expect([answer.status, answer.body]).toEqual([403, refused('Insufficient permissions', 'insufficient_permissions')]);
  expect((await storedKey(limited.id)).scopes).toEqual(['administer']);
});

test('a replay is refused once the key has lost the scope', async () => {
  const merchant = await newMerchant();
  const { id: productId } = await newProduct(merchant);
  const limited = await newKey(merchant, { scopes: ['sell'] });
  const session = { storeId: merchant.storeId, productId, productType: 'onetime', currency: 'USD' };
  const call = () =>
    merchant.call('checkout/create-session', session, { ...limited, headers: { 'X-Idempotency-Key': 'one' } });
  expect((await call()).status).toBe(200);
  await db
    .update(apiKeys)
    .set({ scopes: ['read'] })
    .where(eq(apiKeys.id, limited.id));
  const again = await call();
  expect([again.status, again.body]).toEqual([403, lacks('sell')]);
  expect(await db.$count(checkoutSessions, eq(checkoutSessions.storeId, merchant.store.id))).toBe(1);
});

test('a refused call counts against the key’s limit, and is refused before its body is read', async () => {
  const merchant = await newMerchant();
  const { key } = await newKey(merchant, { scopes: ['read'] });
  const path = '/v1/actions/checkout/create-session';
  const answer = await send('POST', path, '{', signedHeaders('POST', path, '{', { ...merchant, key }));
  expect([answer.status, answer.body]).toEqual([403, lacks('sell')]);
  expect(answer.headers.get('RateLimit')).toMatch(/^"api-key";r=/);
});

test('a key works until it expires, then gets 401 from actions and GraphQL', async () => {
  const merchant = await newMerchant();
  const soon = await newKey(merchant, { expiresAt: new Date(Date.now() + 60_000) });
  const past = await newKey(merchant, { expiresAt: new Date(Date.now() - 1) });
  expect((await merchant.call('store/create-store', { name: 'Soon' }, soon)).status).toBe(200);
  const action = await merchant.call('store/create-store', { name: 'Past' }, past);
  expect([action.status, action.body]).toEqual([401, expired]);
  const graphql = await query(merchant, past);
  expect([graphql.status, graphql.body]).toEqual([401, expired]);
  // The endpoint's own table has another sentence for a failed authentication.
  const reactivated = await merchant.call('subscription-order/reactivate-order', {}, past);
  expect([reactivated.status, reactivated.body.errors.at(-1).message]).toEqual([401, 'API key has expired']);
});

test('an expired key is no test key for the signature doctor', async () => {
  const merchant = await newMerchant();
  await db.delete(apiKeys).where(eq(apiKeys.merchantId, merchant.id));
  const { id, key } = await newKey(merchant);
  const path = '/v1/actions/store/create-store';
  const inMilliseconds = () =>
    send('POST', path, '{}', signedHeaders('POST', path, '{}', { ...merchant, key, timestamp: Date.now() }));
  expect((await inMilliseconds()).body.errors[0].aiHint).toEqual(expect.any(String));
  await db
    .update(apiKeys)
    .set({ expiresAt: new Date(Date.now() - 1) })
    .where(eq(apiKeys.id, id));
  expect((await inMilliseconds()).body).toEqual(refused('Invalid signature', 'invalid_signature'));
});

test('a caller without the private key learns nothing about a key’s access', async () => {
  const merchant = await newMerchant();
  await db.delete(apiKeys).where(eq(apiKeys.merchantId, merchant.id));
  await newKey(merchant, { scopes: ['read'], networks: ['203.0.113.0/24'], expiresAt: new Date(0) });
  const other = await newKey(await newMerchant());
  const answer = await merchant.call('store/create-store', { name: 'x' }, other);
  expect([answer.status, answer.body]).toEqual([401, refused('Invalid signature', 'invalid_signature')]);
});

test('a key with networks works from inside them only', async () => {
  const merchant = await newMerchant();
  const inside = await newKey(merchant, { networks: ['127.0.0.0/8', '::1/128'] });
  const elsewhere = await newKey(merchant, { networks: ['203.0.113.0/24', '2001:db8::/32'] });
  expect((await merchant.call('store/create-store', { name: 'Inside' }, inside)).status).toBe(200);
  // Without TRUST_PROXY the header is not believed.
  const headers = { 'X-Forwarded-For': '203.0.113.7' };
  const answer = await merchant.call('store/create-store', { name: 'Elsewhere' }, { ...elsewhere, headers });
  expect([answer.status, answer.body]).toEqual([403, outside]);
  const graphql = await query(merchant, elsewhere);
  expect([graphql.status, graphql.body]).toEqual([403, outside]);
});

test('saves the time and the address of the last use, but of no refused call', async () => {
  const merchant = await newMerchant();
  const used = await newKey(merchant, { scopes: ['administer'] });
  const unused = await newKey(merchant, { networks: ['203.0.113.0/24'] });
  const started = Date.now();
  await merchant.call('store/create-store', { name: randomUUID() }, unused);
  await merchant.call('checkout/create-session', {}, used);
  expect((await storedKey(used.id)).lastUsedAt).toBeNull();
  await merchant.call('store/create-store', { name: randomUUID() }, used);
  await expect.poll(async () => (await storedKey(used.id)).lastUsedAt).toBeInstanceOf(Date);
  const { lastUsedAt, lastUsedAddress } = await storedKey(used.id);
  expect(lastUsedAt?.getTime()).toBeGreaterThanOrEqual(started);
  expect(lastUsedAddress).toMatch(/^(127\.0\.0\.1|::1)$/);
  expect(await storedKey(unused.id)).toMatchObject({ lastUsedAt: null, lastUsedAddress: null });
});
