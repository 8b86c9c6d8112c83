/** The overview, the command palette, the environment switch and the GraphQL explorer. */
import type { Page } from '@playwright/test';
import { expectAccessible, findBarriers } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { openStore } from './overview-parts.ts';

/** A figure's card, by its heading. */
const card = (page: Page, title: string) =>
  page
    .locator('main div')
    .filter({ has: page.getByRole('heading', { name: title, level: 2, exact: true }) })
    .last();

test('compares a period with the previous one at a shareable address', async ({ page, baseURL, database }) => {
  const { home } = await openStore(page, baseURL, database);
  await page.goto(home);
  await expect(page).toHaveTitle('Test · Overview · Harbour Light Press');
  await expect(page.getByText('2 – 31 Mar 2026, compared with 31 Jan – 1 Mar 2026.')).toBeVisible();
  // 150 dollars after 100: +50%. Euros are not included.
  await expect(card(page, 'Revenue')).toContainText('$150.00');
  await expect(page.getByText('up 50 percent from the previous period, better')).toBeAttached();
  await expect(card(page, 'Payment success')).toContainText('66.7%');
  await expect(card(page, 'Payment success')).toContainText('1 of 3 attempts failed');
  await expect(page.getByText('Insufficient funds')).toBeVisible();
  await expect(page.getByText('France')).toBeVisible();
  await expect(page.locator('main').getByRole('link', { name: 'Field notes' }).first()).toBeVisible();
  const drawing = page.getByRole('application', { name: 'Revenue over time, chart' });
  await expect(drawing).toBeVisible();

  await page.getByRole('link', { name: 'EUR' }).click();
  await expect(page).toHaveURL(`${home}?range=30d&currency=EUR`);
  await expect(card(page, 'Revenue')).toContainText('€27.00');
  await page.goto(`${home}?range=custom&from=2025-12-01&to=2025-12-31&currency=USD`);
  await expect(page.getByText('1 – 31 Dec 2025, compared with 1 – 30 Nov 2025.')).toBeVisible();
  await expect(card(page, 'Revenue')).toContainText('$700.00');
  await page.getByText('View as table').first().click();
  await expect(page.getByRole('row', { name: '1 Dec $700.00 $0.00' })).toBeVisible();
  await expectAccessible(page);
});

test('reaches periods, chart points and orders by keyboard', async ({ page, baseURL, database }) => {
  const { home, slug, newest } = await openStore(page, baseURL, database);
  await page.goto(home);
  await expect(card(page, 'Revenue')).toContainText('$150.00');
  const week = page.getByRole('link', { name: '7 days' });
  for (let tries = 0; tries < 60 && !(await week.evaluate((link) => link === document.activeElement)); tries += 1) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${home}?range=7d`);
  await expect(week).toHaveAttribute('aria-current', 'true');
  await expect(page.getByText('25 – 31 Mar 2026')).toBeVisible();

  // The shortcut works from hydration on, like the button.
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeEnabled();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search' });
  const line = palette.getByRole('combobox');
  await expect(line).toBeFocused();
  await page.keyboard.type('buyer-fr');
  const found = palette.getByRole('option', { name: /buyer-fr@example\.com/ });
  await expect(found.first()).toContainText('Field notes · $100.00 · Completed');
  await expect(found.first()).toHaveAttribute('data-highlighted', '');
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${home}/orders/${newest}`);
  await expect(palette).toHaveCount(0);

  await page.keyboard.press('g');
  await page.keyboard.press('k');
  await expect(page.getByRole('heading', { name: 'API keys', level: 1 })).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(line).toBeFocused();
  await page.keyboard.type('switch to');
  await expect(palette.getByRole('option', { name: /^Switch to/ })).toHaveAttribute('data-highlighted', '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/dashboard/${slug}/prod/keys`);
  await expect(page).toHaveTitle('Live · API keys · Harbour Light Press');
});

test('a phone’s menu leads to every page and names the environment @phone-only', async ({
  page,
  baseURL,
  database,
}) => {
  const { home } = await openStore(page, baseURL, database);
  await page.goto(home);
  const bar = page.getByRole('navigation', { name: 'Store' }).filter({ visible: true });
  await bar.getByRole('button', { name: 'More' }).click();
  const sheet = page.getByRole('dialog', { name: 'All pages' });
  await expect(sheet).toContainText('no real charges');
  expect(await findBarriers(page)).toEqual([]);
  for (const name of ['API keys', 'Request log', 'Webhooks']) {
    await sheet.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expect(sheet).toHaveCount(0);
    await bar.getByRole('button', { name: 'More' }).click();
  }
});

test('the GraphQL explorer queries as the signed-in merchant', async ({ page, baseURL, database }) => {
  const { home } = await openStore(page, baseURL, database);
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  // High enough for the editor to render the whole result.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${home}/graphql`);
  const explorer = page.frameLocator('iframe[title="GraphQL explorer"]');
  await explorer.getByRole('button', { name: /Execute query/ }).click();
  await expect(explorer.getByText('"buyer-fr@example.com"').first()).toBeVisible({ timeout: 20_000 });
  expect(await findBarriers(page)).toEqual([]);
  // The same page is open again.
  await page.reload();
  const tabs = explorer.getByRole('list', { name: 'Select active operation' });
  await expect(tabs.getByRole('button', { name: 'NewestOrders' })).toHaveAttribute('aria-current', 'true');
  await expect(tabs.getByRole('listitem')).toHaveCount(5);
  expect(refused).toEqual([]);
  // A stored value may be invalid, and a phone has less room.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage))
      if (key.endsWith(':tabState')) localStorage.setItem(key, '{"tabs":[nul');
  });
  await page.setViewportSize({ width: 390, height: 780 });
  await page.reload();
  await explorer.getByRole('button', { name: /Execute query/ }).click();
  await expect(explorer.getByRole('button', { name: 'Result' })).toHaveAttribute('aria-pressed', 'true');
  await expect(explorer.getByText('"buyer-fr@example.com"').first()).toBeVisible({ timeout: 20_000 });
  await explorer.getByRole('button', { name: 'Variables', exact: true }).first().click();
  await expect(explorer.getByRole('region', { name: 'Variables' })).toBeInViewport();
  await expect(explorer.getByRole('region', { name: 'Result Window' })).toBeHidden();
});
