/** The checkout without JavaScript: everything except the card works. */
import { inGermany, payButton, summary } from './checkout-parts.ts';
import { expect, test } from './fixtures.ts';

test.use({ ...inGermany, javaScriptEnabled: false });

test('tax and total follow the customer’s details; a card needs JavaScript @phone-only', async ({
  page,
  makeCheckout,
}) => {
  const checkout = await makeCheckout();
  await page.goto(checkout.path);
  await expect(page.getByRole('heading', { name: 'Field notes, the complete edition' })).toBeVisible();
  await expect(summary(page)).toContainText('Total due todayUS$34.51');
  await expect(payButton(page)).toBeHidden();
  await expect(page.getByLabel('Card number')).toBeHidden();
  // Texts inside noscript are invisible to text locators, even where they are shown.
  const notice = page.locator('form[method=post] noscript > div');
  await expect(notice).toBeVisible();
  const width = page.viewportSize()?.width ?? 0;
  for (const control of await page.locator('header form, main section').all()) {
    const box = await control.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? width + 1)).toBeLessThanOrEqual(width);
  }
  const update = page.locator('form[method=post] noscript > button');
  await page.getByLabel('Email').fill('ana@');
  await page.getByLabel('Country').selectOption('US');
  await update.click();
  await expect(page.getByLabel('Email')).toHaveValue('ana@');
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/^Enter an email address/);
  await expect(page.getByLabel('State')).toHaveAccessibleDescription('Choose your state.');
  await expect(summary(page)).toContainText('Depends on your address');
  expect(await notice.textContent()).not.toContain('up to date');
  await page.getByLabel('Email').fill('ana@example.com');
  await page.getByLabel('State').selectOption('NY');
  await update.click();
  await expect(summary(page)).toContainText(/Sales tax 4\s%US\$1\.16Total due todayUS\$30\.16/);
  await expect(page.locator('[aria-invalid]')).toHaveCount(0);
  expect(await notice.textContent()).toContain('Your details and the tax are up to date.');
  expect((await checkout.read()).order).toBeUndefined();
});

test('customer type, language and theme can be changed', async ({ page, makeCheckout }) => {
  const checkout = await makeCheckout();
  await page.goto(checkout.path);
  await expect(page.getByLabel('Business name')).toBeHidden();
  await page.getByLabel('I’m purchasing as a business').check();
  await page.getByLabel('Business name').fill('Kaffee GmbH');
  await page.getByLabel('VAT number').fill('DE136695976');
  await page.locator('form[method=post] noscript > button').click();
  await expect(summary(page)).toContainText(/VAT, reverse chargeUS\$0\.00/);
  await expect(page.getByLabel('Business name')).toHaveValue('Kaffee GmbH');
  await page.getByLabel('Appearance').selectOption('dark');
  await page.locator('form:has([name=theme]) noscript > button').click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByLabel('Language').selectOption('de');
  await page.locator('form:has([name=language]) noscript > button').click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(page.url()).toContain(checkout.path);
});

test('changing language and theme keeps typed values, and puts none into the address', async ({
  page,
  makeCheckout,
}) => {
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url(), request.headers().referer ?? ''));
  const checkout = await makeCheckout();
  await page.goto(checkout.path);
  await page.getByLabel('Email').fill('ana@');
  await page.getByLabel('Country').selectOption('US');
  await page.getByLabel('Postal code').fill('10001');
  const choose = (name: string, value: string) => page.locator(`select[name=${name}]`).selectOption(value);
  await choose('theme', 'dark');
  await page.locator('form:has([name=theme]) noscript > button').click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByLabel('Email')).toHaveValue('ana@');
  await expect(page.getByLabel('State')).toBeVisible();
  // The form was not submitted yet.
  await expect(page.locator('[aria-invalid]')).toHaveCount(0);
  await page.locator('form[method=post] noscript > button').click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/^Enter an email address/);
  await choose('language', 'de');
  await page.locator('form:has([name=language]) noscript > button').click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByLabel('E-Mail')).toHaveValue('ana@');
  await expect(page.getByLabel('E-Mail')).toHaveAccessibleDescription(/E-Mail-Adresse/);
  await expect(page.getByLabel('Land')).toHaveValue('US');
  await page.getByLabel('E-Mail').fill('ana@example.com');
  // Enter submits the form by its first button, the language's.
  await page.getByLabel('E-Mail').press('Enter');
  await expect(page.getByLabel('E-Mail')).toHaveValue('ana@example.com');
  await expect(page.getByLabel('E-Mail')).not.toHaveAttribute('aria-invalid');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  // Compared as a whole value: random ids and names may contain it by chance.
  expect(addresses.filter((address) => /=(ana|10001)/.test(address))).toEqual([]);
  // The choice was stored too.
  await page.goto(await checkout.openAnother());
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});
