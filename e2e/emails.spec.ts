/** The mailbox: emails to a store's customers and owner, and resending a failed one. */
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { emails, orders, stores } from '#db/schema/index.ts';
import { fromShortId, newId, toShortId } from '#server/domain/ids.ts';
import { englishDraft, serviceLook } from '#server/events/rules/email-content.ts';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { openStore } from './stores.ts';

/** A signed-in merchant whose store sold to the merchant and to another customer. */
async function openShop(page: Page, baseURL = '') {
  const { email: address, store, home, call, makeProduct, sell } = await openStore(page, baseURL);
  const light = { checkoutColorPrimary: '#7a2e4d' };
  await call('store/update-store', { id: store.id, checkoutSettings: { light } });
  const product = await makeProduct();
  return { address, store, home, buy: (email: string) => sell(product, { email }) };
}

test('emails of a purchase arrive automatically and read as sent @phone-only', async ({
  page,
  baseURL,
  database,
  isMobile,
}) => {
  const { address, buy, home } = await openShop(page, baseURL);
  const unfold = async () => {
    if (isMobile) await page.getByRole('button', { name: 'Filter' }).click();
  };
  await page.goto(`${home}/emails`);
  await expect(page.getByText('No emails yet')).toBeVisible();
  await expectAccessible(page);
  const sessionId = await buy(address);
  const subject = '[Test] Your order from “Harbour Light Press”';
  const notice = '[Test] New order: $34.51 for “Field notes”';
  await expect(page.getByRole('link', { name: notice })).toBeVisible();
  await expect(page.getByRole('link', { name: subject })).toBeVisible();
  await expectAccessible(page);

  await test.step('the email has the colors of the store', async () => {
    await page.getByRole('link', { name: subject }).click();
    await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible();
    await expect(page.getByText('Not delivered: no mail server configured')).toBeVisible();
    const email = page.frameLocator('iframe');
    await expect(email.getByRole('heading', { name: 'Your order from' })).toBeVisible();
    await expect(email.getByRole('row', { name: 'Total $34.51' })).toBeVisible();
    const button = email.getByRole('link', { name: 'View order' });
    await expect(button).toHaveCSS('background-color', 'rgb(122, 46, 77)');
    const [row] = await database.select().from(orders).where(eq(orders.checkoutSessionId, sessionId));
    const orderId = toShortId('ORD', row?.id ?? '');
    await expect(button).toHaveAttribute('href', new RegExp(`/portal/orders/${orderId}\\?environment=test$`));
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Plain text' }).click();
    await expect(page.getByRole('region', { name: 'Plain text' })).toContainText('Total: $34.51');
    await expect(page.getByRole('link', { name: orderId })).toHaveAttribute('href', `${home}/orders/${orderId}`);
  });

  await test.step('the email is listed on its order', async () => {
    await page.goto(`${home}/emails`);
    await page.getByRole('link', { name: subject }).click();
    await page.getByRole('link', { name: /^ORD_/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: '$34.51 for Field notes' })).toBeVisible();
    // The order's activity lists its emails and links to them.
    const notifications = page.getByRole('list', { name: 'Notifications' });
    await expect(notifications).toContainText('Order confirmation to the customer: Not sent: no mail server');
    await expect(notifications.getByRole('link', { name: /Notification: new order to / })).toHaveAttribute(
      'href',
      /\/emails\/[\w-]+$/,
    );
    await expectAccessible(page);
    await page.getByRole('main').getByRole('link', { name: 'View sent emails' }).press('Enter');
    await unfold();
    await expect(page.getByRole('textbox', { name: 'Order' })).toHaveValue(/^ORD_/);
    await expect(page.getByRole('link', { name: notice })).toBeVisible();
  });

  await test.step('the email can be found by type and recipient', async () => {
    await page.goto(`${home}/emails`);
    await unfold();
    await page.getByLabel('Type').selectOption('Notification: new order');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByRole('link', { name: subject })).toHaveCount(0);
    await expect(page.getByRole('link', { name: notice })).toBeVisible();
    await page.getByLabel('Recipient or subject').fill('nobody@example.com');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('No emails match')).toBeVisible();
    await page.getByRole('link', { name: 'Show all emails' }).click();
    await expect(page.getByRole('link', { name: subject })).toBeVisible();
  });
});

/** The merchant in the rows of a store. */
async function merchantOf(database: Database, storeId: string): Promise<string> {
  const [store] = await database.select().from(stores).where(eq(stores.id, storeId));
  return store?.merchantId ?? '';
}

test('a failed email shows the reason and can be resent', async ({ page, baseURL, database }) => {
  const { home, store } = await openShop(page, baseURL);
  const storeId = fromShortId('STO', store.id) ?? '';
  const id = newId();
  const owner = await merchantOf(database, storeId);
  await database.insert(emails).values({
    id,
    merchantId: owner,
    storeId,
    environment: 'test',
    kind: 'refund_failed_notice',
    recipient: 'gone@example.com',
    ...englishDraft(serviceLook, { subject: 'Refund failed', parts: ['Hello.'] }),
    queueMerchantId: owner,
    status: 'failed',
    attempts: 1,
    lastError: '550 no such mailbox',
    nextAttemptAt: new Date(),
    createdAt: new Date(),
  });
  await page.goto(`${home}/emails/${id}`);
  await expect(page.getByText('550 no such mailbox')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Resend' }).click();
  await expect(page.getByRole('button', { name: 'Resend' })).toHaveCount(0);
  // The error shows until the email is sent; then the page updates automatically.
  await expect(page.getByText('Not delivered: no mail server configured')).toBeVisible();
  await expect(page.getByText('550 no such mailbox')).toHaveCount(0);
  await expect
    .poll(async () => (await database.select().from(emails).where(eq(emails.id, id)))[0]?.status)
    .toBe('unsent');
});

test('does not show an email with a private sign-in link', async ({ page, baseURL, database }) => {
  const { home, store } = await openShop(page, baseURL);
  const storeId = fromShortId('STO', store.id) ?? '';
  const id = newId();
  const owner = await merchantOf(database, storeId);
  const url = 'https://pay.example.com/shop/portal/enter#link=secret-of-the-buyer';
  await database.insert(emails).values({
    id,
    merchantId: owner,
    storeId,
    environment: 'test',
    kind: 'portal_link',
    recipient: 'stranger@example.com',
    ...englishDraft(serviceLook, { subject: 'Your orders', parts: [{ kind: 'button', label: 'Open', url }] }),
    isUrgent: true,
    queueMerchantId: owner,
    status: 'sent',
    attempts: 1,
    nextAttemptAt: new Date(),
    createdAt: new Date(),
  });
  await page.goto(`${home}/emails/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Your orders' })).toBeVisible();
  await expect(page.getByText('Hidden: contains a private sign-in link')).toBeVisible();
  expect(await page.content()).not.toContain('secret-of-the-buyer');
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.goto(`${home}/emails/${newId()}`);
  await expect(page.getByText('Page not found').first()).toBeVisible();
});
