import { expect, test } from 'vitest';
import { runAction } from '#server/api/run-action.ts';
import type { Action } from '#server/platform/action.ts';
import { readSettings } from '#server/platform/settings.ts';
import { db, newMerchant, newProduct, post, type TestMerchant } from '#server/testing/api.ts';
import { updateReturnOrigins } from './update-return-origins.ts';

const settings = readSettings({}, { serving: false });

async function listSites(merchant: TestMerchant, origins: readonly string[]) {
  const caller = { kind: 'dashboard', merchantId: merchant.id, environment: 'test' } as const;
  const body = { storeId: merchant.storeId, origins };
  const action = updateReturnOrigins as unknown as Action;
  const answer = await runAction(db, settings, { action, caller, body, now: new Date() });
  return JSON.parse(answer.body).data;
}

test('a public caller’s successUrl must be on a listed site; an API key’s may be anywhere', async () => {
  const merchant = await newMerchant();
  const { id: productId } = await newProduct(merchant);
  const given = { productId, productType: 'onetime', currency: 'USD' };
  const headers = { 'X-Store-Slug': merchant.slug, 'X-Environment': 'test' };
  const returnTo = (successUrl: string | null) => post('checkout/create-session', { ...given, successUrl }, headers);
  expect((await returnTo('https://evil.example/phish')).status).toBe(200);

  expect(await listSites(merchant, ['https://shop.example.com/any/page'])).toEqual({
    storeId: merchant.storeId,
    origins: ['https://shop.example.com'],
  });
  const refused = await returnTo('https://evil.example/phish');
  expect([refused.status, refused.body.errors]).toMatchObject([
    400,
    [{ message: 'Invalid successUrl: must be on one of the store’s return sites', layer: 'order' }],
  ]);
  expect((await returnTo('https://shop.example.com.evil.example/')).status).toBe(400);
  expect((await returnTo('http://shop.example.com/thanks')).status).toBe(400);
  expect((await returnTo('https://shop.example.com/thanks')).status).toBe(200);
  expect((await returnTo(null)).status).toBe(200);
  const signed = { ...given, storeId: merchant.storeId, successUrl: 'https://evil.example/phish' };
  expect((await merchant.call('checkout/create-session', signed)).status).toBe(200);
});
