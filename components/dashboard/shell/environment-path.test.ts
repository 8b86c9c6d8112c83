import { expect, test } from 'vitest';
import { pathInEnvironment } from './environment-path.ts';

test.each([
  ['', '', ''],
  ['', 'range=30d&currency=EUR', '?range=30d&currency=EUR'],
  ['/products', '', '/products'],
  ['/products/PROD_1', '', '/products/PROD_1'],
  ['/products/PROD_1/versions', 'from=1&to=2', '/products/PROD_1/versions?from=1&to=2'],
  ['/products/new', '', '/products'],
  ['/groups/1', '', '/groups'],
  ['/orders', 'status=failed&after=ORD_1', '/orders?status=failed'],
  ['/orders/ORD_1', 'status=failed', '/orders'],
  ['/customers/1', '', '/customers'],
  ['/payments', 'q=ana%40example.com', '/payments'],
  ['/webhooks/deliveries/1', '', '/webhooks'],
])('maps %s?%s to its counterpart in the other environment', (page, search, expected) => {
  expect(pathInEnvironment(`/dashboard/my-store/test${page}`, search, 'my-store', 'prod')).toBe(
    `/dashboard/my-store/prod${expected}`,
  );
});
