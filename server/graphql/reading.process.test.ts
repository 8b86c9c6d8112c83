/** Reads have separate connections and timeouts: they delay neither writes nor other accounts' reads. */
import { eq, sql as statement } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { freePort } from '#db/free-port.ts';
import { merchants, storeDirectory, storeMembers, stores } from '#db/schema/index.ts';
import { newId, toShortId } from '#server/domain/ids.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { isUnavailable } from '#server/platform/data/read-failures.ts';
import { db, newMerchant, newProduct, signedHeaders, type TestMerchant } from '#server/testing/api.ts';
import { newDatabase } from '#server/testing/databases/own-database.ts';
import { startApiServer, type TestServer } from '#server/testing/test-servers.ts';
import { databaseUrl } from '#server/testing/worker-servers.ts';
import { startReading } from './reading.ts';

const servers: TestServer[] = [];
let url: string;

const start = async (settings: Readonly<Record<string, string>>): Promise<string> => {
  const server = await startApiServer(databaseUrl, { pages: false, worker: false, settings });
  servers.push(server);
  return server.url;
};

beforeAll(async () => {
  url = await start({ READ_TIMEOUT_SECONDS: '1', DATABASE_READ_POOL: '5', DATABASE_POOL: '2' });
});
afterAll(async () => await Promise.all(servers.map((server) => server.close())));

/** Sends the merchant's signed request to a server of this test. */
async function sendTo(base: string, merchant: TestMerchant, path: string, body: object) {
  const text = JSON.stringify(body);
  const headers = signedHeaders('POST', path, text, { merchantId: merchant.merchantId, key: merchant.keys.test });
  const response = await fetch(`${base}${path}`, { method: 'POST', headers, body: text });
  const { data, errors } = (await response.json()) as {
    data: Record<string, unknown> | null;
    errors?: { message: string; layer: string; path?: string[] }[];
  };
  return { status: response.status, data, errors, retryAfter: response.headers.get('retry-after') };
}

const ask = (merchant: TestMerchant, query: string, base = url) => sendTo(base, merchant, '/v1/graphql', { query });
const write = (merchant: TestMerchant, base = url) => {
  const product = { storeId: merchant.storeId, name: 'Field notes', prices: { USD: { amount: '29.00' } } };
  return sendTo(base, merchant, '/v1/actions/onetime-product/create-product', product);
};

/** The number of the servers' statements waiting for a lock. */
async function waitingReads(): Promise<number> {
  const {
    rows: [row],
  } = await db.execute<{ count: number }>(statement`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = 'counterfoil-reader' and wait_event_type = 'Lock'`);
  return row?.count ?? 0;
}

test('aborts slow reads with a message; writes and other merchants continue meanwhile', async () => {
  const [greedy, other] = [await newMerchant(), await newMerchant()];
  await newProduct(other);
  const tooLong = 'Query takes too long: request a shorter range or less data';
  const answers = await db.transaction(async (tx) => {
    await tx.execute(statement`lock table payments in access exclusive mode`);
    const partly = ask(greedy, `{ storesCount payment(id: "${toShortId('PAY', newId())}") { id } }`);
    await expect.poll(waitingReads, { interval: 5 }).toBe(1);
    const wholly = Array.from({ length: 7 }, () => ask(greedy, '{ paymentsCount again: paymentsCount }'));
    // One merchant gets at most four of five connections.
    await expect.poll(waitingReads, { interval: 5 }).toBe(4);
    const [read, written] = await Promise.all([ask(other, '{ onetimeProductsCount }'), write(greedy)]);
    expect([read.status, read.data]).toEqual([200, { onetimeProductsCount: 1 }]);
    expect([written.status, await waitingReads()]).toEqual([200, 4]);
    return await Promise.all([partly, ...wholly]);
  });
  const [partly, ...wholly] = answers;
  expect(partly).toMatchObject({ status: 200, data: { storesCount: 1, payment: null } });
  expect(partly?.errors).toMatchObject([{ message: tooLong, layer: 'graphql', path: ['payment'] }]);
  for (const { status, data, errors } of wholly) {
    expect([status, data]).toEqual([400, null]);
    expect(errors?.[0]).toMatchObject({ message: tooLong, layer: 'graphql' });
  }
  // All connections are usable again.
  const after = await Promise.all(Array.from({ length: 10 }, () => ask(greedy, '{ paymentsCount }')));
  expect(after.map(({ status, data }) => [status, data?.paymentsCount])).toEqual(after.map(() => [200, 0]));
});

test('starts no further reads of a failed or timed-out request', async () => {
  const merchant = await newMerchant();
  const caller = { kind: 'apiKey', merchantId: merchant.id, keyId: '', environment: 'test' } as const;
  const begun: string[] = [];
  const slowly = (name: string) => async (tx: Pick<typeof db, 'transaction'>) => {
    begun.push(name);
    return await tx.transaction(async (inner) => {
      await inner.execute(statement`set local statement_timeout = 20`);
      return await inner.execute(statement`select pg_sleep(5)`);
    });
  };
  const refusal = { status: 400, entries: [{ layer: 'graphql' }] };
  const failing = startReading(db, caller, 60_000);
  await expect(failing.read(slowly('first'))).rejects.toMatchObject(refusal);
  await expect(failing.read(slowly('second'))).rejects.toMatchObject(refusal);
  failing.end();
  const late = startReading(db, caller, 10);
  await expect(late.read(() => new Promise((resolve) => setTimeout(resolve, 200)))).rejects.toMatchObject(refusal);
  await expect(late.read(slowly('third'))).rejects.toMatchObject(refusal);
  late.end();
  expect(begun).toEqual(['first']);
});

test('public readers wait only for each other, not the merchant', async () => {
  const { id: merchantId, store } = await newMerchant();
  const at = { merchantId, environment: 'test' } as const;
  const ofStore = { storeId: store.id, store: scopeOfStore(store), ...at };
  const shopper = { kind: 'storeSlug', ...ofStore } as const;
  const customer = { kind: 'sessionToken', buyerIdentity: 'ann', ...ofStore } as const;
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const begun: string[] = [];
  const all = (['storeSlug', 'sessionToken', 'storeSlug', 'storeSlug', 'sessionToken', 'apiKey'] as const).map(
    (kind) => {
      const caller = {
        storeSlug: shopper,
        sessionToken: customer,
        apiKey: { kind: 'apiKey', keyId: '', ...at } as const,
      };
      const { read, end } = startReading(db, caller[kind], 60_000);
      const reading = read(async () => {
        begun.push(kind);
        await answered;
      });
      return reading.finally(end);
    },
  );
  expect(begun).toEqual(['storeSlug', 'sessionToken', 'storeSlug', 'storeSlug', 'apiKey']);
  answer();
  await Promise.all(all);
  expect(begun).toHaveLength(6);
});

test('reads from the replica, and from the primary once the replica is away', async () => {
  const merchant = await newMerchant();
  const copy = await newDatabase();
  const opened = openDatabase(copy.url, { max: 1 });
  const stored = await db.select().from(merchants).where(eq(merchants.id, merchant.id));
  const members = await db.select().from(storeMembers).where(eq(storeMembers.merchantId, merchant.id));
  await opened.db.insert(merchants).values(stored);
  await opened.db.insert(storeDirectory).values({ ...scopeOfStore(merchant.store), slug: merchant.slug });
  await opened.db.insert(stores).values({ ...merchant.store, name: 'As the copy has it' });
  await opened.db.insert(storeMembers).values(members).onConflictDoNothing();
  await opened.close();
  const base = await start({ DATABASE_READ_URL: copy.url, LOG_LEVEL: 'silent' });
  const read = async () => (await ask(merchant, '{ stores { name } onetimeProductsCount }', base)).data;
  const copied = { stores: [{ name: 'As the copy has it' }], onetimeProductsCount: 0 };
  await expect.poll(read).toEqual(copied);
  // Authentication uses the primary; the replica lacks the key. New rows have not arrived there yet.
  expect((await write(merchant, base)).status).toBe(200);
  expect(await read()).toEqual(copied);
  await copy.drop();
  await expect.poll(read).toEqual({ stores: [{ name: merchant.store.name }], onetimeProductsCount: 1 });
});

test('refuses reads when nothing listens at the replica’s address', async () => {
  const unreachable = openDatabase(`postgres://127.0.0.1:${await freePort()}/none`, { max: 1 });
  const failure = await unreachable.db.execute(statement`select 1`).catch((error: unknown) => error);
  expect([isUnavailable(failure), isUnavailable(new Error('of another kind'))]).toEqual([true, false]);
  await unreachable.close();
});
