import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orders, payments } from '#db/schema/index.ts';
import { toShortId } from '#server/domain/ids.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { db, newMerchant } from '#server/testing/api.ts';
import { newProducts, sell } from '#server/testing/orders/sales.ts';
import { type Found, quickFind } from './quick-find.ts';

async function newShop() {
  const merchant = await newMerchant();
  const { onetime } = await newProducts(merchant);
  const store = scopeOfStore(merchant.store);
  const { storeId } = store;
  const find = (text: string, environment: 'test' | 'prod' = 'test') => quickFind(db, { ...store, environment }, text);
  const rows = async () => ({
    orders: await db.select().from(orders).where(eq(orders.storeId, storeId)).orderBy(orders.createdAt),
    payments: await db.select().from(payments).where(eq(payments.storeId, storeId)),
  });
  return { merchant, onetime, find, rows };
}

const counts = (found: Found) => Object.values(found).map((rows: readonly unknown[]) => rows.length);

test('finds orders, newest first, and customers by an address prefix, ignoring case', async () => {
  const { merchant, onetime, find } = await newShop();
  await sell(merchant, [
    { productId: onetime, at: '2026-01-01T00:00Z', buyer: 'Ana', payments: [{ at: '2026-01-01T00:00Z' }] },
    { productId: onetime, at: '2026-01-02T00:00Z', buyer: 'anabel', boughtAt: null },
    { productId: onetime, at: '2026-01-03T00:00Z', buyer: 'joana', payments: [{ at: '2026-01-03T00:00Z' }] },
    { productId: onetime, at: '2026-01-04T00:00Z', buyer: 'ana', environment: 'prod' },
  ]);
  const found = await find('aNa');
  expect(found.orders.map(({ buyerEmail, status }) => [buyerEmail, status])).toEqual([
    ['anabel@example.com', 'pending'],
    ['Ana@example.com', 'completed'],
  ]);
  expect(found.customers.map(({ identity }) => identity)).toEqual(['Ana']);
  expect((await find('ana@example.com')).orders).toHaveLength(1);
  expect((await find('ana@', 'prod')).orders.map(({ buyerEmail }) => buyerEmail)).toEqual(['ana@example.com']);
  // Wildcards match literally, and two characters are too short for a name.
  expect(counts(await find('ana%'))).toEqual([0, 0, 0, 0]);
  expect(counts(await find('an_bel'))).toEqual([0, 0, 0, 0]);
  expect(counts(await find('an'))).toEqual([0, 0, 0, 0]);
});

test('finds rows by ID, and a customer by the ID of their first order', async () => {
  const { merchant, onetime, find, rows } = await newShop();
  const at = '2026-01-01T00:00Z';
  await sell(merchant, [{ productId: onetime, at, buyer: 'ana', payments: [{ at, amountMinor: 1234 }] }]);
  const { orders: foundOrders, payments: paid } = await rows();
  const order = foundOrders[0]?.id ?? '';
  const byOrder = await find(toShortId('ORD', order));
  expect([byOrder.orders[0]?.id, byOrder.customers[0]?.email]).toEqual([order, 'ana@example.com']);
  const byPayment = await find(toShortId('PAY', paid[0]?.id ?? ''));
  expect(byPayment.payments).toEqual([{ id: paid[0]?.id, status: 'succeeded', amountMinor: 1234, currency: 'USD' }]);
  expect(counts(await find(toShortId('ORD', order), 'prod'))).toEqual([0, 0, 0, 0]);
  expect((await find(toShortId('PROD', onetime))).products).toEqual([{ id: onetime, name: 'Handbook' }]);
  expect((await find('andbo')).products).toEqual([{ id: onetime, name: 'Handbook' }]);
});

test('finds nothing of another store', async () => {
  const [ownShop, other] = [await newShop(), await newShop()];
  const at = '2026-01-01T00:00Z';
  await sell(other.merchant, [{ productId: other.onetime, at, buyer: 'ana', payments: [{ at }] }]);
  const { orders: foundOrders, payments: paid } = await other.rows();
  const searches = [
    'ana',
    toShortId('ORD', foundOrders[0]?.id ?? ''),
    toShortId('PAY', paid[0]?.id ?? ''),
    foundOrders[0]?.id ?? '',
  ];
  for (const name of [...searches, toShortId('PROD', other.onetime)]) {
    expect(counts(await ownShop.find(name))).toEqual([0, 0, 0, 0]);
  }
});

test('lists at most the eight newest rows of each kind', async () => {
  const { merchant, onetime, find } = await newShop();
  await sell(
    merchant,
    Array.from({ length: 12 }, (_, day) => ({
      productId: onetime,
      at: `2026-01-${String(day + 1).padStart(2, '0')}T00:00Z`,
      buyer: `ana${day}`,
    })),
  );
  const { orders: found, customers } = await find('ana');
  expect([found.length, customers.length]).toEqual([8, 8]);
  expect(found[0]?.buyerEmail).toBe('ana11@example.com');
});
