import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { db, newMerchant } from '#server/testing/api.ts';
import { newProducts, type PaymentFacts, sell } from '#server/testing/orders/sales.ts';
import { storeScope } from './facts.ts';
import { readPaymentFigures } from './payments.ts';

async function newStore() {
  const merchant = await newMerchant();
  const { onetime } = await newProducts(merchant);
  return { merchant, productId: onetime, scope: storeScope({ ...scopeOfStore(merchant.store), environment: 'test' }) };
}

const range = { from: new Date('2024-02-01'), to: new Date('2024-03-01') };

test('returns no rate without attempts', async () => {
  const { scope } = await newStore();
  expect(await readPaymentFigures(db, scope, { range })).toEqual({
    attempts: 0,
    succeeded: 0,
    failed: 0,
    pending: 0,
    successRate: null,
    due: 0,
    paid: 0,
    paidRate: null,
    declines: [],
  });
});

test('counts a successful retry as paid, and an open challenge as undecided', async () => {
  const { merchant, productId, scope } = await newStore();
  const sale = { productId, at: '2024-02-01' };
  await sell(merchant, [
    {
      ...sale,
      payments: [
        { at: '2024-02-01', status: 'failed', code: 'insufficient_funds' },
        { at: '2024-02-29T23:59:59.999Z' },
        { at: '2024-02-10', period: 2, status: 'failed' },
        { at: '2024-02-11', period: 2, status: 'requires_action' },
      ],
    },
    // Declined in the range, and paid after it.
    { ...sale, payments: [{ at: '2024-02-20', status: 'failed' }, { at: '2024-03-01' }] },
    { ...sale, currency: 'JPY', payments: [{ at: '2024-02-20' }] },
  ]);
  expect(await readPaymentFigures(db, scope, { range, currency: 'USD' })).toEqual({
    attempts: 5,
    succeeded: 1,
    failed: 3,
    pending: 1,
    successRate: 1 / 4,
    due: 3,
    paid: 1,
    paidRate: 1 / 2,
    declines: [
      { code: 'card_declined', count: 2, share: 2 / 3 },
      { code: 'insufficient_funds', count: 1, share: 1 / 3 },
    ],
  });
  expect(await readPaymentFigures(db, scope, { range })).toMatchObject({ attempts: 6, succeeded: 2 });
});

test('computes the same figures as plain JavaScript', async () => {
  const { merchant, productId, scope } = await newStore();
  const attempt = fc.record({
    day: fc.integer({ min: -20, max: 50 }),
    period: fc.integer({ min: 1, max: 2 }),
    isDecided: fc.boolean(),
    code: fc.constantFrom('card_declined', 'expired_card', 'stolen_card'),
  });
  const orders = fc.array(fc.array(attempt, { maxLength: 4 }), { minLength: 1, maxLength: 15 });
  const all: { at: Date; sale: string; facts: PaymentFacts }[] = [];
  await fc.assert(
    fc.asyncProperty(orders, async (given) => {
      const sold = given.map((attempts) =>
        attempts.map(({ day, period, isDecided, code }, index): PaymentFacts => {
          // Only the last attempt for a period can have succeeded, and only the very last one can be open.
          const isLastOfPeriod = attempts.slice(index + 1).every((later) => later.period !== period);
          const isLast = index === attempts.length - 1;
          const status = isDecided && isLastOfPeriod ? 'succeeded' : isLast && !isDecided ? 'processing' : 'failed';
          return { at: new Date(+range.from + day * 86_400_000).toISOString(), period, status, code };
        }),
      );
      await sell(
        merchant,
        sold.map((payments) => ({ productId, at: '2024-01-01', payments })),
      );
      for (const payments of sold) {
        const order = all.length;
        for (const facts of payments) all.push({ at: new Date(facts.at), sale: `${order} ${facts.period}`, facts });
      }
      const inRange = all.filter(({ at }) => at >= range.from && at < range.to);
      const [succeeded, failed] = (['succeeded', 'failed'] as const).map(
        (status) => inRange.filter(({ facts }) => facts.status === status).length,
      ) as [number, number];
      const sales = [...Map.groupBy(inRange, ({ sale }) => sale).values()];
      const decided = sales.filter(
        (attempts) =>
          attempts.some(({ facts }) => facts.status === 'succeeded') ||
          attempts.every(({ facts }) => facts.status === 'failed'),
      );
      const figures = await readPaymentFigures(db, scope, { range });
      expect(figures).toMatchObject({
        attempts: inRange.length,
        succeeded,
        failed,
        pending: inRange.length - succeeded - failed,
        due: sales.length,
        paid: succeeded,
        paidRate: decided.length === 0 ? null : succeeded / decided.length,
      });
      expect(figures.declines.reduce((sum, { count }) => sum + count, 0)).toBe(failed);
    }),
    { numRuns: 20 },
  );
});
