/** 3D Secure at the hosted checkout, in the same browser and in another one. */
import { challengeCard, fillInCard, inGermany, payButton, payWith, receipt, validCard } from './checkout-parts.ts';
import { expect, test } from './fixtures.ts';

test.use(inGermany);

test.describe('3D Secure', () => {
  test('pays after the customer passes', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout();
    await payWith(page, checkout, challengeCard);
    await expect(page.getByRole('heading', { name: 'Approve this payment?' })).toBeVisible();
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(receipt(page)).toBeVisible();
    expect((await checkout.read()).payments.map(({ status }) => status)).toEqual(['succeeded']);
  });

  test('pays at the second try after a failed authentication', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout();
    await payWith(page, checkout, challengeCard);
    await page.getByRole('button', { name: 'Decline' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Your bank could not verify your identity' })).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue('ana@example.com');
    await fillInCard(page, challengeCard);
    await payButton(page).click();
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(receipt(page)).toBeVisible();
  });

  test('pays with another card after an abandoned authentication, which closes', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout();
    await payWith(page, checkout, challengeCard);
    await expect(page.getByRole('heading', { name: 'Approve this payment?' })).toBeVisible();
    const question = page.url();
    await page.goto(checkout.path);
    await expect(page.getByRole('link', { name: 'Continue to your bank' })).toHaveAttribute(
      'href',
      new URL(question).pathname,
    );
    await fillInCard(page, validCard);
    await payButton(page).click();
    await expect(receipt(page)).toBeVisible();
    expect((await checkout.read()).payments.map(({ status }) => status)).toEqual(['succeeded', 'failed']);
    await page.goto(question);
    await expect(page).toHaveURL(checkout.path);
  });

  test('does not show in another browser, which can pay again', async ({ page, browser, makeCheckout }) => {
    const checkout = await makeCheckout();
    await payWith(page, checkout, challengeCard);
    await page.waitForURL(/challenge/);
    await page.close();
    const otherPage = await browser.newPage({ baseURL: new URL(page.url()).origin });
    await otherPage.goto(checkout.path);
    await expect(otherPage.getByRole('link', { name: 'Continue to your bank' })).toHaveCount(0);
    await payWith(otherPage, checkout, validCard);
    await expect(receipt(otherPage)).toBeVisible();
    await otherPage.close();
  });
});
