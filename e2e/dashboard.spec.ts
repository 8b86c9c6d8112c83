/** The dashboard: from an empty store to the first product on sale. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page, Request } from '@playwright/test';
import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { apiKeys, checkoutSessions, merchants, storeMembers } from '#db/schema/index.ts';
import { fromShortId } from '#server/domain/ids.ts';
import { makeSubscriptions } from '#server/testing/orders/many-subscriptions.ts';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { openStore, poster, signUp } from './stores.ts';

/** The fifteenth of a month, too far ahead for the test server's worker. */
const later = new Date();
later.setUTCDate(15);
later.setUTCMonth(later.getUTCMonth() + 2);

const prices = { USD: { amount: '29.00' }, JPY: { amount: '4500' } };

const keysOf = async (database: Database, page: Page) => {
  const merchantId = /MER_\w{22}/.exec((await page.locator('main').textContent()) ?? '')?.[0] ?? '';
  return await database
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.merchantId, fromShortId('MER', merchantId) ?? ''));
};

test('the checklist follows the store’s progress', async ({ page, baseURL }) => {
  const store = await openStore(page, baseURL);
  await page.goto(store.home);
  await expect(page.getByText('1 of 5 done')).toBeVisible();
  await store.makeProduct({ prices });
  await expect(page.getByText('2 of 5 done')).toBeVisible();
  await page.getByRole('link', { name: /Create an API key/ }).click();
  await expect(page.getByRole('heading', { name: 'API keys', level: 1 })).toBeVisible();
});

test('creates a checkout link in the chosen currency and environment', async ({ page, baseURL, database, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const store = await openStore(page, baseURL);
  const { productId } = await store.makeProduct({ prices });
  await page.goto(`${store.home}/products/${productId}`);
  await page.getByRole('button', { name: 'Checkout link' }).click();
  await page.getByLabel('Currency').selectOption('JPY');
  await page.getByRole('button', { name: 'Create link' }).click();
  const address = (await page.getByRole('link', { name: 'Open' }).getAttribute('href')) ?? '';
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied link' })).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  const sessionId = new URL(address).pathname.split('/').at(-1) ?? '';
  const [session] = await database.select().from(checkoutSessions).where(eq(checkoutSessions.id, sessionId));
  expect(session).toMatchObject({ currency: 'JPY', environment: 'test' });
  expect((await page.request.get(address)).status()).toBe(200);
});

test('generates a key pair in the browser, and never sends the private key', async ({ page, baseURL, database }) => {
  const { home } = await openStore(page, baseURL);
  await page.goto(`${home}/keys`);
  const sent: Request[] = [];
  page.on('request', (request) => sent.push(request));
  await page.getByRole('button', { name: 'Create API key' }).click();
  await page.getByLabel('Nickname').fill('Web shop');
  await page.getByRole('button', { name: 'Create key' }).click();
  const shown = (await page.getByRole('region', { name: 'Private key' }).textContent()) ?? '';

  await page.keyboard.press('Escape');
  await expect(page.getByText('You haven’t saved this key')).toBeVisible();
  await page.getByRole('button', { name: 'Keep open' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download .pem' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('counterfoil-test-web-shop.pem');
  const pem = await readFile(await download.path(), 'utf8');
  expect(pem.trim()).toBe(shown.trim());
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const privateKey = createPrivateKey({ key: pem, format: 'pem', type: 'pkcs8' });
  expect(privateKey.asymmetricKeyDetails?.modulusLength).toBe(2048);
  const [key] = await keysOf(database, page);
  const half = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' });
  expect(key).toMatchObject({ nickname: 'Web shop', environment: 'test', publicKey: half });

  const secret = pem.replace(/-----[A-Z ]+-----|\s/g, '');
  const bodies = sent.map((request) => `${request.url()} ${request.postData() ?? ''}`.replace(/\\n|\s/g, ''));
  expect(bodies.some((body) => body.includes('api-key/create-key'))).toBe(true);
  for (const body of bodies) {
    expect(body).not.toContain('PRIVATEKEY');
    for (let at = 0; at + 40 < secret.length; at += 400) expect(body).not.toContain(secret.slice(at, at + 40));
  }
  expect(await page.content()).not.toContain('PRIVATE KEY');
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(stored).not.toContain('PRIVATE KEY');
});

test('registers a pasted public key, and does not send a pasted private key', async ({ page, baseURL, database }) => {
  const { home } = await openStore(page, baseURL);
  const pair = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  await page.goto(`${home}/keys`);
  const bodies: string[] = [];
  page.on('request', (request) => bodies.push(request.postData() ?? ''));
  await page.getByRole('button', { name: 'Create API key' }).click();
  await page.getByRole('tab', { name: 'Paste a public key' }).click();
  await page.getByLabel('Nickname').fill('Own key');
  const field = page.getByRole('textbox', { name: 'Public key' });
  await field.fill(pair.privateKey);
  await page.getByRole('button', { name: 'Register key' }).click();
  await expect(field).toHaveAccessibleDescription(/This is a private key\. It was not sent\./);
  expect(bodies.join('')).not.toContain('PRIVATE KEY');
  await field.fill('nonsense');
  await page.getByRole('button', { name: 'Register key' }).click();
  await expect(field).toHaveAccessibleDescription(/must be a PEM public key/);
  await field.fill(pair.publicKey);
  await page.getByRole('button', { name: 'Register key' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('cell', { name: /^Own key/ })).toBeVisible();
  expect(await keysOf(database, page)).toHaveLength(1);
});

test('deletes a key after its nickname is typed', async ({ page, baseURL, database }) => {
  const { home } = await openStore(page, baseURL);
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = publicKey.export({ type: 'spki', format: 'pem' });
  const key = { environment: 'prod', nickname: 'Old server', publicKey: pem };
  await poster(page, baseURL)('/dashboard/api/api-key/create-key', key);
  await page.goto(`${home}/keys`);
  await page.getByRole('button', { name: 'Delete key Old server' }).click();
  const remove = page.getByRole('button', { name: 'Delete key' });
  await expect(remove).toBeDisabled();
  await page.getByLabel('Type Old server to confirm').fill('Old server');
  await remove.click();
  await expect(page.getByText('No API keys yet')).toBeVisible();
  expect(await keysOf(database, page)).toHaveLength(0);
});

test('a new order appears automatically, shows its activity and can be canceled while pending', async ({
  page,
  baseURL,
}) => {
  const store = await openStore(page, baseURL);
  const { productId } = await store.makeProduct({ prices });
  await page.goto(`${store.home}/orders`);
  await expect(page.getByText('No orders yet')).toBeVisible();
  const post = poster(page, baseURL);
  const sessionInput = { storeId: store.id, productId, productType: 'onetime', currency: 'USD' };
  const { sessionId } = await post('/dashboard/api/checkout/create-session', sessionInput);
  const order = {
    checkoutSessionId: sessionId,
    billingDetail: { country: 'DE', isBusiness: false },
    buyerEmail: 'ana@example.com',
  };
  await post('/dashboard/api/onetime-order/create-order', order);
  const link = page.getByRole('link', { name: /Field notes \(order ORD_/ });
  await expect(link).toBeVisible({ timeout: 15_000 });
  await link.click();
  await expect(page.getByText('Order created')).toBeVisible();
  await expect(page.getByText('Germany')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await expect(page.getByText('Order canceled')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel order' })).toHaveCount(0);
});

test('shows a subscription’s next charge and cancels it at the period’s end', async ({ page, baseURL }) => {
  const store = await openStore(page, baseURL);
  const prices = { USD: { amount: '18.00' } };
  const product = await store.makeProduct({ name: 'Coffee by post', billingPeriod: 'monthly', prices });
  await store.sell(product, { email: 'ana@example.com', totalMinor: 2142, renewalMinor: 2142 });
  await page.goto(`${store.home}/orders`);
  await page.getByRole('link', { name: /Coffee by post \(order ORD_/ }).click();
  await expect(page.getByText('Subscription started')).toBeVisible();
  await expect(page.getByText('Monthly · $21.42', { exact: true })).toBeVisible();
  await expect(page.getByText(/^\$21\.42 on \d+ \w+ \d{4}$/)).toBeVisible();
  await expect(page.getByText(/^Visa •••• 4242, expires 12\/40$/)).toBeVisible();
  await expect(page.getByText(/^Period 1: \d+ \w+ \d{4} to \d+ \w+ \d{4}$/)).toBeVisible();
  await page.getByRole('button', { name: 'Refund of $21.42' }).click();
  await expect(page.getByRole('dialog')).toContainText('The subscription stays active and will be charged again.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(page.getByRole('alertdialog')).toContainText(/ends on \d+ \w+ \d{4} and is not charged again/);
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(page.getByText('Cancels at period end')).toBeVisible();
  await expect(page.getByText('Cancellation scheduled', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel subscription' })).toHaveCount(0);
  await expect(page.getByText('Cancellation scheduled.')).toBeFocused();
  await page.getByRole('button', { name: 'Resume subscription' }).click();
  const keep = page.getByRole('alertdialog', { name: 'Resume this subscription?' });
  await expect(keep).toContainText(/The next charge is \$21\.42 on \d+ \w+ \d{4}\./);
  await expectAccessible(page);
  await keep.getByRole('button', { name: 'Resume subscription' }).click();
  await expect(page.getByText('Subscription resumed.')).toBeFocused();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel subscription' })).toBeVisible();
});

test('long words, long addresses and the largest amounts fit their pages', async ({ page, baseURL }) => {
  const store = await openStore(page, baseURL);
  const product = await store.makeProduct({
    name: 'Donaudampfschifffahrtsgesellschaftskapitänshandbuch',
    prices: { KWD: { amount: '999999999.999' } },
  });
  const email = `${'who-wanted-to-be-exact.'.repeat(2)}${randomUUID().slice(0, 8)}@subdomain.example.com`;
  await store.sell(product, { email, country: 'KW', currency: 'KWD', totalMinor: 999_999_999_999 });
  await page.goto(`${store.home}/orders`);
  const order = await page.getByRole('link', { name: /^Donau/ }).getAttribute('href');
  const widths = [320, 390, 768, 1024, 1280, 1440];
  for (const path of [store.home, `${store.home}/orders`, order ?? '', `${store.home}/balances`]) {
    await page.goto(path);
    await expect(page.getByText('KWD 999,999,999.999').first()).toBeVisible();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      // All elements except table headers, which are for screen readers on phones, and the views, which scroll.
      const widest = () =>
        page.evaluate(() => {
          const parts = [...document.querySelectorAll('main :not(thead, thead *, nav[aria-label=Views] *)')];
          return Math.max(...parts.map((each) => each.getBoundingClientRect().right));
        });
      // Charts redraw after their width changes.
      await expect.poll(widest, { message: `${path} at ${width}` }).toBeLessThanOrEqual(width);
    }
  }
});

test('the sidebar scrolls to its end in a low window', async ({ page, baseURL }) => {
  const store = await openStore(page, baseURL);
  await page.setViewportSize({ width: 1440, height: 560 });
  await page.goto(store.home);
  await page.getByRole('button', { name: /account and theme/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
});

test('saves settings, and shows an invalid address at its field', async ({ page, baseURL }) => {
  const { home } = await openStore(page, baseURL);
  await page.goto(`${home}/settings`);
  await page.getByLabel('Support email').fill('nobody');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('Support email')).toHaveAccessibleDescription(/Enter an email address/);
  await page.getByLabel('Support email').fill('help@example.com');
  await page.getByRole('textbox', { name: 'Name' }).fill('Harbour Light Books');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Support email')).toHaveValue('help@example.com');
  await expect(page.getByRole('button', { name: /^Store: Harbour Light Books/ })).toBeVisible();
});

test('settings list what prevents the store’s deletion, with a count above a thousand', async ({
  page,
  baseURL,
  database,
}) => {
  const email = await signUp(page, baseURL);
  const store = await makeSubscriptions(database, 1001, later);
  const [owner] = await database.select().from(merchants).where(eq(merchants.email, email));
  const isOfStore = eq(storeMembers.storeId, store.id);
  await database
    .update(storeMembers)
    .set({ merchantId: owner?.id ?? '' })
    .where(isOfStore);
  await page.goto(`/dashboard/${store.slug}/test/settings`);
  const blockers = page.getByRole('note').filter({ hasText: 'Resolve these before deleting' }).getByRole('listitem');
  await expect(blockers).toHaveText(['1 active product', 'More than 1,000 active subscriptions']);
  await expect(page.getByRole('button', { name: 'Delete store' })).toBeDisabled();
});

test('the theme is stored and applied before the first paint', async ({ page, baseURL }) => {
  const { home } = await openStore(page, baseURL);
  await page.goto(home);
  await page.getByRole('button', { name: /account and theme/i }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.goto(home, { waitUntil: 'commit' });
  await page.waitForSelector('main');
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
});

const testPaths = [
  '',
  '/products',
  '/products/new',
  '/products/:product',
  '/orders',
  '/keys',
  '/requests',
  '/settings',
];
/** In prod the pages are the same: a list and a page with actions show what differs. */
const prodPaths = ['/products', '/products/:product'];

/** The paths of all pages of a store with a product. */
async function fillStore(page: Page, baseURL: string | undefined) {
  const store = await openStore(page, baseURL);
  const { productId } = await store.makeProduct({ prices });
  const below = (home: string, paths: readonly string[]) =>
    paths.map((path) => `${home}${path.replace(':product', productId)}`);
  return {
    test: ['/dashboard/new-store', ...below(store.home, testPaths)],
    prod: below(store.home.replace(/test$/, 'prod'), prodPaths),
  };
}

for (const environment of ['test', 'prod'] as const) {
  test(`every page of ${environment} is accessible in both themes, fits its window and logs no errors`, async ({
    page,
    baseURL,
  }) => {
    test.slow();
    const noise: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) noise.push(`${page.url()} ${message.text()}`);
    });
    page.on('pageerror', (error) => noise.push(`${page.url()} ${error.message}`));
    for (const path of (await fillStore(page, baseURL))[environment]) {
      await page.goto(path);
      await expectAccessible(page);
    }
    expect(noise).toEqual([]);
  });
}
