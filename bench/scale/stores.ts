/** Stores with two years of orders, each with an account that is signed in and a key. */
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { findMerchantByEmail } from '#server/accounts/data/merchants.ts';
import { toShortId } from '#server/domain/ids.ts';
import { insertStore } from '#server/stores/stores.ts';
import { fillStore } from '#server/testing/large-store/make.ts';
import { addKey, type Merchant } from '../requests/merchants.ts';
import type { Product } from '../requests/product.ts';

export type LargeStore = Awaited<ReturnType<typeof makeStore>>;

const filledTables = ['checkout_sessions', 'customers', 'orders', 'payments', 'refunds', 'refund_tickets'];
/** With more orders, it is faster to create the indexes afterwards. */
const maxIndexedOrders = 50_000;

export async function makeStore({ db, sql, url }: Product, orders: number) {
  const email = `${randomUUID()}@example.com`;
  const cookie = await signUp(url, email);
  const account = await findMerchantByEmail(db, email);
  if (!account) throw new Error('The sign-up made no account');
  const now = new Date();
  const signer = await addKey(db, account.id);
  const store = await insertStore(db, { merchantId: account.id }, `Store of ${orders}`, now);
  const fill = () => fillStore(db, store, { orders, now });
  await (orders > maxIndexedOrders ? withoutIndexes(sql, fill) : fill());
  await recordEvents(sql, store.id);
  const [product] = await sql`
    select products.id from products join product_versions on product_versions.id = products.test_version_id
    where products.store_id = ${store.id} and products.type = 'onetime' and products.test_status = 'active'
      and product_versions.prices ? 'USD' order by products.id limit 1`;
  if (!product) throw new Error(`${store.slug} has no product in USD`);
  const ids = { storeId: toShortId('STO', store.id), productId: toShortId('PROD', product.id), slug: store.slug };
  const merchant: Merchant = { ...signer, ...ids };
  return { orders, store, cookie, merchant };
}

async function signUp(url: string, email: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url },
    body: JSON.stringify({ email, password: randomUUID(), name: 'Ana' }),
  });
  const cookies = response.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
  if (!response.ok || cookies.length === 0) throw new Error(`The sign-up failed: ${response.status}`);
  return cookies.join('; ');
}

/** Drops the indexes during a large load. Indexes of constraints stay. */
async function withoutIndexes(sql: Sql, load: () => Promise<void>): Promise<void> {
  const indexes = await sql<{ name: string; definition: string }[]>`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = any (${filledTables}::regclass[])
      and not exists (select from pg_constraint where conindid = i.indexrelid)`;
  for (const { name } of indexes) await sql`drop index ${sql(name)}`;
  await load();
  await sql.begin(async (tx) => {
    await tx`set local maintenance_work_mem = '512MB'`;
    for (const { definition } of indexes) await tx.unsafe(definition);
  });
}

/** The history of the newest orders, as these are opened. No worker passes it on. */
const recordEvents = (sql: Sql, storeId: string) => sql`
  insert into events (id, merchant_id, store_id, environment, type, object_type, object_id, sequence, actor, data,
    created_at)
  select uuidv7(), merchant_id, store_id, environment, event.type, 'order', id, event.sequence,
    '{"kind": "checkout", "by": "bench"}', '{}', created_at
  from (select * from orders where store_id = ${storeId} and status in ('completed', 'active')
    order by created_at desc limit 200) as opened
  cross join unnest(array['order.created', 'order.completed'])
    with ordinality as event (type, sequence)`;
