import { randomUUID, sign } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { requestLog } from '#db/schema/index.ts';
import { newId, toShortId } from '#server/domain/ids.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import {
  type Answer,
  customerHeaders,
  db,
  newMerchant,
  newProduct,
  newSession,
  post,
  send,
  signedHeaders,
  type TestMerchant,
} from '#server/testing/api.ts';
import { findRequest, listRequests } from './data/request-log.ts';

const idOf = ({ headers }: Answer) => headers.get('x-request-id') ?? '';
const rowsOf = (merchantId: string) => db.select().from(requestLog).where(eq(requestLog.merchantId, merchantId));

/** The log's entry for an answer, once it is written. */
async function logged(answer: Answer) {
  const find = async () => {
    const [row] = await db
      .select()
      .from(requestLog)
      .where(eq(requestLog.id, idOf(answer)));
    if (!row) throw new Error('not logged');
    return row;
  };
  return await vi.waitFor(find, { timeout: 30_000 });
}

/** A call with an invalid signature that the doctor does or does not recognize. */
async function sendMistaken(merchant: TestMerchant, ending: string, merchantId = merchant.merchantId) {
  const [path, body] = ['/v1/actions/store/create-store', JSON.stringify({ name: 'ana@example.com' })];
  const headers = signedHeaders('POST', path, body, { merchantId, key: merchant.keys.test });
  const text = `POST\n${path}\n${headers['X-Timestamp']}\n${ending}`;
  const signature = sign('RSA-SHA256', Buffer.from(text), merchant.keys.test).toString('base64');
  return await send('POST', path, body, { ...headers, 'X-Signature': signature });
}

// Concurrent, because each test waits for the log, which is written twice a second.
describe.concurrent('logged calls', () => {
  test('logs a success with its id, store, environment, caller, duration and bodies', async () => {
    const merchant = await newMerchant();
    const body = { storeId: merchant.storeId, name: 'Handbook', prices: { USD: { amount: '29.00' } } };
    const answer = await merchant.call('onetime-product/create-product', body);
    const row = await logged(answer);
    expect(row).toMatchObject({
      merchantId: merchant.id,
      storeId: merchant.store.id,
      environment: 'test',
      method: 'POST',
      path: '/v1/actions/onetime-product/create-product',
      callerKind: 'apiKey',
      status: 200,
      replayed: false,
      error: null,
      hint: null,
      requestBody: body,
    });
    expect(row.responseBody).toMatchObject({
      data: { product: { name: 'Handbook', id: answer.body.data.product.id } },
    });
    expect(row.durationMs).toBeGreaterThanOrEqual(0);
    expect(Math.abs(row.createdAt.getTime() - Date.now())).toBeLessThan(60_000);
  });

  test('logs a refusal with its error, masked', async () => {
    const merchant = await newMerchant();
    const refused = await merchant.call('store/update-store', { id: 'ana@example.com' });
    expect(await logged(refused)).toMatchObject({
      status: 400,
      error: 'Expected format: STO_xxx, got [email]',
      storeId: null,
      requestBody: { id: '[email]' },
    });
    const broken = await send('POST', '/v1/actions/store/create-store', '{"name":', {
      ...signedHeaders('POST', '/v1/actions/store/create-store', '{"name":', {
        merchantId: merchant.merchantId,
        key: merchant.keys.prod,
      }),
    });
    expect(await logged(broken)).toMatchObject({
      status: 400,
      environment: 'prod',
      error: 'Request body is not valid JSON',
      requestBody: { note: 'Not JSON: 8 bytes' },
    });
  });

  test('logs a text that PostgreSQL cannot store', async () => {
    const merchant = await newMerchant();
    const answer = await merchant.call('store/create-store', { name: 'a\u0000b', 'k\u0000': '\ud800' });
    expect(await logged(answer)).toMatchObject({ status: 400, requestBody: { name: 'a\ufffdb', 'k\ufffd': '\ufffd' } });
  });

  test('logs any call, and other merchants’ calls in the same batch', async () => {
    const [merchant, neighbor] = await Promise.all([newMerchant(), newMerchant()]);
    const nasty = [
      { billingDetail: { country: '\u0000' }, checkoutSessionId: '\u0000' },
      { checkoutSessionId: '1234567😀' },
      { checkoutSessionId: '1234567😀9', [`${'x'.repeat(99)}😀y`]: 1 },
      { storeId: `${'x'.repeat(270)}${'😀'.repeat(40)}`, productId: `x${'😀'.repeat(200)}` },
    ];
    const actions = ['checkout/create-session', 'onetime-order/create-order', 'store/update-store'];
    const answers = await Promise.all(
      nasty.flatMap((body) => [
        ...actions.map((action) => merchant.call(action, body)),
        neighbor.call('store/update-store', { id: neighbor.storeId, name: 'Beside' }),
      ]),
    );
    for (const answer of answers) expect((await logged(answer)).status).toBe(answer.status);
    const text = JSON.stringify(await rowsOf(merchant.id));
    expect(text).not.toMatch(/\\u0000|\\ud[89a-f]/);
  });

  test('a flood of unproven failures that name a merchant does not displace the merchant’s calls', async () => {
    const merchant = await newMerchant();
    const flood = () =>
      post(
        'store/create-store',
        {},
        { 'X-Merchant-Id': merchant.merchantId, 'X-Timestamp': '1', 'X-Signature': 'AAAA' },
      );
    // Twice the limit per minute, so that a minute that ends meanwhile changes nothing.
    for (let round = 0; round < 15; round += 1) await Promise.all(Array.from({ length: 8 }, flood));
    const body = JSON.stringify({ name: 'ana@example.com' });
    const own = await sendMistaken(merchant, body);
    expect(await logged(own)).toMatchObject({ hint: expect.stringContaining('The body itself was signed') });
  });

  test('logs a replay once', async () => {
    const merchant = await newMerchant();
    const headers = { 'X-Idempotency-Key': randomUUID() };
    const first = await merchant.call('store/create-store', { name: 'Once' }, { headers });
    const second = await merchant.call('store/create-store', { name: 'Once' }, { headers });
    expect((await logged(first)).replayed).toBe(false);
    expect(await logged(second)).toMatchObject({ replayed: true, status: 200 });
    expect(idOf(first)).not.toBe(idOf(second));
  });

  test('logs store-slug and session-token calls under their store', async () => {
    const merchant = await newMerchant();
    const product = await newProduct(merchant);
    const body = { productId: product.id, productType: 'onetime', currency: 'USD' };
    const bySlug = await post('checkout/create-session', body, {
      'X-Store-Slug': merchant.slug,
      'X-Environment': 'test',
    });
    expect(await logged(bySlug)).toMatchObject({ callerKind: 'storeSlug', storeId: merchant.store.id, status: 200 });
    const headers = await customerHeaders(merchant, 'ana', 'prod');
    const byToken = await post('onetime-order/cancel-order', { orderId: toShortId('ORD', newId()) }, headers);
    expect(await logged(byToken)).toMatchObject({
      callerKind: 'sessionToken',
      storeId: merchant.store.id,
      environment: 'prod',
      status: 404,
    });
  });

  test('logs a GraphQL call without a store', async () => {
    const merchant = await newMerchant();
    const answer = await merchant.query('query A($id: String) { stores(filter: {name: {eq: "Ana"}}) { id } }', {
      id: 'Ana',
    });
    const row = await logged(answer);
    expect(row).toMatchObject({ path: '/v1/graphql', storeId: null, environment: 'test' });
    expect(JSON.stringify(row)).not.toContain('Ana');
    expect(row.requestBody).toMatchObject({ query: expect.stringContaining('stores(filter: {name: {eq: "…"}})') });
  });

  test('logs a failed signature that names a merchant without bodies, with the doctor’s hint', async () => {
    const merchant = await newMerchant();
    const wrong = await sendMistaken(merchant, 'nothing known');
    expect(wrong.status).toBe(401);
    const noDetails = { environment: null, storeId: null, requestBody: null, responseBody: null, status: 401 };
    expect(await logged(wrong)).toMatchObject({ ...noDetails, error: 'Invalid signature', hint: null });
    const raw = await sendMistaken(merchant, JSON.stringify({ name: 'ana@example.com' }));
    expect(await logged(raw)).toMatchObject({
      ...noDetails,
      hint: 'The body itself was signed; sign Base64 of its SHA-256 digest instead.',
    });
  });

  test('logs no failure without a merchant, and no data of an unknown caller', async () => {
    const merchant = await newMerchant();
    const unknownId = newId();
    const unknownCaller = await sendMistaken(merchant, '', toShortId('MER', unknownId));
    const anonymous = await post('store/create-store', { name: 'x' });
    const health = await send('GET', '/v1/health', undefined);
    // Written after the others, so that they would be visible now.
    await logged(await merchant.call('store/create-store', { name: 'Last' }));
    for (const answer of [unknownCaller, anonymous, health]) {
      expect(
        await db
          .select()
          .from(requestLog)
          .where(eq(requestLog.id, idOf(answer))),
      ).toEqual([]);
    }
    expect(await rowsOf(unknownId)).toEqual([]);
  });

  test('logs only the first of many failed signatures per minute', async () => {
    const merchant = await newMerchant();
    for (let round = 0; round < 18; round += 1) {
      await Promise.all(Array.from({ length: 8 }, () => sendMistaken(merchant, 'nothing known')));
    }
    await logged(await merchant.call('store/create-store', { name: 'Last' }));
    const failed = (await rowsOf(merchant.id)).filter(({ status }) => status === 401);
    expect(failed.length).toBeGreaterThanOrEqual(60);
    // Of 144; twice the limit per minute, in case one ended meanwhile.
    expect(failed.length).toBeLessThanOrEqual(120);
  });
});

describe.concurrent('the store of a call', () => {
  test('is found from the session, order and product ids in it and in its answer', async () => {
    const merchant = await newMerchant();
    const { sessionId, productId } = await newSession(merchant);
    const calls = [
      merchant.call('onetime-order/create-order', { checkoutSessionId: sessionId, billingDetail: {} }),
      merchant.call('onetime-product/publish-product', { id: productId }),
      merchant.call('auth/issue-session-token', { productId, buyerIdentity: 'ana' }),
      merchant.call('store/update-store', { id: merchant.store.id, name: 'By UUID' }),
    ];
    for (const answer of await Promise.all(calls)) {
      expect(await logged(answer), answer.text).toMatchObject({ storeId: merchant.store.id });
    }
    const created = await merchant.call('store/create-store', { name: 'New one' });
    expect(toShortId('STO', (await logged(created)).storeId ?? '')).toBe(created.body.data.store.id);
  });

  test('is never another merchant’s', async () => {
    const [one, two] = await Promise.all([newMerchant(), newMerchant()]);
    const product = await newProduct(two);
    for (const answer of [
      await one.call('store/update-store', { id: two.storeId, name: 'Mine now' }),
      await one.call('onetime-product/publish-product', { id: product.id }),
    ]) {
      expect(await logged(answer)).toMatchObject({ merchantId: one.id, storeId: null, status: 404 });
    }
  });
});

test('keeps secrets and personal data out of the table', async () => {
  const merchant = await newMerchant();
  const { productId } = await newSession(merchant);
  const personalData = ['Zqana', 'Zqacme', 'Zq12345', 'Zqberlin', 'Zqnote'];
  const session = await merchant.call('checkout/create-session', {
    storeId: merchant.storeId,
    productId,
    productType: 'onetime',
    currency: 'USD',
    buyerEmail: 'Zqana@example.com',
    billingDetail: { country: 'DE', isBusiness: true, businessName: 'Zqacme', taxId: 'Zq12345', state: 'Zqberlin' },
    metadata: { note: 'Zqnote', score: 3 },
    successUrl: 'https://shop.example/thanks?for=Zqana',
  });
  const issued = await merchant.call('auth/issue-session-token', { storeId: merchant.storeId, buyerIdentity: 'Zqana' });
  const order = await merchant.call('onetime-order/create-order', {
    checkoutSessionId: session.body.data.sessionId,
    billingDetail: { country: 'DE', isBusiness: false, postcode: 'Zq12345' },
    buyerEmail: 'Zqana@example.com',
    buyerIp: '192.0.2.77',
  });
  for (const answer of [session, issued, order]) {
    expect(answer.status, answer.text).toBe(200);
    const text = JSON.stringify(await logged(answer));
    for (const part of [...personalData, issued.body.data.token, session.body.data.sessionId, '192.0.2.77']) {
      expect(text).not.toContain(part);
    }
  }
  const row = await logged(session);
  expect(row.requestBody).toMatchObject({
    storeId: merchant.storeId,
    currency: 'USD',
    billingDetail: { country: 'DE', isBusiness: true },
    metadata: { note: '[masked]', score: '[masked]' },
    successUrl: 'https://shop.example/thanks?…',
  });
  const shown = session.body.data.sessionId.slice(0, 8);
  expect(row.responseBody).toMatchObject({
    data: { sessionId: `${shown}…`, checkoutUrl: expect.stringMatching(new RegExp(`/checkout/${shown}…$`)) },
  });
});

test('replaces a long body by its size', async () => {
  const merchant = await newMerchant();
  const body = { id: merchant.storeId, whatever: 'x'.repeat(20_000) };
  const answer = await merchant.call('store/update-store', body);
  expect(await logged(answer)).toMatchObject({
    storeId: merchant.store.id,
    requestBody: { note: `Omitted: ${JSON.stringify(body).length} bytes` },
    responseBody: { data: { store: { id: merchant.storeId } } },
  });
});

describe.concurrent('reading the log', () => {
  test('lists newest first, filtered, paged, in one environment; calls without a store for the owner only', async () => {
    const merchant = await newMerchant();
    const fine = await merchant.call('store/update-store', { id: merchant.storeId, name: 'Fine' });
    const refused = await merchant.call('store/update-store', { id: merchant.storeId, name: ' ' });
    const prod = await merchant.call(
      'store/update-store',
      { id: merchant.storeId, name: 'P' },
      { environment: 'prod' },
    );
    const failed = await sendMistaken(merchant, 'nothing known');
    const graphql = await merchant.query('{ stores { id } }');
    for (const answer of [fine, refused, prod, failed, graphql]) await logged(answer);
    const store = { ...scopeOfStore(merchant.store), environment: 'test', now: new Date() } as const;
    const owner = { ...store, ownerId: merchant.id };
    const ids = async (
      ...[scope, filter, page]: Parameters<typeof listRequests> extends [unknown, ...infer Rest] ? Rest : never
    ) => (await listRequests(db, scope, filter, page)).map(({ id }) => id);
    const all = { limit: 10 };
    expect(await ids(owner, {}, all)).toMatchObject([graphql, failed, refused, fine].map(idOf));
    expect(await ids(store, {}, all)).toMatchObject([refused, fine].map(idOf));
    expect(await ids({ ...owner, environment: 'prod' }, {}, all)).toEqual([idOf(prod)]);
    expect(await ids(owner, {}, { limit: 2, after: idOf(failed) })).toMatchObject([refused, fine].map(idOf));
    expect(await ids(owner, { statusClass: 4 }, all)).toMatchObject([failed, refused].map(idOf));
    expect(await ids(owner, { path: '/v1/graphql' }, all)).toEqual([idOf(graphql)]);
    expect(await ids(owner, { search: 'INVALID sig' }, all)).toEqual([idOf(failed)]);
    expect(await ids(owner, { search: 'update-st' }, all)).toMatchObject([refused, fine].map(idOf));
    expect(await ids(owner, { search: idOf(fine) }, all)).toEqual([idOf(fine)]);
    expect(await ids(owner, { search: idOf(fine).slice(0, 13) }, all)).toEqual([idOf(fine)]);
    expect(await ids(owner, { search: '%' }, all)).toEqual([]);
  });

  test('hides calls from other merchants and stores', async () => {
    const [one, two] = await Promise.all([newMerchant(), newMerchant()]);
    const calls = [
      await one.call('store/update-store', { id: one.storeId, name: 'Mine' }),
      await one.call('store/update-store', { id: two.storeId, name: 'Not mine' }),
      await sendMistaken(one, 'nothing known'),
    ];
    for (const answer of calls) await logged(answer);
    const otherScope = { ...scopeOfStore(two.store), environment: 'test', ownerId: two.id, now: new Date() } as const;
    expect(await listRequests(db, otherScope, {}, { limit: 10 })).toEqual([]);
    for (const answer of calls) expect(await findRequest(db, otherScope, idOf(answer))).toBeUndefined();
    const own = { ...otherScope, ...scopeOfStore(one.store), ownerId: one.id } as const;
    for (const answer of calls) expect(await findRequest(db, own, idOf(answer))).toBeDefined();
  });
});

test('shows calls for 30 days', async () => {
  const merchant = await newMerchant();
  const call = await merchant.call('store/update-store', { id: merchant.storeId, name: 'Old' });
  const ofNoStore = await sendMistaken(merchant, 'nothing known');
  const scope = { ...scopeOfStore(merchant.store), environment: 'test', ownerId: merchant.id } as const;
  for (const answer of [call, ofNoStore]) {
    const { createdAt } = await logged(answer);
    const shown = async (now: Date) => [
      (await listRequests(db, { ...scope, now }, {}, { limit: 10 })).some(({ id }) => id === idOf(answer)),
      (await findRequest(db, { ...scope, now }, idOf(answer))) !== undefined,
    ];
    const end = createdAt.getTime() + 30 * 86_400_000;
    expect(await shown(new Date(end - 1))).toEqual([true, true]);
    expect(await shown(new Date(end))).toEqual([false, false]);
  }
});
