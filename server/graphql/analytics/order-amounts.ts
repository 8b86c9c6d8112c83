/** The distribution of order totals, and their average over time, of `distributionAnalysis`. */
import { readHistogram, readSpread, type Spread } from '#server/analytics/data/distribution.ts';
import { readSeries } from '#server/analytics/data/trend.ts';
import { formatAmount } from '#server/domain/money.ts';
import { builder } from '../builder.ts';
import { amount } from '../field-options.ts';
import type { Analysis } from './analysis.ts';
import { currencyArgument, granularityArgument } from './analysis-arguments.ts';
import { DistributionAnalysisObject, maxBars, readBars } from './distribution-analysis.ts';
import { type Bucket, HistogramBucketObject, withPercentages } from './histogram-bucket.ts';
import { periodDescription, periodLabel, periodStarts } from './period-shapes.ts';
import { seriesLength } from './shapes.ts';

const percentiles = { p10: 0.1, p25: 0.25, p50: 0.5, p75: 0.75, p90: 0.9, p95: 0.95, p99: 0.99 };

interface Totals {
  readonly spread: Spread;
  readonly currency: string;
}

const shown = ({ currency }: Totals, amountMinor: number | null | undefined): string | null =>
  amountMinor === null || amountMinor === undefined ? null : formatAmount(amountMinor, currency);

const OrderAmountPercentilesObject = builder.objectRef<Totals>('OrderAmountPercentiles').implement({
  description: 'The distribution of order totals with tax, in display format. Null without orders.',
  fields: (t) => ({
    ...Object.fromEntries(
      Object.keys(percentiles).map((name, index) => [
        name,
        t.string({
          nullable: true,
          description: `The total that ${name.slice(1)} percent of the orders do not exceed.`,
          resolve: (totals) => shown(totals, totals.spread.percentilesMinor[index]),
        }),
      ]),
    ),
    min: t.string({
      nullable: true,
      description: 'The smallest total.',
      resolve: (totals) => shown(totals, totals.spread.minMinor),
    }),
    max: t.string({
      nullable: true,
      description: 'The largest total.',
      resolve: (totals) => shown(totals, totals.spread.maxMinor),
    }),
    avg: t.string({
      nullable: true,
      description: 'The mean, rounded to the currency’s minor unit.',
      resolve: (totals) => shown(totals, totals.spread.meanMinor),
    }),
    stddev: t.string({
      nullable: true,
      description: 'The standard deviation of all totals, rounded to the currency’s minor unit.',
      resolve: (totals) => shown(totals, totals.spread.deviationMinor),
    }),
    count: t.int({ description: 'The number of orders.', resolve: ({ spread }) => spread.count }),
  }),
});

const metric = 'ORDER_VALUE' as const;

const readTotals = ({ read }: Analysis<string>): Promise<Spread> =>
  read((tx, scope, choice) => readSpread(tx, scope, { ...choice, metric }, Object.values(percentiles)));

interface AveragePoint {
  readonly start: Date;
  readonly orders: number;
  readonly totalMinor: number;
  readonly currency: string;
}

const AveragePointObject = builder.objectRef<AveragePoint>('AverageOrderValuePoint').implement({
  description: 'The orders paid, or started with a trial, in one period.',
  fields: (t) => ({
    period: t.string({ description: periodDescription, resolve: ({ start }) => periodLabel(start) }),
    averageOrderValue: t.string({
      nullable: true,
      description: '`totalRevenue` divided by `orderCount`, rounded to the currency’s minor unit; null without orders.',
      resolve: ({ orders, totalMinor, currency }) =>
        orders === 0 ? null : formatAmount(Math.round(totalMinor / orders), currency),
    }),
    orderCount: t.exposeInt('orders', { description: 'The number of orders.' }),
    totalRevenue: t.string(amount('totalMinor', 'Their totals with tax, with one period per subscription.')),
  }),
});

builder.objectFields(DistributionAnalysisObject, (t) => ({
  orderAmountPercentiles: t.field({
    type: OrderAmountPercentilesObject,
    description: 'The totals of orders paid, or started with a trial, in the range.',
    args: currencyArgument(),
    extensions: { scans: 1 },
    resolve: async ({ analysis }, args) => {
      const chosen = analysis.inCurrency(args.currency);
      return { spread: await readTotals(chosen), currency: chosen.currency };
    },
  }),
  aovTrend: t.field({
    type: [AveragePointObject],
    description: 'The average order value of each period.',
    args: { ...granularityArgument(), ...currencyArgument() },
    extensions: { scans: 1, maxLength: seriesLength },
    resolve: async ({ analysis }, args): Promise<AveragePoint[]> => {
      const { read, range, currency } = analysis.inCurrency(args.currency);
      const starts = periodStarts({ range }, args.granularity);
      const series = await read((tx, scope, choice) => readSeries(tx, scope, 'order', choice, starts));
      return starts.map((start, index) => {
        const { count: orders = 0, amountMinor: totalMinor = 0 } = series.get(index + 1) ?? {};
        return { start, orders, totalMinor, currency };
      });
    },
  }),
  orderAmountBuckets: t.field({
    type: [HistogramBucketObject],
    description: 'The totals of these orders in ranges of equal width. Fewer if there are fewer distinct totals.',
    args: {
      bucketCount: t.arg.int({ defaultValue: 10, description: `The maximum number of ranges, 1 to ${maxBars}.` }),
      ...currencyArgument(),
    },
    extensions: { scans: 2, maxLength: maxBars },
    resolve: async ({ analysis }, args): Promise<Bucket[]> => {
      const chosen = analysis.inCurrency(args.currency);
      const count = readBars(args.bucketCount, 'bucketCount');
      const spread = await readTotals(chosen);
      const bars = await chosen.read((tx, scope, choice) =>
        readHistogram(tx, scope, { ...choice, metric }, spread, count),
      );
      return withPercentages(bars, chosen.currency);
    },
  }),
}));
