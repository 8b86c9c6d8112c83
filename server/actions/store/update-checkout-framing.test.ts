import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { stores } from '#db/schema/index.ts';
import { runAction } from '#server/api/run-action.ts';
import type { Action } from '#server/platform/action.ts';
import { readSettings } from '#server/platform/settings.ts';
import { db, newMerchant, type TestMerchant } from '#server/testing/api.ts';
import { eventsOf } from '#server/testing/orders/rows.ts';
import { updateCheckoutFraming } from './update-checkout-framing.ts';

const settings = readSettings({}, { serving: false });
const shop = 'https://shop.example.com';

/** Calls the action as the dashboard does. Browser tests cover the HTTP handler. */
async function update(merchant: TestMerchant, body: Record<string, unknown>) {
  const caller = { kind: 'dashboard', merchantId: merchant.id, environment: 'test' } as const;
  const action = updateCheckoutFraming as unknown as Action;
  const answer = await runAction(db, settings, { action, caller, body, now: new Date() });
  return JSON.parse(answer.body).data;
}

const stored = async ({ store }: TestMerchant) =>
  (await db.select().from(stores).where(eq(stores.id, store.id)))[0]?.checkoutFrameOrigins;

test('stores unique origins of URLs, and an empty list removes them', async () => {
  const merchant = await newMerchant();
  expect(await stored(merchant)).toEqual([]);
  const { storeId } = merchant;
  const origins = [`${shop}/buy?x=1`, 'HTTPS://SHOP.example.com', 'http://localhost:5173'];
  const allowedOrigins = [shop, 'http://localhost:5173'];
  expect(await update(merchant, { storeId, origins })).toEqual({ storeId, origins: allowedOrigins });
  expect(await stored(merchant)).toEqual(allowedOrigins);
  const event = (await eventsOf(merchant.store.id)).at(-1);
  expect(event).toMatchObject({
    type: 'store.updated',
    actor: { kind: 'dashboard', by: merchant.merchantId },
    data: { changed: ['checkoutFrameOrigins'], checkoutFrameOrigins: allowedOrigins },
  });
  expect(await update(merchant, { storeId, origins: [] })).toEqual({ storeId, origins: [] });
  expect(await stored(merchant)).toEqual([]);
});

describe('400', () => {
  const bad = (index: number) => `Invalid origins.${index}: must be an https address such as ${shop}`;
  test.each<[unknown, string]>([
    [undefined, 'Missing required field: origins'],
    [null, 'Missing required field: origins'],
    [shop, 'Invalid origins: must be a list of addresses'],
    [[7], 'Invalid origins.0: must be a string'],
    [Array.from({ length: 6 }, (_, i) => `https://${i}.example.com`), 'Invalid origins: must have at most 5 items'],
    [['http://shop.example.com'], bad(0)],
    [[shop, 'https://*.example.com'], bad(1)],
    [[shop, "https://a;script-src 'unsafe-inline'"], bad(1)],
    [[shop, 'https://user:pw@example.com'], bad(1)],
    [[''], bad(0)],
  ])('%j', async (origins, message) => {
    const merchant = await newMerchant();
    const call = update(merchant, { storeId: merchant.storeId, ...(origins === undefined ? {} : { origins }) });
    await expect(call).rejects.toMatchObject({ status: 400, message });
    expect(await stored(merchant)).toEqual([]);
  });
});
