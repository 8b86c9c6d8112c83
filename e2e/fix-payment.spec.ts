import type { Page } from '@playwright/test';
import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { emails, orders, stores } from '#db/schema/index.ts';
import { renewSubscriptions } from '#server/billing/subscriptions/charge-renewals.ts';
import { payCheckout } from '#server/testing/orders/checkout.ts';
import { findBarriers } from './accessibility.ts';
import { test as base, expect } from './fixtures.ts';
import { newPurchase, type Purchase, signIn, statusMessage, title } from './portal-parts.ts';

/** A customer with a failed renewal and the emailed payment link. */
interface PastDuePurchase extends Omit<Purchase, 'read'> {
  readonly link: string;
  /** The address's fragment. */
  readonly token: string;
  readonly recoveryPath: string;
  read(): Promise<Purchase['row']>;
}

const test = base.extend<{ newPastDue: (language?: string) => Promise<PastDuePurchase> }>({
  newPastDue: ({ database, makeCheckout }, use) =>
    use(async (language) => {
      const card = { cardNumber: '4000000000000341', cardExpiry: '12 / 40', cardCvc: '123' };
      const order = await newPurchase(database, makeCheckout, { subscription: {} }, (address, form) =>
        payCheckout(database, address, { ...form, ...card }, new Date()),
      );
      return await failRenewal(database, order, language);
    }),
});
test.use({ locale: 'en-US' });

async function failRenewal(db: Database, order: Purchase, language = 'en'): Promise<PastDuePurchase> {
  const due = order.row.nextChargeAt as Date;
  const { merchantId, storeId } = order.row;
  await db.update(orders).set({ language }).where(eq(orders.id, order.row.id));
  await db.update(stores).set({ testClockAt: due }).where(eq(stores.id, storeId));
  const pastDueEmails = () =>
    db
      .select()
      .from(emails)
      .where(and(eq(emails.recipient, order.email), eq(emails.kind, 'subscription_past_due')))
      .orderBy(asc(emails.createdAt));
  const { length: before } = await pastDueEmails();
  await renewSubscriptions(db, due, { scope: { merchantId, storeId } });
  // The worker queues the email.
  await expect.poll(async () => (await pastDueEmails()).length).toBeGreaterThan(before);
  const body = (await pastDueEmails()).at(-1)?.body ?? '';
  const address = /^https?:\S+\/portal\/fix\?environment=test#link=\S+$/m.exec(body)?.[0] ?? '';
  const fixPath = `${order.portal}/fix/${order.orderId}`;
  const read = async () => (await db.select().from(orders).where(eq(orders.id, order.row.id)))[0] as Purchase['row'];
  const { pathname, search, hash } = new URL(address);
  return {
    ...order,
    link: `${pathname}${search}${hash}`,
    token: hash.slice('#link='.length),
    recoveryPath: fixPath,
    read,
  };
}

async function typeCard(page: Page, number: string) {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiration date').fill('12 / 40');
  await page.getByLabel('Security code').fill('123');
}

const payButton = (page: Page) => page.getByRole('button', { name: 'Pay $18.00' });

test('leads from the email to a paid subscription in one step @phone-only', async ({ page, newPastDue }) => {
  const order = await newPastDue();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.url()} ${request.headers().referer ?? ''}`));
  await page.goto(order.link);
  await expect(title(page, 'Pay for Coffee by post')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${order.recoveryPath}\\?environment=test$`));
  await expect(page.getByText('$18.00 could not be charged to Visa •••• 0341')).toBeVisible();
  await expect(page.getByText('Your card was declined. Try another card, or ask your bank why.')).toBeVisible();
  await expect(page.getByText(/If it is not paid by .*, your subscription will end\./)).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await payButton(page).click();
  await expect(page.getByLabel('Card number')).toBeFocused();
  await typeCard(page, '4000 0000 0000 9995');
  await payButton(page).click();
  await expect(page.getByRole('alert')).toHaveText('Your card has insufficient funds. Try another card.');
  await typeCard(page, '4242 4242 4242 4242');
  await page.keyboard.press('Enter');
  await expect(title(page, 'Thank you. Your payment went through.')).toBeVisible();
  await expect(page.getByText(/^Renews on .+ for \$18\.00\.$/)).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  expect(await order.read()).toMatchObject({ status: 'active', periodNumber: 2 });
  // No request's URL or referrer contained the token.
  expect(requests.filter((request) => request.includes(order.token))).toEqual([]);

  await page.goto(order.link);
  await expect(title(page, 'Thank you. Your payment went through.')).toBeVisible();
  await page.getByRole('link', { name: 'Manage your orders' }).click();
  await expect(title(page, 'View your orders')).toBeVisible();
});

test('3D Secure returns the customer to the payment link’s page', async ({ page, newPastDue }) => {
  const order = await newPastDue();
  await page.goto(order.link);
  await typeCard(page, '4000 0027 6000 3184');
  await payButton(page).click();
  await expect(title(page, 'Approve this card?')).toBeVisible();
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(title(page, 'Approve this payment?')).toBeVisible();
  await expect(page.getByText('$18.00')).toBeVisible();
  // Going back finds the authentication still open.
  await page.getByRole('link', { name: 'Use another card' }).click();
  await page.getByRole('link', { name: 'Continue to your bank' }).click();
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(title(page, 'Pay for Coffee by post')).toBeVisible();
  await expect(page.getByText('Your bank could not verify your identity.')).toBeVisible();
  await expect(page.getByText('$18.00 could not be charged to Visa •••• 3184')).toBeVisible();
  await typeCard(page, '4242 4242 4242 4242');
  await payButton(page).click();
  await expect(title(page, 'Thank you. Your payment went through.')).toBeVisible();
});

test('a signed-in customer pays on the card page', async ({ page, context, database, baseURL, newPastDue }) => {
  const order = await newPastDue();
  await signIn(context, database, order, baseURL);
  await page.goto(`${order.path}?environment=test`);
  await page.getByRole('link', { name: 'Update card' }).click();
  await expect(title(page, 'Pay for Coffee by post')).toBeVisible();
  await expect(page.getByText('$18.00 could not be charged to Visa •••• 0341')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await typeCard(page, '4000 0027 6000 3184');
  await payButton(page).click();
  await expect(title(page, 'Approve this card?')).toBeVisible();
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(title(page, 'Approve this payment?')).toBeVisible();
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText('Your bank could not verify your identity.')).toBeVisible();
  await typeCard(page, '4242 4242 4242 4242');
  await payButton(page).click();
  await expect(statusMessage(page, 'Your next payment will be charged to the new card.')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${order.path}\\?done=card&environment=test$`));
  expect(await order.read()).toMatchObject({ status: 'active', periodNumber: 2 });
});

test('waits for a slow bank', async ({ page, database, newPastDue }) => {
  const order = await newPastDue();
  const later = async (seconds: number) => {
    const testClockAt = new Date((order.row.nextChargeAt as Date).getTime() + seconds * 1000);
    await database.update(stores).set({ testClockAt }).where(eq(stores.id, order.row.storeId));
  };
  await page.goto(order.link);
  await typeCard(page, '4000 0099 0000 4006');
  await payButton(page).click();
  await expect(page.getByText('Your bank is still checking the new card.')).toBeVisible();
  await expect(payButton(page)).toBeHidden();
  await later(30);
  await expect(page.getByText('Your payment is processing.')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await later(60);
  await expect(title(page, 'Thank you. Your payment went through.')).toBeFocused();
});

test('removes an earlier email’s token from the address before the page shows', async ({ page, newPastDue }) => {
  const order = await newPastDue();
  await page.goto(`${order.portal}/fix/${order.token}`);
  await expect(title(page, 'Pay for Coffee by post')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${order.recoveryPath}\\?environment=test$`));
  // The history does not contain the token either.
  await page.goBack();
  expect(page.url()).not.toContain(order.token);
});

test('a link can be retried when no response arrives', async ({ page, newPastDue }) => {
  const order = await newPastDue();
  await page.route('**/portal/fix?environment=test', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await page.goto(order.link);
  await expect(page.getByRole('alert')).toHaveText('We did not get a response. Check your connection and try again.');
  expect(page.url()).not.toContain(order.token);
  expect(await findBarriers(page)).toEqual([]);
  await page.unroute('**/portal/fix?environment=test');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(title(page, 'Pay for Coffee by post')).toBeVisible();
});

test('says that it needs JavaScript', async ({ browser, baseURL, newPastDue }) => {
  const order = await newPastDue();
  const options = { javaScriptEnabled: false, locale: 'de-DE', ...(baseURL ? { baseURL } : {}) };
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.goto(order.link);
  await expect(page.getByText(/JavaScript/)).toBeVisible();
  await context.close();
});

test('an expired link leads to the portal', async ({ page, database, newPastDue }) => {
  const order = await newPastDue();
  const muchLater = new Date((order.row.nextChargeAt as Date).getTime() + 30 * 24 * 60 * 60 * 1000);
  await database.update(stores).set({ testClockAt: muchLater }).where(eq(stores.id, order.row.storeId));
  await page.goto(order.link);
  await expect(title(page, 'This link no longer works')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('link', { name: 'View your orders' }).click();
  await expect(title(page, 'View your orders')).toBeVisible();
  await expect(page.getByText('no real charges')).toBeVisible();
  await page.goto(`${order.link}x`);
  await expect(title(page, 'This link no longer works')).toBeVisible();
});
