import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { payments } from '#db/schema/index.ts';
import { readSpent, readSpentThrough, searchCustomers } from '#server/customers/data/customers.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { db, newMerchant, type TestMerchant } from '#server/testing/api.ts';
import { newProducts, sell } from '#server/testing/orders/sales.ts';

const analyses = ['order', 'payment', 'product'].map((noun) => `${noun}Statistics`);
const others = ['customer', 'tax', 'subscription', 'refundTicket', 'trend', 'distribution'].map(
  (noun) => `${noun}Analysis`,
);
const more: Readonly<Record<string, string>> = {
  trendAnalysis: ', metric: ORDERS, interval: MONTH',
  distributionAnalysis: ', metric: ORDER_VALUE',
};

/** The `provider` of each analysis of February or another range. */
async function providersIn(merchant: TestMerchant, environment: 'test' | 'prod', to = '2026-03-01') {
  const given = `currency: "USD", range: {from: "2026-01-01", to: "${to}"}`;
  const fields = [...analyses, ...others].map((name) => `${name}(${given}${more[name] ?? ''}) { provider }`);
  const { body } = await merchant.query(`{ ${fields.join(' ')} }`, {}, environment);
  return [...new Set(Object.values<{ provider: string | null }>(body.data).map(({ provider }) => provider))];
}

const inProd = { environment: 'prod', buyer: 'hal' } as const;

test('marks exactly the analyses that include sandbox payments in prod', async () => {
  const merchant = await newMerchant();
  const { onetime: productId } = await newProducts(merchant);
  expect(await providersIn(merchant, 'prod')).toEqual([null]);
  await sell(merchant, [{ ...inProd, productId, at: '2026-02-05', payments: [{ at: '2026-02-05' }] }]);
  expect(await providersIn(merchant, 'prod')).toEqual(['sandbox']);
  expect(await providersIn(merchant, 'prod', '2026-02-05')).toEqual([null]);
  expect(await providersIn(merchant, 'test')).toEqual([null]);
  await db.update(payments).set({ provider: 'stripe' }).where(eq(payments.storeId, merchant.store.id));
  expect(await providersIn(merchant, 'prod')).toEqual([null]);
});

test('separates a customer’s spending by provider, and marks a card saved without a charge', async () => {
  const merchant = await newMerchant();
  const { onetime: productId } = await newProducts(merchant);
  const paid = (at: string, amountMinor: number) => ({ ...inProd, productId, at, payments: [{ at, amountMinor }] });
  await sell(merchant, [
    paid('2026-02-05', 1000),
    paid('2026-02-06', 2000),
    { ...paid('2026-02-07', 0), buyer: 'kept' },
  ]);
  const real = and(eq(payments.storeId, merchant.store.id), eq(payments.amountMinor, 2000));
  await db.update(payments).set({ provider: 'stripe' }).where(real);
  const scope = { ...scopeOfStore(merchant.store), environment: 'prod' } as const;
  const { rows } = await searchCustomers(db, scope, { isReturning: false, newestFirst: true }, {}, 10);
  const [stored, hal] = rows.toSorted(
    (one, other) => Number(one.identity === 'hal') - Number(other.identity === 'hal'),
  );
  const ids = rows.map(({ id }) => id);
  const part = { currency: 'USD', refundedMinor: 0n };
  const apart = await readSpentThrough(db, scope, ids);
  expect(apart.get(hal?.id ?? '')).toMatchObject([
    { ...part, provider: 'sandbox', paidMinor: 1000n },
    { ...part, provider: 'stripe', paidMinor: 2000n },
  ]);
  expect(apart.get(stored?.id ?? '')).toMatchObject([{ ...part, provider: 'sandbox', paidMinor: 0n }]);
  const together = await readSpent(db, scope, ids);
  expect(together.get(hal?.id ?? '')).toEqual([{ ...part, paidMinor: 3000n }]);
  expect(together.get(stored?.id ?? '')).toEqual([]);
});
