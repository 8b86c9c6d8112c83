/** Checkouts that cannot be paid, and the accessibility of every state. */
import type { Page } from '@playwright/test';
import { expectAccessible, findBarriers, setTransitions } from './accessibility.ts';
import {
  cancel,
  challengeCard,
  declines,
  fillIn,
  fillInCard,
  inGermany,
  payButton,
  payWith,
  receipt,
  slowCard,
  validCard,
} from './checkout-parts.ts';
import { type Checkout, expect, test } from './fixtures.ts';

test.use(inGermany);

test.describe('a session that cannot be paid', () => {
  test('paid: shows the receipt and refuses a second payment', async ({ page, request, makeCheckout }) => {
    const checkout = await makeCheckout();
    await payWith(page, checkout, validCard);
    await expect(receipt(page)).toBeVisible();
    await page.goto(checkout.path);
    await expect(receipt(page)).toBeVisible();
    const form = {
      email: 'a@example.com',
      country: 'DE',
      cardNumber: validCard,
      cardExpiry: '12 / 40',
      cardCvc: '123',
    };
    const answer = await request.post(`${checkout.path}/pay`, { data: form });
    expect(answer.status()).toBe(400);
    expect((await answer.json()).errors[0].message).toMatch(/already been paid/);
    expect((await checkout.read()).payments).toHaveLength(1);
  });

  test('expired: says so, also when it expires on an open page', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout({ store: { website: 'https://harbourlight.example' } });
    await page.goto(checkout.path);
    await fillIn(page, validCard);
    await checkout.expire();
    await payButton(page).click();
    await expect(page.getByRole('heading', { name: 'This checkout has expired' })).toBeFocused();
    await expect(page.getByRole('link', { name: 'Go to Harbour Light Press' })).toHaveAttribute(
      'href',
      'https://harbourlight.example',
    );
    expect((await checkout.read()).order).toBeUndefined();
  });

  test('canceled: links to the store or to the customer’s orders', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout({ session: { successUrl: 'https://shop.example/thanks?key=1' } });
    await cancel(checkout);
    await page.goto(checkout.path);
    await expect(page.getByRole('heading', { name: 'This order was canceled' })).toBeVisible();
    await page.route('https://shop.example/**', (route) => route.fulfill({ body: 'The shop' }));
    await page.getByRole('link', { name: 'Back to shop.example' }).click();
    await expect(page).toHaveURL('https://shop.example/');
    await page.goBack();
    await page.getByRole('link', { name: 'View your orders' }).click();
    await expect(page).toHaveURL(`/${checkout.storeSlug}/portal?environment=test`);
    await expect(page.getByRole('heading', { name: 'View your orders' })).toBeVisible();
  });

  test('unknown', async ({ page, makeCheckout }) => {
    const { storeSlug } = await makeCheckout();
    const other = await makeCheckout();
    for (const token of ['nonsense', '0e0b7f5c-0000-4000-8000-000000000000', other.sessionId]) {
      const response = await page.goto(`/${storeSlug}/checkout/${token}`);
      expect(response?.status()).toBe(404);
      await expect(page.getByRole('heading', { name: 'This checkout link is not valid' })).toBeVisible();
    }
  });

  test('unknown store: links back to the referring site', async ({ page, context, makeCheckout }) => {
    const { path } = await makeCheckout();
    const unknown = '/no-such-store/checkout/nonsense';
    await page.goto(path);
    await page.goto(unknown);
    await page.getByRole('button', { name: 'Go back' }).click();
    await expect(payButton(page)).toBeEnabled();
    const [tab] = await Promise.all([context.waitForEvent('page'), page.evaluate((url) => void open(url), unknown)]);
    // Before the script loads, only the browser handles a choice.
    await tab.waitForLoadState();
    await tab.getByLabel('Language').selectOption('de');
    await expect(tab.locator('html')).toHaveAttribute('lang', 'de');
    await expect(tab.getByRole('heading')).toBeVisible();
    await expect(tab.getByRole('main').getByRole('button')).toHaveCount(0);
  });
});

const supportEmail = 'help@harbourlight.example';

/** Reaches every state of the checkout, in the order of a purchase and then of sessions that cannot be paid. */
async function visitStates(
  page: Page,
  open: () => Promise<Checkout>,
  check: (state: string) => Promise<void>,
): Promise<void> {
  const checkout = await open();
  await page.goto(checkout.path);
  await expect(payButton(page)).toBeEnabled();
  await check('open');
  await page.getByLabel('Country').selectOption('US');
  await page.getByLabel('I’m purchasing as a business').check();
  await payButton(page, '$29.00').click();
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByText('More test cards').click();
  await check('errors');
  await page.getByLabel('I’m purchasing as a business').uncheck();
  await page.getByLabel('Country').selectOption('DE');
  await fillIn(page, declines[0][0]);
  await payButton(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'declined' })).toBeVisible();
  await check('declined');
  await fillInCard(page, challengeCard);
  await payButton(page).click();
  await expect(page.getByRole('heading', { name: 'Approve this payment?' })).toBeVisible();
  await check('bank');
  await page.goto(checkout.path);
  await expect(page.getByRole('link', { name: 'Continue to your bank' })).toBeVisible();
  await check('challenge');
  await fillInCard(page, slowCard);
  await payButton(page).click();
  await expect(page.getByRole('heading', { name: 'Your payment is being processed' })).toBeVisible();
  await check('processing');
  await checkout.settleNow();
  await expect(receipt(page)).toBeVisible();
  await check('paid');

  const expired = await open();
  await expired.expire();
  await page.goto(expired.path);
  await check('expired');
  const canceled = await open();
  await cancel(canceled);
  await page.goto(canceled.path);
  await check('canceled');
  const unavailable = await open();
  await unavailable.call('store/update-store', { id: unavailable.storeId, status: 'inactive' });
  await page.goto(unavailable.path);
  await check('unavailable');
  await page.goto(`${unavailable.path}0`);
  await check('unknown');
}

test('every state is accessible in both themes and fits a phone', async ({ page, makeCheckout }) => {
  test.slow();
  const open = () => makeCheckout({ store: { supportEmail } });
  await visitStates(page, open, () => expectAccessible(page));
});

test('every state is legible in colors with poor contrast', async ({ page, makeCheckout }) => {
  test.slow();
  const checkoutSettings = {
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
  const open = () => makeCheckout({ store: { checkoutSettings, supportEmail } });
  await visitStates(page, open, async (state) => {
    await setTransitions(page, 'off');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findBarriers(page), `${state}, ${colorScheme}`).toEqual([]);
    }
    await setTransitions(page, 'on');
  });
});
