import { and, eq, like } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { idempotencyKeys } from '#db/schema/index.ts';
import { newId, toShortId } from '#server/domain/ids.ts';
import { db, newMember, newMerchant, newProduct, type TestMerchant } from '#server/testing/api.ts';
import { raceForLock } from '#server/testing/databases/locks.ts';

const action = 'auth/issue-session-token';

test('returns a JWT for 15 minutes, bound to the store, or the product’s store, and the buyer', async () => {
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
      environment: 'test',
      jti: expect.any(String),
      iss: expect.any(String),
      aud: expect.any(String),
    });
    expect(Date.parse(body.data.expiresAt)).toBe((claims.exp ?? 0) * 1000);
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(900);
  }
});

/** Expects a refusal exactly as in the contract's error table. */
async function expectRow(merchant: TestMerchant, given: object, status: number, message: string, layer: string) {
  const answer = await merchant.call(action, given);
  expect([answer.status, answer.body]).toMatchObject([status, { data: null, errors: [{ message, layer }] }]);
}

describe('400', () => {
  test('Missing required field: buyerIdentity', async () => {
    const merchant = await newMerchant();
    const { storeId } = merchant;
    for (const given of [{ storeId }, { storeId, buyerIdentity: '' }, { storeId, buyerIdentity: null }, {}]) {
      await expectRow(merchant, given, 400, 'Missing required field: buyerIdentity', 'user');
    }
  });

  test('Missing required field: provide storeId or productId', async () => {
    const merchant = await newMerchant();
    for (const given of [{}, { storeId: '', productId: null }]) {
      const body = { buyerIdentity: 'ana', ...given };
      await expectRow(merchant, body, 400, 'Missing required field: provide storeId or productId', 'user');
    }
  });

  test('Expected format: PROD_xxx, got <value>', async () => {
    const given = { buyerIdentity: 'ana', productId: 'x' };
    await expectRow(await newMerchant(), given, 400, 'Expected format: PROD_xxx, got x', 'user');
  });

  test('Store is not active', async () => {
    const merchant = await newMerchant();
    for (const status of ['inactive', 'suspended']) {
      await merchant.call('store/update-store', { id: merchant.storeId, status });
      const given = { storeId: merchant.storeId, buyerIdentity: 'ana' };
      await expectRow(merchant, given, 400, 'Store is not active', 'store');
    }
  });
});

test('403 Access denied: you do not have permission to this store', async () => {
  const [merchant, other] = await Promise.all([newMerchant(), newMerchant()]);
  const otherProduct = await newProduct(other);
  const ownProduct = await newProduct(merchant);
  const named = { storeId: other.storeId };
  for (const given of [
    named,
    { productId: otherProduct.id },
    { ...named, productId: ownProduct.id },
    { ...named, productId: toShortId('PROD', newId()) },
  ]) {
    const message = 'Access denied: you do not have permission to this store';
    await expectRow(merchant, { ...given, buyerIdentity: 'ana' }, 403, message, 'store');
  }
});

test('answers 403 to members and admins: only the owner can issue tokens for customers', async () => {
  const owner = await newMerchant();
  const message = 'Access denied: you do not have permission to this store';
  for (const role of ['member', 'admin'] as const) {
    const member = await newMember(owner, role);
    await expectRow(member, { storeId: owner.storeId, buyerIdentity: 'ana' }, 403, message, 'store');
  }
});

test('404 Product not found', async () => {
  const [merchant, other] = await Promise.all([newMerchant(), newMerchant()]);
  const unknownProduct = { productId: toShortId('PROD', newId()) };
  const otherProduct = { productId: (await newProduct(other)).id };
  const { storeId } = merchant;
  for (const given of [unknownProduct, { ...unknownProduct, storeId }, { ...otherProduct, storeId }]) {
    await expectRow(merchant, { ...given, buyerIdentity: 'ana' }, 404, 'Product not found', 'product');
  }
});

test('answers 500 without details and stores nothing', async () => {
  const merchant = await newMerchant();
  const given = { storeId: merchant.storeId, buyerIdentity: 'ana' };
  const issue = (key: string) => merchant.call(action, given, { headers: { 'X-Idempotency-Key': key } });
  await issue('before');
  const [stored] = await db
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.key, 'before'), like(idempotencyKeys.scope, `%${merchant.id}%`)));
  if (!stored) throw new Error('the first answer was not kept');
  // The call waits behind another transaction with its key and is canceled while storing its answer.
  const { status, body } = await raceForLock(
    async (tx) => {
      await tx.insert(idempotencyKeys).values({ ...stored, key: 'during', createdAt: new Date(0) });
    },
    () => issue('during'),
    async (waiting) => {
      for (const pid of waiting) await db.execute(`select pg_cancel_backend(${pid})`);
    },
  );
  expect([status, body]).toMatchObject([
    500,
    { data: null, errors: [{ message: 'Internal server error', layer: 'gateway' }] },
  ]);
  const [row] = await db
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.scope, stored.scope), eq(idempotencyKeys.key, 'during')));
  expect(row?.createdAt).toEqual(new Date(0));
  expect((await issue('during')).status).toBe(200);
});
