/** 3-D Secure: the buyer’s bank asks, in whichever browser the buyer is by then. */
import { asksBank, fillInCard, inGermany, payButton, payWith, receipt, works } from './checkout-parts.ts';
import { expect, test } from './fixtures.ts';

test.use(inGermany);

test.describe('3-D Secure', () => {
  test('passed @phone', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout();
    await payWith(page, checkout, asksBank);
    await expect(page.getByRole('heading', { name: 'Is this payment yours?' })).toBeVisible();
    await page.getByRole('button', { name: 'Confirm it was me' }).click();
    await expect(receipt(page)).toBeVisible();
    expect((await checkout.read()).payments.map(({ status }) => status)).toEqual(['succeeded']);
  });

  test('failed, then tried again', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout();
    await payWith(page, checkout, asksBank);
    await page.getByRole('button', { name: 'Fail the confirmation' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Your bank could not confirm it was you' })).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue('ana@example.com');
    await fillInCard(page, asksBank);
    await payButton(page).click();
    await page.getByRole('button', { name: 'Confirm it was me' }).click();
    await expect(receipt(page)).toBeVisible();
  });

  test('abandoned, then paid with another card; the question is closed', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout();
    await payWith(page, checkout, asksBank);
    await expect(page.getByRole('heading', { name: 'Is this payment yours?' })).toBeVisible();
    const question = page.url();
    await page.goto(checkout.path);
    await expect(page.getByRole('link', { name: 'Continue to your bank' })).toHaveAttribute(
      'href',
      new URL(question).pathname,
    );
    await fillInCard(page, works);
    await payButton(page).click();
    await expect(receipt(page)).toBeVisible();
    expect((await checkout.read()).payments.map(({ status }) => status)).toEqual(['succeeded', 'failed']);
    await page.goto(question);
    await expect(page).toHaveURL(checkout.path);
  });

  test('is not shown in another browser, which can pay anew', async ({ page, browser, makeCheckout }) => {
    const checkout = await makeCheckout();
    await payWith(page, checkout, asksBank);
    await page.waitForURL(/challenge/);
    await page.close();
    const elsewhere = await browser.newPage({ baseURL: new URL(page.url()).origin });
    await elsewhere.goto(checkout.path);
    await expect(elsewhere.getByRole('link', { name: 'Continue to your bank' })).toHaveCount(0);
    await payWith(elsewhere, checkout, works);
    await expect(receipt(elsewhere)).toBeVisible();
    await elsewhere.close();
  });
});
