/** The plans of a sale’s statements in a store that has grown since its tables were last analyzed. */
import { eq } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase, type Tx } from '#db/client.ts';
import { orders, payments } from '#db/schema/index.ts';
import { lockSessionOrder, lockStoreOrder, type Order } from '#server/billing/orders/orders.ts';
import { lockPayment, lockPaymentWithOrder, type Payment } from '#server/billing/payments/payments.ts';
import { isOnCluster } from '#server/testing/citus/cluster.ts';
import { newDatabase } from '#server/testing/databases/own-database.ts';
import { makeSubscriptions } from '#server/testing/orders/many-subscriptions.ts';
import type { TestDatabase } from '#server/testing/test-servers.ts';
import { lockSessionForSale } from './checkout-openings.ts';

const rowCount = 1000;

// A cluster's plan is one for each node.
describe.skipIf(isOnCluster)(
  'in a store that has made a thousand sales since the statements of a sale were planned',
  () => {
    let own: TestDatabase;
    let opened: OpenDatabase;
    /** Its plans remain until the tables are analyzed. */
    let sql: postgres.Sql;
    let order: Order;
    let payment: Payment;

    const locks: Readonly<Record<string, (tx: Tx) => Promise<unknown>>> = {
      session: (tx) => lockSessionForSale(tx, { ...order, sessionId: order.checkoutSessionId }),
      session_order: (tx) => lockSessionOrder(tx, { ...order, id: order.checkoutSessionId }),
      one_order: (tx) => lockStoreOrder(tx, order, order.id),
      payment: (tx) => lockPayment(tx, payment, payment.id),
      payment_and_order: (tx) => lockPaymentWithOrder(tx, payment),
    };
    const executions = new Map<string, string>();

    beforeAll(async () => {
      own = await newDatabase();
      const sent: { text: string; values: unknown[] }[] = [];
      opened = openDatabase(own.url, { max: 1, onStatement: (text, values) => sent.push({ text, values }) });
      sql = postgres(own.url, { max: 1, onnotice: () => {} });
      const tables = ['checkout_sessions', 'orders', 'payments'];
      for (const table of tables) await sql.unsafe(`alter table ${table} set (autovacuum_enabled = off)`);
      const store = await makeSubscriptions(opened.db, 1, new Date());
      order = (await opened.db.select().from(orders).where(eq(orders.storeId, store.id)))[0] as Order;
      payment = (await opened.db.select().from(payments).where(eq(payments.orderId, order.id)))[0] as Payment;
      // A database that an earlier test has emptied has tall indexes for one row, and PostgreSQL prefers a lower, wrong one.
      await sql.unsafe(`vacuum (full, analyze) ${tables.join()}`);
      await sql.unsafe('analyze');
      await sql.unsafe('set plan_cache_mode = force_generic_plan');
      for (const [name, lock] of Object.entries(locks)) {
        sent.length = 0;
        expect(await opened.db.transaction(lock)).toBeDefined();
        const { text, values } = sent.find((each) => each.text.startsWith('select')) ?? { text: '', values: [] };
        executions.set(name, `execute ${name}(${values.map((value) => `'${String(value)}'`).join()})`);
        await sql.unsafe(`prepare ${name} as ${text}`);
        await sql.unsafe(`${executions.get(name)}`);
      }
      // Copies, without references to each other.
      await sql.unsafe('set session_replication_role = replica');
      const names = ['id', 'checkout_session_id', 'order_id', 'provider_payment_id'];
      const newIds = `jsonb_build_object(${names.map((name) => `'${name}', uuidv7()`).join()})`;
      for (const table of tables)
        await sql.unsafe(`insert into ${table} select (jsonb_populate_record(one, ${newIds})).*
        from ${table} as one, generate_series(1, ${rowCount}) where one.store_id = '${store.id}'`);
    });

    afterAll(async () => {
      await Promise.all([opened.close(), sql.end()]);
      await own.close();
    });

    test.each(Object.keys(locks))('the lock "%s" reads a handful of blocks', async (name) => {
      const [row] = await sql.unsafe(`explain (analyze, buffers, format json) ${executions.get(name)}`);
      const plan = row?.['QUERY PLAN'][0].Plan;
      expect(plan['Actual Rows']).toBe(1);
      expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(30);
    });
  },
);
