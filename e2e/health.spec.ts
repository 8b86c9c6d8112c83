import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';

test('answers 400 to a malformed path', async ({ request }) => {
  expect((await request.get('/shop/checkout/%zz')).status()).toBe(400);
});

test('the home page leads to sign-in, sign-up and the documentation', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Sell products and subscriptions from your own server',
  );
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toHaveAttribute('href', '/sign-in');
  await expect(page.getByRole('link', { name: 'Create an account' })).toHaveAttribute('href', '/sign-up');
  await expect(page.getByRole('link', { name: 'Documentation' })).toHaveAttribute('href', '/docs');
  // This installation has no demo.
  await expect(page.getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
});
