/** Pages during a database outage, and the limit on page views per network. */
import { openDatabaseProxy } from '#server/testing/databases/database-proxy.ts';
import { startApiServer } from '#server/testing/test-servers.ts';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { openStore } from './stores.ts';

/** A separate server behind a database proxy, with a low limit on page views. */
async function openService() {
  const line = await openDatabaseProxy(process.env.E2E_DATABASE_URL ?? '');
  const settings = { RATE_LIMIT_PAGE_VIEWS_PER_MINUTE: '12', TRUST_PROXY: '1' };
  const server = await startApiServer(line.url, { pages: true, worker: false, settings });
  return {
    url: server.url,
    line,
    async close() {
      await server.close();
      await line.close();
    },
  };
}

test('explains a database outage and too many requests of a network', async ({ page, baseURL, makeCheckout }) => {
  test.slow();
  const service = await openService();
  const { home } = await openStore(page, baseURL);
  const { path, storeSlug } = await makeCheckout();
  await page.setExtraHTTPHeaders({ 'X-Forwarded-For': '192.0.2.1' });
  await service.line.cut();
  for (const [address, title] of [
    [home, 'Back in a moment'],
    ['/sign-in', 'Back in a moment'],
    [path, 'We’ll be right back'],
    [`/${storeSlug}/portal`, 'We’ll be right back'],
  ] as const) {
    const answer = await page.goto(`${service.url}${address}`);
    expect([address, answer?.status(), answer?.headers()['retry-after']]).toEqual([address, 503, '2']);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expectAccessible(page);
  }
  await service.line.restore();
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByLabel('Email')).toBeVisible();

  // The same server limits how many pages a network loads.
  await page.setExtraHTTPHeaders({ 'X-Forwarded-For': '192.0.2.2' });
  const address = `${service.url}${path}`;
  await expect
    .poll(async () => (await page.request.get(address, { headers: { 'X-Forwarded-For': '192.0.2.2' } })).status(), {
      // At the default intervals, thirteen requests take most of the time limit.
      intervals: [50],
    })
    .toBe(429);
  const answer = await page.goto(address);
  expect(answer?.status()).toBe(429);
  const seconds = answer?.headers()['retry-after'] ?? '';
  expect(Number(seconds)).toBeGreaterThan(0);
  await expect(page.getByText(`Wait ${seconds} second`)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Too many requests' })).toBeVisible();
  await expectAccessible(page);
  // Another network is not limited.
  await page.setExtraHTTPHeaders({ 'X-Forwarded-For': '198.51.100.1' });
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByLabel('Email')).toBeVisible();
  await service.close();
});
