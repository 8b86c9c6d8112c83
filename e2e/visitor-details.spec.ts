/** Details of customers' pages and the documentation: missing pictures, scroll positions and form errors. */
import type { Locator, Page } from '@playwright/test';
import { inGermany, payButton, summary } from './checkout-parts.ts';
import { expect, test } from './fixtures.ts';
import { newPurchase, signIn } from './portal-parts.ts';

test.use(inGermany);

const lost = (name: string) => `https://media.example/${name}.png`;
const losePictures = (page: Page) =>
  page.route('https://media.example/**', (route) => route.fulfill({ status: 404, body: 'no' }));

test.describe('a picture that cannot be loaded', () => {
  test('of the product is replaced by its name', async ({ page, makeCheckout }) => {
    await losePictures(page);
    const media = [{ type: 'image', url: lost('cover'), alt: 'The cover' }];
    const { path } = await makeCheckout({ product: { media } });
    await page.goto(path);
    await expect(payButton(page)).toBeEnabled();
    await expect(summary(page).getByRole('heading', { level: 1 })).toBeVisible();
    await expect(summary(page).locator('img')).toHaveCount(0);
  });

  test('of several shows its alt text', async ({ page, makeCheckout }) => {
    await losePictures(page);
    const media = ['cover', 'page'].map((name) => ({ type: 'image', url: lost(name), alt: `The ${name}` }));
    const { path } = await makeCheckout({ product: { media } });
    await page.goto(path);
    await expect(summary(page).getByText('The cover')).toBeVisible();
    await expect(summary(page).locator('img')).toHaveCount(0);
  });

  test('of the store is replaced by its name', async ({ page, makeCheckout }) => {
    await losePictures(page);
    const { path } = await makeCheckout({ store: { logo: lost('logo') }, storeName: 'Harbour Light Press' });
    await page.goto(path);
    await expect(page.getByText('Harbour Light Press', { exact: true }).first()).toBeVisible();
    await expect(page.locator('header img, picture img')).toHaveCount(0);
  });
});

test('scrolls a missing field into view with its label @phone', async ({ page, makeCheckout }) => {
  const { path } = await makeCheckout();
  await page.goto(path);
  await expect(payButton(page)).toBeEnabled();
  await payButton(page).click();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.locator('label', { hasText: /^Email$/ })).toBeInViewport({ ratio: 1 });
});

test.describe('the documentation', () => {
  test('shows a reader without a store the explorer’s address pattern', async ({ page }) => {
    await page.goto('/docs');
    await expect(page.getByText('/v1/graphql?slug=your-store')).toBeVisible();
    await expect(page.locator('section#graphql').getByRole('link', { name: 'explorer' })).toHaveCount(0);
  });

  test('an anchor ends below the sticky header @phone', async ({ page }) => {
    const top = async (element: Locator) => (await element.boundingBox())?.y ?? Number.NaN;
    for (const [address, anchored] of [
      ['/docs/store#update-store', page.getByRole('heading', { name: 'update-store', exact: true })],
      ['/docs#graphql', page.getByRole('heading', { name: 'GraphQL', level: 2 })],
      ['/docs#signature-doctor', page.getByRole('heading', { name: /Debug Invalid signature/ })],
    ] as const) {
      await page.goto(address);
      await expect(anchored).toBeInViewport({ ratio: 1 });
      const bar = page.locator('details').filter({ hasText: 'Contents' }).first();
      const barEnd = async () =>
        (await bar.isVisible()) ? await bar.evaluate((one) => one.getBoundingClientRect().bottom) : 0;
      await expect.poll(async () => (await top(anchored)) - (await barEnd()), address).toBeGreaterThanOrEqual(0);
    }
  });
});

test.describe('in the portal', () => {
  test('shows all errors of a refund request, and clears each separately', async ({
    page,
    context,
    database,
    makeCheckout,
    baseURL,
  }) => {
    const order = await newPurchase(database, makeCheckout, {});
    await signIn(context, database, order, baseURL);
    await page.goto(order.path);
    await page.getByRole('link', { name: /^Request a refund/ }).click();
    const [amount, reason] = [page.getByLabel('Amount (USD)'), page.getByLabel('Reason')];
    await amount.fill('');
    const send = page.getByRole('button', { name: 'Send request' });
    await send.click();
    await expect(amount).toBeFocused();
    await expect(amount).toHaveAttribute('aria-invalid', 'true');
    await expect(reason).toHaveAttribute('aria-invalid', 'true');
    await reason.pressSequentially('T');
    await expect(reason).not.toHaveAttribute('aria-invalid');
    await expect(amount).toHaveAttribute('aria-invalid', 'true');
    await amount.fill('9999');
    await expect(amount).not.toHaveAttribute('aria-invalid');
    // The service refuses the amount; its error clears on edit like the form's own.
    await send.click();
    await expect(amount).toHaveAttribute('aria-invalid', 'true');
    await amount.pressSequentially('0');
    await expect(amount).not.toHaveAttribute('aria-invalid');
  });

  test('clears the error of a refused address on edit', async ({ page, makeCheckout }) => {
    const { storeSlug } = await makeCheckout();
    await page.goto(`/${storeSlug}/portal?environment=test`);
    const email = page.getByLabel('Email');
    await email.fill('ana@');
    await page.getByRole('button', { name: /link/i }).click();
    await expect(email).toHaveAttribute('aria-invalid', 'true');
    await expect(email).toBeFocused();
    await email.pressSequentially('e');
    await expect(email).not.toHaveAttribute('aria-invalid');
    await page.getByRole('button', { name: /link/i }).click();
    await expect(email).toHaveAttribute('aria-invalid', 'true');
  });
});
