/** `trendAnalysis`: one figure over time. */

import { isAmount, readMetric, type TrendMetric } from '#server/analytics/data/metrics.ts';
import { trailingMeans } from '#server/analytics/rules/trailing-means.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import { formatAmount } from '#server/domain/money.ts';
import { bucketsOf, growthOf, type Interval } from '#server/domain/time-range.ts';
import { builder } from '../builder.ts';
import { type Analysis, once, readAnalysis } from './analysis.ts';
import { analysisArguments, IntervalEnum } from './analysis-arguments.ts';
import { markProvider } from './provider-mark.ts';
import { seriesLength } from './shapes.ts';

const TrendMetricEnum = builder.enumType('TrendMetric', {
  description: 'The figure of a trend. Amounts (REVENUE, NET_REVENUE, MRR) require a currency.',
  values: {
    REVENUE: { value: 'REVENUE', description: 'The revenue with tax, by the time payments succeeded.' },
    NET_REVENUE: { value: 'NET_REVENUE', description: 'The revenue minus the refunds of the same bucket.' },
    ORDERS: { value: 'ORDERS', description: 'Orders paid, or started with a trial.' },
    PAYMENTS: { value: 'PAYMENTS', description: 'Successful payments.' },
    NEW_CUSTOMERS: { value: 'NEW_CUSTOMERS', description: 'Buyers with their first order, in any currency.' },
    ACTIVE_SUBSCRIPTIONS: {
      value: 'ACTIVE_SUBSCRIPTIONS',
      description: 'Active subscriptions past their trial, at the end of the bucket.',
    },
    MRR: { value: 'MRR', description: 'The monthly recurring revenue without tax, at the end of the bucket.' },
  } satisfies Record<TrendMetric, { value: TrendMetric; description: string }>,
});

export const maxMovingAverage = 100;

/** The parent object of a trend's fields. */
export interface Trend {
  readonly analysis: Analysis;
  /** The chosen figure; 400 without one. */
  readonly series: () => TrendSeries;
}

interface TrendSeries {
  readonly analysis: Analysis;
  readonly metric: TrendMetric;
  readonly interval: Interval;
  readonly window: number;
  /** The figures of the range and of the previous one. Each is read once, on first use. */
  readonly values: () => Promise<readonly number[]>;
  readonly before: () => Promise<readonly number[]>;
}

interface Point {
  readonly start: Date;
  readonly value: string;
  readonly movingAverage: string | null;
  readonly growth: number | null;
  readonly previous: string | null;
}

/** The figures of a range's buckets. */
const readValues = ({ read }: Analysis, metric: TrendMetric, interval: Interval): Promise<number[]> =>
  read((tx, scope, choice) => readMetric(tx, scope, { ...choice, metric, interval }));

/** A formatted figure: an amount in display format, a count as an integer; a mean with two decimals. */
function show({ analysis: { currency }, metric }: TrendSeries, value: number, isMean = false): string {
  if (isAmount(metric)) return formatAmount(Math.round(value), currency ?? '');
  return isMean ? value.toFixed(2) : String(value);
}

/** The total of a range: the sum, or for levels (subscriptions, MRR) the last value. */
const totalOf = (metric: TrendMetric, values: readonly number[]): number =>
  metric === 'ACTIVE_SUBSCRIPTIONS' || metric === 'MRR'
    ? (values.at(-1) ?? 0)
    : values.reduce((sum, value) => sum + value, 0);

const TrendPointObject = builder.objectRef<Point>('TrendPoint').implement({
  description: 'One bucket of a trend.',
  fields: (t) => ({
    start: t.expose('start', { type: 'DateTime', description: 'The start of the bucket, in UTC.' }),
    value: t.exposeString('value', { description: 'An amount in display format, or a count.' }),
    movingAverage: t.exposeString('movingAverage', {
      nullable: true,
      description: 'The mean of this and the previous buckets, as many as requested; null if there are fewer.',
    }),
    growth: t.exposeFloat('growth', {
      nullable: true,
      description:
        'The change from the previous bucket: 0.25 is a quarter more. Null for the first one and after zero.',
    }),
    previous: t.exposeString('previous', {
      nullable: true,
      description: 'The value of the corresponding bucket in the previous range; null if there is none.',
    }),
  }),
});

async function readPoints(trend: TrendSeries): Promise<Point[]> {
  const { analysis, interval, window } = trend;
  const [values, before] = await Promise.all([trend.values(), trend.before()]);
  const means = trailingMeans(values, window);
  return bucketsOf(analysis.range, interval).map((start, index) => {
    const [value = 0, last, then, mean] = [values[index], values[index - 1], before[index], means[index]];
    return {
      start,
      value: show(trend, value),
      movingAverage: mean === undefined || mean === null ? null : show(trend, mean, true),
      growth: last === undefined ? null : growthOf(value, last),
      previous: then === undefined ? null : show(trend, then),
    };
  });
}

const readTotal = async (trend: TrendSeries) => totalOf(trend.metric, await trend.values());
const readPreviousTotal = async (trend: TrendSeries) => totalOf(trend.metric, await trend.before());

export const TrendAnalysisObject = builder.objectRef<Trend>('TrendAnalysis').implement({
  description:
    'Figures over a time range. `total`, `previousTotal`, `growth` and `points` are of the arguments’ `metric`.',
  fields: (t) => ({
    total: t.string({
      description: 'The sum over the range; for subscriptions and MRR the value at its end.',
      resolve: async ({ series }) => show(series(), await readTotal(series())),
    }),
    previousTotal: t.string({
      description:
        'The same figures for the previous range of equal length. For whole months, it has the same number of months.',
      resolve: async ({ series }) => show(series(), await readPreviousTotal(series())),
    }),
    growth: t.float({
      nullable: true,
      description: 'The change from `previousTotal` to `total`: 0.25 is a quarter more. Null if that was zero.',
      resolve: async ({ series }) => growthOf(await readTotal(series()), await readPreviousTotal(series())),
    }),
    points: t.field({
      type: [TrendPointObject],
      description: 'All buckets of the range, including empty ones. The first bucket contains `from`.',
      extensions: { maxLength: seriesLength },
      resolve: ({ series }) => readPoints(series()),
    }),
  }),
});

/** The number of averaged buckets; 400 if out of bounds. */
export function readWindow(requested: number | null | undefined, name = 'movingAverage'): number {
  const window = requested ?? 1;
  if (window < 1 || window > maxMovingAverage) {
    throw new ApiError(400, `Invalid ${name}: must be 1 to ${maxMovingAverage}`, 'graphql');
  }
  return window;
}

markProvider(TrendAnalysisObject, ({ analysis }) => analysis);

builder.queryField('trendAnalysis', (t) =>
  t.field({
    type: TrendAnalysisObject,
    description: 'The trend of revenue, orders, customers or subscriptions. For the merchant only.',
    args: {
      ...analysisArguments(),
      metric: t.arg({ type: TrendMetricEnum, description: 'The figure; only some fields require it.' }),
      interval: t.arg({ type: IntervalEnum, defaultValue: 'day', description: 'The length of a bucket.' }),
      movingAverage: t.arg.int({
        defaultValue: 7,
        description: `The number of averaged buckets, 1 to ${maxMovingAverage}.`,
      }),
    },
    extensions: { scans: 2 },
    resolve: async (_, { metric, interval, movingAverage, ...args }, context): Promise<Trend> => {
      const analysis = await readAnalysis(args, context);
      const chosen = { interval: interval ?? 'day', window: readWindow(movingAverage) };
      // The enum's values are the metrics.
      if (!metric) return { analysis, series: () => requireMetric() };
      const series = seriesOf(analysis, { ...chosen, metric: metric as TrendMetric });
      return { analysis, series: () => series };
    },
  }),
);

function requireMetric(): never {
  throw errors.missingField('metric', 'graphql');
}

function seriesOf(analysis: Analysis, choice: Pick<TrendSeries, 'metric' | 'interval' | 'window'>): TrendSeries {
  const { metric, interval } = choice;
  if (isAmount(metric) && analysis.currency === undefined) throw errors.missingField('currency', 'graphql');
  const { previous } = analysis;
  const values = once(() => readValues(analysis, metric, interval));
  const before = once(() => (previous ? readValues(previous, metric, interval) : Promise.resolve([])));
  return { analysis, ...choice, values, before };
}
