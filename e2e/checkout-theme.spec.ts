/** The theme editor: preview, warnings and the real checkout. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { stores } from '#db/schema/index.ts';
import { fromShortId } from '#server/domain/ids.ts';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { openStore as openOwnStore, poster, signUp } from './stores.ts';

interface Store {
  readonly slug: string;
  readonly id: string;
  /** The editor's path. */
  readonly path: string;
}

/** A signed-in merchant with a store. */
async function openStore(page: Page, baseURL: string | undefined): Promise<Store> {
  const { id, slug, home } = await openOwnStore(page, baseURL);
  return { id, slug, path: `${home}/checkout` };
}

/** The path of a new checkout with a new product. */
async function newCheckout(page: Page, baseURL: string | undefined, { id: storeId }: Store): Promise<string> {
  const product = { storeId, name: 'Field notes', prices: { USD: { amount: '29.00' } } };
  const created = await poster(page, baseURL)('/dashboard/api/onetime-product/create-product', product);
  const sessionInput = { storeId, productId: created.product.id, productType: 'onetime', currency: 'USD' };
  const { checkoutUrl } = await poster(page, baseURL)('/dashboard/api/checkout/create-session', sessionInput);
  return new URL(String(checkoutUrl)).pathname;
}

const settingsOf = async (database: Database, { id }: Store) =>
  (
    await database
      .select()
      .from(stores)
      .where(eq(stores.id, fromShortId('STO', id) ?? ''))
  )[0];

const preview = (page: Page) => page.frameLocator('iframe[title^="Checkout preview"]');
const show = (page: Page, state: string) => page.getByRole('radio', { name: state, exact: true }).check();
const edit = (page: Page, side: 'Light' | 'Dark') =>
  page
    .getByRole('group', { name: 'Edit' })
    .getByRole('radio', { name: new RegExp(`^${side}`) })
    .check();
const color = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
const groundOf = (page: Page) => preview(page).locator('html');

test('previews a change, warns about contrast, saves it and shows it on the checkout', async ({
  page,
  baseURL,
  database,
}) => {
  const store = await openStore(page, baseURL);
  const checkout = await newCheckout(page, baseURL, store);
  await page.goto(store.path);
  await expect(preview(page).getByText('Field notes').first()).toBeVisible();
  await color(page, 'Background').fill('#102030');
  await expect(groundOf(page)).toHaveCSS('background-color', 'rgb(16, 32, 48)');
  await color(page, 'Text').fill('#bbbbbb');
  const sentence = 'Your text color on the card is hard to read (1.9:1, needs 4.5:1). Customers see #1b1c19 instead.';
  await expect(page.getByText(sentence)).toBeVisible();
  await expect(color(page, 'Text')).toHaveAccessibleDescription(sentence);
  await expect(page.getByRole('radio', { name: 'Light 1 color is hard to read' })).toBeChecked();
  await color(page, 'Buttons and links').fill('#5b3df5');
  const pay = preview(page).locator('button[type=submit]').last();
  await expect(pay).toHaveCSS('background-color', 'rgb(91, 61, 245)');
  await save(page);
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  await expect
    .poll(async () => (await settingsOf(database, store))?.checkoutSettings)
    .toEqual({
      light: {
        checkoutColorBackground: '#102030',
        checkoutColorText: '#bbbbbb',
        checkoutColorPrimary: '#5b3df5',
      },
    });
  await page.goto(checkout);
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(16, 32, 48)');
  await expect(page.getByRole('button', { name: /^Pay / })).toHaveCSS('background-color', 'rgb(91, 61, 245)');
});

test('on a dark device the dark theme colors the page and the card', async ({ page, baseURL }) => {
  const store = await openStore(page, baseURL);
  const checkout = await newCheckout(page, baseURL, store);
  const dark = {
    checkoutColorBackground: '#102030',
    checkoutColorCard: '#203040',
    checkoutColorText: '#ffeedd',
    checkoutColorPrimary: '#ffcc00',
    checkoutBorderRadius: 'calc(1rem - 4px)',
  };
  const light = { checkoutColorText: '#112233' };
  await poster(page, baseURL)('/dashboard/api/store/update-store', { id: store.id, checkoutSettings: { light, dark } });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(checkout);
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(16, 32, 48)');
  await expect(page.getByRole('heading', { name: 'Field notes' })).toHaveCSS('color', 'rgb(255, 238, 221)');
  const pay = page.getByRole('button', { name: /^Pay / });
  await expect(pay).toHaveCSS('background-color', 'rgb(255, 204, 0)');
  await expect(pay).toHaveCSS('border-radius', '12px');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.getByRole('heading', { name: 'Field notes' })).toHaveCSS('color', 'rgb(17, 34, 51)');
});

const states = [
  ['Form', /^Pay \$/],
  ['Invalid input', 'Enter an email address such as ana@example.com.'],
  ['Declined', 'Your card was declined. Try another card, or ask your bank why.'],
  ['3D Secure', 'Your bank needs to verify your identity'],
  ['Processing', 'Your payment is being processed'],
  ['Success', 'Thank you. Your payment went through.'],
  ['Trial started', 'Thank you. Your trial has started.'],
  ['Expired', 'This checkout has expired'],
  ['Canceled', 'This order was canceled'],
  ['Unavailable', 'This product is not available right now'],
] as const;

test('previews every state in both themes and sizes, without active controls', async ({ page, baseURL }) => {
  const store = await openStore(page, baseURL);
  await page.goto(store.path);
  for (const [device, side] of [
    ['Phone', 'Light'],
    ['Desktop', 'Dark'],
  ] as const) {
    await page.getByRole('group', { name: 'Preview width' }).getByRole('radio', { name: device }).check();
    await edit(page, side);
    await expect(groundOf(page)).toHaveAttribute('data-theme', side.toLowerCase());
    for (const [state, text] of states) {
      await show(page, state);
      await expect(preview(page).getByText(text).first(), `${state}, ${side}, ${device}`).toBeVisible();
    }
  }
  const frame = page.locator('iframe[title^="Checkout preview"]');
  await expect(frame).toHaveAttribute('sandbox', 'allow-same-origin');
  expect(await preview(page).locator('script').count()).toBe(0);
  expect(await preview(page).locator('#root').getAttribute('inert')).not.toBeNull();
  await expect(preview(page).getByText('JavaScript')).toHaveCount(0);
});

test('the preview follows the color picker without a reload', async ({ page, baseURL }) => {
  const store = await openStore(page, baseURL);
  await page.goto(store.path);
  await expect(preview(page).getByText(/^Pay \$/)).toBeVisible();
  await groundOf(page).evaluate((root) => root.setAttribute('data-kept', 'yes'));
  await page.getByLabel('Background: choose color').fill('#334455');
  const [begun] = [Date.now()];
  await expect(groundOf(page)).toHaveCSS('background-color', 'rgb(51, 68, 85)');
  test.info().annotations.push({ type: 'until the preview follows', description: `${Date.now() - begun} ms` });
  await expect(color(page, 'Background')).toHaveValue('#334455');
  await expect(groundOf(page)).toHaveAttribute('data-kept', 'yes');
  await page.getByRole('button', { name: 'Background: reset' }).click();
  await expect(groundOf(page)).toHaveCSS('background-color', 'rgb(246, 245, 241)');
  await page.getByLabel('Corner radius in pixels').fill('20');
  await expect(page.getByLabel('Corner radius', { exact: true })).toHaveValue('20px');
  await expect(preview(page).locator('button[type=submit]').last()).toHaveCSS('border-radius', '20px');
  const radius = page.getByLabel('Corner radius', { exact: true });
  await radius.fill('calc(1rem - 4px) 2px');
  await expect(radius).toHaveAccessibleDescription('The page uses 12px. The first length applies to all corners.');
  await expect(preview(page).locator('button[type=submit]').last()).toHaveCSS('border-radius', '12px');
  await radius.fill('50vw');
  await expect(radius).toHaveAccessibleDescription('The page uses 22px. The maximum radius is 22px.');
});

test.describe('with a picture that the content security policy blocks', () => {
  test.use({ violatesPolicy: true });

  test('shows an invalid value at its field on blur, and saves nothing', async ({ page, baseURL, database }) => {
    const store = await openStore(page, baseURL);
    await page.goto(store.path);
    await edit(page, 'Dark');
    const [text, logo] = [color(page, 'Text'), page.getByLabel('Logo')];
    await text.fill('#12');
    await expect(text).not.toHaveAttribute('aria-invalid');
    await logo.fill('shop.example.com/logo.png');
    await expect(text).toHaveAccessibleDescription('Enter a hex color such as #1a6b4c, or leave it empty.');
    await edit(page, 'Light');
    await expect(logo).toHaveValue('');
    await save(page);
    await expect(logo).toBeFocused();
    await expect(logo).toHaveAccessibleDescription(/Enter a full URL that starts with https/);
    await expect(logo).toHaveValue('shop.example.com/logo.png');
    await logo.fill('http://shop.example.com/logo.png');
    await expect(logo).toHaveAccessibleDescription(/Not shown at checkout/);
    await text.fill('f8f8f8');
    await logo.fill('');
    await expect(text).toHaveValue('#f8f8f8');
    expect((await settingsOf(database, store))?.checkoutSettings).toBeNull();
    await save(page);
    await expect
      .poll(async () => (await settingsOf(database, store))?.checkoutSettings)
      .toEqual({ dark: { checkoutColorText: '#f8f8f8' } });
  });
});

test('copies one theme from the other, resets it and sets the default theme', async ({ page, baseURL, database }) => {
  const store = await openStore(page, baseURL);
  const light = { checkoutColorPrimary: '#aa0000', checkoutBorderRadius: '4px' };
  const update = { id: store.id, checkoutSettings: { defaultDarkMode: true, light } };
  await poster(page, baseURL)('/dashboard/api/store/update-store', update);
  await page.goto(store.path);
  await expect(page.getByRole('group', { name: 'Default mode' }).getByRole('radio', { name: 'Dark' })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
  await edit(page, 'Dark');
  await page.getByRole('button', { name: 'Copy from light' }).click();
  await expect(color(page, 'Buttons and links')).toHaveValue('#aa0000');
  await edit(page, 'Light');
  await page.getByRole('button', { name: 'Reset to default' }).click();
  await page.getByRole('group', { name: 'Default mode' }).getByRole('radio', { name: 'System' }).check();
  await save(page);
  await expect
    .poll(async () => (await settingsOf(database, store))?.checkoutSettings)
    .toEqual({ light: {}, dark: light });
});

test('saves optimistically, and marks a failed save as unsaved', async ({ page, baseURL }) => {
  const store = await openStore(page, baseURL);
  await page.goto(store.path);
  // The fields lose text that is typed before hydration, and the preview loads after it.
  await expect(preview(page).getByText(/^Pay \$/)).toBeVisible();
  await page.route('**/dashboard/api/store/update-store', (route) => route.abort());
  await color(page, 'Card').fill('#fafafa');
  await save(page);
  await expect(page.getByText('The server can’t be reached.').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
  await expect(color(page, 'Card')).toHaveValue('#fafafa');
  await page.unroute('**/dashboard/api/store/update-store');
  await save(page);
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  await page.reload();
  await expect(color(page, 'Card')).toHaveValue('#fafafa');
});

test('asks about unsaved changes before links and going back', async ({ page, baseURL }) => {
  const store = await openStore(page, baseURL);
  await page.goto(store.path.replace('/checkout', '/settings'));
  // Before hydration the link loads a new document, and going back to another document cannot be held up.
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeEnabled();
  await page.getByRole('link', { name: 'Checkout', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Checkout', level: 1 })).toBeVisible();
  await color(page, 'Card').fill('#fafafa');
  const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await page.getByRole('link', { name: 'Orders' }).click();
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(color(page, 'Card')).toHaveValue('#fafafa');
  // A dialog that closes moves the focus back to its link, and the letters would go there.
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search' });
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('orders');
  await expect(palette.getByRole('option', { name: /^Orders/ })).toHaveAttribute('data-highlighted', '');
  await page.keyboard.press('Enter');
  await expect(palette).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(dialog).toHaveCount(0);
  await page.evaluate(() => history.back());
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Checkout', exact: true }).click();
  await color(page, 'Card').fill('#fafafa');
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(color(page, 'Card')).toHaveValue('');
  await page.getByRole('link', { name: 'Orders' }).click();
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
});

test('the theme editor works by keyboard alone', async ({ page, baseURL, database }) => {
  const store = await openStore(page, baseURL);
  await page.goto(store.path);
  await expect(preview(page).getByText(/^Pay \$/)).toBeVisible();
  const device = page.getByRole('radio', { name: 'System' });
  for (let tries = 0; tries < 60 && !(await device.evaluate((radio) => radio === document.activeElement)); tries += 1) {
    await page.keyboard.press('Tab');
  }
  await expect(device).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('group', { name: 'Default mode' }).getByRole('radio', { name: 'Light' })).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await expect(groundOf(page)).toHaveAttribute('data-theme', 'dark');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(color(page, 'Buttons and links')).toBeFocused();
  await page.keyboard.type('#ffcc00');
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => (await settingsOf(database, store))?.checkoutSettings)
    .toEqual({ defaultDarkMode: false, dark: { checkoutColorPrimary: '#ffcc00' } });
});

/** A local site with one page, for the duration of the test. */
async function openSite(html: string): Promise<{ origin: string; close: () => void }> {
  const server = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(html));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { origin: `http://localhost:${port}`, close: () => server.close().closeAllConnections() };
}

test('only the store’s own sites may embed the checkout', async ({ page, baseURL, database }) => {
  const store = await openStore(page, baseURL);
  const checkout = await newCheckout(page, baseURL, store);
  const html = `<!doctype html><title>Shop</title><iframe src="${baseURL}${checkout}" width="800" height="800"></iframe>`;
  const [own, other] = await Promise.all([openSite(html), openSite(html)]);
  await page.goto(store.path);
  const [first, second] = [page.getByLabel('Site 1', { exact: true }), page.getByLabel('Site 2', { exact: true })];
  const saveSites = () => page.getByRole('button', { name: 'Save sites' }).click();
  // The fields lose text that is typed before hydration, when the button is disabled.
  await expect(page.getByRole('button', { name: 'Save sites' })).toBeEnabled();
  await first.fill('shop.example.com');
  await saveSites();
  await expect(first).toHaveAccessibleDescription(/Enter a site such as/);
  await expect(first).toBeFocused();
  await first.fill('https://shop.example.com/buy');
  await page.getByRole('button', { name: 'Add site' }).click();
  await second.fill(`${own.origin}/checkout`);
  await saveSites();
  await expect(first).toHaveValue('https://shop.example.com');
  await expect(second).toHaveValue(own.origin);
  expect((await settingsOf(database, store))?.checkoutFrameOrigins).toEqual(['https://shop.example.com', own.origin]);

  await page.goto(own.origin);
  await expect(page.frameLocator('iframe').getByText('Field notes').first()).toBeVisible();
  await page.goto(other.origin);
  await expect.poll(() => page.frames().map((frame) => frame.url())).toContain('chrome-error://chromewebdata/');
  own.close();
  other.close();

  await page.goto(store.path);
  await page.getByRole('button', { name: 'Remove site 1' }).click();
  await page.getByRole('button', { name: 'Remove site 1' }).click();
  await saveSites();
  await expect.poll(async () => (await settingsOf(database, store))?.checkoutFrameOrigins).toEqual([]);
});

test('a member without the admin role can look but not change', async ({ page, baseURL, browser }) => {
  const store = await openStore(page, baseURL);
  const context = await browser.newContext({ ...(baseURL && { baseURL }) });
  const member = await context.newPage();
  await signUp(member, baseURL);
  const own = await poster(member, baseURL)('/dashboard/api/store/create-store', { name: 'Own' });
  await member.goto(`/dashboard/${own.store.slug}/test/keys`);
  await expect(member.locator('main')).toContainText(/MER_\w{22}/);
  const merchantId = /MER_\w{22}/.exec((await member.locator('main').textContent()) ?? '')?.[0];
  const memberInput = { storeId: store.id, merchantId, role: 'member' };
  await poster(page, baseURL)('/dashboard/api/store-merchant/add-merchant', memberInput);
  await member.goto(store.path);
  await expect(member.getByText('Only the store owner and admins can change the checkout.').first()).toBeVisible();
  await expect(color(member, 'Text')).toBeDisabled();
  await expect(member.getByRole('button', { name: 'Save sites' })).toBeDisabled();
  await show(member, 'Success');
  await expect(preview(member).getByText('Thank you. Your payment went through.')).toBeVisible();
  await context.close();
});

test('the preview serves only members on this site, and names what it refuses', async ({ page, baseURL, browser }) => {
  const store = await openStore(page, baseURL);
  const context = await browser.newContext({ ...(baseURL && { baseURL }) });
  const otherMember = await context.newPage();
  const ask = async (visitor: Page, data: object, { headers = {}, path = store.path } = {}) => {
    const options = { data, headers: { Origin: baseURL ?? '', ...headers } };
    const response = await visitor.request.post(`${path}/preview`, options);
    const isJson = response.headers()['content-type']?.includes('json');
    return { response, status: response.status(), errors: isJson ? (await response.json()).errors : undefined };
  };
  const previewInput = { side: 'light', state: 'form' };
  expect(await ask(otherMember, previewInput)).toMatchObject({ status: 401 });
  await signUp(otherMember, baseURL);
  expect(await ask(otherMember, previewInput)).toMatchObject({ status: 404, errors: [{ message: 'Store not found' }] });
  await context.close();
  expect(await ask(page, previewInput, { headers: { Origin: 'https://evil.example' } })).toMatchObject({ status: 403 });
  const unknownEnvironment = store.path.replace('/test/', '/staging/');
  expect(await ask(page, previewInput, { path: unknownEnvironment })).toMatchObject({ status: 404 });
  expect(await ask(page, { ...previewInput, state: 'x' })).toMatchObject({ status: 400, errors: [{ path: 'state' }] });
  expect(await ask(page, { ...previewInput, side: undefined })).toMatchObject({
    status: 400,
    errors: [{ path: 'side' }],
  });
  const evil = '#fff}</style><script>alert(1)</script>';
  const checkoutSettings = {
    light: { checkoutColorText: evil, checkoutLogo: 'x' },
    dark: { checkoutBorderRadius: 'calc(1px)}' },
  };
  const refused = await ask(page, { ...previewInput, checkoutSettings });
  expect(refused).toMatchObject({ status: 400 });
  expect(refused.errors.map(({ path }: { path: string }) => path).sort()).toEqual([
    'dark.checkoutBorderRadius',
    'light.checkoutColorText',
    'light.checkoutLogo',
  ]);
  const { response, status } = await ask(page, previewInput);
  expect(status).toBe(200);
  expect(response.headers()['content-security-policy']).toContain("frame-ancestors 'self'");
  expect(await response.text()).not.toContain('<script');
});

test('the theme editor is accessible in both themes, fits its window and logs no errors', async ({ page, baseURL }) => {
  const noise: string[] = [];
  page.on('console', (message) => {
    // Playwright injects its scripts into every frame, also where scripts are forbidden.
    const isOurs = !message.text().startsWith("Blocked script execution in 'about:srcdoc'");
    if (['error', 'warning'].includes(message.type()) && isOurs) noise.push(message.text());
  });
  page.on('pageerror', (error) => noise.push(error.message));
  const store = await openStore(page, baseURL);
  await page.goto(store.path);
  await color(page, 'Text').fill('#bbbbbb');
  await color(page, 'Buttons and links').fill('#ffe600');
  await expect(preview(page).getByText(/^Pay \$/)).toBeVisible();
  await expectAccessible(page);
  expect(noise).toEqual([]);
});
