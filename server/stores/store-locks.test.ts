/** The locks of stores under concurrent calls. server/actions/store/delete-store.test.ts has the races with a deletion. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Tx } from '#db/client.ts';
import { products, stores } from '#db/schema/index.ts';
import { lockSessionForSale } from '#server/checkout/data/checkout-openings.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { type Answer, db, newMerchant, newProduct, newSession, type TestMerchant } from '#server/testing/api.ts';
import { raceForLock } from '#server/testing/databases/locks.ts';
import { lockStoreRow } from './data/store-locks.ts';
import { holdMemberStore, holdStore } from './stores.ts';

const count = 16;
const statusesOf = (answers: readonly Answer[]) => [...new Set(answers.map(({ status }) => status))];

/** Calls of every kind of lock but the deletion's: what adds to the store, sells in it, and changes it. */
async function useAtOnce(merchants: readonly TestMerchant[], productIds: readonly string[]) {
  const calls = Array.from({ length: count }, async (_, index) => {
    const merchant = merchants[index % merchants.length] as TestMerchant;
    const productId = productIds[index % merchants.length] as string;
    const { storeId } = merchant;
    const sale = { storeId, productId, productType: 'onetime', currency: 'USD' };
    return await Promise.all([
      merchant.call('onetime-product/create-product', { storeId, name: 'New', prices: { USD: { amount: '1.00' } } }),
      merchant.call('checkout/create-session', sale),
      merchant.call('store/update-store', { id: storeId, name: `Name ${index}` }),
      merchant.call('onetime-product/update-product', { id: productId, name: `Handbook ${index}` }),
    ]);
  });
  return (await Promise.all(calls)).flat();
}

test.each([
  ['one store', 1],
  ['sixteen stores', 16],
])('sixteen of each kind of call at once succeed in %s', async (_, stores) => {
  const merchants = await Promise.all(Array.from({ length: stores }, () => newMerchant()));
  const productIds = await Promise.all(merchants.map(async (merchant) => (await newProduct(merchant)).id));
  expect(statusesOf(await useAtOnce(merchants, productIds))).toEqual([200]);
  for (const { store } of merchants)
    expect(await db.$count(products, eq(products.storeId, store.id))).toBe(1 + count / stores);
});

test('holds wait for no other hold and for no change', async () => {
  const merchant = await newMerchant();
  const scope = scopeOfStore(merchant.store);
  await db.transaction(async (tx) => {
    await holdStore(tx, scope);
    const { status } = await merchant.call('store/update-store', { id: merchant.storeId, name: 'Meanwhile' });
    expect([status, (await newProduct(merchant)).id]).toEqual([200, expect.any(String)]);
  });
  await db.transaction(async (tx) => {
    await lockStoreRow(tx, scope, 'no key update');
    expect((await newProduct(merchant)).id).toEqual(expect.any(String));
  });
});

test.each([
  [
    'a public caller',
    async ({ store }: TestMerchant) =>
      (tx: Tx) =>
        holdStore(tx, scopeOfStore(store)),
  ],
  [
    'a member',
    async ({ id, store }: TestMerchant) =>
      (tx: Tx) =>
        holdMemberStore(tx, id, store.id),
  ],
  [
    'a payment',
    async (merchant: TestMerchant) => {
      const { sessionId } = await newSession(merchant);
      return async (tx: Tx) => (await lockSessionForSale(tx, { ...scopeOfStore(merchant.store), sessionId }))?.store;
    },
  ],
])('a hold of %s that waited for an exclusive lock reads what the lock changed', async (_, prepare) => {
  const merchant = await newMerchant();
  const hold = await prepare(merchant);
  const held = await raceForLock(
    async (tx) => {
      await lockStoreRow(tx, scopeOfStore(merchant.store), 'update');
      await tx.update(stores).set({ name: 'Suspended' }).where(eq(stores.id, merchant.store.id));
    },
    () => db.transaction(hold),
  );
  expect(held?.name).toBe('Suspended');
});
