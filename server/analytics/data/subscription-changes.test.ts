import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { periodsInYear } from '#server/billing/subscriptions/rules/recurring-revenue.ts';
import { type BillingPeriod, billingPeriods } from '#server/catalog/rules/product.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { db, newMerchant } from '#server/testing/api.ts';
import { linkChain } from '#server/testing/orders/plan-chains.ts';
import { newProducts, type SaleFacts, sell } from '#server/testing/orders/sales.ts';
import { storeScope } from './facts.ts';
import { readMrrMovements } from './mrr-movements.ts';
import { readRetention } from './plans.ts';
import { readSubscriptionSummary } from './subscription-summary.ts';
import { readSubscriptionFigures } from './subscriptions.ts';

const february = { from: new Date('2024-02-01'), to: new Date('2024-03-01') };
const currency = 'USD';

async function newStore() {
  const merchant = await newMerchant();
  const { subscription: productId } = await newProducts(merchant);
  return { merchant, productId, scope: storeScope({ ...scopeOfStore(merchant.store), environment: 'test' }) };
}

type Store = Awaited<ReturnType<typeof newStore>>;
type Part = Omit<SaleFacts, 'productId' | 'buyer'>;

/** Sells a subscription whose plan changed: each part replaces the one before. */
async function sellChain({ merchant, productId }: Store, parts: readonly Part[]) {
  const sales = parts.map((part): SaleFacts => {
    const status = part.endedAt ? 'canceled' : 'active';
    return { every: 'monthly', status, ...part, productId, buyer: randomUUID() };
  });
  await sell(merchant, sales);
  await linkChain(
    merchant,
    sales.map(({ buyer = '' }) => buyer),
  );
}

const read = async ({ scope }: Store, range = february) => ({
  figures: await readSubscriptionFigures(db, scope, { range, currency }),
  summary: await readSubscriptionSummary(db, scope, { range, currency }),
  mrr: await readMrrMovements(db, scope, { range, currency }),
});

test('a plan change is expansion or contraction, neither churn nor a new subscription', async () => {
  const store = await newStore();
  await sellChain(store, [
    { at: '2024-01-10', subtotalMinor: 1000, endedAt: '2024-02-10' },
    { at: '2024-02-10', subtotalMinor: 3000 },
  ]);
  await sellChain(store, [
    { at: '2024-01-10', subtotalMinor: 2000, endedAt: '2024-02-20' },
    { at: '2024-02-20', subtotalMinor: 12_000, every: 'yearly' },
  ]);
  await sellChain(store, [{ at: '2024-02-05', subtotalMinor: 500 }]);
  await sellChain(store, [{ at: '2024-01-05', subtotalMinor: 700, endedAt: '2024-02-05' }]);
  const { figures, summary, mrr } = await read(store);
  const counts = { activeAtStart: 3, activeAtEnd: 3, churned: 1, churnRate: 1 / 3 };
  expect(figures).toMatchObject({ ...counts, started: 1, ended: 1 });
  expect(summary).toMatchObject(counts);
  expect(mrr).toEqual({
    startMinor: 3700,
    newMinor: 500,
    expansionMinor: 2000,
    contractionMinor: 1000,
    churnMinor: 700,
    endMinor: 4500,
  });
});

test('a changed subscription that ends later in the range is churn, with its new price', async () => {
  const store = await newStore();
  await sellChain(store, [
    { at: '2024-01-10', subtotalMinor: 1000, endedAt: '2024-02-03' },
    { at: '2024-02-03', subtotalMinor: 2000, endedAt: '2024-02-10' },
    { at: '2024-02-10', subtotalMinor: 1500, endedAt: '2024-02-20' },
  ]);
  const { figures, summary, mrr } = await read(store);
  expect(figures).toMatchObject({ activeAtStart: 1, activeAtEnd: 0, started: 0, ended: 1, churned: 1, churnRate: 1 });
  expect(summary).toMatchObject({ churned: 1, churnRate: 1 });
  expect(mrr).toEqual({
    startMinor: 1000,
    newMinor: 0,
    expansionMinor: 1000,
    contractionMinor: 500,
    churnMinor: 1500,
    endMinor: 0,
  });
});

test('a subscription that begins, changes and ends in the range is no churn of those at its start', async () => {
  const store = await newStore();
  await sellChain(store, [
    { at: '2024-02-03', subtotalMinor: 1000, endedAt: '2024-02-10' },
    { at: '2024-02-10', subtotalMinor: 2000, endedAt: '2024-02-20' },
  ]);
  const { figures, summary } = await read(store);
  expect(figures).toMatchObject({ activeAtStart: 0, activeAtEnd: 0, started: 1, ended: 1, churned: 0 });
  expect(summary).toMatchObject({ churned: 0, churnRate: null });
});

test('a trial that a paid plan replaces is converted, and the paid plan is new', async () => {
  const store = await newStore();
  await sellChain(store, [
    { at: '2024-02-03', trialEndsAt: '2024-02-17', periodNumber: 0, endedAt: '2024-02-10' },
    { at: '2024-02-10', subtotalMinor: 2000 },
  ]);
  const { figures, mrr } = await read(store);
  expect(figures).toMatchObject({ started: 1, ended: 0, trialsConverted: 1, trialsLost: 0, trialConversionRate: 1 });
  expect(mrr).toMatchObject({ startMinor: 0, newMinor: 2000, expansionMinor: 0, endMinor: 2000 });
});

test('a canceled subscription with an abandoned plan change is churn', async () => {
  const store = await newStore();
  await sellChain(store, [
    { at: '2024-01-10', endedAt: '2024-02-10' },
    { at: '2024-01-20', boughtAt: null, status: 'canceled' },
  ]);
  const { figures, mrr } = await read(store);
  expect(figures).toMatchObject({ started: 0, ended: 1, churned: 1 });
  expect(mrr).toMatchObject({ startMinor: 1000, churnMinor: 1000, endMinor: 0 });
});

test('a changed subscription is retained, and is counted once', async () => {
  const store = await newStore();
  await sellChain(store, [
    { at: '2024-02-05', endedAt: '2024-02-20' },
    { at: '2024-02-20', endedAt: '2024-04-20' },
  ]);
  await sellChain(store, [{ at: '2024-02-05', endedAt: '2024-02-20' }]);
  const [first, , third] = await readRetention(db, store.scope, { range: february, currency });
  expect([first, third]).toEqual([
    { months: 1, subscriptions: 0, retained: 0 },
    { months: 3, subscriptions: 0, retained: 0 },
  ]);
  const longer = { from: february.from, to: new Date('2024-08-01') };
  const retention = await readRetention(db, store.scope, { range: longer, currency });
  expect(retention.slice(0, 3)).toEqual([
    { months: 1, subscriptions: 2, retained: 1 },
    { months: 2, subscriptions: 2, retained: 1 },
    { months: 3, subscriptions: 2, retained: 0 },
  ]);
});

test('movements add up exactly and equal a calculation in plain JavaScript', async () => {
  const dayMs = 86_400_000;
  const part = fc.record({
    days: fc.integer({ min: 1, max: 60 }),
    every: fc.constantFrom(...billingPeriods),
    subtotalMinor: fc.integer({ min: 1, max: 100_000 }),
  });
  const chain = fc.record({
    at: fc.date({ min: new Date('2023-12-01'), max: new Date('2024-03-15'), noInvalidDate: true }),
    parts: fc.array(part, { minLength: 1, maxLength: 4 }),
    isOver: fc.boolean(),
  });
  const yearly = ({ every, subtotalMinor }: { every: BillingPeriod; subtotalMinor: number }) =>
    periodsInYear[every] * subtotalMinor;
  await fc.assert(
    fc.asyncProperty(fc.array(chain, { minLength: 1, maxLength: 8 }), async (chains) => {
      const store = await newStore();
      const expected = { start: 0, new: 0, expansion: 0, contraction: 0, churn: 0, churned: 0 };
      for (const { at, parts, isOver } of chains) {
        let since = at;
        const sales = parts.map(({ days, ...facts }, index): Part => {
          const begins = since;
          since = new Date(begins.getTime() + days * dayMs);
          const ends = index < parts.length - 1 || isOver;
          return { ...facts, at: begins.toISOString(), ...(ends && { endedAt: since.toISOString() }) };
        });
        await sellChain(store, sales);
        const isIn = (moment: Date | string) => new Date(moment) >= february.from && new Date(moment) < february.to;
        const active = sales.findIndex(
          (sale) => new Date(sale.at) < february.from && !(sale.endedAt && new Date(sale.endedAt) < february.from),
        );
        const [first] = parts;
        const last = parts.at(-1);
        if (!first || !last) continue;
        if (active >= 0) expected.start += yearly(parts[active] ?? first);
        if (isIn(at)) expected.new += yearly(first);
        for (const [index, one] of parts.entries()) {
          const [next, sale] = [parts[index + 1], sales[index + 1]];
          const difference = next && sale && isIn(sale.at) ? yearly(next) - yearly(one) : 0;
          expected[difference > 0 ? 'expansion' : 'contraction'] += Math.abs(difference);
        }
        if (isOver && isIn(since)) {
          expected.churn += yearly(last);
          if (active >= 0) expected.churned += 1;
        }
      }
      const { figures, summary, mrr } = await read(store);
      const { startMinor, newMinor, expansionMinor, contractionMinor, churnMinor, endMinor } = mrr;
      expect(startMinor + newMinor + expansionMinor - contractionMinor - churnMinor).toBe(endMinor);
      expect(endMinor).toBe(summary.mrrMinor);
      expect(figures.churned).toBe(expected.churned);
      expect(summary.churned).toBe(expected.churned);
      expect(figures.activeAtEnd).toBe(figures.activeAtStart + figures.started - figures.ended);
      const steps = [startMinor, newMinor, expansionMinor, contractionMinor, churnMinor];
      const exact = [expected.start, expected.new, expected.expansion, expected.contraction, expected.churn];
      for (const [index, step] of steps.entries()) expect(Math.abs(step - (exact[index] ?? 0) / 12)).toBeLessThan(1.01);
    }),
    { numRuns: 12 },
  );
});
