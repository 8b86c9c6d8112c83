import { createRequire } from 'node:module';
import { type GraphQLObjectType, getNamedType } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { toShortId } from '#server/domain/ids.ts';
import { customerHeaders, newMerchant, send, watchedDatabase } from '#server/testing/api.ts';
import { newProducts, type SaleFacts, sell } from '#server/testing/orders/sales.ts';

// Loaded by Node as in production: Vite would load a second, separate copy of graphql.
const require = createRequire(import.meta.url);
const { answerGraphql } = require('../answer.ts') as typeof import('../answer.ts');
const { schema: built } = require('../schema.ts') as typeof import('../schema.ts');

const germany = { country: 'DE', rateMillionths: 190_000, taxName: 'VAT' };
const california = { country: 'US', state: 'CA' };

/** Sales around February 2026. All expected figures are computed from them by hand. */
function salesOf({ onetime, subscription }: { onetime: string; subscription: string }): SaleFacts[] {
  const paid = (at: string) => [{ at }];
  return [
    // January.
    {
      ...germany,
      productId: onetime,
      at: '2026-01-31T23:59:59.999Z',
      buyer: 'ann',
      taxMinor: 190,
      payments: paid('2026-01-31T23:59:59.999Z'),
    },
    {
      ...germany,
      productId: subscription,
      every: 'monthly',
      at: '2026-01-10',
      buyer: 'ann',
      subtotalMinor: 1800,
      taxMinor: 342,
      periodNumber: 2,
      payments: [
        { at: '2026-01-10' },
        { at: '2026-02-10', period: 2, status: 'failed' },
        { at: '2026-02-11', period: 2 },
      ],
    },
    {
      productId: subscription,
      every: 'monthly',
      at: '2026-01-20',
      trialEndsAt: '2026-02-03',
      endedAt: '2026-02-03',
      periodNumber: 0,
      status: 'canceled',
      buyer: 'cid',
      payments: [{ at: '2026-01-20', period: 0, amountMinor: 0 }],
    },
    {
      productId: subscription,
      every: 'monthly',
      at: '2026-01-05',
      endedAt: '2026-02-05',
      status: 'canceled',
      buyer: 'fay',
      country: 'GB',
      rateMillionths: 200_000,
      taxName: 'VAT',
      subtotalMinor: 600,
      taxMinor: 120,
      payments: paid('2026-01-05'),
    },
    // February.
    {
      ...germany,
      productId: onetime,
      at: '2026-02-01T00:00Z',
      buyer: 'ann',
      subtotalMinor: 2000,
      taxMinor: 380,
      payments: [
        { at: '2026-02-01T00:00Z', status: 'failed', code: 'insufficient_funds', brand: 'mastercard' },
        {
          at: '2026-02-01T00:10Z',
          refunds: [
            {
              at: '2026-02-20',
              amountMinor: 1190,
              taxMinor: 190,
              ticket: {
                at: '2026-02-10T00:00Z',
                reviewedAt: '2026-02-10T01:00Z',
                status: 'approved',
                amountMinor: 1190,
                reason: 'It is  Torn.',
              },
            },
          ],
        },
      ],
    },
    {
      ...california,
      productId: onetime,
      at: '2026-02-10',
      buyer: 'bob',
      payments: [
        {
          at: '2026-02-10',
          method: 'paypal',
          brand: null,
          tickets: [
            {
              at: '2026-02-15T00:00Z',
              reviewedAt: '2026-02-15T03:00Z',
              status: 'rejected',
              amountMinor: 500,
              reason: 'it is torn',
            },
            { at: '2026-02-20', amountMinor: 1000, reason: 'Too late!' },
          ],
        },
      ],
    },
    {
      ...california,
      productId: subscription,
      every: 'yearly',
      at: '2026-02-03',
      trialEndsAt: '2026-02-17',
      buyer: 'bob',
      subtotalMinor: 12_000,
      payments: [{ at: '2026-02-03', period: 0, amountMinor: 0 }, { at: '2026-02-17' }],
    },
    {
      productId: onetime,
      at: '2026-02-28T23:59:59.999Z',
      boughtAt: null,
      buyer: 'cid',
      payments: [{ at: '2026-02-28T23:59:59.999Z', status: 'processing' }],
    },
    {
      productId: onetime,
      at: '2026-02-06',
      boughtAt: null,
      status: 'expired',
      buyer: 'eve',
      payments: [{ at: '2026-02-06', status: 'failed' }],
    },
    {
      productId: onetime,
      at: '2026-02-05',
      currency: 'JPY',
      country: 'JP',
      rateMillionths: 100_000,
      taxName: 'JCT',
      subtotalMinor: 5000,
      taxMinor: 500,
      buyer: 'dan',
      payments: paid('2026-02-05'),
    },
    // March, and prod.
    { productId: onetime, at: '2026-03-01', buyer: 'gil', payments: paid('2026-03-01') },
    { productId: onetime, at: '2026-02-05', buyer: 'hal', environment: 'prod', payments: paid('2026-02-05') },
  ];
}

async function newShop() {
  const merchant = await newMerchant();
  const goods = await newProducts(merchant);
  await sell(merchant, salesOf(goods));
  return { merchant, goods };
}

let shop: Awaited<ReturnType<typeof newShop>>;
beforeAll(async () => {
  shop = await newShop();
});

const february = 'range: {from: "2026-02-01", to: "2026-03-01"}';
const bothMonths = 'range: {from: "2026-01-01", to: "2026-03-01"}';
const usd = 'currency: "USD"';

/** The merchant's answer. */
async function ask(text: string, environment: 'test' | 'prod' = 'test') {
  const { body } = await shop.merchant.query(`{ ${text} }`, {}, environment);
  return body.errors ?? body.data;
}

describe('matches figures computed by hand', () => {
  test('orderStatistics', async () => {
    const { orderStatistics } = await ask(`orderStatistics(${february}) {
      total growth bought conversionRate byStatus { status count } byProductType { productType total bought }
      byInterval(interval: WEEK) { start total byStatus { status count } }
      values { currency orders total averageOrderValue } previous { total previous { total } } }`);
    expect(orderStatistics).toEqual({
      total: 6,
      growth: 0.5,
      bought: 4,
      conversionRate: 4 / 6,
      byStatus: [
        { status: 'completed', count: 3 },
        { status: 'active', count: 1 },
        { status: 'expired', count: 1 },
        { status: 'pending', count: 1 },
      ],
      byProductType: [
        { productType: 'onetime', total: 5, bought: 3 },
        { productType: 'subscription', total: 1, bought: 1 },
      ],
      byInterval: [
        { start: '2026-01-26T00:00:00.000Z', total: 1, byStatus: [{ status: 'completed', count: 1 }] },
        {
          start: '2026-02-02T00:00:00.000Z',
          total: 3,
          byStatus: expect.arrayContaining([{ status: 'active', count: 1 }]),
        },
        { start: '2026-02-09T00:00:00.000Z', total: 1, byStatus: [{ status: 'completed', count: 1 }] },
        { start: '2026-02-16T00:00:00.000Z', total: 0, byStatus: [] },
        { start: '2026-02-23T00:00:00.000Z', total: 1, byStatus: [{ status: 'pending', count: 1 }] },
      ],
      values: [
        { currency: 'USD', orders: 3, total: '153.80', averageOrderValue: '51.27' },
        { currency: 'JPY', orders: 1, total: '5500', averageOrderValue: '5500' },
      ],
      previous: { total: 4, previous: null },
    });
  });

  test('paymentStatistics', async () => {
    const { paymentStatistics } = await ask(`paymentStatistics(${february}, ${usd}) {
      attempts growth succeeded failed pending successShare due paidRate averageAttempts
      declineReasons { code count share } byMethod { name attempts successRate } byCardBrand { name attempts succeeded failed }
      byCurrency { currency payments revenue } byCountry { country currency payments revenue }
      byInterval(interval: MONTH) { start succeeded failed revenue refunded netRevenue } }`);
    expect(paymentStatistics).toEqual({
      attempts: 9,
      growth: 0.25,
      succeeded: 5,
      failed: 3,
      pending: 1,
      successShare: 5 / 8,
      due: 7,
      paidRate: 5 / 6,
      averageAttempts: 9 / 7,
      declineReasons: [
        { code: 'card_declined', count: 2, share: 2 / 3 },
        { code: 'insufficient_funds', count: 1, share: 1 / 3 },
      ],
      byMethod: [
        { name: 'card', attempts: 8, successRate: 4 / 7 },
        { name: 'paypal', attempts: 1, successRate: 1 },
      ],
      byCardBrand: [
        { name: 'visa', attempts: 7, succeeded: 4, failed: 2 },
        { name: 'mastercard', attempts: 1, succeeded: 0, failed: 1 },
      ],
      byCurrency: [{ currency: 'USD', payments: 5, revenue: '175.22' }],
      byCountry: [
        { country: 'US', currency: 'USD', payments: 3, revenue: '130.00' },
        { country: 'DE', currency: 'USD', payments: 2, revenue: '45.22' },
      ],
      byInterval: [
        {
          start: '2026-02-01T00:00:00.000Z',
          succeeded: 5,
          failed: 3,
          revenue: '175.22',
          refunded: '11.90',
          netRevenue: '163.32',
        },
      ],
    });
  });

  test('productStatistics', async () => {
    const row = '{ name type revenue payments orders refunds refunded netRevenue productId product { name } }';
    const { productStatistics } = await ask(`productStatistics(${february}, ${usd}) {
      topByRevenue ${row} topByOrders(limit: 1) { name orders revenue } previous { topByRevenue { revenue } } }`);
    expect(productStatistics).toEqual({
      topByRevenue: [
        {
          name: 'Beans by Post',
          type: 'subscription',
          revenue: '141.42',
          payments: 3,
          orders: 1,
          refunds: 0,
          refunded: '0.00',
          netRevenue: '141.42',
          productId: toShortId('PROD', shop.goods.subscription),
          product: { name: 'Beans by Post' },
        },
        {
          name: 'Handbook',
          type: 'onetime',
          revenue: '33.80',
          payments: 2,
          orders: 2,
          refunds: 1,
          refunded: '11.90',
          netRevenue: '21.90',
          productId: toShortId('PROD', shop.goods.onetime),
          product: { name: 'Handbook' },
        },
      ],
      topByOrders: [{ name: 'Handbook', orders: 2, revenue: '33.80' }],
      previous: { topByRevenue: [{ revenue: '28.62' }, { revenue: '11.90' }] },
    });
  });

  test('trendAnalysis', async () => {
    const points = 'points { start value movingAverage growth previous }';
    const trend = (name: string, args: string) => `${name}: trendAnalysis(${bothMonths}, interval: MONTH, ${args})`;
    const data = await ask(`
      ${trend('revenue', `metric: REVENUE, ${usd}, movingAverage: 2`)} { total previousTotal growth ${points} }
      ${trend('net', `metric: NET_REVENUE, ${usd}`)} { total }
      ${trend('orders', 'metric: ORDERS, movingAverage: 2')} { total points { value movingAverage } }
      ${trend('payments', 'metric: PAYMENTS')} { points { value } }
      ${trend('customers', 'metric: NEW_CUSTOMERS')} { points { value } }
      ${trend('mrr', `metric: MRR, ${usd}`)} { total points { value } }
      ${trend('active', 'metric: ACTIVE_SUBSCRIPTIONS')} { total previousTotal growth points { value } }
      month: trendAnalysis(${february}, interval: WEEK, metric: REVENUE, ${usd}) { growth points { value previous } }`);
    expect(data).toEqual({
      revenue: {
        total: '215.74',
        previousTotal: '0.00',
        growth: null,
        points: [
          { start: '2026-01-01T00:00:00.000Z', value: '40.52', movingAverage: null, growth: null, previous: '0.00' },
          {
            start: '2026-02-01T00:00:00.000Z',
            value: '175.22',
            movingAverage: '107.87',
            growth: 13_470 / 4052,
            previous: '0.00',
          },
        ],
      },
      net: { total: '203.84' },
      orders: {
        total: '8',
        points: [
          { value: '4', movingAverage: null },
          { value: '4', movingAverage: '4.00' },
        ],
      },
      payments: { points: [{ value: '4' }, { value: '6' }] },
      customers: { points: [{ value: '3' }, { value: '2' }] },
      mrr: { total: '28.00', points: [{ value: '24.00' }, { value: '28.00' }] },
      active: { total: '2', previousTotal: '0', growth: null, points: [{ value: '2' }, { value: '2' }] },
      month: {
        growth: 13_470 / 4052,
        points: [
          { value: '23.80', previous: '0.00' },
          { value: '0.00', previous: '28.62' },
          { value: '31.42', previous: '0.00' },
          { value: '120.00', previous: '0.00' },
          { value: '0.00', previous: '11.90' },
        ],
      },
    });
  });

  test('distributionAnalysis', async () => {
    const spread = 'count sum min max mean median';
    const data = await ask(`
      payments: distributionAnalysis(${february}, ${usd}, metric: PAYMENT_AMOUNT, percentiles: [0, 0.25, 1]) {
        ${spread} percentiles { percentile amount } histogram(bars: 2) { from to count } }
      orders: distributionAnalysis(${february}, ${usd}, metric: ORDER_VALUE) { count median percentiles { percentile } }
      refunds: distributionAnalysis(${february}, ${usd}, metric: REFUND_AMOUNT) { count max histogram { from to count } }
      lifetime: distributionAnalysis(${bothMonths}, ${usd}, metric: LIFETIME_VALUE) { count max sum }
      none: distributionAnalysis(${february}, currency: "EUR", metric: ORDER_VALUE) {
        ${spread} percentiles { amount } histogram { count } }`);
    expect(data).toEqual({
      payments: {
        count: 4,
        sum: '175.22',
        min: '10.00',
        max: '120.00',
        mean: '43.81',
        median: '22.61',
        percentiles: [
          { percentile: 0, amount: '10.00' },
          { percentile: 0.25, amount: '18.57' },
          { percentile: 1, amount: '120.00' },
        ],
        histogram: [
          { from: '10.00', to: '65.01', count: 3 },
          { from: '65.01', to: '120.02', count: 1 },
        ],
      },
      orders: { count: 3, median: '23.80', percentiles: expect.objectContaining({ length: 7 }) },
      refunds: { count: 1, max: '11.90', histogram: [{ from: '11.90', to: '11.91', count: 1 }] },
      lifetime: { count: 4, max: '130.00', sum: '215.74' },
      none: { count: 0, sum: '0.00', min: null, max: null, mean: null, median: null, percentiles: [], histogram: [] },
    });
  });

  test('customerAnalysis', async () => {
    const { customerAnalysis, both } = await ask(`
      customerAnalysis(${february}, ${usd}) { buyers growth new returning repeatRate averageLifetimeValue
        topCustomers { email buyerIdentity country orders payments spent } }
      both: customerAnalysis(${bothMonths}, ${usd}) {
        cohorts { month size months { number active retention revenue revenuePerCustomer } } }`);
    expect(customerAnalysis).toEqual({
      buyers: 2,
      growth: -1 / 3,
      new: 1,
      returning: 1,
      repeatRate: 1,
      averageLifetimeValue: '130.00',
      topCustomers: [
        { email: 'bob@example.com', buyerIdentity: 'bob', country: 'US', orders: 2, payments: 3, spent: '130.00' },
        { email: 'ann@example.com', buyerIdentity: 'ann', country: 'DE', orders: 3, payments: 2, spent: '45.22' },
      ],
    });
    expect(both.cohorts).toEqual([
      {
        month: '2026-01-01T00:00:00.000Z',
        size: 3,
        months: [
          { number: 0, active: 2, retention: 2 / 3, revenue: '40.52', revenuePerCustomer: '13.51' },
          { number: 1, active: 1, retention: 1 / 3, revenue: '85.74', revenuePerCustomer: '28.58' },
        ],
      },
      {
        month: '2026-02-01T00:00:00.000Z',
        // Another customer of that month has bought in yen only.
        size: 1,
        months: [{ number: 0, active: 1, retention: 1, revenue: '130.00', revenuePerCustomer: '130.00' }],
      },
    ]);
  });

  test('taxAnalysis', async () => {
    const amounts = 'currency payments taxable collected refunded taxableRefunded net';
    const { taxAnalysis } = await ask(`taxAnalysis(${february}) {
      byRate { country state name rate ${amounts} } byName { name currency collected } }`);
    expect(taxAnalysis).toEqual({
      byRate: [
        {
          country: 'DE',
          state: null,
          name: 'VAT',
          rate: 0.19,
          currency: 'USD',
          payments: 2,
          taxable: '38.00',
          collected: '7.22',
          refunded: '1.90',
          taxableRefunded: '10.00',
          net: '5.32',
        },
        expect.objectContaining({
          country: 'JP',
          name: 'JCT',
          rate: 0.1,
          taxable: '5000',
          collected: '500',
          net: '500',
        }),
        expect.objectContaining({ country: 'US', state: 'CA', name: null, rate: 0, payments: 3, taxable: '130.00' }),
      ],
      byName: [
        { name: 'VAT', currency: 'USD', collected: '7.22' },
        { name: 'JCT', currency: 'JPY', collected: '500' },
        { name: null, currency: 'USD', collected: '0.00' },
      ],
    });
  });

  test('subscriptionAnalysis', async () => {
    const { subscriptionAnalysis, both } = await ask(`
      subscriptionAnalysis(${february}) { activeAtStart activeAtEnd growth started ended churned churnShare
        trialsBegun trialingAtEnd trialsConverted trialsLost trialConversionRate pastDue
        failedRenewals recoveredRenewals recoveryRate recurringRevenue { currency active mrr arr }
        byPlan { productId name currency active mrr } byStatus { status count } previous { trialsBegun churnShare } }
      both: subscriptionAnalysis(${bothMonths}) { retention { months subscriptions retained rate } }`);
    expect(subscriptionAnalysis).toEqual({
      activeAtStart: 2,
      activeAtEnd: 2,
      growth: 0,
      started: 1,
      ended: 1,
      churned: 1,
      churnShare: 0.5,
      trialsBegun: 1,
      trialingAtEnd: 0,
      trialsConverted: 1,
      trialsLost: 1,
      trialConversionRate: 0.5,
      pastDue: 0,
      failedRenewals: 1,
      recoveredRenewals: 1,
      recoveryRate: 1,
      recurringRevenue: [{ currency: 'USD', active: 2, mrr: '28.00', arr: '336.00' }],
      byPlan: [
        {
          productId: toShortId('PROD', shop.goods.subscription),
          name: 'Beans by Post',
          currency: 'USD',
          active: 2,
          mrr: '28.00',
        },
      ],
      byStatus: [
        { status: 'active', count: 2 },
        { status: 'canceled', count: 2 },
      ],
      previous: { trialsBegun: 1, churnShare: null },
    });
    expect(both.retention.slice(0, 2)).toEqual([
      { months: 1, subscriptions: 2, retained: 2, rate: 1 },
      { months: 2, subscriptions: 0, retained: 0, rate: null },
    ]);
  });

  test('refundTicketAnalysis', async () => {
    const { refundTicketAnalysis } = await ask(`refundTicketAnalysis(${february}) { total growth approvalShare
      byStatus { status count } reasons { reason count } reviewTime { reviewed mean median p90 }
      amounts { currency tickets asked refunded } previous { approvalShare reviewTime { reviewed mean } } }`);
    expect(refundTicketAnalysis).toEqual({
      total: 3,
      growth: null,
      approvalShare: 0.5,
      byStatus: [
        { status: 'pending', count: 1 },
        { status: 'rejected', count: 1 },
        { status: 'succeeded', count: 1 },
      ],
      reasons: [
        { reason: 'it is torn', count: 2 },
        { reason: 'too late', count: 1 },
      ],
      reviewTime: { reviewed: 2, mean: 7200, median: 7200, p90: 10_080 },
      amounts: [{ currency: 'USD', tickets: 3, asked: '26.90', refunded: '11.90' }],
      previous: { approvalShare: null, reviewTime: { reviewed: 0, mean: null } },
    });
  });
});

/** One figure of each of the nine analyses, in one query. */
const nine = `
  orderStatistics(ARGS) { total conversionRate byStatus { status count } byInterval(interval: DAY) { start total byStatus { status count } } }
  paymentStatistics(ARGS) { attempts successShare growth declineReasons { code count } byCurrency { revenue }
    byCountry(limit: 100) { revenue } byInterval(interval: DAY) { revenue } }
  productStatistics(ARGS) { topByRevenue(limit: 100) { revenue product { name prices { currency } } } }
  trendAnalysis(ARGS, metric: REVENUE, interval: DAY) { total growth points { value previous } }
  distributionAnalysis(ARGS, metric: ORDER_VALUE) { count median percentiles { amount } histogram { count } }
  customerAnalysis(ARGS) { buyers repeatRate topCustomers(limit: 100) { spent } cohorts { size months { active } } }
  taxAnalysis(ARGS) { byRate { collected } byName { collected } }
  subscriptionAnalysis(ARGS) { activeAtEnd churnShare recoveryRate byPlan(limit: 100) { mrr } recurringRevenue { mrr }
    byStatus { count } retention { rate } }
  refundTicketAnalysis(ARGS) { total approvalShare reasons(limit: 50) { reason count } reviewTime { median } amounts { asked } }`;
const allNine = (args: string) => nine.replaceAll('ARGS', args);

describe('access', () => {
  const figures = `{ orders: orderStatistics(${february}) { total } payments: paymentStatistics(${february}) { attempts }
    products: productStatistics(${february}, ${usd}) { topByRevenue { revenue } }
    trend: trendAnalysis(${february}, metric: PAYMENTS, interval: MONTH) { total }
    spread: distributionAnalysis(${february}, ${usd}, metric: LIFETIME_VALUE) { count }
    customers: customerAnalysis(${february}, ${usd}) { buyers topCustomers { email } }
    tax: taxAnalysis(${february}) { byRate { collected } }
    subscriptions: subscriptionAnalysis(${bothMonths}) { trialsBegun byPlan { active } }
    tickets: refundTicketAnalysis(${february}) { total } }`;
  const noFigures = {
    orders: { total: 0 },
    payments: { attempts: 0 },
    products: { topByRevenue: [] },
    trend: { total: '0' },
    spread: { count: 0 },
    customers: { buyers: 0, topCustomers: [] },
    tax: { byRate: [] },
    subscriptions: { trialsBegun: 0, byPlan: [] },
    tickets: { total: 0 },
  };

  test('is separate by merchant, store and environment', async () => {
    const other = await newMerchant();
    expect((await other.query(figures)).body.data).toEqual(noFigures);
    const otherStore = figures.replaceAll('range:', `storeId: "${shop.merchant.storeId}", range:`);
    expect((await other.query(otherStore)).body.data).toEqual(noFigures);
    expect((await shop.merchant.query(otherStore)).body.data.orders).toEqual({ total: 6 });
    const prod = (await shop.merchant.query(figures, {}, 'prod')).body.data;
    expect([prod.orders, prod.payments, prod.subscriptions]).toEqual([
      { total: 1 },
      { attempts: 1 },
      noFigures.subscriptions,
    ]);
    const withoutStore = await ask(
      `orderStatistics(storeId: "${toShortId('STO', other.store.id)}", ${february}) { total }`,
    );
    expect(withoutStore).toEqual({ orderStatistics: { total: 0 } });
  });

  test('403 for customers and in public', async () => {
    const headers = await customerHeaders(shop.merchant, 'ann');
    for (const caller of [headers, { 'X-Store-Slug': shop.merchant.slug, 'X-Environment': 'test' }]) {
      for (const field of allNine(`${february}, ${usd}`)
        .split(/\n {2}(?=\w)/)
        .filter((text) => text.trim())) {
        const { status, body } = await send('POST', '/v1/graphql', JSON.stringify({ query: `{ ${field} }` }), caller);
        expect([field, status, body.errors[0].message]).toEqual([field, 403, 'Insufficient permissions']);
      }
    }
  });
});

describe('invalid arguments', () => {
  const of = (range: string, more = '') => `orderStatistics(range: {${range}}${more}) { total }`;
  const trend = (more: string) => `trendAnalysis(${february}, interval: DAY, ${more}) { total }`;
  const spread = (more: string) => `distributionAnalysis(${february}, ${usd}, metric: ORDER_VALUE${more}`;
  test.each([
    [of('from: "2026-02-01", to: "2026-02-01"'), 'Invalid range: from must be before to'],
    [of('from: "2021-01-01", to: "2026-01-02"'), 'Invalid range: must be at most 5 years long'],
    [of('from: "1960-01-01", to: "1961-01-01"'), 'Invalid range: from must not be before 1970'],
    [
      of('from: "2026-01-01", to: "2026-02-01"', ', currency: "us"'),
      'Invalid currency code: us. Must be 3 uppercase letters',
    ],
    [
      of('from: "2026-01-01", to: "2026-02-01"', ', currency: "XXX"'),
      'Invalid currency code: XXX. Must be 3 uppercase letters',
    ],
    [of('from: "2026-01-01", to: "2026-02-01"', ', storeId: "STO_1"'), 'Expected format: STO_xxx, got STO_1'],
    [
      'orderStatistics(range: {from: "2025-01-01", to: "2026-03-01"}) { byInterval(interval: DAY) { total } }',
      'Invalid interval: the range has more than 400 buckets; request a longer interval',
    ],
    [`paymentStatistics(${february}) { byInterval(interval: DAY) { revenue } }`, 'Missing required field: currency'],
    [`paymentStatistics(${february}) { byCountry(limit: 101) { revenue } }`, 'Invalid limit: must be 1 to 100'],
    [`productStatistics(${february}, ${usd}) { topByRevenue(limit: 0) { name } }`, 'Invalid limit: must be 1 to 100'],
    [`customerAnalysis(${february}, ${usd}) { topCustomers(limit: 101) { email } }`, 'Invalid limit: must be 1 to 100'],
    [`subscriptionAnalysis(${february}) { byPlan(limit: 101) { name } }`, 'Invalid limit: must be 1 to 100'],
    [`refundTicketAnalysis(${february}) { reasons(limit: 51) { reason } }`, 'Invalid limit: must be 1 to 50'],
    [trend('metric: REVENUE'), 'Missing required field: currency'],
    [trend('metric: MRR'), 'Missing required field: currency'],
    [trend('metric: ORDERS, movingAverage: 101'), 'Invalid movingAverage: must be 1 to 100'],
    [
      `${spread(', percentiles: [0.5, 1.1]')}) { count }`,
      'Invalid percentiles: must be at most 20 numbers from 0 to 1',
    ],
    [`${spread('')}) { histogram(bars: 51) { count } }`, 'Invalid bars: must be 1 to 50'],
  ])('%s', async (text, message) => {
    const { status, body } = await shop.merchant.query(`{ ${text} }`);
    expect([status, body.errors[0].message]).toEqual([400, message]);
  });

  const filtered = (filter: string, more = '') => `orderStatistics(filter: {${filter}}${more}) { total }`;
  const bothDays = 'startDate: "2026-02-01", endDate: "2026-03-01"';
  test.each([
    [
      filtered('timeRange: {startDate: "2026-02-30", endDate: "2026-03-01"}'),
      'Invalid filter.timeRange.startDate: must be an ISO 8601 date-time, got 2026-02-30',
    ],
    [filtered(`timeRange: {${bothDays}}`, `, ${february}`), 'Invalid filter.timeRange: range is given as well'],
    [filtered('currency: "EUR"', `, ${usd}`), 'Invalid filter.currency: differs from currency'],
    [filtered('status: "pending"'), 'Invalid filter.status: analyses have separate figures per status instead'],
    [`trendAnalysis(${february}) { total }`, 'Missing required field: metric'],
    [`distributionAnalysis(${february}, ${usd}) { count }`, 'Missing required field: metric'],
    [`distributionAnalysis(${february}, metric: ORDER_VALUE) { count }`, 'Missing required field: currency'],
    [`customerAnalysis(${february}) { topCustomers { email } }`, 'Missing required field: currency'],
    [`productStatistics(${february}) { topByOrders { name } }`, 'Missing required field: currency'],
  ])('%s', async (text, message) => {
    const { status, body } = await shop.merchant.query(`{ ${text} }`);
    expect([status, body.errors[0].message]).toEqual([400, message]);
  });
});

test('takes range, currency and store in the public client’s form', async () => {
  const timeRange = 'timeRange: {startDate: "2026-02-01T00:00:00Z", endDate: "2026-03-01T00:00:00Z"}';
  const figures = '{ byCurrency { currency payments } }';
  const data = await ask(`
    lower: paymentStatistics(${february}, currency: "usd") ${figures}
    filter: paymentStatistics(filter: {${timeRange}, currency: "usd"}) ${figures}
    slug: paymentStatistics(storeSlug: "${shop.merchant.slug}", ${february}, ${usd}) ${figures}
    unknown: paymentStatistics(storeSlug: "no-such-store", ${february}, ${usd}) ${figures}
    all: orderStatistics(storeId: "${shop.merchant.storeId}") { total growth previous { total } }
    customers: customerAnalysis(${february}) { buyers }`);
  const found = { byCurrency: [{ currency: 'USD', payments: 5 }] };
  expect(data).toEqual({
    lower: found,
    filter: found,
    slug: found,
    unknown: { byCurrency: [] },
    all: { total: 11, growth: null, previous: null },
    customers: { buyers: 3 },
  });
});

test('all nine analyses take a few statements each; too many series are rejected before reading', async () => {
  const statements: string[] = [];
  const watched = watchedDatabase((statement) => statements.push(statement));
  const caller = { kind: 'apiKey', merchantId: shop.merchant.id, keyId: '', environment: 'test' } as const;
  const statusOf = async (text: string) => (await answerGraphql(watched, caller, { query: `{ ${text} }` })).status;
  const year = 'range: {from: "2025-03-01", to: "2026-03-01"}, currency: "USD"';
  const fields = allNine(year)
    .split(/\n {2}(?=\w)/)
    .filter((text) => text.trim());
  const counts: Record<string, number> = {};
  for (const field of fields) {
    statements.length = 0;
    expect([field, await statusOf(field)]).toEqual([field, 200]);
    counts[/\w+/.exec(field)?.[0] ?? ''] = statements.length;
  }
  // Two of them each time read the caller's stores, and which of these have rollups.
  expect(counts).toEqual({
    orderStatistics: 4,
    paymentStatistics: 15,
    productStatistics: 7,
    trendAnalysis: 4,
    distributionAnalysis: 4,
    customerAnalysis: 6,
    taxAnalysis: 4,
    subscriptionAnalysis: 13,
    refundTicketAnalysis: 6,
  });
  expect(await statusOf(allNine(year))).toBe(200);
  statements.length = 0;
  const series = (name: string) =>
    `${name}: orderStatistics(${year}) { byInterval(interval: DAY) { byStatus { count } } }`;
  expect(await statusOf(Array.from('abcdefghijklmn', series).join(' '))).toBe(400);
  expect(statements).toEqual([]);
});

test('rejects a query with too many scans before reading, but accepts each analysis in full', async () => {
  const statements: string[] = [];
  const watched = watchedDatabase((statement) => statements.push(statement));
  const caller = { kind: 'apiKey', merchantId: shop.merchant.id, keyId: '', environment: 'test' } as const;
  const answerTo = async (query: string) => {
    const { status, body } = await answerGraphql(watched, caller, { query });
    return [status, JSON.parse(body).errors?.[0].message];
  };
  const four = `orderStatistics(${february}) { ...four }`;
  const fragment = 'fragment four on OrderStatistics { total growth values { currency } previous { total } }';
  const fourTimes = (count: number) => Array.from({ length: count }, (_, index) => `a${index}: ${four}`).join(' ');
  expect(await answerTo(`{ ${fourTimes(10)} taxAnalysis(${february}) { byRate { name } } } ${fragment}`)).toEqual([
    400,
    'Query could add up all rows 41 times, at most 40 are allowed: request fewer figures at once',
  ]);
  expect(statements).toEqual([]);
  expect(await answerTo(`{ ${fourTimes(10)} } ${fragment}`)).toEqual([200, undefined]);

  const scansOf = ({ extensions }: { extensions: { scans?: unknown } }) => Number(extensions.scans ?? 0);
  const inFull = Object.values(built.getQueryType()?.getFields() ?? {})
    .filter(({ name }) => /(Statistics|Analysis)$/.test(name))
    .map((field) => {
      const fields = Object.values((getNamedType(field.type) as GraphQLObjectType).getFields());
      const all = fields.reduce((sum, each) => sum + scansOf(each), 0);
      return scansOf(field) + all * (fields.some(({ name }) => name === 'previous') ? 2 : 1);
    });
  expect(inFull).toHaveLength(9);
  expect(Math.min(...inFull)).toBeGreaterThan(0);
  expect(Math.max(...inFull)).toBeLessThanOrEqual(40);
});
