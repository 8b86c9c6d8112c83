/** The test clock: a merchant pauses it and advances a subscription by a month. */
import type { Page } from '@playwright/test';
import type { Database } from '#db/client.ts';
import { englishVoice } from '#server/i18n/say.ts';
import { payCheckout, quoteCheckout } from '#server/testing/orders/checkout.ts';
import { findBarriers, overflowOf } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { openStore as openOwnStore } from './stores.ts';

// biome-ignore lint/suspicious/noExplicitAny: each caller knows the type of its response
type Call = (action: string, body: object) => Promise<any>;

/** A store with a `call` that fills in the store's id. */
async function openStore(page: Page, baseURL = '') {
  const { id, slug, home, post } = await openOwnStore(page, baseURL);
  const call: Call = (action, body) => post(`/dashboard/api/${action}`, { storeId: id, ...body });
  return { call, slug, home };
}

/** A product for 18.00 USD a month, and a function that buys it at the checkout. */
async function sellMonthly(database: Database, call: Call, storeSlug: string) {
  const { product } = await call('subscription-product/create-product', {
    name: 'Beans by Post',
    billingPeriod: 'monthly',
    prices: { USD: { amount: '18.00' } },
  });
  const sessionInput = { productId: product.id, productType: 'subscription', currency: 'USD' };
  const openSession = async (): Promise<string> => (await call('checkout/create-session', sessionInput)).sessionId;
  const buy = async (email: string, cardNumber: string) => {
    const address = { storeSlug, sessionId: await openSession() };
    const card = { cardNumber, cardExpiry: '12 / 40', cardCvc: '123' };
    const form = { email, country: 'DE', state: '', postcode: '', ...card };
    const { shown } = await quoteCheckout(database, address, form, new Date(), englishVoice);
    await payCheckout(database, address, { ...form, shown }, new Date());
  };
  return Object.assign(buy, { openSession });
}

test('pauses and advances the clock @phone-only', async ({ page, baseURL, database, isMobile }) => {
  const { call, slug, home } = await openStore(page, baseURL);
  await page.goto(`${home}/test-clock`);
  await expect(page.getByRole('heading', { name: 'Test clock', level: 1 })).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Pause clock' }).click();
  await expect(page.getByRole('heading', { name: 'Current test time' })).toBeVisible();
  await expect(page.getByText('Clock paused.')).toBeFocused();
  const band = page.getByRole('region', { name: 'Test clock' });
  await expect(band).toContainText(/Clock paused at \d+ \w+ \d{4}, \d\d:\d\d UTC/);
  // A start day that exists in every month, so that due dates do not depend on the day of the test.
  const start = new Date();
  start.setUTCDate(10);
  start.setUTCMonth(start.getUTCMonth() + 1);
  await call('test-clock/advance', { to: start.toISOString() });

  const buy = await sellMonthly(database, call, slug);
  await buy('buyer@example.com', '4242 4242 4242 4242');

  await page.reload();
  await expect(page.getByText('Next event:')).toBeVisible();
  await page.getByRole('button', { name: 'Next scheduled event' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Advanced to' })).toBeVisible();
  const happened = page.getByRole('list').filter({ hasText: 'Reminder of the next charge sent' }).first();
  await expect(happened).toBeVisible();
  await page.getByRole('button', { name: '1 month' }).click();
  await expect(page.getByText('Subscription renewed, period 2')).toBeVisible();
  await expect(page.getByText('Payment of $21.42 succeeded')).toBeVisible();
  // The previous charge precedes this advance; the next one is due exactly at its end.
  await expect(page.getByText('Reminder of the next charge sent')).toHaveCount(1);
  expect(await findBarriers(page)).toEqual([]);
  expect(await overflowOf(page)).toBe(0);

  // Advances by keyboard to a missing, a past and a valid date.
  const moment = page.getByLabel('Date and time');
  await page.getByRole('button', { name: 'Advance to date' }).click();
  await expect(page.getByText('Enter a date and a time.')).toBeVisible();
  await expect(moment).toBeFocused();
  await moment.fill('2020-01-01T10:00');
  await moment.press('Enter');
  await expect(page.getByText('Invalid to: must be later than the test clock')).toBeVisible();
  const later = new Date(start.getTime() + 70 * 86_400_000).toISOString().slice(0, 16);
  await moment.fill(later);
  await moment.press('Enter');
  await expect(page.getByText('Subscription renewed, period 3')).toBeVisible();

  // Customers see the test clock too.
  await page.goto(`/${slug}/checkout/${await buy.openSession()}`);
  await expect(page.getByText('Test clock:')).toBeVisible();
  await page.goto(`/${slug}/portal?environment=test`);
  await expect(page.getByText('Test clock:')).toBeVisible();

  await page.goto(home);
  const navigation = page.getByRole('navigation', { name: 'Store' }).filter({ visible: true });
  if (isMobile) await navigation.getByRole('button', { name: 'More' }).click();
  await (isMobile
    ? page.getByRole('dialog').getByRole('link', { name: 'Test clock' })
    : navigation.getByRole('link', { name: 'Test clock' })
  ).click();
  await page.getByRole('button', { name: 'Return to real time' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Return to real time' }).click();
  await expect(page.getByRole('button', { name: 'Pause clock' })).toBeVisible();
  await expect(page.getByText('Clock paused at')).toHaveCount(0);
  // The activity stays visible.
  await expect(page.getByText('Subscription renewed, period 3')).toBeVisible();

  await page.goto(home.replace(/test$/, 'prod/test-clock'));
  await expect(page).toHaveURL(home.replace(/test$/, 'prod'));
});

test('the order’s page shows a year of a subscription, and payment recovery of an unpaid one @phone-only', async ({
  page,
  baseURL,
  database,
}) => {
  test.slow();
  const { call, slug, home } = await openStore(page, baseURL);
  await call('test-clock/create', {});
  const buy = await sellMonthly(database, call, slug);
  await buy('faithful@example.com', '4242 4242 4242 4242');
  await page.goto(`${home}/test-clock`);
  await page.getByRole('button', { name: '1 year' }).click();
  await expect(page.getByText('Advanced to')).toBeVisible({ timeout: 60_000 });
  await buy('broke@example.com', '4000 0000 0000 0341');
  await page.getByRole('button', { name: '1 month' }).click();
  // Each line names its order's customer.
  await page.getByRole('link', { name: 'Beans by Post, broke@example.com' }).last().click();

  await expect(page.getByRole('heading', { name: '$21.42 every month for Beans by Post' })).toBeVisible();
  await expect(page.getByText('Past due', { exact: true })).toBeVisible();
  for (const term of ['Last paid period', 'Past due since', 'Next retry', 'Final retry', 'Payment method']) {
    await expect(page.getByRole('term').filter({ hasText: term })).toBeVisible();
  }
  const story = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Activity' }) });
  await expect(story.getByRole('listitem').first()).toContainText('Subscription past duePayment of $21.42 failed');
  await expect(story.getByText('Reminder of the next charge sent')).toBeVisible();
  await expect(story.getByText(/\w\.\w+_/)).toHaveCount(0);

  await page.goto(`${home}/orders`);
  await page
    .getByRole('link', { name: /^Beans by Post/ })
    .last()
    .click();
  const payments = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Payments' }) });
  await expect(payments.getByText(/^Period 14: /)).toBeVisible();
  await expect(payments.getByText(/^Period 1: /)).toHaveCount(0);
  await payments.getByRole('button', { name: 'Show all 14 payments' }).click();
  await expect(payments.getByText(/^Period 1: /)).toBeVisible();
  await expect(payments.getByRole('button', { name: 'Show fewer' })).toBeFocused();
  await expect(story.getByText('Subscription renewed, period 14')).toBeVisible();
  await expect(story.getByText('Subscription started')).toHaveCount(0);
  await story.getByRole('button', { name: /^Show all \d+$/ }).click();
  await expect(story.getByText('Subscription started')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  expect(await overflowOf(page)).toBe(0);
});

test('an interrupted advance shows its progress and can be resumed @phone-only', async ({ page, baseURL }) => {
  const { call, home } = await openStore(page, baseURL);
  const { testClock } = await call('test-clock/create', {});
  await page.goto(`${home}/test-clock`);
  // The state after an advance that ran out of time.
  await page.route('**/dashboard/api/test-clock/advance', (route) => route.fulfill({ json: { data: { testClock } } }));
  await page.getByRole('button', { name: '1 day' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Stopped early' })).toContainText(/Advanced to \d+ \w+/);
  await page.unroute('**/dashboard/api/test-clock/advance');
  await page.getByRole('button', { name: /^Continue to \d+ \w+ \d{4}, \d\d:\d\d$/ }).click();
  await expect(page.getByText('Advanced to')).toBeVisible();
  await expect(page.getByText('Stopped early')).toHaveCount(0);
});
