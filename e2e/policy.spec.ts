/** The content security policy of every merchant page. */
import { globSync } from 'node:fs';
import type { Page, Response } from '@playwright/test';
import { untilSettled } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { openStore } from './stores.ts';

/** The paths of all pages without parameters, from their files. */
function pagesBelow(folder: string): string[] {
  return globSync(`${folder}/**/page.tsx`, { cwd: 'app' })
    .map((file) => `/${file.replace(/\/page\.tsx$|^page\.tsx$/, '').replace(/\([^)]*\)\/?/g, '')}`.replace(/\/$/, ''))
    .filter((path) => !/\[(?!storeSlug|environment)/.test(path));
}

function expectPolicy(response: Response | null): void {
  const headers = response?.headers() ?? {};
  const policy = headers['content-security-policy'] ?? '';
  const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? '';
  expect(scripts, response?.url()).toMatch(/^'nonce-[\w+/=]{20,}' 'strict-dynamic'$/);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  // The test server uses http.
  expect(headers['strict-transport-security']).toBe(undefined);
}

async function open(page: Page, path: string): Promise<void> {
  expectPolicy(await page.goto(path));
  await untilSettled(page);
}

test('every page of a store runs all its scripts under a fresh nonce', async ({ page, baseURL }) => {
  test.slow();
  const { home, makeProduct } = await openStore(page, baseURL);
  await makeProduct();
  const paths = pagesBelow('dashboard/[[]storeSlug[]]/[[]environment[]]').map((path) =>
    path.replace('/dashboard/[storeSlug]/[environment]', home),
  );
  expect(paths.length).toBeGreaterThan(20);
  await page.evaluate(() => localStorage.setItem('counterfoil-theme', 'dark')).catch(() => {});
  for (const path of paths) await open(page, path);
  await page.evaluate(() => localStorage.setItem('counterfoil-theme', 'dark'));
  await page.goto(home);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.evaluate(() => localStorage.removeItem('counterfoil-theme'));
});

test('account, sign-in, documentation and not-found pages do so too', async ({ page, baseURL }) => {
  const paths = [
    '/sign-in',
    '/sign-up',
    '/forgot-password',
    '/reset-password',
    '/invitations',
    '/docs',
    '/docs/checkout',
  ];
  for (const path of paths) await open(page, path);
  expectPolicy(await page.goto('/dashboard/none/of/this'));
  await openStore(page, baseURL);
  for (const path of pagesBelow('dashboard').filter((one) => !one.includes('['))) await open(page, path);
});

test('the GraphQL explorer is small, has a policy, refuses frames and answers a query', async ({ page, baseURL }) => {
  const { slug } = await openStore(page, baseURL);
  const sizes = new Map<string, number>();
  page.on('response', async (response) => {
    if (response.url().includes('/assets/explorer-')) {
      expect(response.headers()['content-encoding']).toMatch(/^(br|gzip)$/);
      expect(response.headers()['cache-control']).toContain('immutable');
      sizes.set(response.url(), Number(response.headers()['content-length']));
    }
  });
  const response = await page.goto(`/v1/graphql?slug=${slug}`);
  const headers = response?.headers() ?? {};
  expect((await response?.text())?.length).toBeLessThan(5000);
  expect(headers['content-security-policy']).toMatch(/script-src 'self' 'nonce-[\w+/=]+';.*frame-ancestors 'none'/);
  expect(headers['x-frame-options']).toBe('DENY');
  await page.getByRole('button', { name: /Execute query/ }).click();
  await expect(page.getByText('"onetimeProductsCount"').first()).toBeVisible();
  expect([...sizes.values()].reduce((sum, size) => sum + size, 0)).toBeLessThan(2_500_000);
});
