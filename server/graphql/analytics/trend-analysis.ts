/** `trendAnalysis`: how one figure changes over time. */

import { isAmount, readMetric, type TrendMetric } from '#server/analytics/data/metrics.ts';
import { trailingMeans } from '#server/analytics/rules/trailing-means.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import { formatAmount } from '#server/domain/money.ts';
import { bucketsOf, growthOf, type Interval } from '#server/domain/time-range.ts';
import { builder } from '../builder.ts';
import { type Analysis, analysisArguments, IntervalEnum, readAnalysis } from './analysis.ts';
import { markProvider } from './provider-mark.ts';
import { seriesLength } from './shapes.ts';

const TrendMetricEnum = builder.enumType('TrendMetric', {
  description: 'What a trend is of. Amounts (REVENUE, NET_REVENUE, MRR) need a currency.',
  values: {
    REVENUE: { value: 'REVENUE', description: 'What payments brought in, with tax, by when they succeeded.' },
    NET_REVENUE: { value: 'NET_REVENUE', description: 'The same, without what refunds gave back in the same time.' },
    ORDERS: { value: 'ORDERS', description: 'Orders that were paid, or that began with a trial.' },
    PAYMENTS: { value: 'PAYMENTS', description: 'Payments that succeeded.' },
    NEW_CUSTOMERS: { value: 'NEW_CUSTOMERS', description: 'Buyers whose first order it was, in whatever currency.' },
    ACTIVE_SUBSCRIPTIONS: {
      value: 'ACTIVE_SUBSCRIPTIONS',
      description: 'Subscriptions past their trial that have not ended: at the end of the bucket.',
    },
    MRR: { value: 'MRR', description: 'What these bring in each month, without tax: at the end of the bucket.' },
  } satisfies Record<TrendMetric, { value: TrendMetric; description: string }>,
});

const maxMovingAverage = 100;

interface Trend {
  readonly analysis: Analysis;
  readonly metric: TrendMetric;
  readonly interval: Interval;
  readonly window: number;
  readonly values: readonly number[];
  /** The figures of the range before, read once where a field asks for them. */
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

/** A figure as it is shown: an amount as a display string, a count as it is; with two decimals where it is a mean. */
function show({ analysis: { currency }, metric }: Trend, value: number, isMean = false): string {
  if (isAmount(metric)) return formatAmount(Math.round(value), currency ?? '');
  return isMean ? value.toFixed(2) : String(value);
}

/** What a range comes to: of what flows the sum, of a level the last. */
const totalOf = (metric: TrendMetric, values: readonly number[]): number =>
  metric === 'ACTIVE_SUBSCRIPTIONS' || metric === 'MRR'
    ? (values.at(-1) ?? 0)
    : values.reduce((sum, value) => sum + value, 0);

const TrendPointObject = builder.objectRef<Point>('TrendPoint').implement({
  description: 'One bucket of a trend.',
  fields: (t) => ({
    start: t.expose('start', { type: 'DateTime', description: 'Where the bucket begins, in UTC.' }),
    value: t.exposeString('value', { description: 'An amount as a display string, or a count.' }),
    movingAverage: t.exposeString('movingAverage', {
      nullable: true,
      description: 'The mean of this bucket and those before it, as many as asked for; null where there are fewer.',
    }),
    growth: t.exposeFloat('growth', {
      nullable: true,
      description:
        'Against the bucket before: 0.25 is a quarter more. Null for the first, and after a bucket of nothing.',
    }),
    previous: t.exposeString('previous', {
      nullable: true,
      description: 'The value of the bucket at the same place in the range before; null where that has fewer.',
    }),
  }),
});

async function readPoints(trend: Trend): Promise<Point[]> {
  const { analysis, interval, window, values } = trend;
  const before = await trend.before();
  const means = trailingMeans(values, window);
  return bucketsOf(analysis.range, interval).map((start, place) => {
    const [value = 0, last, then, mean] = [values[place], values[place - 1], before[place], means[place]];
    return {
      start,
      value: show(trend, value),
      movingAverage: mean === undefined || mean === null ? null : show(trend, mean, true),
      growth: last === undefined ? null : growthOf(value, last),
      previous: then === undefined ? null : show(trend, then),
    };
  });
}

const TrendAnalysisObject = builder.objectRef<Trend>('TrendAnalysis').implement({
  description: 'How one figure changed over a range of time.',
  fields: (t) => ({
    total: t.string({
      description: 'Of the whole range: the sum, or of subscriptions and MRR where it ended.',
      resolve: (trend) => show(trend, totalOf(trend.metric, trend.values)),
    }),
    previousTotal: t.string({
      description: 'The same of the range before, which is as long; before whole months come as many months.',
      resolve: async (trend) => show(trend, totalOf(trend.metric, await trend.before())),
    }),
    growth: t.float({
      nullable: true,
      description: '`total` against `previousTotal`: 0.25 is a quarter more. Null where there was nothing before.',
      resolve: async (trend) =>
        growthOf(totalOf(trend.metric, trend.values), totalOf(trend.metric, await trend.before())),
    }),
    points: t.field({
      type: [TrendPointObject],
      description: 'Every bucket of the range, empty ones too; the first is the one that holds `from`.',
      extensions: { longest: seriesLength },
      resolve: readPoints,
    }),
  }),
});

/** How many buckets are averaged; 400 for a number out of bounds. */
function readWindow(given: number | null | undefined): number {
  const window = given ?? 1;
  if (window < 1 || window > maxMovingAverage) {
    throw new ApiError(400, `Invalid movingAverage: must be 1 to ${maxMovingAverage}`, 'graphql');
  }
  return window;
}

markProvider(TrendAnalysisObject, ({ analysis }) => analysis);

builder.queryField('trendAnalysis', (t) =>
  t.field({
    type: TrendAnalysisObject,
    description: 'How revenue, orders, customers or subscriptions change over time. For the merchant.',
    args: {
      ...analysisArguments(),
      metric: t.arg({ type: TrendMetricEnum, required: true }),
      interval: t.arg({ type: IntervalEnum, required: true }),
      movingAverage: t.arg.int({
        defaultValue: 7,
        description: `How many buckets are averaged, 1 to ${maxMovingAverage}.`,
      }),
    },
    extensions: { scans: 2 },
    resolve: async (_, { metric: given, interval, movingAverage, ...args }, context): Promise<Trend> => {
      const analysis = readAnalysis(args, context);
      const [metric, window] = [given as TrendMetric, readWindow(movingAverage)];
      if (isAmount(metric) && analysis.currency === undefined) throw errors.missingField('currency', 'graphql');
      const values = await readValues(analysis, metric, interval);
      let known: Promise<number[]> | undefined;
      const before = () => {
        known ??= analysis.previous ? readValues(analysis.previous, metric, interval) : Promise.resolve([]);
        return known;
      };
      return { analysis, metric, interval, window, values, before };
    },
  }),
);
