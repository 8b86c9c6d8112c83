import { expect, test } from 'vitest';
import { samePlace } from './same-place.ts';

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
])('from %s?%s', (place, search, expected) => {
  expect(samePlace(`/dashboard/my-store/test${place}`, search, 'my-store', 'prod')).toBe(
    `/dashboard/my-store/prod${expected}`,
  );
});
