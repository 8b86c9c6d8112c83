import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { dailyRollups, payments, rollupMarks, rollupStores } from '#db/schema/index.ts';
import { recordOutcome } from '#server/billing/payments/record-outcome.ts';
import { bucketsOf } from '#server/domain/time-range.ts';
import { db, watchedDatabase } from '#server/testing/api.ts';
import { changes, inStore, newLargeStore } from '#server/testing/orders/figure-changes.ts';
import { sell } from '#server/testing/orders/sales.ts';
import { databaseUrl } from '#server/testing/worker-servers.ts';
import { readMetric } from './data/metrics.ts';
import { readMrrMovements } from './data/mrr-movements.ts';
import { listOrderValues } from './data/orders.ts';
import { readAttempts, readDeclines } from './data/payments.ts';
import { listTopProducts } from './data/products.ts';
import { listRefundedByCurrency, listRevenueByCountry, listRevenueByCurrency } from './data/revenue.ts';
import { type FigureScope, withRollups } from './data/rollups.ts';
import { readChurnSeries } from './data/subscription-outcomes.ts';
import { readSubscriptionSummary } from './data/subscription-summary.ts';
import { readSubscriptionFigures } from './data/subscriptions.ts';
import { readSeriesByCurrency, readTrend } from './data/trend.ts';
import { rollUpDays } from './roll-up-days.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const actor = { kind: 'worker', by: 'test' } as const;
const startedAt = new Date('2026-03-01T09:30:00Z');

/** All figures that use rollups, for ranges that begin and end at days and within them. */
async function figuresOf(scope: FigureScope, now: Date) {
  const from = new Date(Math.floor((now.getTime() - 5 * dayMs) / dayMs) * dayMs);
  const ranges = [
    { from, to: now },
    { from: new Date(now.getTime() - 4 * dayMs), to: new Date(now.getTime() - dayMs) },
    { from: startedAt, to: new Date(now.getTime() + 2 * dayMs) },
  ];
  const hours = { from: new Date(now.getTime() - 2 * dayMs), to: now };
  const currency = 'USD';
  const ofRange = async (range: { from: Date; to: Date }) => ({
    currencies: await listRevenueByCurrency(db, scope, { range }),
    refundedCurrencies: await listRefundedByCurrency(db, scope, { range }),
    countries: await listRevenueByCountry(db, scope, { range, limit: 10 }),
    products: await listTopProducts(db, scope, { range, currency, limit: 10 }),
    ordered: await listTopProducts(db, scope, { range, currency, limit: 10, by: 'orders' }),
    allProducts: await listTopProducts(db, scope, { range, currency: undefined, limit: 10, by: 'orders' }),
    values: await listOrderValues(db, scope, { range }),
    attempts: await readAttempts(db, scope, { range }),
    declines: await readDeclines(db, scope, { range, currency }),
    trend: await readTrend(db, scope, { range, interval: 'day', currency }),
    everyCurrency: await readSeriesByCurrency(
      db,
      scope,
      'sale',
      { range, currency: undefined },
      bucketsOf(range, 'day'),
    ),
    churn: await readChurnSeries(db, scope, { range, currency }, bucketsOf(range, 'day')),
    weeks: await readMetric(db, scope, { metric: 'MRR', range, interval: 'week', currency }),
    hours: await readMetric(db, scope, { metric: 'ACTIVE_SUBSCRIPTIONS', range: hours, interval: 'hour', currency }),
    subscriptions: await readSubscriptionSummary(db, scope, { range, currency }),
    mrr: await readMrrMovements(db, scope, { range, currency }),
  });
  return await Promise.all(ranges.map(ofRange));
}

const step = fc.record({
  change: fc.constantFrom(...Object.keys(changes), 'decide', 'work', 'work', 'changePlan'),
  hours: fc.integer({ min: 0, max: 30 }),
  choice: fc.nat({ max: 11 }),
});

test('figures from rollups equal live figures after any changes', { timeout: 120_000 }, async () => {
  let rolled = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      const store = await newLargeStore();
      await store.start();
      let now = startedAt;
      for (const { change, hours, choice } of steps) {
        now = new Date(now.getTime() + hours * hourMs);
        await changes[change]?.(store, now, choice);
      }
      const scope = await withRollups(db, store.scope);
      const figures = await figuresOf(scope, now);
      expect(figures).toEqual(await figuresOf(store.scope, now));
      const range = { from: startedAt, to: now };
      const { activeAtEnd, activeAtStart, churned, trialingAtEnd, mrrMinor } = await readSubscriptionFigures(
        db,
        store.scope,
        { range, currency: 'USD' },
      );
      const summary = await readSubscriptionSummary(db, scope, { range, currency: 'USD' });
      const churn = await readChurnSeries(db, scope, { range, currency: 'USD' }, bucketsOf(range, 'all_time'));
      expect(churn).toEqual([{ active: activeAtStart, churned }]);
      expect(summary).toMatchObject({ activeAtEnd, activeAtStart, churned, trialingAtEnd, mrrMinor });
      rolled += await db.$count(dailyRollups, eq(dailyRollups.storeId, store.key.storeId));
      await db.delete(rollupStores).where(eq(rollupStores.storeId, store.key.storeId));
    }),
    { numRuns: Number(process.env.ROLLUP_RUNS ?? 8), endOnFailure: true },
  );
  expect(rolled).toBeGreaterThan(0);
});

test('waits for a transaction that began before the day closed', async () => {
  const { merchant, goods, start, scope } = await newLargeStore();
  const sale = { productId: goods.onetime, at: startedAt.toISOString(), payments: [{ at: startedAt.toISOString() }] };
  await sell(merchant, [sale, { ...sale, payments: [{ at: startedAt.toISOString(), status: 'processing' }] }]);
  await start();
  const other = openDatabase(databaseUrl, { max: 1, applicationName: 'counterfoil-tests' });
  onTestFinished(other.close);
  const entered = Promise.withResolvers<void>();
  const leave = Promise.withResolvers<void>();
  onTestFinished(() => leave.resolve());
  const isOpen = and(inStore(payments, merchant), eq(payments.status, 'processing'));
  const late = other.db.transaction(async (tx) => {
    await tx.update(payments).set({ status: 'succeeded', succeededAt: startedAt }).where(isOpen);
    entered.resolve();
    await leave.promise;
  });
  await entered.promise;
  const now = new Date(startedAt.getTime() + 2 * dayMs);
  const range = { from: new Date('2026-03-01'), to: new Date('2026-03-02') };
  const read = async () => await listRevenueByCurrency(db, await withRollups(db, scope), { range });
  const worker = rollUpDays(db, now);
  const first = await Promise.race([worker, new Promise((resolve) => setTimeout(() => resolve('waits'), 1000))]);
  expect(first).toBe('waits');
  expect(await read()).toMatchObject([{ payments: 1 }]);
  leave.resolve();
  await late;
  expect(await worker).toBeGreaterThan(0);
  expect(await db.$count(dailyRollups, eq(dailyRollups.storeId, merchant.store.id))).toBeGreaterThan(0);
  expect(await read()).toMatchObject([{ payments: 2, revenueMinor: 2000 }]);
});

test('a change of a past day marks it, and is read before and after the worker ran', async () => {
  const store = await newLargeStore();
  const { merchant, start, scope } = store;
  const marks = () => db.$count(rollupMarks, eq(rollupMarks.storeId, merchant.store.id));
  const nextDay = new Date(startedAt.getTime() + 2 * dayMs);
  await changes.sell?.(store, startedAt, 1);
  await start();
  await changes.work?.(store, nextDay, 0);
  const attempts = async () =>
    await readAttempts(db, await withRollups(db, scope), { range: { from: startedAt, to: nextDay } });
  expect(await attempts()).toMatchObject({ attempts: 1, pending: 1 });
  await changes.decide?.(store, nextDay, 1);
  expect(await marks()).toBe(1);
  expect(await attempts()).toMatchObject({ attempts: 1, succeeded: 1 });
  await changes.work?.(store, nextDay, 0);
  expect(await marks()).toBe(0);
  expect(await attempts()).toMatchObject({ attempts: 1, succeeded: 1 });
});

test('a change of today, or of a store without rollups, marks nothing', async () => {
  const store = await newLargeStore();
  const { merchant, start } = store;
  await changes.sell?.(store, startedAt, 1);
  await changes.decide?.(store, new Date(startedAt.getTime() + 2 * dayMs), 1);
  await start();
  const statements: string[] = [];
  const today = new Date(startedAt.getTime() + hourMs);
  await changes.sell?.(store, today, 1);
  const [open] = await db
    .select()
    .from(payments)
    .where(and(inStore(payments, merchant), eq(payments.status, 'processing')));
  if (!open) throw new Error('no open payment');
  const watched = watchedDatabase((text) => statements.push(text));
  await recordOutcome(watched, open, { status: 'succeeded', providerPaymentId: `test_${randomUUID()}` }, actor, today);
  expect(statements.filter((text) => text.includes('rollup'))).toEqual([]);
  expect(await db.$count(rollupMarks, eq(rollupMarks.storeId, merchant.store.id))).toBe(0);
});

test('a test clock ends the rollups of a store', async () => {
  const store = await newLargeStore();
  await changes.sell?.(store, startedAt, 1);
  await store.start();
  await changes.work?.(store, new Date(startedAt.getTime() + 2 * dayMs), 0);
  expect((await withRollups(db, store.scope)).rolledStores).toHaveLength(1);
  const answer = await store.merchant.call('test-clock/create', { storeId: store.merchant.storeId });
  expect(answer.status).toBe(200);
  expect(await withRollups(db, store.scope)).toEqual(store.scope);
  expect(await db.$count(dailyRollups, eq(dailyRollups.storeId, store.key.storeId))).toBe(0);
});
