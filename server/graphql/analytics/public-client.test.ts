/** The figures of the public client's analyses. All expected values are computed by hand. */
import { beforeAll, expect, test } from 'vitest';
import { toShortId } from '#server/domain/ids.ts';
import { newMerchant } from '#server/testing/api.ts';
import { newProducts, sell } from '#server/testing/orders/sales.ts';
import { salesOfTwoMonths } from '#server/testing/public-client/two-months.ts';

async function newShop() {
  const merchant = await newMerchant();
  const goods = await newProducts(merchant);
  await sell(merchant, salesOfTwoMonths(2026, goods));
  return { merchant, goods };
}

let shop: Awaited<ReturnType<typeof newShop>>;
beforeAll(async () => {
  shop = await newShop();
});

/** The analysis of both months. */
async function analyze(name: string, fields: string) {
  const timeRange = 'timeRange: { startDate: "2026-01-01T00:00:00Z", endDate: "2026-03-01T00:00:00Z" }';
  const { body } = await shop.merchant.query(`{ ${name}(filter: { ${timeRange} }) { ${fields} } }`);
  return body.errors ?? body.data[name];
}

const [january, february] = ['2026-01-01', '2026-02-01'];

test('orderStatistics', async () => {
  const statuses = [
    { status: 'completed', count: 4 },
    { status: 'canceled', count: 2 },
    { status: 'active', count: 1 },
    { status: 'pending', count: 1 },
  ];
  const found = await analyze(
    'orderStatistics',
    `totalCount countsByStatus { status count } countByStatus { status count } countsByPeriod(granularity: MONTH) { period count }
    byQuarter: countsByPeriod(granularity: QUARTER) { period count } byYear: countsByPeriod(granularity: YEAR) { period count }
    allTime: countsByPeriod(granularity: ALL_TIME) { period count }
    revenueByCurrency { currency totalAmount paymentCount }
    revenueByPeriod(granularity: MONTH, currency: "usd") { period currency totalAmount paymentCount }
    everyCurrency: revenueByPeriod(granularity: MONTH) { period currency totalAmount }
    buyerMetrics { totalBuyers newBuyers returningBuyers } revenueByCountry(currency: "usd") { country totalAmount paymentCount }
    ordersByCountry { country count } b2bVsB2cBreakdown(currency: "usd") { isBusiness label totalAmount orderCount }
    revenueByState(country: "US", currency: "usd") { state totalAmount paymentCount }`,
  );
  expect(found).toEqual({
    totalCount: 8,
    countsByStatus: statuses,
    countByStatus: statuses,
    countsByPeriod: [
      { period: january, count: 4 },
      { period: february, count: 4 },
    ],
    byQuarter: [{ period: january, count: 8 }],
    byYear: [{ period: january, count: 8 }],
    allTime: [{ period: january, count: 8 }],
    revenueByCurrency: [
      { currency: 'USD', totalAmount: '88.00', paymentCount: 8 },
      { currency: 'EUR', totalAmount: '5.95', paymentCount: 1 },
    ],
    revenueByPeriod: [
      { period: january, currency: 'USD', totalAmount: '45.10', paymentCount: 5 },
      { period: february, currency: 'USD', totalAmount: '42.90', paymentCount: 3 },
    ],
    everyCurrency: [
      { period: january, currency: 'EUR', totalAmount: '0.00' },
      { period: february, currency: 'EUR', totalAmount: '5.95' },
      { period: january, currency: 'USD', totalAmount: '45.10' },
      { period: february, currency: 'USD', totalAmount: '42.90' },
    ],
    buyerMetrics: { totalBuyers: 6, newBuyers: 6, returningBuyers: 0 },
    revenueByCountry: [
      { country: 'DE', totalAmount: '47.60', paymentCount: 2 },
      { country: 'US', totalAmount: '26.00', paymentCount: 3 },
      { country: 'FR', totalAmount: '14.40', paymentCount: 2 },
      { country: null, totalAmount: '0.00', paymentCount: 1 },
    ],
    ordersByCountry: [
      { country: 'DE', count: 3 },
      { country: 'US', count: 3 },
      { country: 'FR', count: 1 },
      { country: null, count: 1 },
    ],
    b2bVsB2cBreakdown: [
      { isBusiness: false, label: 'B2C', totalAmount: '68.00', orderCount: 5 },
      { isBusiness: true, label: 'B2B', totalAmount: '20.00', orderCount: 1 },
    ],
    revenueByState: [
      { state: 'CA', totalAmount: '20.00', paymentCount: 1 },
      { state: 'NY', totalAmount: '6.00', paymentCount: 2 },
    ],
  });
});

test('paymentStatistics', async () => {
  const found = await analyze(
    'paymentStatistics',
    `successRate { totalAttempts succeeded failed pending successRate } failedReasons { reason count percentage }
    refunds { totalCount succeededCount pendingCount failedCount amountByCurrency { currency totalAmount paymentCount } refundRate }
    methodDistribution { methodType count totalAmount percentage } cardBrandDistribution { brand count totalAmount percentage }
    taxSummary { currency totalTax totalPreTax totalAmount paymentCount }
    preTaxRevenueByCurrency { currency totalAmount paymentCount }
    settlementRevenueByCurrency { currency totalAmount paymentCount }
    totalSucceededAmount totalSucceededCurrency totalSucceededCount`,
  );
  expect(found).toEqual({
    successRate: { totalAttempts: 11, succeeded: 9, failed: 1, pending: 1, successRate: 0.9 },
    failedReasons: [{ reason: 'insufficient_funds', count: 1, percentage: 100 }],
    refunds: {
      totalCount: 3,
      succeededCount: 1,
      pendingCount: 1,
      failedCount: 1,
      amountByCurrency: [{ currency: 'USD', totalAmount: '11.90', paymentCount: 1 }],
      refundRate: 1 / 7,
    },
    methodDistribution: [
      // Dollars and euros cannot be added up.
      { methodType: 'card', count: 8, totalAmount: null, percentage: 100 * (8 / 9) },
      { methodType: 'paypal', count: 1, totalAmount: '20.00', percentage: 100 * (1 / 9) },
    ],
    cardBrandDistribution: [{ brand: 'visa', count: 8, totalAmount: null, percentage: 100 }],
    taxSummary: [
      { currency: 'USD', totalTax: '10.00', totalPreTax: '78.00', totalAmount: '88.00', paymentCount: 8 },
      { currency: 'EUR', totalTax: '0.95', totalPreTax: '5.00', totalAmount: '5.95', paymentCount: 1 },
    ],
    preTaxRevenueByCurrency: [
      { currency: 'USD', totalAmount: '78.00', paymentCount: 8 },
      { currency: 'EUR', totalAmount: '5.00', paymentCount: 1 },
    ],
    settlementRevenueByCurrency: [
      { currency: 'USD', totalAmount: '76.10', paymentCount: 8 },
      { currency: 'EUR', totalAmount: '5.95', paymentCount: 1 },
    ],
    totalSucceededAmount: '88.00',
    totalSucceededCurrency: 'USD',
    totalSucceededCount: 8,
  });
});

test('productStatistics', async () => {
  const row = '{ productId productType productName orderCount totalRevenue currency }';
  const found = await analyze(
    'productStatistics',
    `onetimeCountsByStatus { status count } subscriptionCountsByStatus { status count } onetimeTotalCount subscriptionTotalCount
    topByOrderCount(limit: 10) ${row} topByRevenue(limit: 10, currency: "usd") ${row}
    revenueContribution(currency: "usd") {
      productId productType productName revenue contributionPercentage cumulativePercentage }`,
  );
  const handbook = {
    productId: toShortId('PROD', shop.goods.onetime),
    productType: 'onetime',
    productName: 'Handbook',
  };
  const beans = {
    productId: toShortId('PROD', shop.goods.subscription),
    productType: 'subscription',
    productName: 'Beans by Post',
  };
  const rows = [
    { ...handbook, orderCount: 3, totalRevenue: '67.60', currency: 'USD' },
    { ...beans, orderCount: 3, totalRevenue: '20.40', currency: 'USD' },
  ];
  expect(found).toEqual({
    onetimeCountsByStatus: [{ status: 'active', count: 1 }],
    subscriptionCountsByStatus: [{ status: 'active', count: 1 }],
    onetimeTotalCount: 1,
    subscriptionTotalCount: 1,
    topByOrderCount: [...rows, { ...handbook, orderCount: 1, totalRevenue: '5.95', currency: 'EUR' }],
    topByRevenue: rows,
    revenueContribution: [
      {
        ...handbook,
        revenue: '67.60',
        contributionPercentage: 100 * (6760 / 8800),
        cumulativePercentage: 100 * (6760 / 8800),
      },
      { ...beans, revenue: '20.40', contributionPercentage: 100 * (2040 / 8800), cumulativePercentage: 100 },
    ],
  });
});

test('trendAnalysis', async () => {
  const growth = '{ period currentValue previousValue growthRate }';
  const found = await analyze(
    'trendAnalysis',
    `orderGrowth(granularity: MONTH) ${growth} revenueGrowth(granularity: MONTH, currency: "usd") ${growth}
    cumulativeRevenue(granularity: MONTH, currency: "usd") { period periodValue cumulativeValue }
    orderMovingAverage(windowDays: 7) { date dailyValue movingAverage }
    revenueMovingAverage(windowDays: 7, currency: "usd") { date dailyValue movingAverage }
    revenueByPeriod { period amount }`,
  );
  const { orderMovingAverage, revenueMovingAverage, ...series } = found;
  expect(series).toEqual({
    orderGrowth: [
      { period: january, currentValue: 4, previousValue: null, growthRate: null },
      { period: february, currentValue: 3, previousValue: 4, growthRate: -0.25 },
    ],
    revenueGrowth: [
      { period: january, currentValue: '45.10', previousValue: null, growthRate: null },
      { period: february, currentValue: '42.90', previousValue: '45.10', growthRate: -220 / 4510 },
    ],
    cumulativeRevenue: [
      { period: january, periodValue: '45.10', cumulativeValue: '45.10' },
      { period: february, periodValue: '42.90', cumulativeValue: '88.00' },
    ],
    revenueByPeriod: [
      { period: january, amount: '45.10' },
      { period: february, amount: '42.90' },
    ],
  });
  expect([orderMovingAverage.length, orderMovingAverage[0], orderMovingAverage[9]]).toEqual([
    59,
    { date: january, dailyValue: 1, movingAverage: null },
    { date: '2026-01-10', dailyValue: 1, movingAverage: 2 / 7 },
  ]);
  expect([revenueMovingAverage.length, revenueMovingAverage[0], revenueMovingAverage[9]]).toEqual([
    59,
    { date: january, dailyValue: '7.20', movingAverage: null },
    { date: '2026-01-10', dailyValue: '11.90', movingAverage: '1.70' },
  ]);
});

test('distributionAnalysis', async () => {
  const found = await analyze(
    'distributionAnalysis',
    `orderAmountPercentiles(currency: "usd") { p10 p25 p50 p75 p90 p95 p99 min max avg stddev count }
    none: orderAmountPercentiles(currency: "jpy") { p50 min stddev count }
    aovTrend(granularity: MONTH, currency: "usd") { period averageOrderValue orderCount totalRevenue }
    orderAmountBuckets(currency: "usd", bucketCount: 2) { rangeMin rangeMax count percentage }`,
  );
  expect(found).toEqual({
    orderAmountPercentiles: {
      p10: '6.00',
      p25: '6.30',
      p50: '9.55',
      p75: '17.98',
      p90: '27.85',
      p95: '31.78',
      p99: '34.92',
      min: '6.00',
      max: '35.70',
      avg: '14.47',
      stddev: '10.68',
      count: 6,
    },
    none: { p50: null, min: null, stddev: null, count: 0 },
    aovTrend: [
      { period: january, averageOrderValue: '11.28', orderCount: 4, totalRevenue: '45.10' },
      { period: february, averageOrderValue: '20.85', orderCount: 2, totalRevenue: '41.70' },
    ],
    orderAmountBuckets: [
      { rangeMin: '6.00', rangeMax: '20.86', count: 5, percentage: 100 * (5 / 6) },
      { rangeMin: '20.86', rangeMax: '35.72', count: 1, percentage: 100 * (1 / 6) },
    ],
  });
});

test('customerAnalysis', async () => {
  const found = await analyze(
    'customerAnalysis',
    `totalCustomers
    cohortRetention(granularity: MONTH) { cohortPeriod cohortSize retention { periodOffset activeCustomers retentionRate } }
    ltvDistribution(currency: "usd") { averageLtv medianLtv buckets { rangeMin rangeMax count percentage } }
    purchaseFrequency { purchaseCount customerCount percentage }
    repeatPurchaseRate(granularity: MONTH) { period totalBuyers repeatBuyers repeatRate }
    topCustomers(limit: 2, currency: "usd") { buyerEmail totalSpent orderCount firstPurchaseDate lastPurchaseDate }`,
  );
  const { ltvDistribution, ...rest } = found;
  expect(rest).toEqual({
    totalCustomers: 6,
    cohortRetention: [
      {
        cohortPeriod: january,
        cohortSize: 4,
        retention: [
          { periodOffset: 0, activeCustomers: 4, retentionRate: 1 },
          { periodOffset: 1, activeCustomers: 2, retentionRate: 0.5 },
        ],
      },
      {
        cohortPeriod: february,
        cohortSize: 2,
        retention: [{ periodOffset: 0, activeCustomers: 1, retentionRate: 0.5 }],
      },
    ],
    purchaseFrequency: [
      { purchaseCount: 1, customerCount: 5, percentage: 100 * (5 / 6) },
      { purchaseCount: 2, customerCount: 1, percentage: 100 * (1 / 6) },
    ],
    repeatPurchaseRate: [
      { period: january, totalBuyers: 4, repeatBuyers: 0, repeatRate: 0 },
      { period: february, totalBuyers: 3, repeatBuyers: 1, repeatRate: 1 / 3 },
    ],
    topCustomers: [
      {
        buyerEmail: 'ann@example.com',
        totalSpent: '47.60',
        orderCount: 2,
        firstPurchaseDate: '2026-01-10T00:00:00.000Z',
        lastPurchaseDate: '2026-02-10T00:00:00.000Z',
      },
      {
        buyerEmail: 'bob@example.com',
        totalSpent: '20.00',
        orderCount: 1,
        firstPurchaseDate: '2026-01-20T00:00:00.000Z',
        lastPurchaseDate: '2026-01-20T00:00:00.000Z',
      },
    ],
  });
  const { buckets, ...values } = ltvDistribution;
  expect(values).toEqual({ averageLtv: '17.60', medianLtv: '14.40' });
  expect(buckets[0]).toEqual({ rangeMin: '0.00', rangeMax: '4.77', count: 1, percentage: 20 });
  expect(buckets.map(({ count }: { count: number }) => count)).toEqual([1, 1, 0, 1, 1, 0, 0, 0, 0, 1]);
});

test('taxAnalysis', async () => {
  const found = await analyze(
    'taxAnalysis',
    `byCategory(currency: "usd") { taxCategory totalTax totalAmount paymentCount }
    byRateGroup(currency: "usd") { taxRate totalTax totalAmount paymentCount }
    byCountry(currency: "usd") { country totalTax totalAmount paymentCount }
    b2bVsB2c(currency: "usd") { isBusiness label totalTax totalAmount orderCount }
    effectiveTaxRateTrend(granularity: MONTH, currency: "usd") { period avgTaxRate paymentCount }
    taxAmountByPeriod(granularity: MONTH, currency: "usd") { period totalTax paymentCount }`,
  );
  expect(found).toEqual({
    byCategory: [{ taxCategory: 'digital_goods', totalTax: '10.00', totalAmount: '88.00', paymentCount: 8 }],
    byRateGroup: [
      { taxRate: 0.19, totalTax: '7.60', totalAmount: '47.60', paymentCount: 2 },
      { taxRate: 0, totalTax: '0.00', totalAmount: '26.00', paymentCount: 4 },
      { taxRate: 0.2, totalTax: '2.40', totalAmount: '14.40', paymentCount: 2 },
    ],
    byCountry: [
      { country: 'DE', totalTax: '7.60', totalAmount: '47.60', paymentCount: 2 },
      { country: 'US', totalTax: '0.00', totalAmount: '26.00', paymentCount: 3 },
      { country: 'FR', totalTax: '2.40', totalAmount: '14.40', paymentCount: 2 },
      { country: null, totalTax: '0.00', totalAmount: '0.00', paymentCount: 1 },
    ],
    b2bVsB2c: [
      { isBusiness: false, label: 'B2C', totalTax: '10.00', totalAmount: '68.00', orderCount: 5 },
      { isBusiness: true, label: 'B2B', totalTax: '0.00', totalAmount: '20.00', orderCount: 1 },
    ],
    effectiveTaxRateTrend: [
      { period: january, avgTaxRate: 310 / 4200, paymentCount: 5 },
      { period: february, avgTaxRate: 690 / 3600, paymentCount: 3 },
    ],
    taxAmountByPeriod: [
      { period: january, totalTax: '3.10', paymentCount: 5 },
      { period: february, totalTax: '6.90', paymentCount: 3 },
    ],
  });
});

test('subscriptionAnalysis', async () => {
  const found = await analyze(
    'subscriptionAnalysis',
    `billingPeriodDistribution(currency: "usd") { billingPeriod count totalAmount percentage } activeCount
    cancellationStats { totalSubscriptions canceledCount cancellationRate avgLifetimeDays medianLifetimeDays }
    cancellationTrend(granularity: MONTH) { period canceledCount }
    trialConversion { totalTrials convertedCount activeTrials conversionRate }
    trialConversionByProduct { productId productName totalTrials convertedCount conversionRate }
    churnRate(granularity: MONTH) { period startActive churned churnRate }`,
  );
  expect(found).toEqual({
    billingPeriodDistribution: [{ billingPeriod: 'monthly', count: 1, totalAmount: '6.00', percentage: 100 }],
    activeCount: 1,
    cancellationStats: {
      totalSubscriptions: 3,
      canceledCount: 2,
      cancellationRate: 2 / 3,
      avgLifetimeDays: 30,
      medianLifetimeDays: 30,
    },
    cancellationTrend: [
      { period: january, canceledCount: 0 },
      { period: february, canceledCount: 2 },
    ],
    trialConversion: { totalTrials: 2, convertedCount: 1, activeTrials: 0, conversionRate: 0.5 },
    trialConversionByProduct: [
      {
        productId: toShortId('PROD', shop.goods.subscription),
        productName: 'Beans by Post',
        totalTrials: 2,
        convertedCount: 1,
        conversionRate: 0.5,
      },
    ],
    churnRate: [
      { period: january, startActive: 0, churned: 0, churnRate: null },
      { period: february, startActive: 2, churned: 1, churnRate: 0.5 },
    ],
  });
});

test('refundTicketAnalysis', async () => {
  const found = await analyze(
    'refundTicketAnalysis',
    `reasonDistribution(currency: "usd") { reason count totalAmount percentage } statusDistribution { status count percentage }
    reviewEfficiency { avgHours medianHours p90Hours totalReviewed }
    ticketTrend(granularity: MONTH) { period totalCreated resolvedCount approvedCount rejectedCount }
    approvalRate { approved rejected rate } processingSuccessRate { succeeded failed rate }`,
  );
  expect(found).toEqual({
    reasonDistribution: [{ reason: 'broken', count: 2, totalAmount: '16.90', percentage: 100 }],
    statusDistribution: [
      { status: 'rejected', count: 1, percentage: 50 },
      { status: 'succeeded', count: 1, percentage: 50 },
    ],
    reviewEfficiency: { avgHours: 3, medianHours: 3, p90Hours: 3.8, totalReviewed: 2 },
    ticketTrend: [
      { period: january, totalCreated: 1, resolvedCount: 1, approvedCount: 0, rejectedCount: 1 },
      { period: february, totalCreated: 1, resolvedCount: 1, approvedCount: 1, rejectedCount: 0 },
    ],
    approvalRate: { approved: 1, rejected: 1, rate: 0.5 },
    processingSuccessRate: { succeeded: 1, failed: 0, rate: 1 },
  });
});

test('figures are of the caller’s own stores and environment', async () => {
  const figures = `{ orderStatistics { totalCount ordersByCountry { count } b2bVsB2cBreakdown(currency: "usd") { orderCount } }
    paymentStatistics { totalSucceededAmount totalSucceededCurrency totalSucceededCount refunds { totalCount refundRate }
      methodDistribution { count } taxSummary { totalTax } }
    productStatistics { onetimeTotalCount topByOrderCount { orderCount } }
    trendAnalysis { revenueByPeriod { amount } orderGrowth(granularity: ALL_TIME) { currentValue } }
    distributionAnalysis { orderAmountPercentiles(currency: "usd") { count } }
    customerAnalysis { totalCustomers purchaseFrequency { customerCount } }
    taxAnalysis { byCategory(currency: "usd") { totalTax } }
    subscriptionAnalysis { activeCount cancellationStats { totalSubscriptions } trialConversion { totalTrials } }
    refundTicketAnalysis { statusDistribution { count } reasonDistribution { count } } }`;
  const none = {
    orderStatistics: { totalCount: 0, ordersByCountry: [], b2bVsB2cBreakdown: [] },
    paymentStatistics: {
      totalSucceededAmount: '0',
      totalSucceededCurrency: null,
      totalSucceededCount: 0,
      refunds: { totalCount: 0, refundRate: null },
      methodDistribution: [],
      taxSummary: [],
    },
    productStatistics: { onetimeTotalCount: 0, topByOrderCount: [] },
    trendAnalysis: { revenueByPeriod: [], orderGrowth: [{ currentValue: 0 }] },
    distributionAnalysis: { orderAmountPercentiles: { count: 0 } },
    customerAnalysis: { totalCustomers: 0, purchaseFrequency: [] },
    taxAnalysis: { byCategory: [] },
    subscriptionAnalysis: {
      activeCount: 0,
      cancellationStats: { totalSubscriptions: 0 },
      trialConversion: { totalTrials: 0 },
    },
    refundTicketAnalysis: { statusDistribution: [], reasonDistribution: [] },
  };
  const other = await newMerchant();
  expect((await other.query(figures)).body.data).toEqual(none);
  expect((await shop.merchant.query(figures, {}, 'prod')).body.data).toEqual(none);
  const { body } = await shop.merchant.query(figures);
  expect(body.data).toMatchObject({
    orderStatistics: { totalCount: 8 },
    paymentStatistics: { totalSucceededAmount: '88.00' },
    customerAnalysis: { totalCustomers: 6 },
  });
});
