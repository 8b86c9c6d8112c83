/** The server under test has `DATABASE_NODES`; another one without it reaches the same cluster through the coordinator. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { refundsChannel } from '#server/billing/refunds/data/refunds-channel.ts';
import {
  baseUrl,
  newMerchant,
  newProduct,
  newSession,
  newSubscriptionProduct,
  newSubscriptionSession,
  signedHeaders,
  sql,
  type TestMerchant,
} from '../api.ts';
import { paidOrder } from '../orders/refunds.ts';
import { startApiServer, type TestServer } from '../test-servers.ts';
import { databaseUrl } from '../worker-servers.ts';
import { prepareCounting, readStatementCounts, type StatementCount } from './statement-counts.ts';

let coordinated: TestServer;
beforeAll(async () => {
  coordinated = await startApiServer(databaseUrl, { pages: false, worker: false, settings: { REQUEST_LOG: 'off' } });
});
afterAll(() => coordinated.close());

const bothServers = () => [baseUrl, coordinated.url];

async function createSession(url: string, merchant: TestMerchant, input: object, headers: Record<string, string> = {}) {
  const path = '/v1/actions/checkout/create-session';
  const body = JSON.stringify(input);
  const signed = signedHeaders('POST', path, body, { merchantId: merchant.merchantId, key: merchant.keys.test });
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...signed, ...headers },
    body,
  });
  return { status: response.status, text: await response.text() };
}

async function payOn(url: string, { slug }: TestMerchant, sessionId: string, email: string) {
  const post = async (step: string, fields: object) => {
    const headers = { 'Content-Type': 'application/json', Origin: url, 'Sec-Fetch-Site': 'same-origin' };
    const body = JSON.stringify({ email, country: 'DE', ...fields });
    const answer = await fetch(`${url}/${slug}/checkout/${sessionId}/${step}`, { method: 'POST', headers, body });
    return { status: answer.status, body: (await answer.json()) as { data?: { shown?: object; state?: string } } };
  };
  const quote = await post('quote', {});
  const card = { cardNumber: '4242 4242 4242 4242', cardExpiry: '12 / 40', cardCvc: '123' };
  return await post('pay', { ...card, shown: quote.body.data?.shown });
}

/** The node of the merchant's rows, and another one with rows of merchants. */
async function nodesOf({ id }: TestMerchant) {
  const rows = await sql<{ groupid: number; host: string; port: number; shard: string; isOwn: boolean }[]>`
    with own as (
      select shardid, groupid from pg_dist_placement
      where shardid = get_shard_id_for_distribution_column('orders', ${id}::uuid))
    select node.groupid, nodename as host, nodeport as port, own.shardid as shard, node.groupid = own.groupid as "isOwn"
    from pg_dist_node node cross join own where shouldhaveshards`;
  const [own, other] = [rows.find(({ isOwn }) => isOwn), rows.find(({ isOwn }) => !isOwn)];
  if (!own || !other) throw new Error('The cluster has fewer than two nodes');
  return { own, other };
}

/** The nodes that ran statements on merchants' tables during a call. */
async function nodesAsked(call: () => Promise<unknown>): Promise<number[]> {
  const before = await readStatementCounts();
  await call();
  const after = await readStatementCounts();
  const total = (count: StatementCount | undefined) => (count ? count.one + count.several : 0);
  return [...after].filter(([node, count]) => total(count) > total(before.get(node))).map(([node]) => node);
}

const saleOf = async (merchant: TestMerchant) => {
  const { id: productId } = await newProduct(merchant);
  return { storeId: merchant.storeId, productId, productType: 'onetime', currency: 'USD' };
};

test('calls of a merchant ask only the node of its rows, also after these have moved', async () => {
  await prepareCounting();
  const merchant = await newMerchant();
  const input = await saleOf(merchant);
  const { own, other } = await nodesOf(merchant);
  const publicHeaders = { 'Content-Type': 'application/json', 'X-Store-Slug': merchant.slug, 'X-Environment': 'test' };
  const calls: Record<string, () => Promise<{ status: number }>> = {
    'create-session with a key': () => createSession(baseUrl, merchant, input),
    'public create-session': () =>
      fetch(`${baseUrl}/v1/actions/checkout/create-session`, {
        method: 'POST',
        headers: publicHeaders,
        body: JSON.stringify({ ...input, storeId: undefined }),
      }),
    'GraphQL products': () => merchant.query('{ onetimeProducts { id } onetimeOrders { id } }'),
    events: () => merchant.read(`/v1/events?storeId=${merchant.storeId}`),
    requests: () => merchant.read(`/v1/requests?storeId=${merchant.storeId}`),
  };
  const { sessionId, checkoutUrl } = await newSession(merchant);
  calls['checkout page'] = () => fetch(checkoutUrl.replace(/^https?:\/\/[^/]+/, baseUrl));
  calls.payment = () => payOn(baseUrl, merchant, sessionId, 'buyer@example.com');
  calls['portal page'] = () => fetch(`${baseUrl}/${merchant.slug}/portal?environment=test`);
  // The coordinator is asked once for the merchant of a slug.
  await calls['public create-session']?.();
  const asked: Record<string, readonly number[]> = {};
  for (const [name, call] of Object.entries(calls)) {
    asked[name] = await nodesAsked(async () => expect([name, (await call()).status]).toEqual([name, 200]));
  }
  expect(asked).toEqual(Object.fromEntries(Object.keys(calls).map((name) => [name, [own.groupid]])));
  expect(await nodesAsked(() => createSession(coordinated.url, merchant, input))).toEqual([0]);

  const move = (from: typeof own, to: typeof own) => sql`
    select citus_move_shard_placement(${own.shard}::bigint, ${from.host}, ${from.port}, ${to.host}, ${to.port}, 'block_writes')`;
  const isAsked = async () =>
    await nodesAsked(async () => expect((await createSession(baseUrl, merchant, input)).status).toBe(200));
  await move(own, other);
  await expect.poll(isAsked).toEqual([other.groupid]);
  // Other tests need merchants on both nodes.
  await move(other, own);
  await expect.poll(isAsked).toEqual([own.groupid]);
});

test('a notification of a call on a node reaches who listens at the coordinator and the nodes', async () => {
  const merchant = await newMerchant();
  const { paymentId } = await paidOrder(merchant);
  const { own } = await nodesOf(merchant);
  const heard = Promise.withResolvers<void>();
  const { listen, close } = openDatabase(databaseUrl, { max: 1 });
  const node = `${own.host}:${own.port}`;
  const listening = await listen({ [refundsChannel]: () => heard.resolve() }, [node]);
  try {
    const refund = { paymentId, amount: '1.00', reason: 'A page is torn.' };
    expect((await merchant.call('refund/create-refund', refund)).status).toBe(200);
    await heard.promise;
  } finally {
    await listening.stop();
    await close();
  }
});

test('calls with one idempotency key through different nodes have one effect', async () => {
  const merchant = await newMerchant();
  const input = await saleOf(merchant);
  const urls = Array.from({ length: 10 }, bothServers).flat();
  const answers = await Promise.all(
    urls.map((url) => createSession(url, merchant, input, { 'X-Idempotency-Key': 'once' })),
  );
  expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  expect(new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text)).size).toBe(1);
  const [row] = await sql`select count(*)::int as count from checkout_sessions where merchant_id = ${merchant.id}`;
  expect(row?.count).toBe(1);
});

test('of sixteen checkouts of a subscription paid at once through different nodes, one is charged', async () => {
  const merchant = await newMerchant();
  const { id: productId } = await newSubscriptionProduct(merchant);
  const sessions = await Promise.all(Array.from({ length: 16 }, () => newSubscriptionSession(merchant, { productId })));
  const answers = await Promise.all(
    sessions.map(({ sessionId }, index) =>
      payOn(bothServers()[index % 2] ?? baseUrl, merchant, sessionId, 'subscriber@example.com'),
    ),
  );
  expect(answers.filter(({ body }) => body.data?.state === 'paid')).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(15);
});
