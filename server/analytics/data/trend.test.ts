import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bucketStart, bucketsOf, type Interval, intervals } from '#server/domain/time-range.ts';
import { scopeOfStores } from '#server/platform/data/listing.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { db, newMerchant } from '#server/testing/api.ts';
import { newProducts, type PaymentFacts, type SaleFacts, sell } from '#server/testing/orders/sales.ts';
import { storeScope } from './facts.ts';
import { readTrend, type TrendPoint } from './trend.ts';

const range = (from: string, to: string) => ({ from: new Date(from), to: new Date(to) });

async function newStore() {
  const merchant = await newMerchant();
  const products = await newProducts(merchant);
  const scope = storeScope({ ...scopeOfStore(merchant.store), environment: 'test' });
  return { merchant, products, scope };
}

/** The non-empty points by their first day, without zeros. */
const nonEmpty = (points: readonly TrendPoint[]) =>
  Object.fromEntries(
    points.map(({ start, ...figures }) => [
      start.toISOString().slice(0, 10),
      Object.fromEntries(Object.entries(figures).filter(([, figure]) => figure !== 0)),
    ]),
  );

test('fills each bucket for one currency and environment, and empty ones with zeros', async () => {
  const { merchant, products, scope } = await newStore();
  const { onetime, subscription } = products;
  await sell(merchant, [
    { productId: onetime, at: '2026-01-31T23:59:59.999Z', buyer: 'a', payments: [{ at: '2026-01-31T23:59:59.999Z' }] },
    {
      productId: onetime,
      at: '2026-01-31T22:00Z',
      boughtAt: '2026-02-01T00:00Z',
      buyer: 'a',
      payments: [
        { at: '2026-01-31T23:00Z', status: 'failed' },
        {
          at: '2026-01-31T23:30Z',
          succeededAt: '2026-02-01T00:00Z',
          refunds: [
            { at: '2026-03-31T23:59:59.999Z', amountMinor: 300 },
            { at: '2026-03-02T00:00Z', amountMinor: 100, status: 'failed' },
            { at: '2026-03-02T00:00Z', amountMinor: 100, status: 'pending' },
          ],
        },
      ],
    },
    // A free trial starts, and is paid a month later.
    {
      productId: subscription,
      every: 'monthly',
      at: '2026-02-28T12:00Z',
      trialEndsAt: '2026-03-30T12:00Z',
      subtotalMinor: 500,
      taxMinor: 95,
      buyer: 'b',
      payments: [{ at: '2026-02-28T12:00Z', amountMinor: 0, period: 0 }, { at: '2026-03-30T12:00Z' }],
    },
    { productId: onetime, at: '2026-02-03T00:00Z', boughtAt: null, buyer: 'c' },
    {
      productId: onetime,
      at: '2026-02-03T00:00Z',
      currency: 'JPY',
      buyer: 'd',
      payments: [{ at: '2026-02-03T00:00Z' }],
    },
    { productId: onetime, at: '2026-02-03T00:00Z', environment: 'prod', payments: [{ at: '2026-02-03T00:00Z' }] },
    // Outside the range: right before `from`, and at `to`.
    { productId: onetime, at: '2026-01-14T23:59:59.999Z', buyer: 'e', payments: [{ at: '2026-01-14T23:59:59.999Z' }] },
    { productId: onetime, at: '2026-04-01T00:00Z', buyer: 'f', payments: [{ at: '2026-04-01T00:00Z' }] },
  ] satisfies SaleFacts[]);
  const other = await newStore();
  await sell(other.merchant, [
    { productId: other.products.onetime, at: '2026-02-03', payments: [{ at: '2026-02-03' }] },
  ]);

  const choice = { range: range('2026-01-15', '2026-04-01'), interval: 'month', currency: 'USD' } as const;
  expect(nonEmpty(await readTrend(db, scope, choice))).toEqual({
    '2026-01-01': { revenueMinor: 1000, netMinor: 1000, orders: 1, payments: 1, failedPayments: 1, newCustomers: 1 },
    '2026-02-01': { revenueMinor: 1000, netMinor: 1000, orders: 2, payments: 2, newCustomers: 2 },
    '2026-03-01': { revenueMinor: 595, refundedMinor: 300, netMinor: 295, payments: 1 },
  });
  const bothStores = { ...scope, ...scopeOfStores([merchant, other.merchant].map(({ store }) => scopeOfStore(store))) };
  const february = { ...choice, range: range('2026-02-01', '2026-03-01') };
  expect((await readTrend(db, bothStores, february))[0]).toMatchObject({ revenueMinor: 2000, orders: 3 });
  expect((await readTrend(db, { ...scope, environment: 'prod' }, february))[0]).toMatchObject({ orders: 1 });
  expect(await readTrend(db, { ...scope, ...scopeOfStores([]) }, february)).toMatchObject([
    { orders: 0, newCustomers: 0 },
  ]);
  await expect(readTrend(db, scope, { ...choice, interval: 'hour' })).rejects.toThrow('Invalid interval');
});

describe('compared with plain JavaScript', () => {
  const moments = fc.date({ min: new Date('2023-11-20'), max: new Date('2024-04-10'), noInvalidDate: true });
  const payments = fc.record({
    at: moments.map((moment) => moment.toISOString()),
    status: fc.constantFrom<PaymentRecord['status'][]>('succeeded', 'failed', 'processing'),
    amountMinor: fc.integer({ min: 0, max: 999_999_999_999 }),
    waits: fc.nat(3 * 86_400_000),
  });
  const cases = fc.record({
    sold: fc.array(fc.record({ currency: fc.constantFrom('USD', 'JPY'), payment: payments }), { maxLength: 40 }),
    ends: fc.tuple(moments, moments).filter(([one, other]) => +one !== +other),
    interval: fc.constantFrom<Interval[]>(...intervals.slice(1)),
  });

  test('sums up to the existing payments for any range and interval', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ sold, ends, interval }) => {
        const { merchant, products, scope } = await sharedStore();
        const { sales, facts } = makeSales(sold, products.onetime);
        if (sales.length > 0) await sell(merchant, sales);
        all.push(...facts);
        const [from, to] = ends
          .map(Number)
          .sort((one, other) => one - other)
          .map((ms) => new Date(ms)) as [Date, Date];
        const points = await readTrend(db, scope, { range: { from, to }, interval, currency: 'USD' });
        expect(
          points.map(({ start, revenueMinor, payments: paid, failedPayments }) => [
            +start,
            revenueMinor,
            paid,
            failedPayments,
          ]),
        ).toEqual(
          bucketsOf({ from, to }, interval).map((start) => {
            const within = (moment: Date | undefined) =>
              moment !== undefined && moment >= from && moment < to && +bucketStart(moment, interval) === +start;
            const inCurrency = all.filter(({ currency }) => currency === 'USD');
            const paid = inCurrency.filter(({ succeededAt }) => within(succeededAt));
            const failed = inCurrency.filter(({ status, at }) => status === 'failed' && within(at));
            return [+start, paid.reduce((sum, { amountMinor }) => sum + amountMinor, 0), paid.length, failed.length];
          }),
        );
      }),
      { numRuns: 25 },
    );
  });

  /** All runs write into one store, and each also checks the rows of earlier runs. */
  let shared: ReturnType<typeof newStore> | undefined;
  const sharedStore = () => {
    shared ??= newStore();
    return shared;
  };
  interface PaymentRecord {
    readonly currency: string;
    readonly at: Date;
    readonly succeededAt: Date | undefined;
    readonly status: NonNullable<PaymentFacts['status']>;
    readonly amountMinor: number;
  }
  const all: PaymentRecord[] = [];

  interface Sold {
    readonly currency: string;
    readonly payment: Pick<PaymentFacts, 'at' | 'status'> & { readonly amountMinor: number; readonly waits: number };
  }

  function makeSales(sold: readonly Sold[], productId: string) {
    const facts = sold.map(({ currency, payment: { at, status = 'failed', amountMinor, waits } }): PaymentRecord => {
      const createdAt = new Date(at);
      const succeededAt = status === 'succeeded' ? new Date(createdAt.getTime() + waits) : undefined;
      return { currency, at: createdAt, succeededAt, status, amountMinor };
    });
    const sales = facts.map(
      ({ currency, at, succeededAt, status, amountMinor }): SaleFacts => ({
        productId,
        currency,
        at: at.toISOString(),
        boughtAt: succeededAt?.toISOString() ?? null,
        payments: [
          {
            at: at.toISOString(),
            status,
            amountMinor,
            ...(succeededAt && { succeededAt: succeededAt.toISOString() }),
          },
        ],
      }),
    );
    return { sales, facts };
  }
});
