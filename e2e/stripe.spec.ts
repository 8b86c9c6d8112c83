/**
 * Live payments with Stripe: a server with Stripe keys, a fake Stripe API behind it, and a fake of Stripe's script in
 * the browser.
 */
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect } from './fixtures.ts';
import { callsOf, cards, serveStripeJs } from './stripe-js.ts';
import { number, test, watchProblems, withoutIds } from './stripe-server.ts';

async function fillIn(page: Page, card: string) {
  await page.getByLabel('Email').fill('ana@example.com');
  await page.getByLabel('Country').selectOption('DE');
  await number(page).fill(card);
  // Charges exactly the shown amount.
  await expect(page.getByText('VAT 19%', { exact: true })).toBeVisible();
}

test('pays in Stripe’s form: no card number reaches the server', async ({ page, makeCheckout }) => {
  const checkout = await makeCheckout({ environment: 'prod' });
  const complaints = watchProblems(page);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  await serveStripeJs(page);
  await page.goto(checkout.path);
  await expect(number(page)).toBeVisible();
  await expect(page.getByText('no real charges')).toHaveCount(0);
  await expect(page.getByLabel('Card number')).toHaveCount(0);
  await fillIn(page, cards.works);
  await page.getByRole('button', { name: /^Pay \$34\.51/ }).click();
  await expect(page.getByText('Thank you. Your payment went through.')).toBeVisible();
  const { order, payments } = await checkout.read();
  expect(order?.status).toBe('completed');
  expect(payments).toMatchObject([{ provider: 'stripe', status: 'succeeded', amountMinor: 3451, cardLast4: '4242' }]);
  expect(withoutIds(sent.join())).not.toContain('4242');
  expect(complaints).toEqual([]);
});

test('Stripe’s form follows total, language and theme, and keeps typed values', async ({ page, makeCheckout }) => {
  const checkout = await makeCheckout({ environment: 'prod' });
  await serveStripeJs(page);
  await page.goto(checkout.path);
  await fillIn(page, cards.works);
  const [begun] = await callsOf(page, 'elements');
  expect(begun).toMatchObject({ mode: 'payment', currency: 'usd', locale: 'en', setupFutureUsage: null });
  expect(begun?.appearance).toMatchObject({
    theme: 'stripe',
    variables: { colorText: '#1b1c19', colorBackground: '#ffffff' },
  });
  await page.getByLabel('Country').selectOption('FR');
  await expect.poll(async () => (await callsOf(page, 'update')).at(-1)?.amount).toBe(3480);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect
    .poll(async () =>
      (await callsOf(page, 'update'))
        .map(({ appearance }) => appearance)
        .filter(Boolean)
        .at(-1),
    )
    .toMatchObject({ theme: 'night', variables: { colorText: '#ecece6' } });
  await expect(number(page)).toHaveValue(cards.works);
});

test('shows a decline, and another card pays', async ({ page, makeCheckout }) => {
  const checkout = await makeCheckout({ environment: 'prod' });
  await serveStripeJs(page);
  await page.goto(checkout.path);
  await fillIn(page, cards.insufficientFunds);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByRole('alert')).toContainText('Your card has insufficient funds. Try another card.');
  await number(page).fill(cards.works);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByText('Thank you. Your payment went through.')).toBeVisible();
  expect((await checkout.read()).payments.map(({ status }) => status)).toEqual(['succeeded', 'failed']);
});

test('shows errors in Stripe’s form before anything is sent', async ({ page, makeCheckout }) => {
  const checkout = await makeCheckout({ environment: 'prod' });
  await serveStripeJs(page);
  await page.goto(checkout.path);
  await fillIn(page, '4242');
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByText('Your card number is incomplete.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Pay/ })).toBeEnabled();
  expect((await checkout.read()).payments).toEqual([]);
});

test('3D Secure at Stripe returns to the receipt', async ({ page, makeCheckout, stripeServer }) => {
  const checkout = await makeCheckout({ environment: 'prod' });
  await serveStripeJs(page);
  await page.goto(checkout.path);
  await fillIn(page, cards.challenge);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.waitForURL(`${stripeServer.stripe.url}/bank/**`);
  await page.getByRole('link', { name: 'It was me', exact: true }).click();
  await page.waitForURL(`**${checkout.path}**`);
  await expect(page.getByText('Thank you. Your payment went through.')).toBeVisible();
  expect((await checkout.read()).order?.status).toBe('completed');
});

test('reports a failed authentication, and another method pays', async ({ page, makeCheckout, stripeServer }) => {
  const checkout = await makeCheckout({ environment: 'prod' });
  await serveStripeJs(page);
  await page.goto(checkout.path);
  await fillIn(page, cards.challenge);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.waitForURL(`${stripeServer.stripe.url}/bank/**`);
  await page.getByRole('link', { name: 'It was not me' }).click();
  await expect(page.getByText('Your bank could not verify your identity.')).toBeVisible();
  await fillIn(page, cards.works);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByText('Thank you. Your payment went through.')).toBeVisible();
});

test('does not show an abandoned authentication in another browser', async ({
  page,
  makeCheckout,
  stripeServer,
  browser,
}) => {
  const checkout = await makeCheckout({ environment: 'prod' });
  await serveStripeJs(page);
  await page.goto(checkout.path);
  await fillIn(page, cards.challenge);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.waitForURL(`${stripeServer.stripe.url}/bank/**`);
  await page.close();
  const otherPage = await browser.newPage({ baseURL: stripeServer.url });
  await serveStripeJs(otherPage);
  await otherPage.goto(checkout.path);
  await expect(otherPage.getByRole('button', { name: /^Pay/ })).toBeVisible();
  await expect(otherPage.getByRole('link', { name: 'Continue to your bank' })).toHaveCount(0);
  await otherPage.close();
});

test('a free trial stores a card and charges nothing', async ({ page, makeCheckout }) => {
  const subscription = { metadata: { trialDays: 14 } };
  const checkout = await makeCheckout({ environment: 'prod', subscription });
  await serveStripeJs(page);
  await page.goto(checkout.path);
  await fillIn(page, cards.works);
  expect((await callsOf(page, 'elements'))[0]).toMatchObject({ mode: 'setup', setupFutureUsage: 'off_session' });
  await page.getByRole('button', { name: 'Start free trial' }).click();
  await expect(page.getByText('Thank you. Your trial has started.')).toBeVisible();
  expect((await checkout.read()).payments[0]?.providerPaymentId).toMatch(/^seti_/);
});

test('says accessibly that Stripe’s form failed to load, and retries it', async ({ page, makeCheckout }) => {
  const checkout = await makeCheckout({ environment: 'prod' });
  // Stripe's loader retries once.
  const { loads } = await serveStripeJs(page, { failures: 2 });
  await page.goto(checkout.path);
  await expect(page.getByText('The payment form could not be loaded.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(number(page)).toBeVisible();
  expect(loads()).toBe(3);
});

test('test checkouts load nothing from Stripe, and the policy forbids it', async ({ page, makeCheckout }) => {
  const [live, trial] = [await makeCheckout({ environment: 'prod' }), await makeCheckout()];
  const { loads } = await serveStripeJs(page);
  const policyOf = async (path: string) => (await page.goto(path))?.headers()['content-security-policy'] ?? '';
  expect(await policyOf(trial.path)).not.toContain('stripe');
  await expect(page.getByLabel('Card number')).toBeVisible();
  expect(loads()).toBe(0);
  const policy = await policyOf(live.path);
  for (const part of ['script-src', 'frame-src', 'connect-src']) {
    expect(policy.split('; ').find((directive) => directive.startsWith(part))).toContain('stripe.com');
  }
});
