import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { toShortId } from '../server/domain/ids.ts';
import { type Checkout, expect, test } from './fixtures.ts';

test.use({ locale: 'de-DE' });

const works = '4242 4242 4242 4242';
const asksBank = '4000 0027 6000 3184';
const declines = [
  ['4000 0000 0000 0002', 'Your card was declined. Try another card, or ask your bank why.'],
  ['4000 0000 0000 9995', 'Your card has insufficient funds. Try another card.'],
  ['4000 0000 0000 0069', 'Your card has expired. Try another card.'],
] as const;

/** With German VAT, as the buyers of these tests are in Germany. */
const payButton = (page: Page, total = '$34.51') => page.getByRole('button', { name: `Pay ${total}` });
const summary = (page: Page) => page.getByRole('region', { name: 'Order summary' });
const receipt = (page: Page) => page.getByRole('heading', { name: 'Thank you. Your payment went through.' });

async function fillIn(page: Page, card: string, total?: string) {
  await expect(payButton(page, total)).toBeEnabled();
  await page.getByLabel('Email').fill('ana@example.com');
  await page.getByLabel('Country').selectOption('DE');
  await fillInCard(page, card);
}

async function fillInCard(page: Page, card: string) {
  await page.getByLabel('Card number').fill(card);
  await page.getByLabel('Expiry').fill('12 / 40');
  await page.getByLabel('Security code').fill('123');
}

async function payWith(page: Page, checkout: Checkout, card: string) {
  await page.goto(checkout.path);
  await fillIn(page, card);
  await payButton(page).click();
}

async function cancel(checkout: Checkout) {
  const billingDetail = { country: 'DE', isBusiness: false };
  await checkout.call('onetime-order/create-order', { checkoutSessionId: checkout.sessionId, billingDetail });
  const { order } = await checkout.read();
  await checkout.call('onetime-order/cancel-order', { orderId: toShortId('ORD', order?.id ?? '') });
}

test.describe('paying', () => {
  test('a card that works leads to the receipt @phone', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout();
    await page.goto(checkout.path);
    await expect(page).toHaveTitle('Field notes, the complete edition · Harbour Light Press');
    await expect(page.getByText('Test mode — no money moves')).toBeVisible();
    await expect(page.getByLabel('Country')).toHaveValue('DE');
    await fillIn(page, works);
    await payButton(page).click();
    await expect(receipt(page)).toBeFocused();
    const { order, payments, events } = await checkout.read();
    await expect(page.getByText(toShortId('ORD', order?.id ?? ''))).toBeVisible();
    await expect(page.getByText('Visa •••• 4242')).toBeVisible();
    expect(order?.status).toBe('completed');
    expect(payments).toMatchObject([{ status: 'succeeded', amountMinor: 3451, currency: 'USD', cardLast4: '4242' }]);
    expect(events).toEqual(expect.arrayContaining(['payment.succeeded', 'order.completed']));
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain('4242');
  });

  test('a test card is a press away', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout({ session: { buyerEmail: 'ana@example.com' } });
    await page.goto(checkout.path);
    await expect(payButton(page)).toBeEnabled();
    await page.getByText('Other test cards').click();
    await page.getByRole('button', { name: 'Fill in 4000 0000 0000 0002' }).click();
    await expect(page.getByLabel('Card number')).toHaveValue('4000 0000 0000 0002');
    await page.getByRole('button', { name: `Fill in ${works}` }).click();
    await payButton(page).click();
    await expect(receipt(page)).toBeVisible();
  });

  for (const [card, sentence] of declines) {
    test(`${card} is declined with its sentence, and another card works @phone`, async ({ page, makeCheckout }) => {
      const checkout = await makeCheckout();
      await payWith(page, checkout, card);
      await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
      await expect(page.getByLabel('Email')).toHaveValue('ana@example.com');
      await fillInCard(page, works);
      await payButton(page).click();
      await expect(receipt(page)).toBeVisible();
      expect((await checkout.read()).payments.map(({ status }) => status)).toEqual(['succeeded', 'failed']);
    });
  }

  test('any other number is refused at its field, and nothing is stored', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout();
    await payWith(page, checkout, '4111 1111 1111 1111');
    const number = page.getByLabel('Card number');
    await expect(number).toBeFocused();
    await expect(number).toHaveAccessibleDescription(/it takes test cards only/);
    expect((await checkout.read()).order).toBeUndefined();
  });

  test('too many attempts have to wait, and say for how long', async ({ page, request, makeCheckout }) => {
    const checkout = await makeCheckout();
    const card = { cardNumber: '4000 0000 0000 0002', cardExpiry: '12 / 40', cardCvc: '123' };
    const shown = { totalMinor: 3451, renewalMinor: null };
    const data = { email: 'buyer@example.com', country: 'DE', ...card, shown };
    for (let attempt = 0; attempt < 6; attempt += 1) {
      // However the session's id is spelt.
      const path =
        attempt % 2 ? checkout.path : checkout.path.replace(checkout.sessionId, checkout.sessionId.toUpperCase());
      expect((await request.post(`${path}/pay`, { data })).status()).toBe(400);
    }
    await payWith(page, checkout, works);
    await expect(page.getByRole('alert').filter({ hasText: /Wait \d+ seconds?, then try again/ })).toBeVisible();
    expect((await checkout.read()).payments.map(({ status }) => status)).toEqual(Array(6).fill('failed'));
  });

  test('pressing twice pays once', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout();
    let sent = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/pay')) sent += 1;
    });
    await page.goto(checkout.path);
    await fillIn(page, works);
    await payButton(page).dblclick();
    await page.keyboard.press('Enter');
    await expect(receipt(page)).toBeVisible();
    expect(sent).toBe(1);
  });

  test('two tabs at the same moment make one payment', async ({ context, makeCheckout }) => {
    const checkout = await makeCheckout();
    const tabs = await Promise.all([context.newPage(), context.newPage()]);
    for (const tab of tabs) {
      await tab.goto(checkout.path);
      await fillIn(tab, works);
    }
    await Promise.all(tabs.map((tab) => payButton(tab).click()));
    for (const tab of tabs) await expect(receipt(tab)).toBeVisible();
    expect((await checkout.read()).payments.map(({ status }) => status)).toEqual(['succeeded']);
  });

  test('goes on to successUrl, and the receipt stays at the address @phone', async ({
    page,
    makeCheckout,
    baseURL,
  }) => {
    const checkout = await makeCheckout({ session: { successUrl: `${baseURL}/v1/health?from=shop` } });
    await payWith(page, checkout, works);
    await page.waitForURL(/\/v1\/health/);
    const { searchParams } = new URL(page.url());
    const orderId = toShortId('ORD', (await checkout.read()).order?.id ?? '');
    expect(Object.fromEntries(searchParams)).toEqual({ from: 'shop', orderId, sessionId: checkout.sessionId });
    await page.goto(checkout.path);
    await expect(receipt(page)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Continue to Harbour Light Press' })).toBeVisible();
  });
});

test.describe('tax', () => {
  test('is shown for the address in the form, as it changes, and charged as shown @phone', async ({
    page,
    makeCheckout,
  }) => {
    const checkout = await makeCheckout();
    await page.goto(checkout.path);
    await expect(summary(page)).toContainText(/Subtotal\$29\.00VAT 19%\$5\.51Total due today\$34\.51/);
    await expect(payButton(page)).toBeEnabled();
    const height = (await summary(page).boundingBox())?.height;
    await page.getByLabel('Country').selectOption('US');
    await expect(summary(page)).toContainText('TaxDepends on your address');
    await page.getByLabel('State').selectOption('NY');
    await expect(summary(page)).toContainText(/Sales tax 4%\$1\.16Total due today\$30\.16/);
    await expect(page.getByRole('status').filter({ hasText: 'Total due today: $30.16' })).toBeAttached();
    expect((await summary(page).boundingBox())?.height).toBe(height);
    await page.getByLabel('Email').fill('ana@example.com');
    await fillInCard(page, works);
    await payButton(page, '$30.16').click();
    await expect(receipt(page)).toBeVisible();
    await expect(page.getByText('Sales tax 4%')).toBeVisible();
    const { order, payments } = await checkout.read();
    expect(order).toMatchObject({ subtotalMinor: 2900, taxMinor: 116, totalMinor: 3016, taxName: 'Sales tax' });
    expect(payments).toMatchObject([{ status: 'succeeded', amountMinor: 3016 }]);
  });

  test('a business that owes the tax itself is told so', async ({ page, makeCheckout }) => {
    const billingDetail = { country: 'DE', isBusiness: true, businessName: 'Kaffee GmbH', taxId: 'DE136695976' };
    const checkout = await makeCheckout({ session: { billingDetail } });
    await page.goto(checkout.path);
    await expect(summary(page)).toContainText(/VAT, reverse charge\$0\.00Total due today\$29\.00/);
    await fillIn(page, works, '$29.00');
    await payButton(page, '$29.00').click();
    await expect(receipt(page)).toBeVisible();
    await expect(page.getByText('VAT, reverse charge')).toBeVisible();
    expect((await checkout.read()).order).toMatchObject({ totalMinor: 2900, billingDetail });
  });

  test('nobody is charged an amount they did not see', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout();
    await page.goto(checkout.path);
    await fillIn(page, works);
    // The page does not hear what it comes to in France.
    await page.route('**/quote', (route) => route.abort(), { times: 1 });
    await page.getByLabel('Country').selectOption('FR');
    await payButton(page).click();
    const sentence = 'The total is now $34.80. You have not been charged. Check it, then pay.';
    await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
    expect((await checkout.read()).order).toBeUndefined();
    await payButton(page, '$34.80').click();
    await expect(receipt(page)).toBeVisible();
    expect((await checkout.read()).payments).toMatchObject([{ status: 'succeeded', amountMinor: 3480 }]);
  });
});

test.describe('a subscription', () => {
  test('says what is charged today and when next, starts, and says so again @phone', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout({ subscription: {} });
    await page.goto(checkout.path);
    await expect(summary(page).getByText('$21.42 today, then every month.', { exact: true })).toBeVisible();
    await expect(page.getByText(/^Next charge, \w+ \d+, \d{4}$/)).toBeVisible();
    await expect(payButton(page, '$21.42')).toBeEnabled();
    await page.getByLabel('Email').fill('ana@example.com');
    await fillInCard(page, works);
    await payButton(page, '$21.42').click();
    await expect(receipt(page)).toBeFocused();
    await expect(page.getByText(/^\$21\.42 on \w+ \d+, \d{4}$/)).toBeVisible();
    expect((await checkout.read()).order?.status).toBe('active');
  });

  test('begins with its free trial @phone', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout({ subscription: { metadata: { trialDays: 14 } } });
    await page.goto(checkout.path);
    await expect(summary(page).getByText('Free for 14 days, then $21.42 every month.')).toBeVisible();
    const start = page.getByRole('button', { name: 'Start free trial' });
    await expect(start).toBeEnabled();
    await page.getByLabel('Email').fill('ana@example.com');
    await fillInCard(page, works);
    await start.click();
    await expect(page.getByRole('heading', { name: 'Thank you. Your trial has begun.' })).toBeFocused();
    const { order, payments } = await checkout.read();
    expect(order?.status).toBe('trialing');
    expect(payments).toMatchObject([{ status: 'succeeded', amountMinor: 0 }]);
  });

  test('without a second trial: the page says so as soon as it knows who buys', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout({ subscription: { metadata: { trialDays: 14 } } });
    const again = await checkout.again();
    await page.goto(checkout.path);
    const start = page.getByRole('button', { name: 'Start free trial' });
    await expect(start).toBeEnabled();
    await page.getByLabel('Email').fill('ana@example.com');
    await fillInCard(page, works);
    await start.click();
    await expect(page.getByRole('heading', { name: 'Thank you. Your trial has begun.' })).toBeVisible();
    await page.goto(again);
    await expect(start).toBeEnabled();
    await page.getByLabel('Email').fill('Ana@Example.com');
    await page.getByLabel('Card number').focus();
    await expect(payButton(page, '$21.42')).toBeVisible();
    await expect(summary(page).getByText('$21.42 today, then every month.', { exact: true })).toBeVisible();
  });
});

test.describe('3-D Secure', () => {
  test('passed @phone', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout();
    await payWith(page, checkout, asksBank);
    await expect(page.getByRole('heading', { name: 'Is this payment yours?' })).toBeVisible();
    await page.getByRole('button', { name: 'Confirm it was me' }).click();
    await expect(receipt(page)).toBeVisible();
    expect((await checkout.read()).payments.map(({ status }) => status)).toEqual(['succeeded']);
  });

  test('failed, then tried again', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout();
    await payWith(page, checkout, asksBank);
    await page.getByRole('button', { name: 'Fail the confirmation' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Your bank could not confirm it was you' })).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue('ana@example.com');
    await fillInCard(page, asksBank);
    await payButton(page).click();
    await page.getByRole('button', { name: 'Confirm it was me' }).click();
    await expect(receipt(page)).toBeVisible();
  });

  test('abandoned, then paid with another card; the question is closed', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout();
    await payWith(page, checkout, asksBank);
    await expect(page.getByRole('heading', { name: 'Is this payment yours?' })).toBeVisible();
    const question = page.url();
    await page.goto(checkout.path);
    await expect(page.getByRole('link', { name: 'Continue to your bank' })).toHaveAttribute(
      'href',
      new URL(question).pathname,
    );
    await fillInCard(page, works);
    await payButton(page).click();
    await expect(receipt(page)).toBeVisible();
    expect((await checkout.read()).payments.map(({ status }) => status)).toEqual(['succeeded', 'failed']);
    await page.goto(question);
    await expect(page).toHaveURL(checkout.path);
  });

  test('taken up in another browser', async ({ page, browser, makeCheckout }) => {
    const checkout = await makeCheckout();
    await payWith(page, checkout, asksBank);
    await page.waitForURL(/challenge/);
    await page.close();
    const elsewhere = await browser.newPage({ baseURL: new URL(page.url()).origin });
    await elsewhere.goto(checkout.path);
    await elsewhere.getByRole('link', { name: 'Continue to your bank' }).click();
    await elsewhere.getByRole('button', { name: 'Confirm it was me' }).click();
    await expect(receipt(elsewhere)).toBeVisible();
    await elsewhere.close();
  });
});

test.describe('a bad network', () => {
  test('an answer that is lost does not invite a second payment', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout();
    await page.route('**/pay', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await payWith(page, checkout, works);
    await expect(receipt(page)).toBeVisible();
    expect((await checkout.read()).payments).toHaveLength(1);
  });

  test('a payment that never arrived can be tried again', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout();
    await page.route('**/pay', (route) => route.abort(), { times: 1 });
    await payWith(page, checkout, works);
    await expect(page.getByRole('alert').filter({ hasText: 'Your payment did not reach us' })).toBeVisible();
    await fillInCard(page, works);
    await payButton(page).click();
    await expect(receipt(page)).toBeVisible();
  });

  test('a payment on its way is waited for', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout();
    await payWith(page, checkout, declines[0][0]);
    await expect(page.getByRole('alert').filter({ hasText: 'declined' })).toBeVisible();
    await checkout.setPaymentStatus('processing');
    await page.goto(checkout.path);
    await expect(page.getByRole('heading', { name: 'Your payment is being processed' })).toBeVisible();
    await expect(payButton(page)).toHaveCount(0);
    await checkout.setPaymentStatus('failed');
    await expect(payButton(page)).toBeEnabled();
    await expect(page.getByRole('alert').filter({ hasText: 'declined' })).toBeVisible();
  });
});

test.describe('a session that cannot be paid', () => {
  test('paid: the receipt, and paying again is refused', async ({ page, request, makeCheckout }) => {
    const checkout = await makeCheckout();
    await payWith(page, checkout, works);
    await expect(receipt(page)).toBeVisible();
    await page.goto(checkout.path);
    await expect(receipt(page)).toBeVisible();
    const form = { email: 'a@example.com', country: 'DE', cardNumber: works, cardExpiry: '12 / 40', cardCvc: '123' };
    const answer = await request.post(`${checkout.path}/pay`, { data: form });
    expect(answer.status()).toBe(400);
    expect((await answer.json()).errors[0].message).toMatch(/already been paid/);
    expect((await checkout.read()).payments).toHaveLength(1);
  });

  test('expired, also while the page was open @phone', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout({ store: { website: 'https://harbourlight.example' } });
    await page.goto(checkout.path);
    await fillIn(page, works);
    await checkout.expire();
    await payButton(page).click();
    await expect(page.getByRole('heading', { name: 'This checkout has expired' })).toBeFocused();
    await expect(page.getByRole('link', { name: 'Go to Harbour Light Press' })).toHaveAttribute(
      'href',
      'https://harbourlight.example',
    );
    expect((await checkout.read()).order).toBeUndefined();
  });

  test('canceled', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout();
    await cancel(checkout);
    await page.goto(checkout.path);
    await expect(page.getByRole('heading', { name: 'This order was canceled' })).toBeVisible();
  });

  test('unknown', async ({ page, makeCheckout }) => {
    const { storeSlug } = await makeCheckout();
    const other = await makeCheckout();
    for (const token of ['nonsense', '0e0b7f5c-0000-4000-8000-000000000000', other.sessionId]) {
      const response = await page.goto(`/${storeSlug}/checkout/${token}`);
      expect(response?.status()).toBe(404);
      await expect(page.getByRole('heading', { name: 'This checkout link is not valid' })).toBeAttached();
    }
  });
});

test.describe('the form', () => {
  test('says what is missing, goes to the first of it, and asks for a state only where there is one', async ({
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
    await page.getByLabel('Expiry').focus();
    await expect(page.getByLabel('Card number')).toHaveAccessibleDescription('Enter the full number on your card.');
    await page.getByLabel('Email').fill('ana@example.com');
    await expect(page.getByLabel('Email')).not.toHaveAttribute('aria-invalid');
  });

  test('puts the card into its form and leaves the cursor where it was @phone', async ({ page, makeCheckout }) => {
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
    await page.getByLabel('Expiry').pressSequentially('430');
    await expect(page.getByLabel('Expiry')).toHaveValue('04 / 30');
  });

  test('starts from what the session knows', async ({ page, makeCheckout }) => {
    const billingDetail = { country: 'CA', state: 'Ontario', postcode: 'K1A 0B1', isBusiness: false };
    const checkout = await makeCheckout({ session: { buyerEmail: 'kim@example.com', billingDetail } });
    await page.goto(checkout.path);
    await expect(page.getByLabel('Email')).toHaveValue('kim@example.com');
    await expect(page.getByLabel('Country')).toHaveValue('CA');
    await expect(page.getByLabel('Province')).toHaveValue('ON');
    await expect(page.getByLabel('Postal code')).toHaveValue('K1A 0B1');
  });
});

test.describe('how it looks', () => {
  const checkoutSettings = {
    light: { checkoutColorPrimary: '#5b3df5', checkoutColorBackground: '#f3f0ff', checkoutBorderRadius: '3px' },
    dark: { checkoutColorPrimary: '#ffe600', checkoutColorBackground: '#120b2e' },
  };

  test('in the store’s colours, by the system’s side', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout({ store: { checkoutSettings } });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(checkout.path);
    await expect(payButton(page)).toHaveCSS('background-color', 'rgb(91, 61, 245)');
    await expect(payButton(page)).toHaveCSS('color', 'rgb(255, 255, 255)');
    await expect(payButton(page)).toHaveCSS('border-radius', '3px');
    await expect(page.locator('#checkout')).toHaveCSS('background-color', 'rgb(243, 240, 255)');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(payButton(page)).toHaveCSS('background-color', 'rgb(255, 230, 0)');
    await expect(payButton(page)).toHaveCSS('color', 'rgb(0, 0, 0)');
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(18, 11, 46)');
  });

  test('on the side that the session names', async ({ page, makeCheckout }) => {
    const settings = { ...checkoutSettings, defaultDarkMode: false };
    const checkout = await makeCheckout({ store: { checkoutSettings: settings }, session: { darkMode: true } });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(checkout.path);
    await expect(page.locator('#checkout')).toHaveCSS('background-color', 'rgb(18, 11, 46)');
  });

  test('with money and countries in the session’s language', async ({ page, makeCheckout }) => {
    const german = await makeCheckout({ session: { language: 'de', currency: 'EUR' } });
    await page.goto(german.path);
    await expect(page.getByRole('button', { name: /32,13\s€/ })).toBeVisible();
    await expect(page.getByLabel('Country').getByRole('option', { name: 'Österreich' })).toBeAttached();
    // The sentences around them are English, and say so to whoever reads them aloud.
    await expect(page.locator('#checkout')).toHaveAttribute('lang', 'en');
  });

  test('a description is formatted, and brings neither scripts nor pictures', async ({ page, makeCheckout }) => {
    const description =
      '**Bold** [site](https://shop.example) ![spy](https://spy.example/x.png) <img src=x onerror=alert(1)>';
    const checkout = await makeCheckout({ product: { description } });
    await page.goto(checkout.path);
    await expect(page.locator('strong', { hasText: 'Bold' })).toBeVisible();
    const link = page.getByRole('link', { name: 'site' });
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
    await expect(page.locator('main img')).toHaveCount(0);
  });

  test('says in production too that no money moves', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout({ environment: 'prod' });
    await page.goto(checkout.path);
    await expect(page.getByText('Demonstration — no money moves')).toBeVisible();
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('everything can be read, and what paying needs is said @phone', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout();
    await page.goto(checkout.path);
    await expect(page.getByRole('heading', { name: 'Field notes, the complete edition' })).toBeVisible();
    await expect(page.getByText('Total due today')).toBeVisible();
    // Texts inside noscript are invisible to text locators, even where they are shown.
    await expect(page.locator('noscript > div')).toBeVisible();
    await expect(payButton(page)).toBeDisabled();
  });
});

const states: Record<string, (page: Page, checkout: Checkout) => Promise<unknown>> = {
  open: (page, { path }) => page.goto(path),
  async errors(page, { path }) {
    await page.goto(path);
    await page.getByLabel('Country').selectOption('US');
    await payButton(page, '$29.00').click();
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.getByText('Other test cards').click();
  },
  async declined(page, checkout) {
    await payWith(page, checkout, declines[0][0]);
    await expect(page.getByRole('alert').filter({ hasText: 'declined' })).toBeVisible();
  },
  async bank(page, checkout) {
    await payWith(page, checkout, asksBank);
    await expect(page.getByRole('heading', { name: 'Is this payment yours?' })).toBeVisible();
  },
  async challenge(page, checkout) {
    await payWith(page, checkout, asksBank);
    await page.waitForURL(/challenge/);
    await page.goto(checkout.path);
  },
  async processing(page, checkout) {
    await payWith(page, checkout, asksBank);
    await page.waitForURL(/challenge/);
    await checkout.setPaymentStatus('processing');
    await page.goto(checkout.path);
  },
  async paid(page, checkout) {
    await payWith(page, checkout, works);
    await expect(receipt(page)).toBeVisible();
  },
  async expired(page, checkout) {
    await checkout.expire();
    await page.goto(checkout.path);
  },
  async canceled(page, checkout) {
    await cancel(checkout);
    await page.goto(checkout.path);
  },
  async unavailable(page, checkout) {
    await checkout.call('store/update-store', { id: checkout.storeId, status: 'inactive' });
    await page.goto(checkout.path);
  },
  unknown: (page, { path }) => page.goto(`${path}0`),
};

test.describe('accessible', () => {
  /** Colours that nobody should choose. */
  const odd = {
    light: {
      checkoutColorPrimary: '#ffe600',
      checkoutColorBackground: '#20242c',
      checkoutColorCard: '#ffd9c7',
      checkoutColorText: '#ff2bd6',
    },
    dark: {
      checkoutColorPrimary: '#777777',
      checkoutColorBackground: '#808080',
      checkoutColorCard: '#777777',
      checkoutColorText: '#888888',
    },
  };
  for (const [state, open] of Object.entries(states)) {
    for (const [look, checkoutSettings] of [
      ['our colours @phone', null],
      ['odd colours', odd],
    ] as const) {
      test(`${state}, in ${look}`, async ({ page, makeCheckout }) => {
        const checkout = await makeCheckout({ store: { checkoutSettings, supportEmail: 'help@harbourlight.example' } });
        await open(page, checkout);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          const { violations } = await new AxeBuilder({ page }).analyze();
          expect(
            violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
          ).toEqual([]);
        }
      });
    }
  }
});
