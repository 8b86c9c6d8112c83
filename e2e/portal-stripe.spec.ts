/** Changing a subscription's card with Stripe. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { methodChanges, orders } from '#db/schema/index.ts';
import { findBarriers } from './accessibility.ts';
import { expect } from './fixtures.ts';
import { linkFor, newPurchase, type Purchase, signIn, statusMessage, title, tokenFor } from './portal-parts.ts';
import { callsOf, cards, serveStripeJs } from './stripe-js.ts';
import { test as base, number, watchProblems, withoutIds } from './stripe-server.ts';

const test = base.extend<{ order: Purchase }>({
  order: async ({ database, makeCheckout, stripeServer }, use) => {
    const options = { environment: 'prod', subscription: {} } as const;
    const order = await newPurchase(database, makeCheckout, options, ({ storeSlug, sessionId }, form) =>
      fetch(`${stripeServer.url}/${storeSlug}/checkout/${sessionId}/pay`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...form, paymentToken: `ctoken_works~${randomUUID()}` }),
      }),
    );
    await use(order);
  },
});
test.use({ locale: 'en-US' });

/** Types a number into Stripe's form and saves it. */
async function use(page: Page, card: string) {
  await number(page).fill(card);
  await page.getByRole('button', { name: 'Use this card' }).click();
}

const isDone = (page: Page) =>
  expect(statusMessage(page, 'Your next payment will be charged to the new card.')).toBeVisible();

/** The page on which the card is changed, signed in. */
async function open(page: Page, order: Purchase, database: Parameters<typeof signIn>[1], url: string) {
  await serveStripeJs(page);
  await signIn(page.context(), database, order, url);
  await page.goto(`${order.path}/card`);
  await expect(number(page)).toBeVisible();
}

test('replaces a card from the emailed link; its number reaches only Stripe', async ({ page, order, database }) => {
  const complaints = watchProblems(page);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  const { loads } = await serveStripeJs(page);
  await page.goto(order.path);
  await page.getByLabel('Email').fill(order.email);
  await page.keyboard.press('Enter');
  await expect(title(page, 'Check your inbox')).toBeVisible();
  await page.goto(await linkFor(database, order.email));
  await page.getByRole('button', { name: 'View my orders' }).click();
  await page.getByRole('link', { name: /Coffee by post/ }).click();
  await expect(page.getByText('no real charges')).toHaveCount(0);
  expect(loads()).toBe(0);
  await page.getByRole('link', { name: 'Update card' }).click();
  await expect(number(page)).toBeVisible();
  expect((await callsOf(page, 'elements'))[0]).toMatchObject({ mode: 'setup', setupFutureUsage: 'off_session' });
  await use(page, '4242');
  await expect(page.getByText('Your card number is incomplete.')).toBeVisible();
  await use(page, cards.insufficientFunds);
  await expect(page.getByRole('alert')).toContainText('Your card has insufficient funds. Try another card.');
  await use(page, cards.works);
  await isDone(page);
  expect(withoutIds(sent.join())).not.toMatch(/4242|9995/);
  expect(complaints).toEqual([]);
});

test('3D Secure at Stripe returns to the order', async ({ page, order, database, stripeServer }) => {
  await open(page, order, database, stripeServer.url);
  await use(page, cards.challenge);
  await page.waitForURL(`${stripeServer.stripe.url}/bank/**`);
  await page.getByRole('link', { name: 'It was me', exact: true }).click();
  await isDone(page);
  await expect(page).toHaveURL(new RegExp(`${order.path}\\?done=card$`));
});

test('reports a failed authentication and accepts another card', async ({ page, order, database, stripeServer }) => {
  const complaints = watchProblems(page);
  await open(page, order, database, stripeServer.url);
  await use(page, cards.challenge);
  await page.getByRole('link', { name: 'It was not me' }).click();
  await expect(page.getByRole('alert')).toContainText('Your bank could not verify your identity.');
  // Stripe's parameters are removed from the address.
  await expect(page).toHaveURL(new RegExp(`${order.path}/card$`));
  await use(page, cards.works);
  await isDone(page);
  expect(complaints).toEqual([]);
});

test('resumes an abandoned authentication from the page', async ({ page, order, database, stripeServer }) => {
  await open(page, order, database, stripeServer.url);
  await use(page, cards.challenge);
  await page.waitForURL(`${stripeServer.stripe.url}/bank/**`);
  await page.goto(`${order.path}/card`);
  await expect(page.getByText('Your bank needs to verify your identity.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Or use another card' })).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('link', { name: 'Continue to your bank' }).click();
  await page.getByRole('link', { name: 'It was me', exact: true }).click();
  await isDone(page);
});

test('a signed-out customer signs in first, at an address without secrets', async ({
  page,
  order,
  database,
  stripeServer,
}) => {
  await open(page, order, database, stripeServer.url);
  await use(page, cards.challenge);
  await page.waitForURL(`${stripeServer.stripe.url}/bank/**`);
  await page.context().clearCookies();
  await page.getByRole('link', { name: 'It was me', exact: true }).click();
  await expect(title(page, 'View your orders')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${order.path}/card$`));
});

for (const [isPaid, outcome] of [
  [true, 'taken'],
  [false, 'refused'],
] as const) {
  test(`waits for a slow payment method: ${outcome}`, async ({ page, order, database, stripeServer }) => {
    const complaints = watchProblems(page);
    await open(page, order, database, stripeServer.url);
    await use(page, cards.takesLong);
    await expect(page.getByText('Your bank is still checking the new card.')).toBeVisible();
    // The page as a returning customer loads it: nothing from Stripe is allowed yet.
    await page.reload();
    await expect(number(page)).toHaveCount(0);
    const [change] = await database.select().from(methodChanges).where(eq(methodChanges.orderId, order.row.id));
    stripeServer.stripe.ledger.finishProcessing(change?.providerPaymentId ?? '', isPaid);
    if (isPaid) await isDone(page);
    else {
      await expect(page.getByRole('alert')).toBeVisible();
      await expect(number(page)).toBeVisible();
    }
    expect(complaints).toEqual([]);
  });
}

test('a customer who is signed in by a token gets Stripe’s form', async ({ page, order, database, stripeServer }) => {
  const complaints = watchProblems(page);
  await database.update(orders).set({ buyerIdentity: 'user-7' }).where(eq(orders.id, order.row.id));
  const token = await tokenFor(database, order, 'user-7', stripeServer.url);
  await serveStripeJs(page);
  await page.goto(`${order.path}/card#token=${token}`);
  await expect(number(page)).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
  expect(complaints).toEqual([]);
});
