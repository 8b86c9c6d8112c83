import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { orders, portalSessions, refundTickets } from '#db/schema/index.ts';
import { expectAccessible, findBarriers, overflowOf, phone } from './accessibility.ts';
import { test as base, expect } from './fixtures.ts';
import {
  type CheckoutOptions,
  linkFor,
  newPurchase,
  type Purchase,
  signIn,
  statusMessage,
  title,
  tokenFor,
} from './portal-parts.ts';

const test = base.extend<{
  buy: (options?: CheckoutOptions) => Promise<Purchase>;
  enter: (order: Purchase) => Promise<void>;
}>({
  buy: ({ database, makeCheckout }, use) => use((options) => newPurchase(database, makeCheckout, options)),
  enter: ({ context, database, baseURL }, use) => use((order) => signIn(context, database, order, baseURL)),
});
test.use({ locale: 'en-US' });

test.describe('signing in', () => {
  test('works by an emailed link, once', async ({ page, database, buy, context }) => {
    const order = await buy();
    await page.goto(`${order.portal}?environment=test`);
    const send = page.getByRole('button', { name: 'Email me a link' });
    await send.click();
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Enter an email address/);
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.getByLabel('Email').fill(order.email);
    await page.keyboard.press('Enter');
    await expect(title(page, 'Check your inbox')).toBeFocused();
    await expect(page.getByRole('link', { name: 'Open customers' })).toHaveAttribute('href', /\/test\/customers$/);
    await expect(page.getByText(order.email)).toBeVisible();
    const link = await linkFor(database, order.email);
    await page.goto(link);
    // Neither the screen nor the history reveals it.
    await expect(page).toHaveURL(/\/open\?environment=test$/);
    await page.getByRole('button', { name: 'View my orders' }).click();
    await expect(title(page, 'Your orders')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${order.portal}\\?environment=test$`));
    await expect(page.getByText(`Signed in as ${order.email}`)).toBeVisible();
    await expect(page.getByRole('link', { name: /Coffee by post/ })).toBeVisible();

    const other = await context.newPage();
    await other.goto(link);
    await other.getByRole('button', { name: 'View my orders' }).click();
    await expect(other.getByRole('alert')).toHaveText('This link has already been used. Get a new one.');
    await other.getByRole('link', { name: 'Get a new link' }).click();
    await expect(other).toHaveURL(new RegExp(order.portal));
  });

  test('works by a session token, which leaves the address', async ({ page, database, buy, baseURL }) => {
    const order = await buy();
    await database.update(orders).set({ buyerIdentity: 'user-7' }).where(eq(orders.id, order.row.id));
    const token = await tokenFor(database, order, 'user-7', baseURL ?? '');
    await page.goto(`${order.portal}?environment=test#token=${token}`);
    await expect(title(page, 'Your orders')).toBeVisible();
    await expect(page.getByText(`Signed in as ${order.email}`)).toBeVisible();
    expect(new URL(page.url()).hash).toBe('');
    await page.goto(`${order.portal}/orders/${order.orderId}#token=no-token`);
    await expect(page.getByRole('alert')).toContainText('This sign-in has expired');
    expect(new URL(page.url()).hash).toBe('');
  });

  test('works again with a link that was opened before', async ({ page, database, buy }) => {
    const order = await buy();
    await page.goto(`${order.portal}?environment=test`);
    await page.getByLabel('Email').fill(order.email);
    await page.keyboard.press('Enter');
    await expect(title(page, 'Check your inbox')).toBeVisible();
    const link = await linkFor(database, order.email);
    await page.goto(link);
    await expect(page).toHaveURL(/\/open\?environment=test$/);
    expect(await page.evaluate(() => sessionStorage.length + localStorage.length)).toBe(0);
    // The link survives the page's change.
    await page.getByLabel('Language').selectOption('de');
    await expect(page.getByRole('button', { name: 'Meine Bestellungen anzeigen' })).toBeEnabled();
    await page.getByLabel('Sprache').selectOption('en');
    await page.route('**/portal/open?**', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await page.getByRole('button', { name: 'View my orders' }).click();
    await expect(page.getByRole('alert')).toContainText('We did not get a response.');
    await page.unroute('**/portal/open?**');
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('Open it from the email again');
    // In the same tab, without a page load.
    await page.goto(link);
    await page.getByRole('button', { name: 'View my orders' }).click();
    await expect(title(page, 'Your orders')).toBeVisible();
  });

  test('keeps the test environment after the session ends', async ({ page, database, buy, enter }) => {
    const order = await buy();
    await enter(order);
    await page.goto(order.portal);
    await page.getByRole('link', { name: /Coffee by post/ }).click();
    await expect(title(page, 'Coffee by post')).toBeVisible();
    await database.delete(portalSessions).where(eq(portalSessions.storeId, order.row.storeId));
    await page.reload();
    await expect(title(page, 'View your orders')).toBeVisible();
    await expect(page.getByText('no real charges')).toBeVisible();
    await page.getByLabel('Email').fill(order.email);
    await page.keyboard.press('Enter');
    await expect(title(page, 'Check your inbox')).toBeVisible();
    await page.goto(await linkFor(database, order.email));
    await page.getByRole('button', { name: 'View my orders' }).click();
    await expect(page.getByRole('link', { name: /Coffee by post/ })).toBeVisible();
  });

  test('says that a truncated link is incomplete', async ({ page, buy }) => {
    const { portal } = await buy();
    await page.goto(`${portal}/open`);
    await expect(page.getByRole('alert')).toContainText('This link is incomplete');
    await page.getByRole('link', { name: 'Get a new link' }).click();
    await expect(title(page, 'View your orders')).toBeVisible();
  });

  test('ends with sign-out, and is asked for after the session ends', async ({ page, database, buy, enter }) => {
    const order = await buy();
    await enter(order);
    await page.goto(order.path);
    await database.delete(portalSessions).where(eq(portalSessions.storeId, order.row.storeId));
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel subscription' }).click();
    await expect(title(page, 'View your orders')).toBeVisible();
    await enter(order);
    await page.goto(order.portal);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(title(page, 'View your orders')).toBeVisible();
    await page.goto(order.path);
    await expect(title(page, 'View your orders')).toBeVisible();
  });
});

test.describe('an order', () => {
  let order: Purchase;
  test.beforeEach(async ({ buy, enter }) => {
    order = await buy();
    await enter(order);
  });

  test('is canceled and resumed by keyboard @phone-only', async ({ page }) => {
    await page.goto(order.portal);
    await page.getByRole('link', { name: /Coffee by post/ }).click();
    await expect(page.getByText(/^Renews on .+ for \$18\.00\.$/)).toBeVisible();
    const cancel = page.getByRole('button', { name: 'Cancel subscription' });
    const dialog = page.getByRole('alertdialog');
    // A disabled button takes no focus.
    await expect(cancel).toBeEnabled();
    await cancel.focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveAccessibleName('Cancel Coffee by post?');
    await expect(dialog).toContainText('You can use it until');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(cancel).toBeFocused();
    expect((await order.read()).order?.status).toBe('active');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Cancel subscription' }).press('Enter');
    await expect(statusMessage(page, 'Canceled.')).toBeVisible();
    // The button that had the focus is gone.
    await expect(page.locator(':focus')).toContainText('Canceled.');
    await expect(page.getByText('Canceled')).toHaveCount(1);
    await expect(page.getByText('Canceling')).toBeVisible();
    expect((await order.read()).order?.status).toBe('canceling');
    await page.getByRole('button', { name: 'Resume subscription' }).click();
    await dialog.getByRole('button', { name: 'Resume subscription' }).click();
    await expect(statusMessage(page, 'Your subscription will continue.')).toBeVisible();
    expect((await order.read()).order?.status).toBe('active');
  });

  test('says that it changed in the meantime', async ({ page }) => {
    await page.goto(order.path);
    await order.call('subscription-order/cancel-order', { orderId: order.orderId });
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel subscription' }).click();
    await expect(page.getByText('Canceling')).toBeVisible();
    await expect(page.getByRole('alertdialog')).toBeHidden();
  });

  test('gets another card after a declined one @phone-only', async ({ page }) => {
    await page.goto(order.path);
    await page.getByRole('link', { name: 'Update card' }).click();
    const save = page.getByRole('button', { name: 'Use this card' });
    await save.click();
    await expect(page.getByLabel('Card number')).toBeFocused();
    await fillInCard(page, '4000000000000002');
    await expect(page.getByLabel('Card number')).toHaveValue('4000 0000 0000 0002');
    await save.click();
    await expect(page.getByRole('alert')).toContainText('declined');
    await fillInCard(page, '5555555555554444');
    await save.click();
    await expect(statusMessage(page, 'Your next payment will be charged to the new card.')).toBeVisible();
    await expect(page.getByText('Mastercard •••• 4444')).toBeVisible();
  });

  test('resumes an abandoned 3D Secure authentication', async ({ page }) => {
    await page.goto(`${order.path}/card`);
    await fillInCard(page, '4000002760003184');
    await page.getByRole('button', { name: 'Use this card' }).click();
    await page.getByRole('link', { name: 'Use another card' }).click();
    await page.getByRole('link', { name: 'Continue to your bank' }).click();
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(statusMessage(page, 'Your next payment will be charged to the new card.')).toBeVisible();
    await expect(page).toHaveURL(/\?done=card&environment=test$/);
  });

  test('gets another card with 3D Secure', async ({ page }) => {
    for (const [answer, outcome] of [
      ['Decline', 'could not verify your identity'],
      ['Approve', 'Your next payment will be charged to the new card.'],
    ] as const) {
      await page.goto(`${order.path}/card`);
      await fillInCard(page, '4000002760003184');
      await page.getByRole('button', { name: 'Use this card' }).click();
      await expect(title(page, 'Approve this card?')).toBeVisible();
      await page.getByRole('button', { name: answer }).click();
      await expect(page.getByText(outcome)).toBeVisible();
    }
  });

  test('takes a request for a partial refund @phone-only', async ({ page, database }) => {
    await page.goto(order.path);
    await page.getByRole('link', { name: /^Request a refund \$18\.00 / }).click();
    await expect(page.getByLabel('Amount (USD)')).toHaveValue('18.00');
    await page.getByLabel('Amount (USD)').fill('20');
    const send = page.getByRole('button', { name: 'Send request' });
    await send.click();
    await expect(page.getByLabel('Reason')).toBeFocused();
    await page.getByLabel('Reason').fill('The beans were <b>stale</b>.');
    await send.click();
    await expect(page.getByLabel('Amount (USD)')).toHaveAccessibleDescription(
      /no more than the amount that can still be refunded/,
    );
    await page.getByLabel('Amount (USD)').fill('10');
    await send.click();
    await expect(statusMessage(page, 'Your request was sent to Harbour Light Press.')).toBeVisible();
    await expect(page.getByText('Pending')).toBeVisible();
    await expect(page.getByText('The beans were <b>stale</b>.')).toBeVisible();
    await expect(page.getByRole('link', { name: /^Request a refund/ })).toHaveCount(0);
    const rows = await database.select().from(refundTickets).where(eq(refundTickets.orderId, order.row.id));
    expect(rows).toMatchObject([{ amountMinor: 1000, status: 'pending' }]);
  });

  test('has a receipt as page and PDF', async ({ page }) => {
    await page.goto(order.path);
    await page.getByRole('link', { name: /^Receipt \$18\.00 / }).click();
    await expect(page.getByText(order.paymentId)).toBeVisible();
    await expect(page.getByText('Coffee by post')).toBeVisible();
    const href = await page.getByRole('link', { name: 'Save as PDF' }).getAttribute('href');
    const pdf = await page.request.get(href ?? '');
    expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf']);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('everything can be read, and controls that need JavaScript say so', async ({ page, buy, enter }) => {
    const order = await buy();
    await page.goto(order.portal);
    // Texts inside noscript are invisible to text locators, even where they are shown.
    await expect(page.getByRole('main').locator('noscript > div')).toBeVisible();
    await enter(order);
    await page.goto(order.portal);
    await page.getByRole('link', { name: /Coffee by post/ }).click();
    await expect(page.getByText(/^Renews on/)).toBeVisible();
    await page.getByRole('link', { name: /^Receipt/ }).click();
    await expect(page.getByText(order.paymentId)).toBeVisible();
    await page.getByRole('link', { name: 'Back to the order' }).click();
    await page.getByRole('link', { name: 'Update card' }).click();
    await expect(page.getByRole('main').locator('noscript > div')).toBeVisible();
  });
});

/** The pages, each in its richest state. */
const pages = [
  [(order: Purchase) => `${order.portal}?environment=prod`, 'View your orders'],
  [(order: Purchase) => `${order.portal}/open`, 'Sign in to Harbour Light Press'],
  [(order: Purchase) => order.portal, 'Your orders'],
  [(order: Purchase) => order.path, 'Coffee by post'],
  [(order: Purchase) => `${order.path}/card`, 'Update card'],
  [(order: Purchase) => `${order.path}/refund?payment=${order.paymentId}`, 'Request a refund'],
  [(order: Purchase) => `${order.portal}/receipts/${order.paymentId}`, 'Receipt'],
  [(order: Purchase) => `${order.portal}/nowhere`, 'Page not found'],
] as const;

test.describe('every page', () => {
  test('has no axe violations in both themes and fits the screen', async ({ page, buy, enter }) => {
    test.slow();
    const order = await buy();
    await enter(order);
    for (const [addressOf, heading] of pages) {
      await page.goto(addressOf(order));
      await expect(title(page, heading)).toBeAttached();
      await expect(page.locator('button:disabled')).toHaveCount(0);
      await expectAccessible(page);
    }
    await page.goto(order.path);
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectAccessible(page);
  });

  test('reads from right to left in Arabic, also on a phone', async ({ page, buy, enter }) => {
    const order = await buy();
    await enter(order);
    const size = page.viewportSize();
    for (const [addressOf] of pages) {
      const address = addressOf(order);
      await page.goto(`${address}${address.includes('?') ? '&' : '?'}language=ar`);
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
      await expect(page.locator('button:disabled')).toHaveCount(0);
      expect(await overflowOf(page), address).toBe(0);
      await page.setViewportSize(phone);
      expect(await overflowOf(page), address).toBe(0);
      expect(await findBarriers(page), address).toEqual([]);
      if (size) await page.setViewportSize(size);
    }
  });
});

async function fillInCard(page: Page, number: string) {
  for (const [label, keys] of [
    ['Card number', number],
    ['Expiration date', '1240'],
    ['Security code', '123'],
  ] as const) {
    await page.getByLabel(label).clear();
    await page.getByLabel(label).pressSequentially(keys);
  }
}
