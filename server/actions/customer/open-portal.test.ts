import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { customers } from '#db/schema/index.ts';
import { runAction } from '#server/api/run-action.ts';
import type { Action } from '#server/platform/action.ts';
import { readSettings } from '#server/platform/settings.ts';
import { db, newMerchant, newSession, pay } from '#server/testing/api.ts';
import { callFromDashboard } from '#server/testing/reviews.ts';
import { testSecret } from '#server/testing/test-secret.ts';
import { baseUrl } from '#server/testing/worker-servers.ts';
import { openPortal } from './open-portal.ts';

async function shopWithCustomer() {
  const merchant = await newMerchant();
  const { sessionId } = await newSession(merchant);
  await pay(merchant, sessionId, { email: 'ana@example.com' });
  const [customer] = await db
    .select()
    .from(customers)
    .where(and(eq(customers.storeId, merchant.store.id), eq(customers.email, 'ana@example.com')));
  if (!customer) throw new Error('the sale made no customer');
  return { merchant, id: customer.id };
}

test('opens the portal as the customer, in test', async () => {
  const { merchant, id } = await shopWithCustomer();
  const body = { storeId: merchant.storeId, id };
  const caller = { kind: 'dashboard', merchantId: merchant.id, environment: 'test' } as const;
  const settings = readSettings({ APP_URL: baseUrl, APP_SECRET: testSecret }, { serving: false });
  const action = openPortal as unknown as Action;
  const answer = await runAction(db, settings, { action, caller, body, now: new Date() });
  const { data } = JSON.parse(answer.body);
  expect(data.url).toMatch(new RegExp(`/${merchant.slug}/portal\\?environment=test#token=.+`));
  const token = new URL(data.url).hash.replace('#token=', '');
  const entered = await fetch(`${baseUrl}/${merchant.slug}/portal/enter`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: baseUrl },
    body: JSON.stringify({ token, environment: 'test' }),
  });
  expect(entered.status).toBe(200);
  const [cookie = ''] = (entered.headers.get('set-cookie') ?? '').split(';', 1);
  const page = await fetch(`${baseUrl}/${merchant.slug}/portal?environment=test`, {
    headers: { Accept: 'application/json', Cookie: cookie },
  });
  expect(await page.text()).toContain('Handbook');
});

test('rejects prod', async () => {
  const { merchant, id } = await shopWithCustomer();
  const body = { storeId: merchant.storeId, id };
  expect((await callFromDashboard(merchant, 'customer/open-portal', body, 'prod')).status).toBe(400);
});
