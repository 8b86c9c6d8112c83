/** What buyers see of errors on our side. */
import { afterEach, expect, it, vi } from 'vitest';
import { isHostedPath } from '#server/stores/rules/hosted-path.ts';
import nextConfig from '../../../next.config.mjs';
import { handleHosted } from './storefront-routes.ts';

const [{ source: otherPages } = { source: '' }] = (await nextConfig.headers?.()) ?? [];

afterEach(() => vi.unstubAllEnvs());

it('reports an outage in the buyer’s language without internals', async () => {
  // An unreachable database.
  vi.stubEnv('DATABASE_URL', 'postgres://nobody:s3cret@127.0.0.1:9/none');
  vi.stubEnv('APP_SECRET', 'x'.repeat(43));
  const url = '/shop/checkout/0e0b7f5c-0000-4000-8000-000000000000';
  const headers = { 'accept-language': 'de', host: 'shop.example' };
  const answer = await handleHosted({ method: 'GET', url, headers, body: new Uint8Array(), address: '127.0.0.1' });
  const html = answer.body.toString();
  expect(answer.status).toBe(503);
  expect(answer.headers['Content-Security-Policy']).toContain("frame-ancestors 'none'");
  expect(html).toContain('<html lang="de"');
  expect(html).toMatch(/[0-9a-f]{8}-[0-9a-f-]{27}/);
  expect(html).not.toMatch(/ECONNREFUSED|s3cret|postgres|at .*\.ts/);
});

it('recognizes its own paths', () => {
  for (const path of [
    '/shop/checkout/x',
    '/shop/checkout',
    '/shop/portal',
    '/shop/portal/orders/x',
    '/assets/a.js',
    '/store/shop/product/PROD_1',
    '/store/checkout/x',
  ]) {
    expect(isHostedPath(path), path).toBe(true);
  }
  for (const path of [
    '/',
    '/dashboard/checkout',
    '/v1/checkout',
    '/shop',
    '/shop/other',
    '/store/shop',
    '/store/shop/product',
    '/store/shop/product/a/b',
    '/store/shop/other/PROD_1',
    '//checkout',
    '/\\:x/checkout/a',
  ]) {
    expect(isHostedPath(path), path).toBe(false);
  }
});

it('does not affect the headers of other pages', () => {
  const others = new RegExp(`^${otherPages}$`, 'i');
  for (const path of [
    '/',
    '/sign-in',
    '/docs/checkout',
    '/dashboard/portal-store/test',
    '/dashboard/checkout/x',
    '/store/shop/x',
  ]) {
    expect(others.test(path), path).toBe(true);
  }
  for (const path of [
    '/v1/health',
    '/assets/a.js',
    '/shop/checkout/x',
    '/shop/portal',
    '/shop/portal/open',
    '/store/shop/product/x',
  ]) {
    expect(others.test(path), path).toBe(false);
  }
});
