import { expect, test } from './fixtures.ts';

test('the server says that it is healthy', async ({ request }) => {
  const response = await request.get('/v1/health');
  expect(response.status()).toBe(200);
});

test('a path that cannot be read is the sender’s mistake', async ({ request }) => {
  expect((await request.get('/shop/checkout/%zz')).status()).toBe(400);
});

test('the first page opens @phone', async ({ page }) => {
  const response = await page.goto('/');
  expect(response?.status()).toBe(200);
});
