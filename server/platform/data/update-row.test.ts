/** Updates of one row that do not wait for the database. */
import { expect, test } from 'vitest';
import { orders } from '#db/schema/index.ts';
import { newId } from '#server/domain/ids.ts';
import { newQuietStore, secondsAfter } from '#server/testing/webhooks/quiet-store.ts';
import { updateRow } from './update-row.ts';

async function newOrder() {
  const { db } = await newQuietStore(1);
  const readOrders = () => db.select().from(orders);
  const [order] = await readOrders();
  if (!order) throw new Error('there is no order');
  return { db, order, readOrders };
}

test('returns the row as it is in the database', async () => {
  const { db, order, readOrders } = await newOrder();
  const changes = { buyerEmail: 'new@example.com', canceledAt: secondsAfter(1), creditMinor: 5 };
  const saved = await db.transaction((tx) => updateRow(tx, orders, order, changes));
  expect(saved).toMatchObject(changes);
  expect(await readOrders()).toEqual([saved]);
});

test.each(['id', 'merchantId', 'storeId'] as const)(
  'a transaction that updates a row with another %s fails',
  async (name) => {
    const { db, order, readOrders } = await newOrder();
    const change = db.transaction(async (tx) => {
      await updateRow(tx, orders, order, { creditMinor: 5 });
      await updateRow(tx, orders, { ...order, [name]: newId() }, { creditMinor: 5 });
    });
    await expect(change).rejects.toMatchObject({ cause: { code: '22012' } });
    expect(await readOrders()).toEqual([order]);
  },
);

test('a transaction that updates a row with an undefined value fails', async () => {
  const { db, order, readOrders } = await newOrder();
  const change = db.transaction(async (tx) => {
    await updateRow(tx, orders, order, { creditMinor: 5 });
    await updateRow(tx, orders, order, { canceledAt: undefined as never });
  });
  await expect(change).rejects.toThrow('no value was given for canceledAt');
  expect(await readOrders()).toEqual([order]);
});
