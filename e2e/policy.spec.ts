/** The Content Security Policy of the merchants' pages. */
import { globSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { openStore } from './stores.ts';

/** The paths of all pages without an id in their path, from the files of the routes. */
function pagesBelow(folder: string): string[] {
  return globSync(`${folder}/**/page.tsx`, { cwd: 'app' })
    .map((file) => `/${file.replace(/\/page\.tsx$|^page\.tsx$/, '').replace(/\([^)]*\)\/?/g, '')}`.replace(/\/$/, ''))
    .filter((path) => !/\[(?!storeSlug|environment)/.test(path));
}

/** Every script needs the nonce of its answer. A page that runs others fails in any test that opens it: see fixtures.ts. */
async function expectPolicy(page: Page, path: string): Promise<void> {
  const response = await page.request.get(path);
  const headers = response.headers();
  const policy = headers['content-security-policy'] ?? '';
  const [, nonce = ''] = /script-src 'nonce-([\w+/=]{20,})' 'strict-dynamic'(?:;|$)/.exec(policy) ?? [];
  expect(nonce, `${path}: ${policy}`).not.toBe('');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  // The server under test has an HTTP address.
  expect(headers['strict-transport-security']).toBe(undefined);
  const scripts = (await response.text()).match(/<script[^>]*>/g) ?? [];
  expect(scripts.length, path).toBeGreaterThan(0);
  expect(
    scripts.filter((script) => !script.includes(`nonce="${nonce}"`)),
    path,
  ).toEqual([]);
}

test('serves every page of a store with a nonce for its scripts', async ({ page, baseURL }) => {
  const { home, makeProduct } = await openStore(page, baseURL);
  await makeProduct();
  const paths = pagesBelow('dashboard/[[]storeSlug[]]/[[]environment[]]').map((path) =>
    path.replace('/dashboard/[storeSlug]/[environment]', home),
  );
  expect(paths.length).toBeGreaterThan(20);
  for (const path of paths) await expectPolicy(page, path);
});

test('serves account, sign-in, documentation and missing pages with a nonce for their scripts', async ({
  page,
  baseURL,
}) => {
  const paths = [
    '/sign-in',
    '/sign-up',
    '/forgot-password',
    '/reset-password',
    '/invitations',
    '/docs',
    '/docs/checkout',
  ];
  for (const path of paths) await expectPolicy(page, path);
  await expectPolicy(page, '/dashboard/none/of/this');
  await openStore(page, baseURL);
  for (const path of pagesBelow('dashboard').filter((one) => !one.includes('['))) await expectPolicy(page, path);
});

test('the documentation links to the GraphQL explorer, which is small, has a policy, refuses frames and answers a query', async ({
  page,
  baseURL,
}) => {
  const { slug } = await openStore(page, baseURL);
  const sizes = new Map<string, number>();
  page.on('response', async (response) => {
    if (response.url().includes('/assets/explorer-')) {
      expect(response.headers()['content-encoding']).toMatch(/^(br|gzip)$/);
      expect(response.headers()['cache-control']).toContain('immutable');
      sizes.set(response.url(), Number(response.headers()['content-length']));
    }
  });
  await page.goto('/docs');
  const opened = page.waitForResponse(`/v1/graphql?slug=${slug}`);
  await page.locator('section#graphql').getByRole('link', { name: 'explorer' }).click();
  const response = await opened;
  const headers = response.headers();
  expect((await response.text()).length).toBeLessThan(5000);
  expect(headers['content-security-policy']).toMatch(/script-src 'self' 'nonce-[\w+/=]+';.*frame-ancestors 'none'/);
  expect(headers['x-frame-options']).toBe('DENY');
  await page.getByRole('button', { name: /Execute query/ }).click();
  await expect(page.getByText('"Harbour Light Press"').first()).toBeVisible();
  await expect(page.getByText('"onetimeProductsCount"').first()).toBeVisible();
  await expect(page.getByText('Store not found')).toHaveCount(0);
  expect([...sizes.values()].reduce((sum, size) => sum + size, 0)).toBeLessThan(2_500_000);
});
