/** A session token in the checkout's address (`#token=`) ties the checkout to its customer. */
import { fillInCard, inGermany, payButton, receipt, validCard } from './checkout-parts.ts';
import { expect, test } from './fixtures.ts';

test.use(inGermany);

test('removes the identity token from the address and stores it until it is sent', async ({ page, makeCheckout }) => {
  const checkout = await makeCheckout();
  const sent: string[] = [];
  await page.route('**/customer', async (route) => {
    sent.push(route.request().postData() ?? '');
    // The first request fails.
    if (sent.length === 1) await route.abort();
    else await route.fulfill({ json: { data: { tied: true } } });
  });
  await page.route('**/pay', async (route) => {
    sent.push('pay');
    await route.continue();
  });
  await page.goto(`${checkout.path}#token=a-token`);
  await expect(payButton(page)).toBeEnabled();
  // The address changes after the first paint, when the button is enabled already.
  await expect(page).not.toHaveURL(/token/);
  await page.getByLabel('Email').fill('ana@example.com');
  await fillInCard(page, validCard);
  // The pay button waits for the customer's identity.
  await payButton(page).click();
  await expect(receipt(page)).toBeVisible();
  const token = JSON.stringify({ token: 'a-token' });
  expect(sent).toEqual([token, token, 'pay']);
});

test('an invalid identity token does not prevent a purchase', async ({ page, makeCheckout }) => {
  const checkout = await makeCheckout();
  await page.goto(`${checkout.path}#token=nonsense`);
  await expect(payButton(page)).toBeEnabled();
  await expect(page).not.toHaveURL(/nonsense/);
  await page.getByLabel('Email').fill('ana@example.com');
  await fillInCard(page, validCard);
  await payButton(page).click();
  await expect(receipt(page)).toBeVisible();
  expect((await checkout.read()).order?.buyerIdentity).toBeNull();
});
