/** A refusal has a code and names its field, in the dashboard as under /v1/. */
import { beforeAll, expect, test } from 'vitest';
import { toShortId } from '#server/domain/ids.ts';
import { signUp, startAccounts } from '#server/testing/account-browser.ts';
import { newMerchant, newProduct, newSubscriptionProduct, type TestMerchant } from '#server/testing/api.ts';
import { webhookEvents } from '#server/webhooks/rules/webhook-events.ts';

const [event] = webhookEvents;
const appUrl = 'http://localhost:3000';
let merchant: TestMerchant;
let product: { readonly id: string };
let plan: { readonly id: string };
let callDashboard: (action: string, body: object) => Promise<unknown>;

beforeAll(async () => {
  merchant = await newMerchant();
  [product, plan] = [await newProduct(merchant), await newSubscriptionProduct(merchant)];
  const { id, browser } = await signUp(await startAccounts());
  const member = { storeId: merchant.storeId, merchantId: toShortId('MER', id), role: 'admin' };
  expect((await merchant.call('store-merchant/add-merchant', member)).status).toBe(200);
  callDashboard = async (action, body) => (await browser.act(action, body)).error;
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
