/** `distributionAnalysis`: the distribution of amounts. */

import {
  type HistogramBar,
  readHistogram,
  readSpread,
  type Spread,
  type SpreadMetric,
} from '#server/analytics/data/distribution.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import { formatAmount } from '#server/domain/money.ts';
import { builder } from '../builder.ts';
import { amount } from '../field-options.ts';
import { type Analysis, once, readAnalysis } from './analysis.ts';
import { analysisArguments } from './analysis-arguments.ts';
import { markProvider } from './provider-mark.ts';

const DistributionMetricEnum = builder.enumType('DistributionMetric', {
  description: 'The amounts of a distribution, with tax.',
  values: {
    ORDER_VALUE: {
      value: 'ORDER_VALUE',
      description: 'Totals of orders paid, or started with a trial, in the range.',
    },
    PAYMENT_AMOUNT: {
      value: 'PAYMENT_AMOUNT',
      description: 'Payments that succeeded in the range, except zero amounts.',
    },
    REFUND_AMOUNT: { value: 'REFUND_AMOUNT', description: 'Refunds that succeeded in the range.' },
    LIFETIME_VALUE: {
      value: 'LIFETIME_VALUE',
      description: 'The total paid so far by each customer with their first order in the range, before refunds.',
    },
  } satisfies Record<SpreadMetric, { value: SpreadMetric; description: string }>,
});

const maxPercentiles = 20;
export const maxBars = 50;
const usualPercentiles = [0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99];

/** The parent object of a distribution's fields. */
interface Distribution {
  readonly analysis: Analysis;
  /** The chosen amounts; 400 without `metric` or `currency`. */
  readonly amounts: () => Promise<Amounts>;
}

interface Amounts {
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
  description: 'A percentile of the amounts.',
  fields: (t) => ({
    percentile: t.exposeFloat('percentile', { description: '0 to 1: 0.5 is the median.' }),
    amount: t.exposeString('amount', {
      description: 'Interpolated between two amounts, and rounded to the currency’s minor unit.',
    }),
  }),
});

const HistogramBarObject = builder.objectRef<HistogramBar & { readonly currency: string }>('HistogramBar').implement({
  description: 'One bar of a histogram.',
  fields: (t) => ({
    from: t.string(amount('fromMinor', 'The lower bound, inclusive, in display format.')),
    to: t.string(amount('toMinor', 'The upper bound, exclusive, in display format.')),
    count: t.exposeInt('count', { description: 'The number of amounts in between.' }),
  }),
});

/** An amount in display format; null without amounts. */
const shown = ({ analysis: { currency } }: Amounts, amountMinor: number | null): string | null =>
  amountMinor === null ? null : formatAmount(amountMinor, currency);

const showFigure = (found: Amounts, name: 'min' | 'max' | 'mean' | 'median') =>
  shown(found, found.spread[`${name}Minor`]);

/** The number of bars of a histogram; 400 if out of bounds. */
export function readBars(requested: number | null | undefined, name = 'bars'): number {
  const bars = requested ?? 10;
  if (bars < 1 || bars > maxBars) throw new ApiError(400, `Invalid ${name}: must be 1 to ${maxBars}`, 'graphql');
  return bars;
}

export const DistributionAnalysisObject = builder.objectRef<Distribution>('DistributionAnalysis').implement({
  description:
    'The distribution of amounts in one currency; most fields are of the arguments’ `metric`. Null without amounts.',
  fields: (t) => ({
    count: t.int({
      description: 'The number of amounts.',
      resolve: async ({ amounts }) => (await amounts()).spread.count,
    }),
    sum: t.string({
      description: 'The sum of the amounts.',
      resolve: async ({ amounts }) => {
        const { spread, analysis } = await amounts();
        return formatAmount(spread.sumMinor, analysis.currency);
      },
    }),
    min: t.string({
      nullable: true,
      description: 'The smallest amount.',
      resolve: async ({ amounts }) => showFigure(await amounts(), 'min'),
    }),
    max: t.string({
      nullable: true,
      description: 'The largest amount.',
      resolve: async ({ amounts }) => showFigure(await amounts(), 'max'),
    }),
    mean: t.string({
      nullable: true,
      description: 'The mean, rounded to the currency’s minor unit.',
      resolve: async ({ amounts }) => showFigure(await amounts(), 'mean'),
    }),
    median: t.string({
      nullable: true,
      description: 'The median: half of the amounts are not larger.',
      resolve: async ({ amounts }) => showFigure(await amounts(), 'median'),
    }),
    percentiles: t.field({
      type: [PercentileObject],
      description: 'The requested percentiles; empty without amounts.',
      extensions: { maxLength: maxPercentiles },
      resolve: async ({ amounts }) => {
        const found = await amounts();
        return found.percentiles.flatMap((percentile, index) => {
          const amount = shown(found, found.spread.percentilesMinor[index] ?? null);
          return amount === null ? [] : [{ percentile, amount }];
        });
      },
    }),
    histogram: t.field({
      type: [HistogramBarObject],
      description:
        'Bars of equal width from the smallest to the largest amount. Fewer if there are fewer distinct amounts.',
      args: { bars: t.arg.int({ defaultValue: 10, description: `The maximum number of bars, 1 to ${maxBars}.` }) },
      extensions: { scans: 1, maxLength: maxBars },
      resolve: async ({ amounts }, { bars: requestedBars }) => {
        const { analysis, metric, spread } = await amounts();
        const { read, currency } = analysis;
        const bars = readBars(requestedBars);
        const rows = await read((tx, scope, choice) => readHistogram(tx, scope, { ...choice, metric }, spread, bars));
        return rows.map((row) => ({ ...row, currency }));
      },
    }),
  }),
});

/** The requested percentiles; 400 for invalid ones or too many. */
function readPercentiles(requested: readonly number[] | null | undefined): readonly number[] {
  const percentiles = requested ?? usualPercentiles;
  if (percentiles.length > maxPercentiles || percentiles.some((percentile) => percentile < 0 || percentile > 1)) {
    throw new ApiError(400, `Invalid percentiles: must be at most ${maxPercentiles} numbers from 0 to 1`, 'graphql');
  }
  return percentiles;
}

markProvider(DistributionAnalysisObject, ({ analysis }) => analysis);

builder.queryField('distributionAnalysis', (t) =>
  t.field({
    type: DistributionAnalysisObject,
    description: 'The distribution of amounts: percentiles, extremes and a histogram. For the merchant only.',
    args: {
      ...analysisArguments(),
      metric: t.arg({ type: DistributionMetricEnum, description: 'The amounts; only some fields require it.' }),
      percentiles: t.arg.floatList({
        description: `0 to 1, at most ${maxPercentiles}; ${usualPercentiles.join(', ')} by default.`,
      }),
    },
    extensions: { scans: 1 },
    resolve: async (_, { metric, percentiles: wanted, ...args }, context): Promise<Distribution> => {
      const analysis = await readAnalysis(args, context);
      const percentiles = readPercentiles(wanted);
      // The enum's values are the metrics.
      return { analysis, amounts: once(() => readAmounts(analysis, metric as SpreadMetric | null, percentiles)) };
    },
  }),
);

async function readAmounts(
  given: Analysis,
  metric: SpreadMetric | null | undefined,
  percentiles: readonly number[],
): Promise<Amounts> {
  const analysis = given.inCurrency();
  if (!metric) throw errors.missingField('metric', 'graphql');
  const spread = await analysis.read((tx, scope, choice) => readSpread(tx, scope, { ...choice, metric }, percentiles));
  return { analysis, metric, percentiles, spread };
}
