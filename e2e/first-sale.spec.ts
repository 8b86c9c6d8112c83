/**
 * The first sale: the merchant in the dashboard, the backend over signed HTTP, the customer at the checkout, and the
 * merchant again in the dashboard and over GraphQL.
 */
import { createHash, createPrivateKey, randomUUID, sign } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

// Other tests cover its pages on a phone.
test('leads from sign-up to a paid order', async ({ page, request, baseURL }) => {
  await signUpAndOpenStore(page, 'Kettle & Crema');
  const dashboard = page.url();
  await makeProduct(page, dashboard, 'Espresso at Home', '29.00');
  const productId = page.url().split('/').at(-1) ?? '';
  await publish(page);
  const { merchantId, privateKey } = await makeKey(page, dashboard);

  const call = async (path: string, body: object) => {
    const text = JSON.stringify(body);
    const timestamp = Math.floor(Date.now() / 1000);
    const bodyHash = createHash('sha256').update(text).digest('base64');
    const canonical = Buffer.from(`POST\n${path}\n${timestamp}\n${bodyHash}`);
    const signature = sign('RSA-SHA256', canonical, createPrivateKey(privateKey)).toString('base64');
    const headers = {
      'Content-Type': 'application/json',
      'X-Merchant-Id': merchantId,
      'X-Timestamp': String(timestamp),
      'X-Signature': signature,
    };
    return await (await request.post(`${baseURL}${path}`, { headers, data: text })).json();
  };
  const session = { productId, productType: 'onetime', currency: 'USD', buyerEmail: 'ana@example.com' };
  const created = await call('/v1/actions/checkout/create-session', session);
  expect(created.data.sessionId).toMatch(/^[0-9a-f-]{36}$/);

  await payAsBuyer(page, created.data.checkoutUrl);

  await page.goto(`${dashboard}/orders`);
  const line = page.getByRole('row').filter({ hasText: 'Espresso at Home' });
  for (const cellText of ['$34.51', 'ana@example.com', 'Completed'])
    await expect(line.getByText(cellText)).toBeVisible();

  const query =
    '{ onetimeOrders { status total buyerEmail checkoutSessionId payments { status cardLast4 } } onetimeOrdersCount }';
  const read = await call('/v1/graphql', { query });
  const payments = [{ status: 'succeeded', cardLast4: '4242' }];
  const order = {
    status: 'completed',
    total: '34.51',
    buyerEmail: 'ana@example.com',
    checkoutSessionId: created.data.sessionId,
    payments,
  };
  expect(read).toEqual({ data: { onetimeOrders: [order], onetimeOrdersCount: 1 } });

  // A customer with a session token sees exactly their own purchases.
  const again = await call('/v1/actions/checkout/create-session', session);
  const customer = { productId, buyerIdentity: 'customer-4711' };
  const { token } = (await call('/v1/actions/auth/issue-session-token', customer)).data;
  const tied = page.waitForResponse((response) => response.url().endsWith('/customer'));
  await payAsBuyer(page, `${again.data.checkoutUrl}#token=${token}`);
  expect((await tied).status()).toBe(200);
  expect(page.url()).not.toContain(token);
  const headers = { Authorization: `Bearer ${token}`, 'X-Environment': 'test' };
  const ownOrders = await request.post(`${baseURL}/v1/graphql`, {
    headers,
    data: { query: '{ onetimeOrders { checkoutSessionId buyerIdentity } }' },
  });
  const own = { checkoutSessionId: again.data.sessionId, buyerIdentity: 'customer-4711' };
  expect(await ownOrders.json()).toEqual({ data: { onetimeOrders: [own] } });
});

async function signUpAndOpenStore(page: Page, name: string) {
  await page.goto('/sign-up');
  await page.getByLabel('Your name').fill('Ana Merchant');
  await page.getByLabel('Email').fill(`${randomUUID()}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill('a long enough password');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByLabel('Store name').fill(name);
  await page.getByRole('button', { name: /store/i }).click();
  await page.waitForURL(/\/dashboard\/[a-z0-9-]+\/test$/);
}

async function makeProduct(page: Page, dashboard: string, name: string, amount: string) {
  await page.goto(`${dashboard}/products/new`);
  const create = page.getByRole('button', { name: 'Create product' });
  // The fields lose text that is typed before hydration, when the button is disabled.
  await expect(create).toBeEnabled();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Amount 1').fill(amount);
  await create.click();
  await page.waitForURL(/\/products\/PROD_\w{22}$/);
}

async function publish(page: Page) {
  await page.getByRole('link', { name: 'Publish', exact: true }).click();
  await page.getByRole('button', { name: 'Publish to live mode' }).click();
  await expect(page.getByText('Available in live mode')).toBeVisible();
}

/** A key pair generated in the browser; the private key leaves only by download. */
async function makeKey(page: Page, dashboard: string) {
  await page.goto(`${dashboard}/keys`);
  await expect(page.locator('main')).toContainText(/MER_\w{22}/);
  const merchantId = /MER_\w{22}/.exec((await page.locator('main').textContent()) ?? '')?.[0] ?? '';
  await page.getByRole('button', { name: 'Create API key' }).first().click();
  await page.getByLabel('Nickname').fill('Backend');
  await page.getByRole('button', { name: 'Create key' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download .pem' }).click();
  const privateKey = await readFile(await (await download).path(), 'utf8');
  await page.getByRole('button', { name: 'Done' }).click();
  return { merchantId, privateKey };
}

async function payAsBuyer(page: Page, checkoutUrl: string) {
  await page.goto(checkoutUrl);
  await expect(page.getByLabel('Email')).toHaveValue('ana@example.com');
  await page.getByLabel('Country').selectOption('DE');
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel(/expir/i).fill('12 / 40');
  await page.getByLabel(/security code/i).fill('123');
  await page.getByRole('button', { name: 'Pay $34.51' }).click();
  await expect(page.getByText(/ORD_\w{22}/)).toBeVisible();
}
