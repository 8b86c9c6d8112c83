/** `distributionAnalysis`: how amounts are spread. */

import {
  type HistogramBar,
  readHistogram,
  readSpread,
  type Spread,
  type SpreadMetric,
} from '#server/analytics/data/distribution.ts';
import { ApiError } from '#server/domain/errors.ts';
import { formatAmount } from '#server/domain/money.ts';
import { builder } from '../builder.ts';
import { type Analysis, amountArguments, readAmountAnalysis } from './analysis.ts';
import { markProvider } from './provider-mark.ts';

const DistributionMetricEnum = builder.enumType('DistributionMetric', {
  description: 'Which amounts are looked at, each with tax.',
  values: {
    ORDER_VALUE: {
      value: 'ORDER_VALUE',
      description: 'Totals of orders that were paid, or began with a trial, in the range.',
    },
    PAYMENT_AMOUNT: {
      value: 'PAYMENT_AMOUNT',
      description: 'Payments that succeeded in the range, without those of nothing.',
    },
    REFUND_AMOUNT: { value: 'REFUND_AMOUNT', description: 'Refunds that succeeded in the range.' },
    LIFETIME_VALUE: {
      value: 'LIFETIME_VALUE',
      description: 'What each customer whose first order fell into the range has paid by now, before refunds.',
    },
  } satisfies Record<SpreadMetric, { value: SpreadMetric; description: string }>,
});

const maxPercentiles = 20;
const maxBars = 50;
const usualPercentiles = [0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99];

interface Distribution {
  readonly analysis: Analysis<string>;
  readonly metric: SpreadMetric;
  readonly percentiles: readonly number[];
  readonly spread: Spread;
}

interface Percentile {
  readonly percentile: number;
  readonly amount: string;
}

const PercentileObject = builder.objectRef<Percentile>('Percentile').implement({
  description: 'An amount that so large a part of all amounts does not exceed.',
  fields: (t) => ({
    percentile: t.exposeFloat('percentile', { description: '0 to 1: 0.5 is the median.' }),
    amount: t.exposeString('amount', {
      description: 'Between two amounts it is interpolated, and rounded to the currency’s smallest unit.',
    }),
  }),
});

const HistogramBarObject = builder.objectRef<HistogramBar & { readonly currency: string }>('HistogramBar').implement({
  description: 'How many amounts lie between two.',
  fields: (t) => ({
    from: t.string({
      description: 'This one, or more.',
      resolve: ({ fromMinor, currency }) => formatAmount(fromMinor, currency),
    }),
    to: t.string({
      description: 'Less than this.',
      resolve: ({ toMinor, currency }) => formatAmount(toMinor, currency),
    }),
    count: t.exposeInt('count', { description: 'Amounts between the two.' }),
  }),
});

/** One of the spread's amounts as it is shown; null where there is nothing to look at. */
const shown = ({ analysis: { currency } }: Distribution, amountMinor: number | null): string | null =>
  amountMinor === null ? null : formatAmount(amountMinor, currency);

/** How many bars a histogram has; 400 for a number out of bounds. */
function readBars(given: number | null | undefined): number {
  const bars = given ?? 10;
  if (bars < 1 || bars > maxBars) throw new ApiError(400, `Invalid bars: must be 1 to ${maxBars}`, 'graphql');
  return bars;
}

const DistributionAnalysisObject = builder.objectRef<Distribution>('DistributionAnalysis').implement({
  description: 'How amounts of one currency are spread. Where there are none, all of them are null.',
  fields: (t) => ({
    count: t.int({ description: 'How many amounts there are.', resolve: ({ spread }) => spread.count }),
    sum: t.string({
      description: 'All of them together.',
      resolve: ({ spread, analysis: { currency } }) => formatAmount(spread.sumMinor, currency),
    }),
    min: t.string({
      nullable: true,
      description: 'The smallest.',
      resolve: (found) => shown(found, found.spread.minMinor),
    }),
    max: t.string({
      nullable: true,
      description: 'The largest.',
      resolve: (found) => shown(found, found.spread.maxMinor),
    }),
    mean: t.string({
      nullable: true,
      description: 'Rounded to the currency’s smallest unit.',
      resolve: (found) => shown(found, found.spread.meanMinor),
    }),
    median: t.string({
      nullable: true,
      description: 'Half of them are no larger.',
      resolve: (found) => shown(found, found.spread.medianMinor),
    }),
    percentiles: t.field({
      type: [PercentileObject],
      description: 'As they were asked for; none where there are no amounts.',
      extensions: { longest: maxPercentiles },
      resolve: (found) =>
        found.percentiles.flatMap((percentile, place) => {
          const amount = shown(found, found.spread.percentilesMinor[place] ?? null);
          return amount === null ? [] : [{ percentile, amount }];
        }),
    }),
    histogram: t.field({
      type: [HistogramBarObject],
      description:
        'Equally wide bars from the smallest amount to the largest: fewer where there are fewer amounts between.',
      args: { bars: t.arg.int({ defaultValue: 10, description: `How many at most, 1 to ${maxBars}.` }) },
      extensions: { scans: 1, longest: maxBars },
      resolve: async ({ analysis: { read, currency }, metric, spread }, { bars: given }) => {
        const bars = readBars(given);
        const rows = await read((tx, scope, choice) => readHistogram(tx, scope, { ...choice, metric }, spread, bars));
        return rows.map((row) => ({ ...row, currency }));
      },
    }),
  }),
});

/** Which percentiles are wanted; 400 for what is none, and for too many. */
function readPercentiles(given: readonly number[] | null | undefined): readonly number[] {
  const percentiles = given ?? usualPercentiles;
  if (percentiles.length > maxPercentiles || percentiles.some((percentile) => percentile < 0 || percentile > 1)) {
    throw new ApiError(400, `Invalid percentiles: must be at most ${maxPercentiles} numbers from 0 to 1`, 'graphql');
  }
  return percentiles;
}

markProvider(DistributionAnalysisObject, ({ analysis }) => analysis);

builder.queryField('distributionAnalysis', (t) =>
  t.field({
    type: DistributionAnalysisObject,
    description: 'How amounts are spread: percentiles, extremes and a histogram. For the merchant.',
    args: {
      ...amountArguments(),
      metric: t.arg({ type: DistributionMetricEnum, required: true }),
      percentiles: t.arg.floatList({
        description: `0 to 1, at most ${maxPercentiles}; ${usualPercentiles.join(', ')} unless told otherwise.`,
      }),
    },
    extensions: { scans: 1 },
    resolve: async (_, { metric: given, percentiles: wanted, ...args }, context): Promise<Distribution> => {
      const analysis = readAmountAnalysis(args, context);
      // The enum's values are the metrics.
      const [metric, percentiles] = [given as SpreadMetric, readPercentiles(wanted)];
      const spread = await analysis.read((tx, scope, choice) =>
        readSpread(tx, scope, { ...choice, metric }, percentiles),
      );
      return { analysis, metric, percentiles, spread };
    },
  }),
);
