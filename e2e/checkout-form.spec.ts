/** The checkout's form: fields, errors and kept values. */
import { fillIn, fillInCard, inGermany, payButton, validCard } from './checkout-parts.ts';
import { expect, test } from './fixtures.ts';

test.use(inGermany);

test.describe('the payment form', () => {
  test('shows missing fields, focuses the first, and asks for a state only where the country has states', async ({
    page,
    makeCheckout,
  }) => {
    const checkout = await makeCheckout();
    await page.goto(checkout.path);
    await expect(page.getByLabel('State')).toHaveCount(0);
    await page.getByLabel('Country').selectOption('US');
    await payButton(page, '$29.00').click();
    await expect(page.getByLabel('Email')).toBeFocused();
    await expect(page.getByLabel('State')).toHaveAccessibleDescription('Choose your state.');
    await page.getByLabel('Email').fill('ana@');
    await page.getByLabel('Card number').fill('4242');
    await page.getByLabel('Expiration date').focus();
    await expect(page.getByLabel('Card number')).toHaveAccessibleDescription('Enter your full card number.');
    await page.getByLabel('Email').fill('ana@example.com');
    await expect(page.getByLabel('Email')).not.toHaveAttribute('aria-invalid');
  });

  test('formats the card number and keeps the cursor in place', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout();
    await page.goto(checkout.path);
    await expect(payButton(page)).toBeEnabled();
    const number = page.getByLabel('Card number');
    await number.pressSequentially('424242424242424');
    await expect(number).toHaveValue('4242 4242 4242 424');
    await number.evaluate((input: HTMLInputElement) => input.setSelectionRange(2, 2));
    await page.keyboard.press('9');
    await expect(number).toHaveValue('4294 2424 2424 2424');
    expect(await number.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(3);
    await page.getByLabel('Expiration date').pressSequentially('430');
    await expect(page.getByLabel('Expiration date')).toHaveValue('04 / 30');
  });

  test('is prefilled from the session', async ({ page, makeCheckout }) => {
    const billingDetail = { country: 'CA', state: 'Ontario', postcode: 'K1A 0B1', isBusiness: false };
    const checkout = await makeCheckout({ session: { buyerEmail: 'kim@example.com', billingDetail } });
    await page.goto(checkout.path);
    await expect(page.getByLabel('Email')).toHaveValue('kim@example.com');
    await expect(page.getByLabel('Country')).toHaveValue('CA');
    await expect(page.getByLabel('Province')).toHaveValue('ON');
    await expect(page.getByLabel('Postal code')).toHaveValue('K1A 0B1');
  });

  test('gives each field its autocomplete name', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout();
    await page.goto(checkout.path);
    await expect(payButton(page)).toBeEnabled();
    await page.getByLabel('Country').selectOption('US');
    const controls = page.locator('form[method=post] :is(input, select)');
    const fields = await controls.evaluateAll((all) =>
      (all as HTMLInputElement[]).map((control) => [control.name, control.autocomplete, control.inputMode]),
    );
    expect(fields).toEqual([
      ['email', 'email', 'email'],
      ['country', 'country', ''],
      ['state', 'address-level1', ''],
      ['postcode', 'postal-code', ''],
      ['isBusiness', '', ''],
      ['businessName', 'organization', ''],
      ['taxId', 'off', ''],
      ['cardNumber', 'cc-number', 'numeric'],
      ['cardExpiry', 'cc-exp', 'numeric'],
      ['cardCvc', 'cc-csc', 'numeric'],
    ]);
  });

  test('asks a business for its name and keeps typed values when the customer type changes', async ({
    page,
    makeCheckout,
  }) => {
    const checkout = await makeCheckout();
    await page.goto(checkout.path);
    await fillIn(page, validCard);
    await expect(page.getByLabel('Business name')).toBeHidden();
    await page.getByLabel('I’m purchasing as a business').check();
    await payButton(page).click();
    await expect(page.getByLabel('Business name')).toBeFocused();
    await expect(page.getByLabel('Business name')).toHaveAccessibleDescription('Enter your business name.');
    await page.getByLabel('Business name').fill('Kaffee GmbH');
    await page.getByLabel('I’m purchasing as a business').uncheck();
    await page.getByLabel('I’m purchasing as a business').check();
    await expect(page.getByLabel('Business name')).toHaveValue('Kaffee GmbH');
    await page.getByLabel('Country').selectOption('CH');
    await expect(page.getByLabel('Tax ID')).toBeVisible();
  });

  test('causes no layout shift while loading or when the tax changes @phone', async ({ page, makeCheckout }) => {
    await page.addInitScript(() => {
      const seen = window as unknown as { shift: number };
      seen.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.shift += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const checkout = await makeCheckout({ subscription: {} });
    await page.goto(checkout.path);
    await expect(payButton(page, '$21.42')).toBeEnabled();
    // None of these changes adds a field or a line.
    for (const [country, total] of [
      ['HU', '$22.86'],
      ['CH', '$19.46'],
      ['GI', '$18.00'],
    ] as const) {
      await page.getByLabel('Country').selectOption(country);
      await expect(payButton(page, total)).toBeVisible();
    }
    // One line more or less scores at least twice as much; a late glyph on a slow machine a tenth.
    expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.005);
  });
});

test('a form submitted without JavaScript carries no card', async ({ page, makeCheckout }) => {
  const checkout = await makeCheckout();
  // The page before its script loads, when the browser itself may submit the form.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto(checkout.path);
  await page.getByLabel('Email').fill('ana@example.com');
  await fillInCard(page, validCard);
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  // A navigation that outlives the test would interrupt the next test's first one.
  const loaded = page.waitForEvent('load');
  await page.locator('form[method=post]').evaluate((form: HTMLFormElement) => form.submit());
  const body = (await sent).postData() ?? '';
  await loaded;
  expect(body).toContain('email=ana');
  expect(body).not.toContain('4242');
  const choices = ['language', 'theme'];
  const typed = ['email', 'country', 'postcode', 'businessName', 'taxId'];
  expect([...new URLSearchParams(body).keys()]).toEqual([...choices, ...typed]);
});
