/** Another card for a subscription, in production, where Stripe takes the payments. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { methodChanges, orders } from '#db/schema/index.ts';
import { findBarriers } from './accessibility.ts';
import { expect } from './fixtures.ts';
import { type Bought, bought, linkFor, news, signIn, title, tokenFor } from './portal-parts.ts';
import { callsOf, cards, serveStripeJs } from './stripe-js.ts';
import { test as base, number, watch, withoutIds } from './stripe-shop.ts';

const test = base.extend<{ order: Bought }>({
  order: async ({ database, makeCheckout, shop }, give) => {
    const wishes = { environment: 'prod', subscription: {} } as const;
    const order = await bought(database, makeCheckout, wishes, ({ storeSlug, sessionId }, form) =>
      fetch(`${shop.url}/${storeSlug}/checkout/${sessionId}/pay`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...form, paymentToken: `ctoken_works~${randomUUID()}` }),
      }),
    );
    await give(order);
  },
});
test.use({ locale: 'en-US' });

/** Types a number into Stripe's form and saves it. */
async function use(page: Page, card: string) {
  await number(page).fill(card);
  await page.getByRole('button', { name: 'Use this card' }).click();
}

const isDone = (page: Page) => expect(news(page, 'Your next payment is charged to the new card.')).toBeVisible();

/** The page on which the card is changed, signed in. */
async function open(page: Page, order: Bought, database: Parameters<typeof signIn>[1], url: string) {
  await serveStripeJs(page);
  await signIn(page.context(), database, order, url);
  await page.goto(`${order.path}/card`);
  await expect(number(page)).toBeVisible();
}

test('from the emailed link to the new card: its number reaches Stripe only', async ({ page, order, database }) => {
  const complaints = watch(page);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  const { loads } = await serveStripeJs(page);
  await page.goto(order.path);
  await page.getByLabel('Email').fill(order.email);
  await page.keyboard.press('Enter');
  await expect(title(page, 'Look in your inbox')).toBeVisible();
  await page.goto(await linkFor(database, order.email));
  await page.getByRole('button', { name: 'Show my orders' }).click();
  await page.getByRole('link', { name: /Coffee by post/ }).click();
  await expect(page.getByText('no money moves')).toHaveCount(0);
  expect(loads()).toBe(0);
  await page.getByRole('link', { name: 'Change the card' }).click();
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

test('the bank asks at Stripe’s page, and leads back to the order', async ({ page, order, database, shop }) => {
  await open(page, order, database, shop.url);
  await use(page, cards.challenge);
  await page.waitForURL(`${shop.stripe.url}/bank/**`);
  await page.getByRole('link', { name: 'It was me', exact: true }).click();
  await isDone(page);
  await expect(page).toHaveURL(new RegExp(`${order.path}\\?done=card$`));
});

test('the bank did not know the buyer: they are told, and another card is taken', async ({
  page,
  order,
  database,
  shop,
}) => {
  const complaints = watch(page);
  await open(page, order, database, shop.url);
  await use(page, cards.challenge);
  await page.getByRole('link', { name: 'It was not me' }).click();
  await expect(page.getByRole('alert')).toContainText('Your bank could not confirm it was you.');
  // What Stripe has put there is not for whoever sees the address.
  await expect(page).toHaveURL(new RegExp(`${order.path}/card$`));
  await use(page, cards.works);
  await isDone(page);
  expect(complaints).toEqual([]);
});

test('a bank’s question that was left open goes on from the page', async ({ page, order, database, shop }) => {
  await open(page, order, database, shop.url);
  await use(page, cards.challenge);
  await page.waitForURL(`${shop.stripe.url}/bank/**`);
  await page.goto(`${order.path}/card`);
  await expect(page.getByText('Your bank wants to confirm that it is you.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Or use another card' })).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('link', { name: 'Continue to your bank' }).click();
  await page.getByRole('link', { name: 'It was me', exact: true }).click();
  await isDone(page);
});

test('whoever comes back signed out signs in first, at a clean address', async ({ page, order, database, shop }) => {
  await open(page, order, database, shop.url);
  await use(page, cards.challenge);
  await page.waitForURL(`${shop.stripe.url}/bank/**`);
  await page.context().clearCookies();
  await page.getByRole('link', { name: 'It was me', exact: true }).click();
  await expect(title(page, 'See your orders')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${order.path}/card$`));
});

for (const [isPaid, outcome] of [
  [true, 'taken'],
  [false, 'refused'],
] as const) {
  test(`a method that takes its time is waited for: ${outcome}`, async ({ page, order, database, shop }) => {
    const complaints = watch(page);
    await open(page, order, database, shop.url);
    await use(page, cards.takesLong);
    await expect(page.getByText('Your bank is still looking at the new card.')).toBeVisible();
    // As whoever comes to it later has the page: it may not load anything of Stripe's yet.
    await page.reload();
    await expect(number(page)).toHaveCount(0);
    const [change] = await database.select().from(methodChanges).where(eq(methodChanges.orderId, order.row.id));
    shop.stripe.ledger.finishProcessing(change?.providerPaymentId ?? '', isPaid);
    if (isPaid) await isDone(page);
    else {
      await expect(page.getByRole('alert')).toBeVisible();
      await expect(number(page)).toBeVisible();
    }
    expect(complaints).toEqual([]);
  });
}

test('whoever is signed in on that page by a token has Stripe’s form at once', async ({
  page,
  order,
  database,
  shop,
}) => {
  const complaints = watch(page);
  await database.update(orders).set({ buyerIdentity: 'user-7' }).where(eq(orders.id, order.row.id));
  const token = await tokenFor(database, order, 'user-7', shop.url);
  await serveStripeJs(page);
  await page.goto(`${order.path}/card#token=${token}`);
  await expect(number(page)).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
  expect(complaints).toEqual([]);
});
