import { expect, test } from 'vitest';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { db, newMerchant } from '#server/testing/api.ts';
import { newProducts, sell } from '#server/testing/orders/sales.ts';
import { storeScope } from './facts.ts';
import { readProductFigures } from './product-figures.ts';

const range = { from: new Date('2024-02-01'), to: new Date('2024-03-01') };
const previous = { from: new Date('2024-01-01'), to: new Date('2024-02-01') };
const noSales = { orders: 0, revenueMinor: 0, active: 0, mrrMinor: 0 };

test('sums orders and revenue of one product and currency per range', async () => {
  const [merchant, otherMerchant] = [await newMerchant(), await newMerchant()];
  const { onetime, subscription } = await newProducts(merchant);
  const sale = (productId: string, at: string, more: object = {}) => ({
    productId,
    at,
    payments: [{ at, amountMinor: 1000 }],
    ...more,
  });
  await sell(merchant, [
    sale(onetime, '2023-12-31T23:59:59.999Z'),
    sale(onetime, '2024-01-01'),
    sale(onetime, '2024-02-01'),
    // Bought in one range, and renewed in the other.
    { productId: onetime, at: '2024-01-31', payments: [{ at: '2024-02-29T23:59:59.999Z', amountMinor: 500 }] },
    sale(onetime, '2024-02-10', { boughtAt: null, payments: [{ at: '2024-02-10', status: 'failed' }] }),
    sale(onetime, '2024-02-10', { currency: 'EUR' }),
    sale(onetime, '2024-02-10', { environment: 'prod' }),
    sale(onetime, '2024-03-01'),
    sale(subscription, '2024-02-10', { every: 'monthly' }),
  ]);
  const scope = storeScope({ ...scopeOfStore(merchant.store), environment: 'test' });
  const choice = { productId: onetime, range, previous, currency: 'USD' };
  expect(await readProductFigures(db, scope, choice)).toEqual({
    now: { ...noSales, orders: 1, revenueMinor: 1500 },
    before: { ...noSales, orders: 2, revenueMinor: 1000 },
  });
  expect((await readProductFigures(db, scope, { ...choice, currency: 'EUR' })).now.orders).toBe(1);
  const otherScope = storeScope({ ...scopeOfStore(otherMerchant.store), environment: 'test' });
  expect(await readProductFigures(db, otherScope, choice)).toEqual({ now: noSales, before: noSales });
});

test('counts active subscriptions and their MRR at the end of each range', async () => {
  const merchant = await newMerchant();
  const { subscription } = await newProducts(merchant);
  const started = { productId: subscription, subtotalMinor: 1200 } as const;
  await sell(merchant, [
    { ...started, at: '2023-06-01', every: 'monthly', periodNumber: 1 },
    { ...started, at: '2024-02-10', every: 'yearly', periodNumber: 1 },
    { ...started, at: '2023-06-01', every: 'monthly', periodNumber: 1, endedAt: '2024-02-15' },
    // Still in its trial.
    { ...started, at: '2024-02-20', every: 'monthly', periodNumber: 0, trialEndsAt: '2024-03-05' },
  ]);
  const scope = storeScope({ ...scopeOfStore(merchant.store), environment: 'test' });
  const choice = { productId: subscription, range, previous, currency: 'USD' };
  expect(await readProductFigures(db, scope, choice)).toMatchObject({
    now: { orders: 2, active: 2, mrrMinor: 1300 },
    before: { orders: 0, active: 2, mrrMinor: 2400 },
  });
});
