/** Retention, lifetime value and repeat purchases of `customerAnalysis`. */
import { type Cohort, type CohortMonth, maxCohorts, readCohorts } from '#server/analytics/data/cohorts.ts';
import { readBuyers } from '#server/analytics/data/customers.ts';
import { readHistogram, readSpread } from '#server/analytics/data/distribution.ts';
import {
  type BuyersOfPeriod,
  listPurchaseFrequencies,
  type PurchaseFrequency,
  readBuyerSeries,
} from '#server/analytics/data/purchases.ts';
import { formatAmount } from '#server/domain/money.ts';
import { shareOf } from '#server/domain/time-range.ts';
import { builder } from '../builder.ts';
import { amount } from '../field-options.ts';
import { type Analysis, figuresOf } from './analysis.ts';
import { currencyArgument, granularityArgument } from './analysis-arguments.ts';
import { CustomerAnalysisObject, TopCustomerObject } from './customer-analysis.ts';
import { HistogramBucketObject, withPercentages } from './histogram-bucket.ts';
import { percentageOf, periodDescription, periodLabel, periodStarts } from './period-shapes.ts';
import { seriesLength, sumBy } from './shapes.ts';

const RetentionObject = builder.objectRef<CohortMonth & { readonly size: number }>('CohortRetentionPeriod').implement({
  description: 'One period of a cohort.',
  fields: (t) => ({
    periodOffset: t.exposeInt('number', { description: 'The number of periods since the first order; 0: the same.' }),
    activeCustomers: t.exposeInt('active', { description: 'How many of the cohort paid in that period.' }),
    retentionRate: t.float({
      nullable: true,
      description: '`activeCustomers` divided by the cohort’s size, 0 to 1; null if the cohort is empty.',
      resolve: ({ active, size }) => shareOf(active, size),
    }),
  }),
});

const CohortRetentionObject = builder.objectRef<Cohort>('CohortRetention').implement({
  description: 'The customers with their first order in one period.',
  fields: (t) => ({
    cohortPeriod: t.string({ description: periodDescription, resolve: ({ month }) => periodLabel(month) }),
    cohortSize: t.exposeInt('size', { description: 'The number of these customers.' }),
    retention: t.field({
      type: [RetentionObject],
      description: 'One entry per period, from the first order’s to the end of the range.',
      extensions: { maxLength: maxCohorts },
      resolve: ({ months, size }) => months.map((month) => ({ ...month, size })),
    }),
  }),
});

const bars = 10;
const metric = 'LIFETIME_VALUE' as const;

const readValues = ({ read }: Analysis<string>) =>
  read((tx, scope, choice) => readSpread(tx, scope, { ...choice, metric }, []));

type Values = Awaited<ReturnType<typeof readValues>>;

const LifetimeValuesObject = builder
  .objectRef<{ readonly analysis: Analysis<string>; readonly values: Values }>('LifetimeValues')
  .implement({
    description: 'What customers with their first order in the range have paid so far, before refunds.',
    fields: (t) => ({
      averageLtv: t.string({
        nullable: true,
        description: 'The mean, rounded to the currency’s minor unit; null without customers.',
        resolve: ({ values: { meanMinor }, analysis: { currency } }) =>
          meanMinor === null ? null : formatAmount(meanMinor, currency),
      }),
      medianLtv: t.string({
        nullable: true,
        description: 'The median; null without customers.',
        resolve: ({ values: { medianMinor }, analysis: { currency } }) =>
          medianMinor === null ? null : formatAmount(medianMinor, currency),
      }),
      buckets: t.field({
        type: [HistogramBucketObject],
        description: `The customers by what they have paid, in at most ${bars} ranges of equal width.`,
        extensions: { scans: 1, maxLength: bars },
        resolve: async ({ values, analysis: { read, currency } }) =>
          withPercentages(
            await read((tx, scope, choice) => readHistogram(tx, scope, { ...choice, metric }, values, bars)),
            currency,
          ),
      }),
    }),
  });

const maxFrequencies = 100;

const PurchaseFrequencyObject = builder
  .objectRef<PurchaseFrequency & { readonly percentage: number }>('PurchaseFrequency')
  .implement({
    description: 'The buyers with the same number of orders in the range.',
    fields: (t) => ({
      purchaseCount: t.exposeInt('orders', { description: 'The number of orders of each of them.' }),
      customerCount: t.exposeInt('customers', { description: 'The number of these buyers.' }),
      percentage: t.exposeFloat('percentage', { description: 'The share of all buyers, 0 to 100.' }),
    }),
  });

const RepeatRateObject = builder.objectRef<BuyersOfPeriod>('RepeatPurchaseRate').implement({
  description: 'The buyers of one period.',
  fields: (t) => ({
    period: t.string({ description: periodDescription, resolve: ({ start }) => periodLabel(start) }),
    totalBuyers: t.exposeInt('buyers', { description: 'The number of different buyers.' }),
    repeatBuyers: t.exposeInt('repeating', {
      description: 'How many of them had bought before, or bought repeatedly in the period.',
    }),
    repeatRate: t.float({
      nullable: true,
      description: '`repeatBuyers` divided by `totalBuyers`, 0 to 1; null without buyers.',
      resolve: ({ repeating, buyers }) => shareOf(repeating, buyers),
    }),
  }),
});

builder.objectFields(TopCustomerObject, (t) => ({
  buyerEmail: t.exposeString('email', { nullable: true, description: 'The same as `email`.' }),
  totalSpent: t.string(amount('spentMinor', 'The same as `spent`.')),
  orderCount: t.exposeInt('paidOrders', { description: 'The number of orders that these payments are for.' }),
  firstPurchaseDate: t.expose('firstOrderAt', { type: 'DateTime', description: 'The same as `firstOrderAt`.' }),
  lastPurchaseDate: t.expose('lastOrderAt', {
    type: 'DateTime',
    description: 'When their latest order was paid or started.',
  }),
}));

builder.objectFields(CustomerAnalysisObject, (t) => ({
  totalCustomers: t.int(figuresOf(readBuyers)('buyers', 'The same as `buyers`.')),
  cohortRetention: t.field({
    type: [CohortRetentionObject],
    description: `Customers by the period of their first order: the range’s periods, at most the last ${maxCohorts}.`,
    args: granularityArgument(),
    extensions: { scans: 1, maxLength: maxCohorts },
    resolve: ({ read }, args) => {
      const granularity = args.granularity ?? 'month';
      return read((tx, scope, choice) => readCohorts(tx, scope, { ...choice, granularity }));
    },
  }),
  ltvDistribution: t.field({
    type: LifetimeValuesObject,
    description: 'The lifetime value of new customers in one currency.',
    args: currencyArgument(),
    extensions: { scans: 1 },
    resolve: async (given, { currency }) => {
      const analysis = given.inCurrency(currency);
      return { analysis, values: await readValues(analysis) };
    },
  }),
  purchaseFrequency: t.field({
    type: [PurchaseFrequencyObject],
    description: `The buyers by their number of orders in the range, the smallest first, at most ${maxFrequencies} numbers.`,
    extensions: { scans: 1, maxLength: maxFrequencies },
    resolve: async ({ read }) => {
      const rows = await read(listPurchaseFrequencies);
      const all = sumBy(rows, ({ customers }) => customers);
      return rows.slice(0, maxFrequencies).map((row) => ({ ...row, percentage: percentageOf(row.customers, all) }));
    },
  }),
  repeatPurchaseRate: t.field({
    type: [RepeatRateObject],
    description: 'The buyers of each period, and how many of them had bought before.',
    args: granularityArgument(),
    extensions: { scans: 1, maxLength: seriesLength },
    resolve: (analysis, { granularity }) => {
      const starts = periodStarts(analysis, granularity);
      return analysis.read((tx, scope, choice) => readBuyerSeries(tx, scope, choice, starts));
    },
  }),
}));
