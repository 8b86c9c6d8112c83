import fc from 'fast-check';
import { expect, test } from 'vitest';
import { monthlyMinor } from '#server/billing/subscriptions/rules/recurring-revenue.ts';
import { type BillingPeriod, billingPeriods } from '#server/catalog/rules/product.ts';
import { bucketsOf } from '#server/domain/time-range.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { db, newMerchant } from '#server/testing/api.ts';
import { newProducts, type SaleFacts, sell } from '#server/testing/orders/sales.ts';
import { storeScope } from './facts.ts';
import { readSubscriptionLevels } from './subscription-levels.ts';
import { readSubscriptionFigures } from './subscriptions.ts';

const dayMs = 86_400_000;

interface Subscription {
  readonly at: Date;
  readonly every: BillingPeriod;
  readonly currency: string;
  readonly subtotalMinor: number;
  readonly trialDays: number | null;
  readonly isPaid: boolean;
  readonly lasted: number | null;
}

async function newStore() {
  const merchant = await newMerchant();
  const { subscription } = await newProducts(merchant);
  return {
    merchant,
    productId: subscription,
    scope: storeScope({ ...scopeOfStore(merchant.store), environment: 'test' }),
  };
}

const february = { from: new Date('2024-02-01'), to: new Date('2024-03-01') };

test('returns no rates without subscriptions, and no MRR without a currency', async () => {
  const { scope } = await newStore();
  const figures = await readSubscriptionFigures(db, scope, { range: february, currency: 'USD' });
  expect(figures).toMatchObject({ activeAtStart: 0, churnRate: null, trialConversionRate: null, mrrMinor: 0 });
  expect(await readSubscriptionFigures(db, scope, { range: february })).toMatchObject({ mrrMinor: null });
});

test('assigns a start or end on a boundary to the range that starts there', async () => {
  const { merchant, productId, scope } = await newStore();
  const sale = { productId, every: 'monthly' } as const;
  await sell(merchant, [
    { ...sale, at: '2024-02-01' },
    { ...sale, at: '2024-03-01' },
    { ...sale, at: '2024-01-31T23:59:59.999Z', endedAt: '2024-02-01', status: 'canceled' },
    { ...sale, at: '2024-01-01', endedAt: '2024-03-01', status: 'canceled' },
    { ...sale, at: '2024-01-01', status: 'past_due' },
    // Trials: one continues, one is undecided, and one started in the range and ended unpaid.
    { ...sale, at: '2024-02-29', trialEndsAt: '2024-03-01', periodNumber: 0, status: 'trialing' },
    { ...sale, at: '2024-02-01', trialEndsAt: '2024-02-15', periodNumber: 0, status: 'past_due' },
    {
      ...sale,
      at: '2024-02-01',
      trialEndsAt: '2024-02-15',
      endedAt: '2024-02-15',
      periodNumber: 0,
      status: 'canceled',
    },
  ]);
  expect(await readSubscriptionFigures(db, scope, { range: february, currency: 'USD' })).toEqual({
    activeAtStart: 3,
    activeAtEnd: 3,
    started: 1,
    ended: 1,
    churned: 1,
    churnRate: 1 / 3,
    trialsBegun: 3,
    trialingAtEnd: 1,
    trialsConverted: 0,
    trialsLost: 1,
    trialConversionRate: 0,
    pastDue: 2,
    mrrMinor: 3000,
  });
});

test('computes the same figures and levels as plain JavaScript', async () => {
  const moment = fc.date({ min: new Date('2023-12-15'), max: new Date('2024-04-15'), noInvalidDate: true });
  const subscription = fc.record({
    at: moment,
    every: fc.constantFrom(...billingPeriods),
    currency: fc.constantFrom('USD', 'JPY'),
    subtotalMinor: fc.integer({ min: 1, max: 1_000_000 }),
    trialDays: fc.option(fc.integer({ min: 1, max: 30 })),
    isPaid: fc.boolean(),
    lasted: fc.option(fc.integer({ min: 0, max: 60 * dayMs })),
  });
  const { merchant, productId, scope } = await newStore();
  const all: ReturnType<typeof timesOf>[] = [];

  /** When a sold subscription counts as active, and its stored facts. */
  function timesOf({ at, trialDays, isPaid, lasted, every, currency, subtotalMinor }: Subscription) {
    const trialEndsAt = trialDays === null ? null : new Date(+at + trialDays * dayMs);
    const since = trialEndsAt ?? at;
    const wasPaid = isPaid || trialEndsAt === null;
    const endedAt = lasted === null ? null : new Date(+since + lasted);
    return { at, trialEndsAt, since, wasPaid, endedAt, every, currency, subtotalMinor };
  }

  const saleOf = (facts: ReturnType<typeof timesOf>): SaleFacts => ({
    productId,
    at: facts.at.toISOString(),
    every: facts.every,
    currency: facts.currency,
    subtotalMinor: facts.subtotalMinor,
    periodNumber: facts.wasPaid ? 1 : 0,
    status: facts.endedAt ? 'canceled' : 'active',
    ...(facts.trialEndsAt && { trialEndsAt: facts.trialEndsAt.toISOString() }),
    ...(facts.endedAt && { endedAt: facts.endedAt.toISOString() }),
  });

  const ranges = fc.tuple(moment, moment).filter(([one, other]) => +one !== +other);
  await fc.assert(
    fc.asyncProperty(fc.array(subscription, { minLength: 1, maxLength: 20 }), ranges, async (sold, ends) => {
      const facts = sold.map(timesOf);
      await sell(merchant, facts.map(saleOf));
      all.push(...facts);
      const [from, to] = ends.map(Number).sort((one, other) => one - other) as [number, number];
      const range = { from: new Date(from), to: new Date(to) };
      const inCurrency = all.filter(({ currency }) => currency === 'USD');
      const within = (date: Date | null) => date !== null && +date >= from && +date < to;
      const activeBefore = (time: number) =>
        inCurrency.filter(({ since, wasPaid, endedAt }) => wasPaid && +since < time && !(endedAt && +endedAt < time));
      const mrrOf = (active: typeof inCurrency) =>
        monthlyMinor(
          Object.fromEntries(
            billingPeriods.map((period) => [
              period,
              active.filter(({ every }) => every === period).reduce((sum, row) => sum + row.subtotalMinor, 0),
            ]),
          ),
        );
      const figures = await readSubscriptionFigures(db, scope, { range, currency: 'USD' });
      expect(figures).toMatchObject({
        activeAtStart: activeBefore(from).length,
        activeAtEnd: activeBefore(to).length,
        started: inCurrency.filter(({ since, wasPaid }) => wasPaid && within(since)).length,
        ended: inCurrency.filter(({ endedAt, wasPaid }) => wasPaid && within(endedAt)).length,
        churned: activeBefore(from).filter(({ endedAt }) => within(endedAt)).length,
        trialsBegun: inCurrency.filter(({ at, trialEndsAt }) => trialEndsAt && within(at)).length,
        trialsConverted: inCurrency.filter(({ trialEndsAt, wasPaid }) => within(trialEndsAt) && wasPaid).length,
        trialsLost: inCurrency.filter(({ trialEndsAt, wasPaid, endedAt }) => within(trialEndsAt) && !wasPaid && endedAt)
          .length,
        mrrMinor: mrrOf(activeBefore(to)),
      });
      expect(figures.activeAtEnd).toBe(figures.activeAtStart + figures.started - figures.ended);
      const starts = bucketsOf(range, 'week');
      const levels = await readSubscriptionLevels(db, scope, { range, interval: 'week', currency: 'USD' });
      expect(levels).toEqual(
        starts.map((start, index) => {
          const active = activeBefore(+(starts[index + 1] ?? range.to));
          return { start, active: active.length, mrrMinor: mrrOf(active) };
        }),
      );
    }),
    { numRuns: 20 },
  );
});
