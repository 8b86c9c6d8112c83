/** Checkouts that cannot be paid, and the accessibility of every state. */
import type { Page } from '@playwright/test';
import { findBarriers } from './accessibility.ts';
import {
  cancel,
  challengeCard,
  declines,
  fillIn,
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

  test('expired: says so, also when it expires on an open page @phone', async ({ page, makeCheckout }) => {
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

  test('canceled: links to the store or to the customer’s orders @phone', async ({ page, makeCheckout }) => {
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

const states: Record<string, (page: Page, checkout: Checkout) => Promise<unknown>> = {
  open: (page, { path }) => page.goto(path),
  async errors(page, { path }) {
    await page.goto(path);
    await page.getByLabel('Country').selectOption('US');
    await page.getByLabel('I’m purchasing as a business').check();
    await payButton(page, '$29.00').click();
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.getByText('More test cards').click();
  },
  async declined(page, checkout) {
    await payWith(page, checkout, declines[0][0]);
    await expect(page.getByRole('alert').filter({ hasText: 'declined' })).toBeVisible();
  },
  async bank(page, checkout) {
    await payWith(page, checkout, challengeCard);
    await expect(page.getByRole('heading', { name: 'Approve this payment?' })).toBeVisible();
  },
  async challenge(page, checkout) {
    await payWith(page, checkout, challengeCard);
    await page.waitForURL(/challenge/);
    await page.goto(checkout.path);
  },
  async processing(page, checkout) {
    await payWith(page, checkout, slowCard);
    await expect(page.getByRole('heading', { name: 'Your payment is being processed' })).toBeVisible();
  },
  async paid(page, checkout) {
    await payWith(page, checkout, validCard);
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
  /** Colors with poor contrast. */
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
  /** States that together show every control and tone. */
  const telling: readonly string[] = ['errors', 'declined', 'challenge', 'paid', 'expired'];
  const looks = [
    ...Object.keys(states).map((state) => [state, 'our colors @phone', null] as const),
    ...telling.map((state) => [state, 'odd colors', odd] as const),
  ];
  for (const [state, look, checkoutSettings] of looks) {
    test(`${state}, in ${look}`, async ({ page, makeCheckout }) => {
      const checkout = await makeCheckout({ store: { checkoutSettings, supportEmail: 'help@harbourlight.example' } });
      await states[state]?.(page, checkout);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        expect(await findBarriers(page)).toEqual([]);
      }
    });
  }
});
