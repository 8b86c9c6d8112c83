import { and, asc, eq, isNotNull, or, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { customers, orders, payments, refunds } from '#db/schema/index.ts';
import { customerOf } from '#server/billing/orders/data/customer-of-order.ts';
import { updateRow } from '#server/platform/data/update-row.ts';
import { db, newMerchant } from '#server/testing/api.ts';
import { fillStore } from '#server/testing/large-store/make.ts';

const now = new Date('2026-11-15T12:00:00.000Z');

test('the generated large store has the same customers as its orders', async () => {
  const merchant = await newMerchant();
  await fillStore(db, merchant.store, { orders: 1000, now });
  const ofStore = eq(customers.storeId, merchant.store.id);
  const read = async () => ({
    customers: await db.select().from(customers).where(ofStore).orderBy(customers.key),
    orders: await db
      .select({ id: orders.id, customerId: orders.customerId })
      .from(orders)
      .where(eq(orders.storeId, merchant.store.id))
      .orderBy(asc(orders.id)),
  });
  const written = await read();
  expect(written.customers.length).toBeGreaterThan(100);
  expect(Math.max(...written.customers.map((customer) => customer.orders))).toBeGreaterThan(10);
  // Rebuilds the customers by paying for each order in turn.
  const bought = await db
    .select()
    .from(orders)
    .where(and(eq(orders.storeId, merchant.store.id), or(isNotNull(orders.completedAt), isNotNull(orders.startedAt))))
    .orderBy(sql`coalesce(${orders.completedAt}, ${orders.startedAt})`, asc(orders.id));
  await db.transaction(async (tx) => {
    await tx.update(orders).set({ customerId: null }).where(eq(orders.storeId, merchant.store.id));
    await tx.delete(customers).where(ofStore);
    for (const order of bought) {
      const { completedAt, startedAt } = order;
      const customer = customerOf({ ...order, customerId: null }, { completedAt, startedAt });
      await updateRow(tx, orders, order, { completedAt, startedAt }, customer);
    }
  });
  expect(await read()).toEqual(written);

  const statuses = async (table: typeof orders | typeof payments | typeof refunds) =>
    (await db.selectDistinct({ status: table.status }).from(table).where(eq(table.storeId, merchant.store.id))).map(
      ({ status }) => status,
    );
  expect(await statuses(orders)).toEqual(
    expect.arrayContaining(['completed', 'expired', 'canceled', 'active', 'canceling', 'past_due']),
  );
  expect(await statuses(payments)).toEqual(expect.arrayContaining(['succeeded', 'failed']));
  expect(await statuses(refunds)).toContain('succeeded');
});
