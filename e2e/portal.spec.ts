import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { desc, eq } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { emails, orders, portalSessions, refundTickets } from '../db/schema/index.ts';
import { fingerprintOf } from '../server/actions/api-key/create-key.ts';
import { payCheckout } from '../server/checkout/pay.ts';
import { quoteCheckout } from '../server/checkout/quote.ts';
import { newId, toShortId } from '../server/domain/ids.ts';
import { newPortalSecret, secretHashOf } from '../server/domain/portal.ts';
import { englishVoice } from '../server/i18n/say.ts';
import { insertApiKey } from '../server/queries/merchants.ts';
import { findBarriers } from './accessibility.ts';
import { test as base, expect, type MakeCheckout } from './fixtures.ts';

type Wishes = Parameters<MakeCheckout>[0];
type Bought = Awaited<ReturnType<typeof bought>>;

/** An order that somebody paid in Oregon, where nothing is added; a subscription unless told otherwise. */
async function bought(db: Database, makeCheckout: MakeCheckout, wishes: Wishes = { subscription: {} }) {
  const email = `${randomUUID()}@example.com`;
  const checkout = await makeCheckout(wishes);
  const address = { storeSlug: checkout.storeSlug, sessionId: checkout.sessionId };
  const buyer = {
    email,
    country: 'US',
    state: 'OR',
    postcode: '97205',
    isBusiness: false,
    businessName: '',
    taxId: '',
  };
  const { shown } = await quoteCheckout(db, address, buyer, new Date(), englishVoice);
  const card = { cardNumber: '4242424242424242', cardExpiry: '12 / 40', cardCvc: '123' };
  await payCheckout(db, address, { ...buyer, ...card, shown }, new Date());
  const { order, payments } = await checkout.read();
  if (!order || !payments[0]) throw new Error('nothing was paid');
  const [orderId, paymentId] = [toShortId('ORD', order.id), toShortId('PAY', payments[0].id)];
  const portal = `/${checkout.storeSlug}/portal`;
  return { ...checkout, email, portal, row: order, orderId, paymentId, path: `${portal}/orders/${orderId}` };
}

/** Lets a browser into the portal as the buyer of that order, without the way there. */
async function signIn(context: BrowserContext, db: Database, { row, email, portal }: Bought, baseURL = '') {
  const secret = newPortalSecret();
  const now = new Date();
  await db.insert(portalSessions).values({
    id: newId(),
    merchantId: row.merchantId,
    storeId: row.storeId,
    environment: row.environment,
    tokenHash: secretHashOf(secret),
    buyerIdentity: email,
    expiresAt: new Date(now.getTime() + 30 * 60_000),
    createdAt: now,
  });
  const { hostname } = new URL(baseURL);
  await context.addCookies([{ name: 'counterfoil_portal', value: secret, domain: hostname, path: portal }]);
}

const test = base.extend<{ buy: (wishes?: Wishes) => Promise<Bought>; enter: (order: Bought) => Promise<void> }>({
  buy: ({ database, makeCheckout }, use) => use((wishes) => bought(database, makeCheckout, wishes)),
  enter: ({ context, database, baseURL }, use) => use((order) => signIn(context, database, order, baseURL)),
});
test.use({ locale: 'en-US' });

const linkFor = async (db: Database, email: string) => {
  const [letter] = await db
    .select()
    .from(emails)
    .where(eq(emails.recipient, email))
    .orderBy(desc(emails.createdAt))
    .limit(1);
  return /https?:\S+#link=\S+/.exec(letter?.body ?? '')?.[0] ?? '';
};

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const news = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

test.describe('coming in', () => {
  test('by a link that is emailed, once @phone', async ({ page, database, buy, context }) => {
    const order = await buy();
    await page.goto(`${order.portal}?environment=test`);
    const send = page.getByRole('button', { name: 'Email me a link' });
    await send.click();
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Enter an email address/);
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.getByLabel('Email').fill(order.email);
    await page.keyboard.press('Enter');
    await expect(title(page, 'Look in your inbox')).toBeFocused();
    await expect(page.getByText(order.email)).toBeVisible();
    const link = await linkFor(database, order.email);
    await page.goto(link);
    await page.getByRole('button', { name: 'Show my orders' }).click();
    await expect(title(page, 'Your orders')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${order.portal}$`));
    await expect(page.getByText(`Signed in as ${order.email}`)).toBeVisible();
    await expect(page.getByRole('link', { name: /Coffee by post/ })).toBeVisible();

    const other = await context.newPage();
    await other.goto(link);
    await other.getByRole('button', { name: 'Show my orders' }).click();
    await expect(other.getByRole('alert')).toHaveText('This link has been used already. Get a new one.');
    await other.getByRole('link', { name: 'Get a new link' }).click();
    await expect(other).toHaveURL(new RegExp(order.portal));
  });

  test('by a session token, which does not stay in the address', async ({ page, database, buy, baseURL }) => {
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

  test('a link that was cut off says so', async ({ page, buy }) => {
    const { portal } = await buy();
    await page.goto(`${portal}/open`);
    await expect(page.getByRole('alert')).toContainText('This link is incomplete');
    await page.getByRole('link', { name: 'Get a new link' }).click();
    await expect(title(page, 'See your orders')).toBeVisible();
  });

  test('and going; where a visit has ended, the page asks again', async ({ page, database, buy, enter }) => {
    const order = await buy();
    await enter(order);
    await page.goto(order.path);
    await database.delete(portalSessions).where(eq(portalSessions.storeId, order.row.storeId));
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel subscription' }).click();
    await expect(title(page, 'See your orders')).toBeVisible();
    await enter(order);
    await page.goto(order.portal);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(title(page, 'See your orders')).toBeVisible();
    await page.goto(order.path);
    await expect(title(page, 'See your orders')).toBeVisible();
  });
});

test.describe('an order', () => {
  let order: Bought;
  test.beforeEach(async ({ buy, enter }) => {
    order = await buy();
    await enter(order);
  });

  test('is canceled and kept again, by keyboard @phone', async ({ page }) => {
    await page.goto(order.portal);
    await page.getByRole('link', { name: /Coffee by post/ }).click();
    await expect(page.getByText(/^The next charge is \$18\.00, on /)).toBeVisible();
    const cancel = page.getByRole('button', { name: 'Cancel subscription' });
    const dialog = page.getByRole('alertdialog');
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
    await expect(news(page, 'Canceled.')).toBeVisible();
    // The button that had the focus is gone.
    await expect(page.locator(':focus')).toContainText('Canceled.');
    await expect(page.getByText('Ends soon')).toBeVisible();
    expect((await order.read()).order?.status).toBe('canceling');
    await page.getByRole('button', { name: 'Keep the subscription' }).click();
    await dialog.getByRole('button', { name: 'Keep the subscription' }).click();
    await expect(news(page, 'Your subscription goes on.')).toBeVisible();
    expect((await order.read()).order?.status).toBe('active');
  });

  test('that changed meanwhile says so', async ({ page }) => {
    await page.goto(order.path);
    await order.call('subscription-order/cancel-order', { orderId: order.orderId });
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel subscription' }).click();
    await expect(page.getByText('Ends soon')).toBeVisible();
    await expect(page.getByRole('alertdialog')).toBeHidden();
  });

  test('gets another card, after one that is declined @phone', async ({ page }) => {
    await page.goto(order.path);
    await page.getByRole('link', { name: 'Change the card' }).click();
    const save = page.getByRole('button', { name: 'Use this card' });
    await save.click();
    await expect(page.getByLabel('Card number')).toBeFocused();
    await fillInCard(page, '4000000000000002');
    await expect(page.getByLabel('Card number')).toHaveValue('4000 0000 0000 0002');
    await save.click();
    await expect(page.getByRole('alert')).toContainText('declined');
    await fillInCard(page, '5555555555554444');
    await save.click();
    await expect(news(page, 'Your next payment is charged to the new card.')).toBeVisible();
    await expect(page.getByText('Mastercard •••• 4444')).toBeVisible();
  });

  test('gets another card that the bank asks about', async ({ page }) => {
    for (const [answer, outcome] of [
      ['Fail the confirmation', 'could not confirm'],
      ['Confirm it was me', 'Your next payment is charged to the new card.'],
    ] as const) {
      await page.goto(`${order.path}/card`);
      await fillInCard(page, '4000002760003184');
      await page.getByRole('button', { name: 'Use this card' }).click();
      await expect(title(page, 'Is this card yours?')).toBeVisible();
      await page.getByRole('button', { name: answer }).click();
      await expect(page.getByText(outcome)).toBeVisible();
    }
  });

  test('is asked to be paid back in part @phone', async ({ page, database }) => {
    await page.goto(order.path);
    await page.getByRole('link', { name: /^Ask for a refund \$18\.00 / }).click();
    await expect(page.getByLabel('Amount, in USD')).toHaveValue('18.00');
    await page.getByLabel('Amount, in USD').fill('20');
    const send = page.getByRole('button', { name: 'Send the request' });
    await send.click();
    await expect(page.getByLabel('What is wrong?')).toBeFocused();
    await page.getByLabel('What is wrong?').fill('The beans were <b>stale</b>.');
    await send.click();
    await expect(page.getByLabel('Amount, in USD')).toHaveAccessibleDescription(/not more than what was paid/);
    await page.getByLabel('Amount, in USD').fill('10');
    await send.click();
    await expect(news(page, 'Your request was sent to Harbour Light Press.')).toBeVisible();
    await expect(page.getByText('Waits for an answer')).toBeVisible();
    await expect(page.getByText('The beans were <b>stale</b>.')).toBeVisible();
    await expect(page.getByRole('link', { name: /^Ask for a refund/ })).toHaveCount(0);
    const rows = await database.select().from(refundTickets).where(eq(refundTickets.orderId, order.row.id));
    expect(rows).toMatchObject([{ amountMinor: 1000, status: 'pending' }]);
  });

  test('has a receipt, as a page and as PDF', async ({ page }) => {
    await page.goto(order.path);
    await page.getByRole('link', { name: /^Receipt \$18\.00 / }).click();
    await expect(page.getByText(order.paymentId)).toBeVisible();
    await expect(page.getByText('Coffee by post')).toBeVisible();
    const href = await page.getByRole('link', { name: 'Save as PDF' }).getAttribute('href');
    const pdf = await page.request.get(href ?? '');
    expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf']);
  });

  test('of somebody else does not exist', async ({ page, buy }) => {
    const other = await buy();
    const answer = await page.goto(`${order.portal}/orders/${other.orderId}`);
    expect(answer?.status()).toBe(404);
    await expect(title(page, 'There is nothing here')).toBeAttached();
    await page.getByRole('link', { name: 'All orders' }).click();
    await expect(title(page, 'Your orders')).toBeVisible();
  });
});

test.describe('with JavaScript off', () => {
  test.use({ javaScriptEnabled: false });

  test('everything can be read, and what needs it says so', async ({ page, buy, enter }) => {
    const order = await buy();
    await page.goto(order.portal);
    // Texts inside noscript are invisible to text locators, even where they are shown.
    await expect(page.getByRole('main').locator('noscript > div')).toBeVisible();
    await enter(order);
    await page.goto(order.portal);
    await page.getByRole('link', { name: /Coffee by post/ }).click();
    await expect(page.getByText(/^The next charge is/)).toBeVisible();
    await page.getByRole('link', { name: /^Receipt/ }).click();
    await expect(page.getByText(order.paymentId)).toBeVisible();
    await page.getByRole('link', { name: 'Back to the order' }).click();
    await page.getByRole('link', { name: 'Change the card' }).click();
    await expect(page.getByRole('main').locator('noscript > div')).toBeVisible();
  });
});

/** The pages, each in a state in which it shows the most. */
const pages = [
  ['sign-in', (order: Bought) => `${order.portal}?environment=prod`, 'See your orders'],
  ['open', (order: Bought) => `${order.portal}/open`, 'Sign in to Harbour Light Press'],
  ['orders', (order: Bought) => order.portal, 'Your orders'],
  ['order', (order: Bought) => order.path, 'Coffee by post'],
  ['card', (order: Bought) => `${order.path}/card`, 'Change the card'],
  ['refund', (order: Bought) => `${order.path}/refund?payment=${order.paymentId}`, 'Ask for a refund'],
  ['receipt', (order: Bought) => `${order.portal}/receipts/${order.paymentId}`, 'Receipt'],
  ['nothing', (order: Bought) => `${order.portal}/nowhere`, 'There is nothing here'],
] as const;

test.describe('every page', () => {
  for (const theme of ['light', 'dark'] as const) {
    test(`has no axe violations and fits the screen, ${theme} @phone`, async ({ page, buy, enter }) => {
      const order = await buy();
      await enter(order);
      for (const [, addressOf, heading] of pages) {
        const address = addressOf(order);
        await page.goto(`${address}${address.includes('?') ? '&' : '?'}theme=${theme}`);
        await expect(title(page, heading)).toBeAttached();
        await expect(page.locator('button:disabled')).toHaveCount(0);
        expect(await findBarriers(page), address).toEqual([]);
        expect(await overflowOf(page), address).toBe(0);
      }
      await page.goto(order.path);
      await page.getByRole('button', { name: 'Cancel subscription' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      expect(await findBarriers(page)).toEqual([]);
    });
  }

  test('reads from right to left in Arabic, also on a phone @phone', async ({ page, buy, enter }) => {
    const order = await buy();
    await enter(order);
    for (const [, addressOf] of pages) {
      const address = addressOf(order);
      await page.goto(`${address}${address.includes('?') ? '&' : '?'}language=ar`);
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
      await expect(page.locator('button:disabled')).toHaveCount(0);
      expect(await findBarriers(page), address).toEqual([]);
      expect(await overflowOf(page), address).toBe(0);
    }
  });
});

/** By how many pixels the page is wider than the screen. */
const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

async function fillInCard(page: Page, number: string) {
  for (const [label, keys] of [
    ['Card number', number],
    ['Expiry', '1240'],
    ['Security code', '123'],
  ] as const) {
    await page.getByLabel(label).clear();
    await page.getByLabel(label).pressSequentially(keys);
  }
}

/** A customer's token, as the merchant's backend gets it: by a call that is signed. */
async function tokenFor(db: Database, order: Bought, buyerIdentity: string, baseUrl: string): Promise<string> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const { merchantId } = order.row;
  const key = {
    merchantId,
    environment: 'test',
    nickname: 'e2e',
    publicKey: pem,
    fingerprint: fingerprintOf(publicKey),
  };
  await insertApiKey(db, { ...key, environment: 'test' }, new Date());
  const path = '/v1/actions/auth/issue-session-token';
  const body = JSON.stringify({ storeId: order.storeId, buyerIdentity });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const hash = createHash('sha256').update(body).digest('base64');
  const signature = sign('RSA-SHA256', Buffer.from(`POST\n${path}\n${timestamp}\n${hash}`), privateKey);
  const headers = {
    'Content-Type': 'application/json',
    'X-Merchant-Id': toShortId('MER', merchantId),
    'X-Timestamp': timestamp,
    'X-Signature': signature.toString('base64'),
  };
  const answer = await fetch(`${baseUrl}${path}`, { method: 'POST', headers, body });
  return ((await answer.json()) as { data: { token: string } }).data.token;
}
