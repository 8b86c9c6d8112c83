/** How often a buyer's requests read the checkout from the database. */
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import type { GatewayResponse } from '#server/http/http.ts';
import { newMerchant, newSession } from '#server/testing/api.ts';
import { databaseUrl } from '#server/testing/worker-servers.ts';
import { handleChallenge, handlePay, handleQuote } from './checkout-routes.ts';

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

/** Counts the statements of an answer that read the session: without a lock, and with one. */
async function counted(step: () => Promise<GatewayResponse>) {
  statements.length = 0;
  const { status, headers, body } = await step();
  expect([status, body]).toEqual([200, body]);
  const reads = statements.filter((text) => /^select .* from "checkout_sessions"/s.test(text));
  const locks = reads.filter((text) => text.endsWith('for update'));
  return { data: JSON.parse(String(body)).data, headers, reads: reads.length - locks.length, locks: locks.length };
}

test('loads the checkout once per request, and once under the transaction’s lock', async () => {
  const merchant = await newMerchant();
  const { sessionId } = await newSession(merchant);
  const address = { storeSlug: merchant.slug, token: sessionId };
  const buyer = { email: 'buyer@example.com', country: 'DE', state: '', postcode: '' };
  const quote = await counted(() => handleQuote(address, post(buyer)));
  expect(quote).toMatchObject({ reads: 1, locks: 0 });

  const card = { cardNumber: '4000002760003184', cardExpiry: '12 / 40', cardCvc: '123' };
  const form = { ...buyer, ...card, shown: quote.data.shown };
  const first = await counted(() => handlePay(address, post(form)));
  expect(first).toMatchObject({ data: { state: 'challenge' }, reads: 1, locks: 1 });

  const [cookie] = String(first.headers['Set-Cookie']).split(';');
  const second = await counted(() => handlePay(address, post(form, cookie)));
  expect(second).toMatchObject({ data: { state: 'challenge' }, reads: 1, locks: 1 });

  const paymentId = String(second.data.challengePath).split('/').at(-1) ?? '';
  const finish = await counted(() => handleChallenge({ ...address, paymentId }, post({ passed: true }, cookie)));
  expect(finish).toMatchObject({ data: { state: 'paid' }, reads: 1, locks: 1 });
});
