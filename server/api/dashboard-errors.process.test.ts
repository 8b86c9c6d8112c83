/** A refusal has a code and names its field, in the dashboard as under /v1/. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { toShortId } from '#server/domain/ids.ts';
import { newMerchant, newProduct, newSubscriptionProduct, type TestMerchant } from '#server/testing/api.ts';
import { randomAddress } from '#server/testing/random-address.ts';
import { databaseUrl } from '#server/testing/worker-servers.ts';
import { webhookEvents } from '#server/webhooks/rules/webhook-events.ts';

const [event] = webhookEvents;
const appUrl = 'http://localhost:3000';
let merchant: TestMerchant;
let product: { readonly id: string };
let plan: { readonly id: string };
let callDashboard: (action: string, body: object) => Promise<unknown>;

beforeAll(async () => {
  Object.assign(process.env, { DATABASE_URL: databaseUrl, HOST: '127.0.0.1', APP_URL: appUrl });
  const { answerAccountCall } = await import('./sign-in/merchant-auth.ts');
  const handler = await import('./dashboard-handler.ts');
  merchant = await newMerchant();
  [product, plan] = [await newProduct(merchant), await newSubscriptionProduct(merchant)];
  const account = { name: 'Ana', email: `${randomUUID()}@example.com`, password: 'a long password' };
  const headers = { Origin: appUrl, 'Content-Type': 'application/json', 'X-Forwarded-For': randomAddress() };
  const signedUp = await answerAccountCall(
    new Request(`${appUrl}/api/auth/sign-up/email`, { method: 'POST', headers, body: JSON.stringify(account) }),
  );
  const cookie = signedUp.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
  const { user } = (await signedUp.json()) as { user: { id: string } };
  const member = { storeId: merchant.storeId, merchantId: toShortId('MER', user.id), role: 'admin' };
  expect((await merchant.call('store-merchant/add-merchant', member)).status).toBe(200);
  callDashboard = async (action, body) => {
    const answer = await handler.handleDashboardAction(action, {
      method: 'POST',
      url: `/dashboard/api/${action}`,
      headers: { cookie: cookie.join('; '), origin: appUrl, host: new URL(appUrl).host, 'x-environment': 'test' },
      body: Buffer.from(JSON.stringify(body)),
      address: '203.0.113.9',
    });
    return JSON.parse(String(answer.body)).errors[0];
  };
});

test.each([
  ['update-store', () => ['store/update-store', { id: merchant.storeId, name: 'x'.repeat(49) }], 'too_long', 'name'],
  ['an address', () => ['store/update-store', { id: merchant.storeId, logo: 'no' }], 'invalid_field', 'logo'],
  [
    'an item of a list',
    () => ['onetime-product/update-product', { id: product.id, media: [{ type: 'image', url: 'no' }] }],
    'invalid_field',
    'media.0.url',
  ],
  [
    'an item too many',
    () => ['onetime-product/update-product', { id: product.id, media: Array(21).fill({ type: 'image', url: appUrl }) }],
    'too_many_items',
    'media',
  ],
  [
    'a price',
    () => ['onetime-product/update-product', { id: product.id, prices: { USD: { amount: '1.234' } } }],
    'invalid_field',
    'prices.USD.amount',
  ],
  [
    'a trial that costs too much',
    () => ['subscription-product/update-product', { id: plan.id, prices: { USD: { amount: '5', trialAmount: '9' } } }],
    'invalid_field',
    'prices.USD.trialAmount',
  ],
  [
    'a paid trial without days',
    () => [
      'subscription-product/update-product',
      { id: plan.id, metadata: {}, prices: { USD: { amount: '5', trialAmount: '1' } } },
    ],
    'missing_field',
    'metadata.trialDays',
  ],
  [
    'days of a trial',
    () => ['subscription-product/update-product', { id: plan.id, metadata: { trialDays: 731 } }],
    'invalid_field',
    'metadata.trialDays',
  ],
  [
    'an address in the clear',
    () => [
      'store/add-webhook',
      { storeId: merchant.storeId, channel: 'http', url: 'http://example.com', events: [event], testMode: false },
    ],
    'https_required',
    'url',
  ],
  [
    'a field that is missing',
    () => ['store/add-webhook', { storeId: merchant.storeId, channel: 'http' }],
    'missing_field',
    'url',
  ],
  [
    'what is not there',
    () => ['store/update-store', { id: 'STO_0000000000000000000001' }],
    'store_not_found',
    undefined,
  ],
] as const)('%s', async (_, call, code, path) => {
  const [action, body] = call() as [string, object];
  const { errors } = (await merchant.call(action, body)).body;
  const expected = {
    message: expect.any(String),
    layer: expect.any(String),
    code,
    ...(path !== undefined && { path }),
  };
  expect(errors).toEqual([expected]);
  expect(await callDashboard(action, body)).toEqual(errors[0]);
});
