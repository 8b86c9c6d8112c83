/** Tax at the hosted checkout: shown for the customer and charged as shown. */
import { fillIn, fillInCard, inGermany, payButton, receipt, summary, validCard } from './checkout-parts.ts';
import { expect, test } from './fixtures.ts';

test.use(inGermany);

test.describe('tax', () => {
  test('follows the address in the form and is charged as shown', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout();
    await page.goto(checkout.path);
    await expect(summary(page)).toContainText(/SubtotalUS\$29\.00VAT 19\s%US\$5\.51Total due todayUS\$34\.51/);
    await expect(payButton(page)).toBeEnabled();
    const height = (await summary(page).boundingBox())?.height;
    await page.getByLabel('Country').selectOption('US');
    await expect(summary(page)).toContainText('TaxDepends on your address');
    await page.getByLabel('State').selectOption('NY');
    await expect(summary(page)).toContainText(/Sales tax 4\s%US\$1\.16Total due todayUS\$30\.16/);
    await expect(page.getByRole('status').filter({ hasText: 'Total due today: US$30.16' })).toBeAttached();
    expect((await summary(page).boundingBox())?.height).toBe(height);
    await page.getByLabel('Email').fill('ana@example.com');
    await fillInCard(page, validCard);
    await payButton(page, '$30.16').click();
    await expect(receipt(page)).toBeVisible();
    await expect(page.getByText(/Sales tax 4\s%/)).toBeVisible();
    const { order, payments } = await checkout.read();
    expect(order).toMatchObject({ subtotalMinor: 2900, taxMinor: 116, totalMinor: 3016, taxName: 'Sales tax' });
    expect(payments).toMatchObject([{ status: 'succeeded', amountMinor: 3016 }]);
  });

  test('explains the reverse charge to a business before and after payment', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout();
    await page.goto(checkout.path);
    await fillIn(page, validCard);
    await page.getByLabel('I’m purchasing as a business').check();
    const vatNumber = page.getByLabel('VAT number');
    await expect(vatNumber).toHaveAccessibleDescription('No VAT is charged if the number is valid.');
    await vatNumber.fill('DE 136 695 977');
    await page.getByLabel('Business name').fill('Kaffee GmbH');
    await expect(vatNumber).toHaveAccessibleDescription(/This is not a valid VAT number for your country/);
    await payButton(page).click();
    await expect(vatNumber).toBeFocused();
    await vatNumber.fill('DE 136 695 976');
    await page.getByLabel('Card number').focus();
    await expect(summary(page)).toContainText(/VAT, reverse chargeUS\$0\.00Total due todayUS\$29\.00/);
    await expect(vatNumber).toHaveAccessibleDescription(
      'Reverse charge: your business is responsible for paying the tax.',
    );
    await payButton(page, '$29.00').click();
    await expect(receipt(page)).toBeVisible();
    await expect(page.getByText('VAT, reverse charge')).toBeVisible();
    await expect(page.getByText('Reverse charge: your business is responsible for paying the tax.')).toBeVisible();
    await expect(page.getByText('Kaffee GmbH')).toBeVisible();
    const { order } = await checkout.read();
    expect(order).toMatchObject({ totalMinor: 2900, taxMinor: 0 });
    expect(order?.billingDetail).toMatchObject({ country: 'DE', isBusiness: true, businessName: 'Kaffee GmbH' });
  });

  test('prefills the merchant’s business details, which the customer can change', async ({ page, makeCheckout }) => {
    const billingDetail = { country: 'DE', isBusiness: true, businessName: 'Kaffee GmbH', taxId: 'DE136695976' };
    const checkout = await makeCheckout({ session: { billingDetail } });
    await page.goto(checkout.path);
    await expect(summary(page)).toContainText('VAT, reverse charge');
    await expect(page.getByLabel('Business name')).toHaveValue('Kaffee GmbH');
    await expect(page.getByLabel('VAT number')).toHaveValue('DE136695976');
    await page.getByLabel('I’m purchasing as a business').uncheck();
    await expect(summary(page)).toContainText(/VAT 19\s%US\$5\.51Total due todayUS\$34\.51/);
    await expect(page.getByLabel('VAT number')).toBeHidden();
  });

  test('an inclusive price does not change with the tax', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout({ product: { prices: { USD: { amount: '29.00', taxIncluded: true } } } });
    await page.goto(checkout.path);
    await expect(summary(page)).toContainText(
      /SubtotalUS\$24\.37VAT 19\s% \(included in the price\)US\$4\.63Total due todayUS\$29\.00/,
    );
  });

  test('refuses a charge whose amount differs from the shown one', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout();
    await page.goto(checkout.path);
    await fillIn(page, validCard);
    // The page does not receive the quote for France.
    await page.route('**/quote', (route) => route.abort(), { times: 1 });
    await page.getByLabel('Country').selectOption('FR');
    await payButton(page).click();
    const sentence = 'The total is now US$34.80. You have not been charged. Review it, then pay.';
    await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
    expect((await checkout.read()).order).toBeUndefined();
    await payButton(page, '$34.80').click();
    await expect(receipt(page)).toBeVisible();
    expect((await checkout.read()).payments).toMatchObject([{ status: 'succeeded', amountMinor: 3480 }]);
  });
});
