/** Paying at the hosted checkout: cards, tabs, subscriptions, and a bad network. */
import { toShortId } from '#server/domain/ids.ts';
import {
  declines,
  fillIn,
  fillInCard,
  inGermany,
  laterDeclinedCard,
  payButton,
  payWith,
  receipt,
  slowCard,
  summary,
  validCard,
} from './checkout-parts.ts';
import { expect, test } from './fixtures.ts';

test.use(inGermany);

test.describe('paying', () => {
  test('a successful card leads to the receipt @phone', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout();
    await page.goto(checkout.path);
    await expect(page).toHaveTitle('Field notes, the complete edition · Harbour Light Press');
    await expect(page.getByText('Test mode – no real charges')).toBeVisible();
    await expect(page.getByLabel('Country')).toHaveValue('DE');
    await fillIn(page, validCard);
    await payButton(page).click();
    await expect(receipt(page)).toBeFocused();
    const { order, payments, events } = await checkout.read();
    await expect(page.getByText(toShortId('ORD', order?.id ?? ''))).toBeVisible();
    await expect(page.getByText('Visa •••• 4242')).toBeVisible();
    expect(order?.status).toBe('completed');
    expect(payments).toMatchObject([{ status: 'succeeded', amountMinor: 3451, currency: 'USD', cardLast4: '4242' }]);
    expect(events).toEqual(expect.arrayContaining(['order.created', 'order.completed']));
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]))).not.toMatch(
      /4242 ?4242/,
    );
  });

  test('fills in a test card with one click', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout({ session: { buyerEmail: 'ana@example.com' } });
    await page.goto(checkout.path);
    await expect(payButton(page)).toBeEnabled();
    await page.getByText('More test cards').click();
    await page.getByRole('button', { name: 'Use 4000 0000 0000 0002' }).click();
    await expect(page.getByLabel('Card number')).toHaveValue('4000 0000 0000 0002');
    await page.getByRole('button', { name: `Use ${validCard}` }).click();
    await payButton(page).click();
    await expect(receipt(page)).toBeVisible();
  });

  test('each declined card shows its message, and another card pays', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout();
    await page.goto(checkout.path);
    await fillIn(page, validCard);
    for (const [card, sentence] of declines) {
      await fillInCard(page, card);
      await payButton(page).click();
      await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
      await expect(page.getByLabel('Email')).toHaveValue('ana@example.com');
    }
    await fillInCard(page, validCard);
    await payButton(page).click();
    await expect(receipt(page)).toBeVisible();
    const failed = declines.map(() => 'failed');
    expect((await checkout.read()).payments.map(({ status }) => status)).toEqual(['succeeded', ...failed]);
  });

  test('refuses any other card number at its field, without sending or storing it', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.postData() ?? ''));
    await payWith(page, checkout, '4111 1111 1111 1111');
    const number = page.getByLabel('Card number');
    await expect(number).toBeFocused();
    await expect(number).toHaveAccessibleDescription(/Only test cards are accepted/);
    // A number that is not a test card never leaves the page.
    expect(sent.join()).not.toMatch(/1111 ?1111/);
    expect((await checkout.read()).order).toBeUndefined();
  });

  test('limits payment attempts and says when to try again', async ({ page, request, makeCheckout }) => {
    const checkout = await makeCheckout();
    const card = { cardNumber: '4000 0000 0000 0002', cardExpiry: '12 / 40', cardCvc: '123' };
    const shown = { totalMinor: 3451, renewalMinor: null };
    const data = { email: 'buyer@example.com', country: 'DE', ...card, shown };
    for (let attempt = 0; attempt < 6; attempt += 1) {
      // Upper case in the session's id changes nothing.
      const path =
        attempt % 2 ? checkout.path : checkout.path.replace(checkout.sessionId, checkout.sessionId.toUpperCase());
      expect((await request.post(`${path}/pay`, { data })).status()).toBe(400);
    }
    await payWith(page, checkout, validCard);
    await expect(page.getByRole('alert').filter({ hasText: /Wait \d+ seconds?, then try again/ })).toBeVisible();
    expect((await checkout.read()).payments.map(({ status }) => status)).toEqual(Array(6).fill('failed'));
  });

  test('a double click pays once', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout();
    let sent = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/pay')) sent += 1;
    });
    await page.goto(checkout.path);
    await fillIn(page, validCard);
    await payButton(page).dblclick();
    await page.keyboard.press('Enter');
    await expect(receipt(page)).toBeVisible();
    expect(sent).toBe(1);
  });

  test('redirects to successUrl, and the checkout’s address shows the receipt', async ({
    page,
    makeCheckout,
    baseURL,
  }) => {
    const checkout = await makeCheckout({ session: { successUrl: `${baseURL}/v1/health?from=shop` } });
    await payWith(page, checkout, validCard);
    await page.waitForURL(/\/v1\/health/);
    const { searchParams } = new URL(page.url());
    const orderId = toShortId('ORD', (await checkout.read()).order?.id ?? '');
    expect(Object.fromEntries(searchParams)).toEqual({ from: 'shop', orderId, sessionId: checkout.sessionId });
    await page.goto(checkout.path);
    await expect(receipt(page)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Continue to Harbour Light Press' })).toBeVisible();
  });
});

test.describe('a subscription', () => {
  test('shows today’s and the next charge before and after it starts', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout({ subscription: {} });
    await page.goto(checkout.path);
    await expect(summary(page).getByText('US$21.42 today, then every month.', { exact: true })).toBeVisible();
    await expect(page.getByText(/^Next charge on \d+ \w+ \d{4}$/)).toBeVisible();
    await expect(payButton(page, '$21.42')).toBeEnabled();
    await page.getByLabel('Email').fill('ana@example.com');
    await fillInCard(page, validCard);
    await payButton(page, '$21.42').click();
    await expect(receipt(page)).toBeFocused();
    await expect(page.getByText(/^US\$21\.42 on \d+ \w+ \d{4}$/)).toBeVisible();
    expect((await checkout.read()).order?.status).toBe('active');
  });

  test('starts with its free trial', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout({ subscription: { metadata: { trialDays: 14 } } });
    await page.goto(checkout.path);
    await expect(summary(page).getByText('Free for 14 days, then US$21.42 every month.')).toBeVisible();
    const start = page.getByRole('button', { name: 'Start free trial' });
    await expect(start).toBeEnabled();
    await page.getByLabel('Email').fill('ana@example.com');
    await fillInCard(page, validCard);
    await start.click();
    await expect(page.getByRole('heading', { name: 'Thank you. Your trial has started.' })).toBeFocused();
    const { order, payments } = await checkout.read();
    expect(order?.status).toBe('trialing');
    expect(payments).toMatchObject([{ status: 'succeeded', amountMinor: 0 }]);
  });

  test('offers no second trial once the customer is known', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout({ subscription: { metadata: { trialDays: 14 } } });
    const again = await checkout.openAnother();
    await page.goto(checkout.path);
    const start = page.getByRole('button', { name: 'Start free trial' });
    await expect(start).toBeEnabled();
    await page.getByLabel('Email').fill('ana@example.com');
    await fillInCard(page, validCard);
    await start.click();
    await expect(page.getByRole('heading', { name: 'Thank you. Your trial has started.' })).toBeVisible();
    await page.goto(again);
    await expect(start).toBeEnabled();
    await page.getByLabel('Email').fill('Ana@Example.com');
    await page.getByLabel('Card number').focus();
    await expect(payButton(page, '$21.42')).toBeVisible();
    await expect(summary(page).getByText('US$21.42 today, then every month.', { exact: true })).toBeVisible();
  });
});

test.describe('a bad network', () => {
  test('a lost response does not invite a second payment', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout();
    await page.route('**/pay', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await payWith(page, checkout, validCard);
    await expect(receipt(page)).toBeVisible();
    expect((await checkout.read()).payments).toHaveLength(1);
  });

  test('a payment that never reached the server can be retried', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout();
    await page.route('**/pay', (route) => route.abort(), { times: 1 });
    await payWith(page, checkout, validCard);
    await expect(page.getByRole('alert').filter({ hasText: 'Your payment did not reach us' })).toBeVisible();
    await fillInCard(page, validCard);
    await payButton(page).click();
    await expect(receipt(page)).toBeVisible();
  });

  test('waits for a slow payment and then shows its receipt', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout();
    await payWith(page, checkout, slowCard);
    await expect(page.getByRole('heading', { name: 'Your payment is being processed' })).toBeFocused();
    await expect(payButton(page)).toHaveCount(0);
    // Also after a reload.
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Your payment is being processed' })).toBeVisible();
    await checkout.settleNow();
    await expect(receipt(page)).toBeFocused();
  });

  test('a payment that fails late can be retried', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout();
    await payWith(page, checkout, laterDeclinedCard);
    await expect(page.getByRole('heading', { name: 'Your payment is being processed' })).toBeVisible();
    await checkout.settleNow();
    await expect(page.getByRole('alert').filter({ hasText: 'The payment did not go through.' })).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue('ana@example.com');
    await fillInCard(page, validCard);
    await payButton(page).click();
    await expect(receipt(page)).toBeVisible();
  });
});
