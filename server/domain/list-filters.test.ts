/** Filters in the URLs of lists. Invalid parts are dropped. */
import { describe, expect, test } from 'vitest';
import { viewQuery } from '#server/analytics/rules/saved-view.ts';
import { readOrderFilter } from '#server/billing/orders/rules/order-filter.ts';
import { readPaymentFilter } from '#server/billing/payments/rules/payment-filter.ts';
import { readCustomerFilter } from '#server/customers/rules/customer-filter.ts';
import { toShortId } from './ids.ts';

const id = '01900000-0000-7000-8000-000000000001';
const order = (query: string) => readOrderFilter(new URLSearchParams(query));

describe('reads a URL into its canonical form', () => {
  test.each([
    ['', ''],
    ['status=nothing&type=&page=2&before=x&utm_source=mail', ''],
    ['status=past_due&status=active&status=active', 'status=active&status=past_due'],
    ['sort=oldest&country=DE&q=+ana+', 'q=ana&country=DE&sort=oldest'],
    ['sort=newest&country=Germany', ''],
    [`product=${id}`, `product=${toShortId('PROD', id)}`],
    ['product=ORD_x&customer=7', ''],
    [`customer=${id.toUpperCase()}`, `customer=${id}`],
    ['from=2026-02-31&until=2026-02-28', 'until=2026-02-28'],
    ['from=0000-00-00&until=9999-99-99', ''],
    // Existing days that PostgreSQL cannot be asked for.
    ['from=0000-01-01&until=9999-12-31', ''],
    ['least=5&most=7', ''],
    ['currency=usd&least=5,50&most=abc', 'currency=USD&least=5%2C50'],
    ['currency=XXX&least=5', ''],
    ['refunded=partial&status=completed', 'status=completed&refunded=partial'],
    ['refunded=no', ''],
    ['q=%00', ''],
    [`q=${'x'.repeat(300)}`, `q=${'x'.repeat(200)}`],
  ])('%s', (given, message) => {
    expect(order(given).query).toBe(message);
    expect(order(message).query).toBe(message);
    expect(order(message).filter).toEqual(order(given).filter);
  });
});

test('days are whole days in UTC, amounts are in the currency’s minor unit', () => {
  const { filter } = order('from=2026-02-01&until=2026-02-28&currency=JPY&least=500&most=4500');
  expect(filter).toMatchObject({
    from: new Date('2026-02-01T00:00:00.000Z'),
    until: new Date('2026-03-01T00:00:00.000Z'),
    minMinor: 500,
    maxMinor: 4500,
  });
  expect(order('currency=JPY&least=5.50').filter.minMinor).toBeUndefined();
});

test('subscriptions accept neither statuses nor types of one-time orders', () => {
  const { filter, query } = readOrderFilter(
    new URLSearchParams('status=completed&status=trialing&type=onetime'),
    'subscription',
  );
  expect([query, filter.type, filter.statuses]).toEqual(['status=trialing', 'subscription', ['trialing']]);
  expect(viewQuery('subscriptions', '?status=completed')).toBe('');
  expect(viewQuery('orders', '?status=completed')).toBe('status=completed');
});

test('only subscriptions accept a period and a next charge', () => {
  const asked = 'period=yearly&sort=charge';
  const { filter, query } = readOrderFilter(new URLSearchParams(asked), 'subscription');
  expect([query, filter.billingPeriod, filter.byNextCharge, filter.oldestFirst]).toEqual([
    asked,
    'yearly',
    true,
    false,
  ]);
  expect(viewQuery('subscriptions', asked)).toBe(asked);
  expect(viewQuery('orders', asked)).toBe('');
  expect(viewQuery('subscriptions', 'period=daily&sort=oldest')).toBe('sort=oldest');
});

test('payments and customers have fields of their own', () => {
  const payments = readPaymentFilter(
    new URLSearchParams('sort=charge&country=DE&decline=expired_card&refunded=yes&type=renewal'),
  );
  expect(payments.query).toBe('type=renewal&decline=expired_card&refunded=yes&country=DE');
  expect(payments.filter).toMatchObject({ decline: 'expired_card', isRefunded: true, statuses: [], type: 'renewal' });
  const customers = readCustomerFilter(new URLSearchParams('returning=no&sort=first&country=DE&status=active'));
  expect(customers.query).toBe('country=DE&sort=first');
  expect(customers.filter).toMatchObject({ isReturning: false, newestFirst: true, country: 'DE' });
});
