import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { orders } from '#db/schema/index.ts';
import { toShortId } from '#server/domain/ids.ts';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { signIn, statusMessage, title } from './portal-parts.ts';
import { newAddress, openStore } from './stores.ts';

const amount = (page: Page) => page.getByLabel(/^Amount/);

test('refunds a payment in parts @phone-only', async ({ page, browser, baseURL, database }) => {
  test.slow();
  const { makeProduct, sell, home, slug } = await openStore(page, baseURL);
  const email = newAddress();
  const sessionId = await sell(await makeProduct(), { email });
  const [row] = await database.select().from(orders).where(eq(orders.checkoutSessionId, sessionId));
  if (!row) throw new Error('nothing was paid');
  const order = `${home}/orders/${toShortId('ORD', row.id)}`;

  await test.step('the merchant refunds a part', async () => {
    await page.goto(order);
    await page.getByRole('button', { name: 'Refund of $34.51' }).click();
    const dialog = page.getByRole('dialog', { name: 'Refund payment' });
    await expect(dialog).toContainText(`${email} paid $34.51 for Field notes.`);
    // A one-time order has no subscription notice.
    await expect(dialog.getByText('The subscription stays active')).toHaveCount(0);
    await expect(amount(page)).toHaveValue('34.51');
    await expect(amount(page)).toHaveAccessibleDescription(/Up to \$34\.51, including \$5\.51 tax/);
    await expectAccessible(page);
    await amount(page).fill('40');
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await expect(amount(page)).toBeFocused();
    await expect(amount(page)).toHaveAccessibleDescription(/Enter \$34\.51 or less\./);
    // Closing the dialog returns the focus, and reopening shows no old error.
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Refund of $34.51' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByText(/or less/)).toHaveCount(0);
    await amount(page).fill('10');
    await page.getByLabel('Reason').fill('The cover is torn');
    await dialog.getByRole('button', { name: 'Refund $10.00' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('status').filter({ hasText: '$24.51 can still be refunded.' })).toBeVisible();
    const given = page.getByRole('list', { name: 'Refunds' });
    // The worker executes the refund, and the page updates.
    await expect(given).toContainText('$10.00Refundedincl. $1.60 tax', { timeout: 20_000 });
    await expect(given).toContainText('The cover is torn');
    await expect(page.getByText('Refund of $10.00 started')).toBeVisible();
    await expect(page.getByText('Refund of $10.00 succeeded')).toBeVisible();
    await expect(page.getByText('Partially refunded')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('the checkout’s receipt shows the refund', async () => {
    await page.goto(`/${slug}/checkout/${sessionId}`);
    const facts = page.locator('dl');
    await expect(facts).toContainText(/Refunded on .*-\$10\.00Includes VAT 19%: \$1\.60The cover is torn/);
    await expect(facts).toContainText('Total after refunds$24.51');
    await expectAccessible(page);
  });

  const context = await browser.newContext({ ...(baseURL && { baseURL }), viewport: page.viewportSize() });
  const portal = `/${slug}/portal`;
  const buyer = await context.newPage();
  await signIn(context, database, { row, email, portal }, baseURL);
  const bought = `${portal}/orders/${toShortId('ORD', row.id)}`;

  await test.step('the buyer sees the refund and requests the rest', async () => {
    await buyer.goto(bought);
    await expect(buyer.getByText(/^\$10\.00 was refunded on/)).toBeVisible();
    // At the head of the page, and beside the payment.
    await expect(buyer.getByText('Partially refunded')).toHaveCount(2);
    await buyer.getByRole('link', { name: /^Request a refund/ }).click();
    await expect(amount(buyer)).toHaveValue('24.51');
    await expect(amount(buyer)).toHaveAccessibleDescription('Up to $24.51.');
    await buyer.getByLabel('Reason').fill('Chapter two is missing as well.');
    await buyer.getByRole('button', { name: 'Send request' }).click();
    await expect(statusMessage(buyer, 'Your request was sent to Harbour Light Press.')).toBeVisible();
  });

  const entry = page.getByRole('link', { name: /^Refund(?: request)?s 1 open$/ });
  await test.step('the merchant declines with a reason', async () => {
    await page.goto(home);
    await entry.filter({ visible: true }).click();
    await expect(title(page, 'Refund requests')).toBeVisible();
    await expect(page.getByText('Chapter two is missing as well.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Decline the request for $24.51' }).click();
    const dialog = page.getByRole('dialog', { name: 'Decline refund request' });
    await page.getByLabel('Note to customer').fill('It is the short edition.');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Decline request' }).click();
    await expect(page.getByText('Declined', { exact: true })).toBeVisible();
    await expect(page.getByText('Request declined. The customer is notified by email.')).toBeFocused();
    await expect(entry.filter({ visible: true })).toHaveCount(0);
  });

  await test.step('the buyer reads the reason and requests again', async () => {
    await buyer.goto(bought);
    await expect(buyer.getByText('It is the short edition.')).toBeVisible();
    await expectAccessible(buyer);
    await buyer.getByRole('link', { name: /^Request again/ }).click();
    await expect(title(buyer, 'Request again')).toBeVisible();
    await expect(buyer.getByLabel('Reason')).toHaveValue('Chapter two is missing as well.');
    await expectAccessible(buyer);
    await buyer.getByLabel('Reason').fill('I paid for the long one.');
    await buyer.getByRole('button', { name: 'Send request' }).click();
    await expect(buyer.getByText('Pending')).toBeVisible();
  });

  await test.step('the merchant approves a part', async () => {
    await page.goto(`${home}/refund-requests`);
    await expect(page.getByText('requested 2 times')).toBeVisible();
    await page.getByRole('button', { name: 'Approve the request for $24.51' }).click();
    const dialog = page.getByRole('dialog', { name: 'Approve refund request' });
    await expect(amount(page)).toHaveValue('24.51');
    await expect(dialog).toContainText(`${email} requests a refund of $24.51 for Field notes.`);
    await amount(page).fill('20.00');
    await dialog.getByRole('button', { name: 'Approve and refund $20.00' }).click();
    await expect(page.getByText('Approved', { exact: true })).toBeVisible();
    // The requested amount differs from the refunded one.
    await expect(page.getByText('Refund of $20.00')).toBeVisible();
    await page.goto(order);
    await expect(page.getByRole('list', { name: 'Refunds' })).toContainText('$20.00Refunded', { timeout: 20_000 });
    await expect(page.getByText('Refund request approved')).toBeVisible();
    await expect(page.getByText('Refund of $24.51 requested again')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Refund of $34.51' })).toBeVisible();
  });

  await test.step('the receipt shows all refunds', async () => {
    await buyer.goto(bought);
    await buyer.getByRole('link', { name: /^Receipt/ }).click();
    await expect(buyer.getByText('The cover is torn')).toBeVisible();
    await expect(buyer.getByText('Total after refunds')).toBeVisible();
    await expect(buyer.getByText('$4.51', { exact: true })).toBeVisible();
    await expectAccessible(buyer);
  });
  await context.close();
});

test('explains an empty list of refund requests @phone-only', async ({ page, baseURL }) => {
  const { home, store } = await openStore(page, baseURL);
  await page.goto(`${home}/refund-requests`);
  await expect(page.getByText('No refund requests')).toBeVisible();
  await expect(page.getByText(`/${store.slug}/portal`)).toBeVisible();
  await expectAccessible(page);
});
