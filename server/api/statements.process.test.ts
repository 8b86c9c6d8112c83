/**
 * How many statements a request sends, beside BEGIN and COMMIT. docs/benchmarks/measure.md documents the maxima: a change
 * that exceeds one is slower for every merchant.
 */
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { renewSubscriptions } from '#server/billing/subscriptions/charge-renewals.ts';
import type { GatewayRequest, GatewayResponse } from '#server/http/http.ts';
import { handleChallenge, handlePay, handleQuote } from '#server/storefront/routes/checkout-routes.ts';
import { newMerchant, newProduct, newSession, signedHeaders, type TestMerchant } from '#server/testing/api.ts';
import { makeSubscriptions } from '#server/testing/orders/many-subscriptions.ts';
import { databaseUrl } from '#server/testing/worker-servers.ts';
import { handleRequest } from './handle.ts';

// The log writes earlier calls in batches, which would count here.
process.env.REQUEST_LOG = 'off';

const max = { createSession: 3, pay: 14, renewal: 4 };

const statements: string[] = [];
const watched = openDatabase(databaseUrl, { max: 4, onStatement: (text) => statements.push(text) });
// Where `database` stores this process's client.
Object.assign(globalThis, { counterfoilDatabase: watched });

afterAll(() => watched.close());

const post = (body: object, cookie = '') => ({
  method: 'POST',
  url: '/',
  headers: { cookie },
  body: new TextEncoder().encode(JSON.stringify(body)),
  address: '10.1.2.3',
});

/** Counts the statements of an answer, and its reads of the session: without a lock, and with one. */
async function counted(step: () => Promise<GatewayResponse>) {
  statements.length = 0;
  const { status, headers, body } = await step();
  expect([status, body]).toEqual([200, body]);
  const reads = statements.filter((text) => /^select .* (from|join) "checkout_sessions"/s.test(text));
  const locks = reads.filter((text) => / for update/.test(text));
  const count = statements.length;
  return {
    data: JSON.parse(String(body)).data,
    headers,
    count,
    reads: reads.length - locks.length,
    locks: locks.length,
  };
}

function signed(merchant: TestMerchant, url: string, content: object): GatewayRequest {
  const body = JSON.stringify(content);
  const sent = signedHeaders('POST', url, body, { merchantId: merchant.merchantId, key: merchant.keys.test });
  // As node:http gives them.
  const headers = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value]));
  return { method: 'POST', url, headers, body: new TextEncoder().encode(body), address: '10.1.2.3' };
}

test('creates a session in three statements', async () => {
  const merchant = await newMerchant();
  const product = await newProduct(merchant);
  const content = { storeId: merchant.storeId, productId: product.id, productType: 'onetime', currency: 'USD' };
  const call = () => handleRequest(signed(merchant, '/v1/actions/checkout/create-session', content));
  // The first call of a key records its use.
  await call();
  expect((await counted(call)).count).toBeLessThanOrEqual(max.createSession);
});

const buyer = { email: 'buyer@example.com', country: 'DE', state: '', postcode: '' };
const cardOf = (cardNumber: string) => ({ cardNumber, cardExpiry: '12 / 40', cardCvc: '123' });

test('pays a checkout in fourteen statements, and reads the session once without and once with a lock', async () => {
  const merchant = await newMerchant();
  const { sessionId } = await newSession(merchant);
  const address = { storeSlug: merchant.slug, token: sessionId };
  const quote = await counted(() => handleQuote(address, post(buyer)));
  expect(quote).toMatchObject({ reads: 1, locks: 0 });

  const form = { ...buyer, ...cardOf('4242424242424242'), shown: quote.data.shown };
  const paid = await counted(() => handlePay(address, post(form)));
  expect(paid).toMatchObject({ data: { state: 'paid' }, reads: 1, locks: 1 });
  expect(paid.count).toBeLessThanOrEqual(max.pay);
});

test('reads the checkout once in each request of a challenge', async () => {
  const merchant = await newMerchant();
  const { sessionId } = await newSession(merchant);
  const address = { storeSlug: merchant.slug, token: sessionId };
  const quote = await counted(() => handleQuote(address, post(buyer)));
  const form = { ...buyer, ...cardOf('4000002760003184'), shown: quote.data.shown };
  const first = await counted(() => handlePay(address, post(form)));
  expect(first).toMatchObject({ data: { state: 'challenge' }, reads: 1, locks: 1 });

  const [cookie] = String(first.headers['Set-Cookie']).split(';');
  const second = await counted(() => handlePay(address, post(form, cookie)));
  expect(second).toMatchObject({ data: { state: 'challenge' }, reads: 1, locks: 1 });

  const paymentId = String(second.data.challengePath).split('/').at(-1) ?? '';
  const finish = await counted(() => handleChallenge({ ...address, paymentId }, post({ passed: true }, cookie)));
  expect(finish).toMatchObject({ data: { state: 'paid' }, reads: 1, locks: 1 });
});

test('renews a subscription of a batch in at most four statements', async () => {
  const now = new Date('2026-11-15T12:00:00.000Z');
  const count = 100;
  const store = await makeSubscriptions(watched.db, count, now);
  statements.length = 0;
  expect(
    await renewSubscriptions(watched.db, now, { scope: { merchantId: store.merchantId, storeId: store.id } }),
  ).toBe(count);
  expect(statements.length / count).toBeLessThanOrEqual(max.renewal);
});
