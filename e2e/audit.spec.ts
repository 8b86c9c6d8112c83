/** The audit log: an owner finds a change, shares it and exports it. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { openStore as openEmptyStore } from './stores.ts';

/** A signed-in merchant with an edited store and a product. */
async function openStore(page: Page, baseURL = '') {
  const { call, store, home, makeProduct } = await openEmptyStore(page, baseURL);
  const { productId } = await makeProduct({ name: '=Field notes' });
  await call('store/update-store', {
    id: store.id,
    name: 'Harbour Light',
    checkoutSettings: { light: { checkoutColorPrimary: '#7a3e1d' } },
    website: `https://example.com/${'long-'.repeat(30)}`,
  });
  return { call, store, product: { id: productId }, home };
}

const row = (page: Page, description: string) => page.getByRole('row').filter({ hasText: description });

test('finds an audit entry, which has a page with a shareable address @phone-only', async ({
  page,
  baseURL,
  isMobile,
}) => {
  const { home, product, store } = await openStore(page, baseURL);
  await page.goto(`${home}/audit`);
  await expect(page.getByRole('heading', { name: 'Audit log', level: 1 })).toBeVisible();
  await expect(row(page, 'Store updated')).toContainText('Ana Merchant, in the dashboard');
  await expect(row(page, 'Store updated')).toContainText(store.id);
  // The owner's account has an entry too.
  await expect(row(page, 'Signed in')).toContainText('127.0.0.1');

  if (isMobile) await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByLabel('Search').fill(product.id);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(row(page, 'Product created')).toBeVisible();
  await expect(row(page, 'Store updated')).toHaveCount(0);
  await page.getByRole('link', { name: 'Clear' }).click();
  await expect(row(page, 'Store updated')).toBeVisible();

  await page.getByLabel('Object', { exact: true }).selectOption('Store');
  await page.getByLabel('Actor').selectOption('Dashboard');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/actor=dashboard&about=store/);
  await expect(row(page, 'Product created')).toHaveCount(0);
  await page.getByLabel('To (UTC)').fill('2020-01-01');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('No entries match')).toBeVisible();
  await page.getByRole('link', { name: 'Show all entries' }).click();

  await row(page, 'Store updated').getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Store updated', level: 1 })).toBeVisible();
  const changes = page.getByRole('table', { name: 'Changes' });
  const name = changes.getByRole('row').filter({ has: page.getByText('name', { exact: true }) });
  await expect(name).toContainText('Harbour Light Press');
  await expect(changes).toContainText('checkoutSettings.light.checkoutColorPrimary');
  await expect(page.getByText('IP address', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: store.id })).toHaveAttribute('href', `${home}/settings`);
  // The worker adds this entry to the chain within seconds.
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('Previous hash', { exact: true })).toBeVisible({ timeout: 1000 });
  }).toPass();
});

test('exports the filtered audit log, without formulas in its cells', async ({ page, baseURL }) => {
  const { home, product } = await openStore(page, baseURL);
  await page.goto(`${home}/audit?about=product`);
  await expect(page.getByRole('link', { name: 'Export CSV' })).toHaveAttribute('href', /about=product&format=csv/);
  const csv = await (await page.request.get(`${home}/audit/export?format=csv&about=product`)).text();
  const [head, line, ...rest] = csv.trim().split('\r\n');
  expect(head).toContain('before,after,data,eventId,previousHash,hash,provider');
  expect(line).toContain(`Product created: =Field notes,product.created,product,${product.id},dashboard,`);
  expect(rest).toEqual([]);
  const response = await page.request.get(`${home}/audit/export?format=jsonl`);
  expect(response.headers()['content-disposition']).toMatch(/-test-audit\.jsonl"$/);
  const types = (await response.text())
    .trim()
    .split('\n')
    .map((each) => JSON.parse(each).event.type);
  expect(types).toEqual(['account.created', 'account.signed_in', 'store.created', 'product.created', 'store.updated']);
});

test('the audit log is accessible in both themes and fits a phone', async ({ page, baseURL }) => {
  test.slow();
  const { home } = await openStore(page, baseURL);
  await page.goto(`${home}/audit`);
  const entry = (await row(page, 'Store updated').getByRole('link').getAttribute('href')) ?? '';
  const prod = home.replace(/test$/, 'prod');
  for (const path of [`${home}/audit`, `${home}/audit?q=nothing`, entry, `${prod}/audit`]) {
    await page.goto(path);
    await expectAccessible(page);
  }
});

test('the audit log works by keyboard alone', async ({ page, baseURL }) => {
  const { home } = await openStore(page, baseURL);
  await page.goto(`${home}/audit`);
  await expect(page.getByRole('button', { name: 'Apply' })).toBeEnabled();
  await page.getByLabel('Search').focus();
  await page.keyboard.type('Harbour Light');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/q=Harbour/);
  await expect(row(page, 'Product created')).toHaveCount(0);
  await row(page, 'Store updated').getByRole('link').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Store updated', level: 1 })).toBeVisible();
});
