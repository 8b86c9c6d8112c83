import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { stores } from '../../../db/schema/index.ts';
import { newId, toShortId } from '../../domain/ids.ts';
import { db, newMerchant, newProduct, post } from '../../testing/api.ts';

const action = 'auth/issue-session-token';

test('200 for a store, and for the store of a product: a JWT for 15 minutes, bound to that store and buyer', async () => {
  const merchant = await newMerchant();
  const product = await newProduct(merchant);
  for (const given of [{ storeId: merchant.storeId }, { productId: product.id }]) {
    const { status, body } = await merchant.call(action, { ...given, buyerIdentity: 'ana@example.com' });
    expect(status).toBe(200);
    const claims = decodeJwt(body.data.token);
    expect(claims).toMatchObject({
      role: 'customer',
      storeId: merchant.store.id,
      buyerIdentity: 'ana@example.com',
      jti: expect.any(String),
      iss: expect.any(String),
      aud: expect.any(String),
    });
    expect(claims).not.toHaveProperty('environment');
    expect(Date.parse(body.data.expiresAt)).toBe((claims.exp ?? 0) * 1000);
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(900);
  }
});

test.each([
  [{ storeId: toShortId('STO', newId()) }, 'Missing required field: buyerIdentity'],
  [{ buyerIdentity: '' }, 'Missing required field: buyerIdentity'],
  [{ buyerIdentity: null }, 'Missing required field: buyerIdentity'],
  [{ buyerIdentity: 'ana' }, 'Missing required field: provide storeId or productId'],
  [{ buyerIdentity: 'ana', storeId: '', productId: null }, 'Missing required field: provide storeId or productId'],
  [{ buyerIdentity: 'ana', storeId: 'STO_1' }, 'Expected format: STO_xxx, got STO_1'],
  [{ buyerIdentity: 'ana', productId: 'x' }, 'Expected format: PROD_xxx, got x'],
])('400 %j', async (given, message) => {
  const { status, body } = await (await newMerchant()).call(action, given);
  expect([status, body.errors[0].message]).toEqual([400, message]);
});

test('400 Store is not active', async () => {
  const merchant = await newMerchant();
  await merchant.call('store/update-store', { id: merchant.storeId, status: 'inactive' });
  const { status, body } = await merchant.call(action, { storeId: merchant.storeId, buyerIdentity: 'ana' });
  expect([status, body.errors[0].message]).toEqual([400, 'Store is not active']);
});

test('401 Missing merchantId in request context, without an API key', async () => {
  const { slug, storeId } = await newMerchant();
  const { status, body } = await post(
    action,
    { storeId, buyerIdentity: 'ana' },
    { 'X-Store-Slug': slug, 'X-Environment': 'test' },
  );
  expect([status, body.errors[0].message]).toEqual([401, 'Missing merchantId in request context']);
});

test('403 Access denied, for a store or product of another merchant', async () => {
  const [merchant, other] = await Promise.all([newMerchant(), newMerchant()]);
  const theirs = await newProduct(other);
  for (const given of [{ storeId: other.storeId }, { productId: theirs.id }]) {
    const { status, body } = await merchant.call(action, { ...given, buyerIdentity: 'ana' });
    expect([status, body.errors[0].message]).toEqual([403, 'Access denied: you do not have permission to this store']);
  }
});

test('404 Store not found and Product not found', async () => {
  const merchant = await newMerchant();
  const store = await merchant.call(action, { storeId: toShortId('STO', newId()), buyerIdentity: 'ana' });
  expect([store.status, store.body.errors[0].message]).toEqual([404, 'Store not found']);
  const product = await merchant.call(action, { productId: toShortId('PROD', newId()), buyerIdentity: 'ana' });
  expect([product.status, product.body.errors[0].message]).toEqual([404, 'Product not found']);
  await db.update(stores).set({ deletedAt: new Date() }).where(eq(stores.id, merchant.store.id));
  const deleted = await merchant.call(action, { storeId: merchant.storeId, buyerIdentity: 'ana' });
  expect([deleted.status, deleted.body.errors[0].message]).toEqual([404, 'Store not found']);
});
