/** A merchant changes the plan of a subscription. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { openStore } from './stores.ts';

const monthly = (name: string, amount: string) => ({
  name,
  billingPeriod: 'monthly',
  prices: { USD: { amount, taxIncluded: true, taxCategory: 'saas' } },
});

/** Opens the page of a subscription to Basic, in a group with Team; Studio is in no group. */
async function openSubscription(page: Page, baseURL: string | undefined) {
  const store = await openStore(page, baseURL);
  const basic = await store.makeProduct(monthly('Basic', '31.00'));
  const team = await store.makeProduct(monthly('Team', '62.00'));
  await store.makeProduct(monthly('Studio', '20.00'));
  await store.makeProduct({ ...monthly('Euro plan', '20.00'), prices: { EUR: { amount: '20.00' } } });
  const productIds = [basic.productId, team.productId];
  await store.call('subscription-product-group/create-group', { storeId: store.id, name: 'Plans', productIds });
  await store.sell(basic, { email: 'kim@example.com', totalMinor: 3100, renewalMinor: 3100 });
  await page.goto(`${store.home}/orders`);
  await page.getByRole('table').getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: /Basic/ })).toBeVisible();
  return store.home;
}

const dialogOf = (page: Page) => page.getByRole('dialog');

test('previews a change, charges the saved card and links both subscriptions', async ({ page, baseURL }) => {
  await openSubscription(page, baseURL);
  await page.getByRole('button', { name: 'Change plan' }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByLabel('New plan').locator('optgroup')).toHaveCount(2);
  await expect(dialog.getByLabel('New plan').locator('option')).toHaveText([
    'Team, $62.00 every month',
    'Studio, $20.00 every month',
  ]);
  await expectAccessible(page);
  await dialog.getByLabel('Charge').selectOption('Custom amount');
  await dialog.getByLabel('Amount (USD)').fill('a lot');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText('Enter an amount in USD, 0 or more.')).toBeVisible();
  await dialog.getByLabel('Charge').selectOption('Price less credit for unused time');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByRole('region', { name: 'Preview' })).toBeFocused();
  await expect(dialog.getByText('Unused time of Basic')).toBeVisible();
  await expect(dialog.getByText(/of \d+ days, at \$31\.00/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^Charge \$31\.\d\d and change plan$/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Plan changed.')).toBeVisible();
  await page.getByRole('link', { name: 'Team', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Team/ })).toBeVisible();
  const change = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Plan change' }) });
  await expect(change.getByText('Unused time of Basic')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Basic', exact: true }).click();
  await expect(page.getByText('Replaced by', { exact: true })).toBeVisible();
});

test('schedules a change for the end of the period and takes it back', async ({ page, baseURL }) => {
  await openSubscription(page, baseURL);
  await page.getByRole('button', { name: 'Change plan' }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('New plan').selectOption('Studio, $20.00 every month');
  await dialog.getByRole('radio', { name: 'At the end of the period' }).check();
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByRole('button', { name: 'Schedule change' }).click();
  await expect(page.getByText('Plan change scheduled.')).toBeVisible();
  await expect(page.getByText(/^\$20\.00 on/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Keep current plan' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep current plan' }).click();
  await expect(page.getByText('The current plan stays.')).toBeVisible();
  await expect(page.getByText('Scheduled change')).toHaveCount(0);
  await expect(page.getByText(/^\$31\.00 on/)).toBeVisible();
});

test('shows the changed MRR on the overview as expansion', async ({ page, baseURL }) => {
  const home = await openSubscription(page, baseURL);
  await page.getByRole('button', { name: 'Change plan' }).click();
  await dialogOf(page).getByRole('button', { name: 'Preview' }).click();
  await dialogOf(page)
    .getByRole('button', { name: /^Charge/ })
    .click();
  await expect(page.getByText('Plan changed.')).toBeVisible();
  await page.goto(home);
  const rows = page.getByRole('table', { name: 'MRR changes' }).getByRole('row');
  // Without the 19 % tax: $26.05 and $52.10.
  await expect(rows.filter({ hasText: 'New' })).toContainText('+$26.05');
  await expect(rows.filter({ hasText: 'Expansion' })).toContainText('+$26.05');
  await expect(rows.filter({ hasText: 'End' })).toContainText('$52.10');
  await expectAccessible(page);
});
