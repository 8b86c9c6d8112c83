/** Details of the dashboard's pages: scroll positions, overflow and form errors. */
import type { Locator, Page } from '@playwright/test';
import { overflowOf } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { openStore as openOverviewStore } from './overview-parts.ts';
import { openStore } from './stores.ts';

const widths = [1440, 1024, 768];

/** How many lines the element's text takes. */
const lineCount = (element: Locator): Promise<number> =>
  element.evaluate((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });

const scrollTop = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

test('a new page starts at the top, and going back restores the scroll position', async ({ page, baseURL }) => {
  const { home } = await openStore(page, baseURL);
  await page.setViewportSize({ width: 1440, height: 600 });
  await page.goto(`${home}/products/new`);
  const create = page.getByRole('button', { name: 'Create product' });
  // The fields lose text that is typed before hydration, when the button is disabled.
  await expect(create).toBeEnabled();
  await page.getByLabel('Name').fill('Field notes');
  await page.getByLabel('Amount 1').fill('29.00');
  await create.scrollIntoViewIfNeeded();
  await page.evaluate(() => window.scrollTo({ top: 149, behavior: 'instant' }));
  expect(await scrollTop(page)).toBe(149);
  await create.evaluate((button: HTMLButtonElement) => button.click());
  await expect(page.getByRole('heading', { name: 'Field notes', level: 1 })).toBeVisible();
  await expect.poll(() => scrollTop(page)).toBe(0);

  await page.goto(`${home}/settings`);
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  // Before hydration the link loads a new document, and going back restores the position in the skeleton.
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeEnabled();
  await page.evaluate(() => window.scrollTo({ top: 300, behavior: 'instant' }));
  await page.getByRole('link', { name: 'Members', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
  await expect.poll(() => scrollTop(page)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await expect.poll(() => scrollTop(page)).toBe(300);
});

test('names a picture that fails to load in the form and its preview', async ({ page, baseURL }) => {
  await page.route('https://media.example/**', (route) => route.fulfill({ status: 404, body: 'no' }));
  const store = await openStore(page, baseURL);
  const media = [{ type: 'image', url: 'https://media.example/cover.png', alt: 'The cover' }];
  const { productId: id } = await store.makeProduct({ media });
  await page.goto(`${store.home}/products/${id}/edit`);
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText('The image can’t be loaded and won’t be shown.')).toBeVisible();
  await expect(page.locator('main img')).toHaveCount(0);
});

test('the sidebar scrolls the current page into view', async ({ page, baseURL }) => {
  const { home } = await openStore(page, baseURL);
  await page.setViewportSize({ width: 1440, height: 600 });
  const current = page.getByRole('navigation', { name: 'Store' }).locator('[aria-current="page"]');
  for (const path of ['/settings', '/audit', '/keys', '']) {
    await page.goto(`${home}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(current).toBeInViewport({ ratio: 1 });
  }
});

test('addresses stay on one line in emails and orders', async ({ page, baseURL }) => {
  const store = await openStore(page, baseURL);
  const email = 'buyer1@ux.test';
  await store.sell(await store.makeProduct({ name: 'Harbour lights, the complete edition with maps' }), { email });
  for (const path of ['emails', 'orders']) {
    await page.goto(`${store.home}/${path}`);
    const address = page.getByRole('cell', { name: email, exact: true }).first().getByText(email, { exact: true });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await expect(address).toBeVisible();
      expect(await lineCount(address), `${path}, ${width} px`).toBe(1);
      expect(await overflowOf(page), `${path} is wider than its window, ${width} px`).toBe(0);
    }
  }
});

test('shows a whole email, also after the window becomes narrower', async ({ page, baseURL }) => {
  const store = await openStore(page, baseURL);
  await store.sell(await store.makeProduct(), { email: 'kim@example.com' });
  await page.goto(`${store.home}/emails`);
  await page.getByRole('link', { name: /Your order from/ }).click();
  const frame = page.locator('iframe');
  await expect(page.frameLocator('iframe').getByRole('heading', { name: /Your order/ })).toBeVisible();
  /** How many pixels of the email are cut off. */
  const hidden = () =>
    frame.evaluate((one: HTMLIFrameElement) => {
      const shown = one.contentDocument?.documentElement;
      return shown ? shown.scrollHeight - shown.clientHeight : Number.NaN;
    });
  await expect.poll(hidden).toBe(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(hidden).toBe(0);
  await page.reload();
  await expect.poll(hidden).toBe(0);
});

test('charts have a legend that matches their marks, and round axis values with their currency', async ({
  page,
  baseURL,
  database,
}) => {
  const { home } = await openOverviewStore(page, baseURL, database);
  await page.goto(`${home}?range=30d&currency=USD`);
  const chart = (name: string) => page.getByRole('application', { name: `${name} over time, chart` });
  const axis = (name: string) => chart(name).locator('.recharts-yAxis-tick-labels');
  await expect(axis('Revenue')).toHaveText('$0$50$100');
  await expect(axis('Orders')).toHaveText('01');
  await expect(chart('Orders').locator('.recharts-bar')).toHaveCount(1);
  /** The mark before the legend's first text. */
  const mark = (name: string) =>
    page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: `${name} over time` }) })
      .getByText('This period', { exact: true })
      .first()
      .locator('span')
      .boundingBox();
  const [bars, line] = [await mark('Orders'), await mark('Revenue')];
  expect(bars?.width, 'a bar is a square in the legend').toBe(bars?.height);
  expect(line?.width).toBeGreaterThan(4 * (line?.height ?? 0));
});

test('offers currencies for prices, and no units of account', async ({ page, baseURL }) => {
  const { home } = await openStore(page, baseURL);
  await page.goto(`${home}/products/new`);
  const codes = await page
    .getByLabel('Currency 1')
    .locator('option')
    .evaluateAll((all) => (all as HTMLOptionElement[]).map(({ value }) => value));
  expect(codes).toEqual(expect.arrayContaining(['USD', 'EUR', 'JPY', 'KWD', 'XCG', 'ZWG']));
  const notCharged = 'BOV CHE CHW CLF COU MXV USN UYI UYW XDR XSU XUA XAU XTS XXX'.split(' ');
  expect(codes.filter((code) => notCharged.includes(code))).toEqual([]);
});

test.describe('editing a part clears only that part’s error', () => {
  test('prices, pictures and metadata', async ({ page, baseURL }) => {
    const { home } = await openStore(page, baseURL);
    await page.goto(`${home}/products/new`);
    const create = page.getByRole('button', { name: 'Create product' });
    await expect(create).toBeEnabled();
    await page.getByLabel('Name').fill('Field notes');
    await page.getByLabel('Amount 1').fill('29.00');
    let refusal = {};
    await page.route('**/create-product', (route) =>
      route.fulfill({ status: 400, json: { data: null, errors: [{ ...refusal, layer: 'product' }] } }),
    );
    const parts = [
      ['Invalid prices: must have at least one currency', 'prices', 'Add currency'],
      ['Invalid media: must have at most 20 items', 'media', 'Add media'],
      ['Invalid metadata: must be at most 16 KiB', 'metadata', 'Add metadata'],
    ] as const;
    for (const [message, path, button] of parts) {
      refusal = { message, path, code: path === 'media' ? 'too_many_items' : 'invalid_field' };
      await create.click();
      const error = page.getByText(path === 'media' ? 'Add up to 20 images and videos.' : message);
      await expect(error).toBeVisible();
      await page.getByLabel('Description').fill(`Something else than: ${button}`);
      await expect(error).toBeVisible();
      await page.getByRole('button', { name: button }).click();
      await expect(error).toHaveCount(0);
      if (path === 'prices') await page.getByLabel('Amount 2').fill('27.00');
    }
  });

  test('a plan group’s products', async ({ page, baseURL }) => {
    const store = await openStore(page, baseURL);
    await store.makeProduct({ name: 'Small plan', billingPeriod: 'monthly' });
    await page.goto(`${store.home}/groups/new`);
    await expect(page.getByRole('button', { name: 'Create plan group' })).toBeEnabled();
    await page.getByLabel('Name').fill('Coffee plans');
    const message = 'Product PROD_1 is in another group';
    await page.route('**/create-group', (route) =>
      route.fulfill({ status: 409, json: { data: null, errors: [{ message, layer: 'product', path: 'productIds' }] } }),
    );
    await page.getByRole('button', { name: 'Create plan group' }).click();
    await expect(page.getByText(message)).toBeVisible();
    await page.getByLabel('Search subscription products').fill('small');
    await expect(page.getByText(message)).toBeVisible();
    await page.getByRole('button', { name: 'Add Small plan' }).click();
    await expect(page.getByText(message)).toHaveCount(0);
    await page.getByRole('button', { name: 'Create plan group' }).click();
    await expect(page.getByText(message)).toBeVisible();
  });

  test('a webhook, whose errors show together', async ({ page, baseURL }) => {
    const { home } = await openStore(page, baseURL);
    await page.goto(`${home}/webhooks`);
    await page.getByRole('button', { name: 'Add webhook' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add webhook' });
    const events = dialog.getByRole('group', { name: 'Events', exact: true });
    await events.getByRole('button', { name: 'Clear' }).click();
    const save = dialog.getByRole('button', { name: 'Add webhook' });
    await save.click();
    await expect(dialog.getByLabel('URL')).toHaveAccessibleDescription(/Enter a full URL/);
    await expect(events).toHaveAccessibleDescription('Choose at least one event.');
    await events.getByRole('checkbox').first().check();
    await expect(events).not.toHaveAttribute('aria-invalid');
    await expect(dialog.getByText('Choose at least one event.')).toHaveCount(0);
    await expect(dialog.getByLabel('URL')).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByLabel('URL').fill('https://example.com/hook');
    await expect(dialog.getByLabel('URL')).not.toHaveAttribute('aria-invalid');
    await events.getByRole('button', { name: 'Clear' }).click();
    await save.click();
    await expect(dialog.getByText('Choose at least one event.')).toBeVisible();
    await events.getByRole('button', { name: 'All' }).click();
    await expect(dialog.getByText('Choose at least one event.')).toHaveCount(0);
  });
});
