import { asc, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { customers, orders, payments, refunds } from '#db/schema/index.ts';
import { db, newMerchant } from '#server/testing/api.ts';
import { fillStore } from '#server/testing/large-store/make.ts';

const now = new Date('2026-11-15T12:00:00.000Z');

test('the generated large store has the same customers as the trigger on orders would create', async () => {
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
  // Rebuilds the customers by inserting each order in turn.
  await db.transaction(async (tx) => {
    await tx.update(orders).set({ customerId: null }).where(eq(orders.storeId, merchant.store.id));
    await tx.delete(customers).where(ofStore);
    await tx.execute(
      sql.raw(`do $$ declare one record; begin
      for one in select id from orders where store_id = '${merchant.store.id}' and coalesce(completed_at, started_at) is not null
        order by coalesce(completed_at, started_at), id loop
        update orders set completed_at = completed_at, started_at = started_at where id = one.id;
      end loop; end $$`),
    );
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
