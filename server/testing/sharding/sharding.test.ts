/** Checks every table against the rules of docs/architecture/data.md, through PostgreSQL's catalog. */
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { placements } from '#db/distribution/placement.ts';
import { newGroup, newWebhook, sql } from '#server/testing/api.ts';
import { type Key, readTables, type Table } from '#server/testing/databases/catalog.ts';
import { newDatabase } from '#server/testing/databases/own-database.ts';
import { emailEvents } from '#server/testing/emails.ts';
import { paidOrder } from '#server/testing/orders/refunds.ts';
import { newSubscription } from '#server/testing/orders/subscriptions.ts';
import { databaseUrl } from '#server/testing/worker-servers.ts';
import { makeShardedCopy } from './copy.ts';

const isSpread = (name: string) => !(name in placements);

/** A reference between distributed tables includes the merchant. */
const keysByMerchant = ({ columns, toColumns }: Key) =>
  columns.some((column, index) => column === 'merchant_id' && toColumns[index] === 'merchant_id');

/** Returns the reasons why these tables cannot be distributed by merchant. */
const problemsIn = (tables: readonly Table[]): string[] =>
  tables
    .filter(({ name }) => isSpread(name))
    .flatMap(({ name, columns, keys }) => {
      if (!columns.includes('merchant_id')) return [`${name} has no merchant_id`];
      const without = keys.filter((key) =>
        key.kind === 'reference'
          ? isSpread(key.to ?? '') && !keysByMerchant(key)
          : !key.columns.includes('merchant_id'),
      );
      const unkeyed = keys.some(({ kind }) => kind === 'primary key') ? [] : [`${name} has no primary key`];
      return [...unkeyed, ...without.map((key) => `${name}: ${key.kind} ${key.name} goes without merchant_id`)];
    });

describe('every table', () => {
  test('has merchant_id in its keys, or states why not', async () => {
    const tables = await readTables(sql);
    expect(problemsIn(tables)).toEqual([]);
    const names = tables.map(({ name }) => name);
    expect(Object.keys(placements).filter((name) => !names.includes(name))).toEqual([]);
  });

  test('reports tables without merchant_id in their keys', async () => {
    const database = await newDatabase();
    const own = postgres(database.url, { max: 1, onnotice: () => {} });
    onTestFinished(async () => {
      await own.end();
      await database.close();
    });
    await own`create table nobodys (id uuid primary key)`;
    await own`create table keyless (merchant_id uuid not null)`;
    await own`create table forgetful (
      id uuid, merchant_id uuid, order_id uuid, order_merchant uuid, name text,
      primary key (id, merchant_id), unique (name), foreign key (order_id, order_merchant) references orders (id, merchant_id))`;
    await own`create unique index forgetful_shouts on forgetful (upper(name)) include (merchant_id)`;
    expect(problemsIn(await readTables(own))).toEqual([
      'forgetful: unique index forgetful_name_key goes without merchant_id',
      'forgetful: reference forgetful_order_id_order_merchant_fkey goes without merchant_id',
      'forgetful: unique index forgetful_shouts goes without merchant_id',
      'keyless has no primary key',
      'nobodys has no merchant_id',
    ]);
  });
});

/** Creates a merchant who has sold a subscription and a product, and refunded a part. */
async function newBusyMerchant() {
  const { merchant, productId } = await newSubscription();
  await newGroup(merchant, { productIds: [productId] });
  await newWebhook(merchant);
  const { order, payment, paymentId, requestRefund } = await paidOrder(merchant);
  await requestRefund();
  const refund = await merchant.call('refund/create-refund', { paymentId, amount: '1.00', reason: 'A page is torn.' });
  expect(refund.status).toBe(200);
  await emailEvents(merchant, 'refund_ticket.created');
  return { id: merchant.id, storeId: merchant.store.id, order, payment };
}

describe('in parts by merchant', () => {
  let [one, other]: Awaited<ReturnType<typeof newBusyMerchant>>[] = [];
  let copy: Awaited<ReturnType<typeof makeShardedCopy>> | undefined;
  const location = () => {
    if (!one || !other || !copy) throw new Error('there is nothing to look at');
    return { one, other, copy, parts: copy.sql };
  };

  beforeAll(async () => {
    [one, other] = [await newBusyMerchant(), await newBusyMerchant()];
    const tables = await readTables(sql);
    copy = await makeShardedCopy(databaseUrl, 'sharded', tables, [one.id, other.id]);
  });
  afterAll(() => copy?.close());

  test('all rows of a merchant are in one part, of every table the same', async () => {
    const { one, other, copy, parts } = location();
    const filled = new Set<string>();
    for (const { id } of [one, other]) {
      const numbers = new Set<string>();
      for (const table of copy.spread) {
        const found =
          await parts`select distinct tableoid::regclass::text as part from ${parts(table)} where merchant_id = ${id}`;
        for (const { part } of found) numbers.add(part.slice(table.length));
        if (found.length > 0) filled.add(table);
      }
      expect([...numbers]).toEqual([expect.stringMatching(/^_\d$/)]);
    }
    const sold = ['products', 'product_versions', 'checkout_sessions', 'orders', 'payments', 'customers', 'refunds'];
    const around = ['payment_methods', 'refund_tickets', 'group_products', 'webhooks', 'api_keys', 'emails'];
    expect([...sold, ...around].filter((table) => !filled.has(table))).toEqual([]);
  });

  test('keys and references remain valid', async () => {
    const { one, other, parts } = location();
    const [counted] = await parts`
      select count(*) filter (where contype = 'p')::int as keys, count(*) filter (where contype = 'f')::int as fks
      from pg_constraint where connamespace = 'sharded'::regnamespace and conparentid = 0`;
    expect(counted?.keys).toBeGreaterThan(20);
    expect(counted?.fks).toBeGreaterThan(30);
    const move = parts`update payments set order_id = ${other.order.id} where id = ${one.payment.id}`;
    await expect(move).rejects.toThrow('violates foreign key constraint');
    const again = parts`
      insert into payments select (jsonb_populate_record(p, ${parts.json({ id: randomUUID(), attempt: 2 })})).*
      from payments p where id = ${one.payment.id}`;
    await expect(again).rejects.toThrow(/duplicate key value violates unique constraint "payments_\d/);
  });

  test('a query with a merchant reads one part, and a query without one reads all parts', async () => {
    const { one, parts } = location();
    const { id, checkoutSessionId: sessionId } = one.order;
    const ofMerchant = parts`merchant_id = ${one.id}`;
    const partsOf = async (table: string, query: postgres.PendingQuery<postgres.Row[]>) => {
      const plan = JSON.stringify(await parts`explain (format json) ${query}`);
      return new Set(plan.match(new RegExp(`"Relation Name":"${table}_\\d"`, 'g'))).size;
    };
    expect(
      await partsOf(
        'checkout_sessions',
        parts`select * from checkout_sessions where id = ${sessionId} and ${ofMerchant}`,
      ),
    ).toBe(1);
    expect(
      await partsOf('orders', parts`select * from orders where id = ${id} and ${ofMerchant} for no key update`),
    ).toBe(1);
    expect(await partsOf('payments', parts`select * from payments where order_id = ${id} and ${ofMerchant}`)).toBe(1);
    const list = parts`select * from orders where store_id = ${one.storeId} and environment = 'test' and ${ofMerchant} order by created_at desc, id desc limit 20`;
    expect(await partsOf('orders', list)).toBe(1);
    const story = parts`select * from orders join payments on payments.order_id = orders.id and payments.merchant_id = orders.merchant_id where orders.id = ${id} and orders.merchant_id = ${one.id}`;
    expect([await partsOf('orders', story), await partsOf('payments', story)]).toEqual([1, 1]);
    expect(await partsOf('orders', parts`select * from orders where id = ${id}`)).toBe(4);
    expect(await partsOf('orders', parts`select * from orders where next_charge_at < now()`)).toBe(4);
  });
});
