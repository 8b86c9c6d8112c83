/** The stores that are measured: each with an account that can sign in, a key that can sign, and its two busy years. */
import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import type { Database } from '#db/client.ts';
import { findMerchantByEmail, insertApiKey } from '#server/accounts/data/merchants.ts';
import { fingerprintOf } from '#server/actions/api-key/create-key.ts';
import { insertStore, type Store } from '#server/stores/stores.ts';
import { fillStore } from '#server/testing/large-store/make.ts';
import { withoutIndexes } from './indexes.ts';

export interface MeasuredStore {
  readonly orders: number;
  readonly store: Store;
  readonly privateKey: KeyObject;
  /** Of who is signed in to the dashboard. */
  readonly cookie: string;
  readonly seedSeconds: number;
}

const filled = ['checkout_sessions', 'customers', 'orders', 'payments', 'refunds', 'refund_tickets'];
/** From here on, indexes are quicker built anew than kept up to date. */
const large = 50_000;

/** Makes an account by the server's own door, and a store of that size. */
export async function makeStore(db: Database, sql: Sql, origin: string, orders: number): Promise<MeasuredStore> {
  const email = `${randomUUID()}@example.com`;
  const cookie = await signUp(origin, email);
  const merchant = await findMerchantByEmail(db, email);
  if (!merchant) throw new Error('signing up made no account');
  const now = new Date();
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = {
    merchantId: merchant.id,
    environment: 'test',
    nickname: 'bench',
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    fingerprint: fingerprintOf(publicKey),
  } as const;
  await insertApiKey(db, key, now);
  const store = await insertStore(db, { merchantId: merchant.id }, `Store of ${orders}`, now);
  const started = performance.now();
  const fill = () => fillStore(db, store, { orders, now });
  await (orders < large ? fill() : withoutIndexes(sql, filled, fill));
  await writeStories(sql, store.id);
  const seedSeconds = Math.round((performance.now() - started) / 100) / 10;
  return { orders, store, privateKey, cookie, seedSeconds };
}

async function signUp(origin: string, email: string): Promise<string> {
  const response = await fetch(`${origin}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: origin },
    body: JSON.stringify({ email, password: randomUUID(), name: 'Ana' }),
  });
  const cookies = response.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
  if (!response.ok || cookies.length === 0) throw new Error(`Signing up failed: ${response.status}`);
  return cookies.join('; ');
}

/** What happened to the newest orders, which are those that are opened. */
const writeStories = (sql: Sql, storeId: string) => sql`
  insert into events (id, merchant_id, store_id, environment, type, object_type, object_id, sequence, actor, data,
    created_at)
  select uuidv7(), merchant_id, store_id, environment, happened.type, 'order', id, happened.place,
    '{"kind": "checkout", "by": "bench"}', '{}', created_at
  from (select * from orders where store_id = ${storeId} and status in ('completed', 'active')
    order by created_at desc limit 200) as opened
  cross join unnest(array['order.created', 'payment.started', 'payment.succeeded'])
    with ordinality as happened (type, place)`;
