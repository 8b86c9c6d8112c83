/** Growth, totals so far and moving averages of `trendAnalysis`. */
import { readSeries } from '#server/analytics/data/trend.ts';
import { trailingMeans } from '#server/analytics/rules/trailing-means.ts';
import { formatAmount } from '#server/domain/money.ts';
import { growthOf } from '#server/domain/time-range.ts';
import { builder } from '../builder.ts';
import { amount } from '../field-options.ts';
import type { Analysis } from './analysis.ts';
import { currencyArgument, granularityArgument } from './analysis-arguments.ts';
import { mainCurrency, periodDescription, periodLabel, periodStarts } from './period-shapes.ts';
import { seriesLength } from './shapes.ts';
import { maxMovingAverage, readWindow, TrendAnalysisObject } from './trend-analysis.ts';

interface Value {
  readonly start: Date;
  readonly value: number;
}

/** Orders paid or started with a trial, or revenue in minor units, in each period. */
async function readValues({ read }: Analysis, metric: 'order' | 'sale', starts: readonly Date[]): Promise<Value[]> {
  const series = await read((tx, scope, choice) => readSeries(tx, scope, metric, choice, starts));
  return starts.map((start, index) => {
    const { count = 0, amountMinor = 0 } = series.get(index + 1) ?? {};
    return { start, value: metric === 'order' ? count : amountMinor };
  });
}

interface Growth extends Value {
  readonly previous: number | null;
  readonly currency: string;
}

const withGrowth = (values: readonly Value[], currency = ''): Growth[] =>
  values.map((value, index) => ({ ...value, previous: values[index - 1]?.value ?? null, currency }));

const growthRate = ({ value, previous }: Growth): number | null =>
  previous === null ? null : growthOf(value, previous);

const growthDescription =
  'The change from the previous period: 0.25 is a quarter more. Null for the first, and after zero.';

const OrderGrowthObject = builder.objectRef<Growth>('OrderGrowth').implement({
  description: 'The orders of one period, compared with the previous one.',
  fields: (t) => ({
    period: t.string({ description: periodDescription, resolve: ({ start }) => periodLabel(start) }),
    currentValue: t.exposeInt('value', { description: 'The number of orders of the period.' }),
    previousValue: t.exposeInt('previous', {
      nullable: true,
      description: 'The number of orders of the previous period of the range; null for the first one.',
    }),
    growthRate: t.float({ nullable: true, description: growthDescription, resolve: growthRate }),
  }),
});

const RevenueGrowthObject = builder.objectRef<Growth>('RevenueGrowth').implement({
  description: 'The revenue of one period, compared with the previous one.',
  fields: (t) => ({
    period: t.string({ description: periodDescription, resolve: ({ start }) => periodLabel(start) }),
    currentValue: t.string(amount('value', 'The revenue of the period, with tax, before refunds.')),
    previousValue: t.string({
      nullable: true,
      description: 'The revenue of the previous period of the range; null for the first one.',
      resolve: ({ previous, currency }) => (previous === null ? null : formatAmount(previous, currency)),
    }),
    growthRate: t.float({ nullable: true, description: growthDescription, resolve: growthRate }),
  }),
});

interface Cumulative extends Value {
  readonly total: number;
  readonly currency: string;
}

const CumulativeRevenueObject = builder.objectRef<Cumulative>('CumulativeRevenue').implement({
  description: 'The revenue of one period, and of the range until its end.',
  fields: (t) => ({
    period: t.string({ description: periodDescription, resolve: ({ start }) => periodLabel(start) }),
    periodValue: t.string(amount('value', 'The revenue of the period, with tax, before refunds.')),
    cumulativeValue: t.string(amount('total', 'The revenue of this period and of the ones before.')),
  }),
});

interface Average extends Value {
  readonly mean: number | null;
  readonly currency: string;
}

async function readAverages(analysis: Analysis, metric: 'order' | 'sale', requested: number | null | undefined) {
  const values = await readValues(analysis, metric, periodStarts(analysis, 'day'));
  const means = trailingMeans(
    values.map(({ value }) => value),
    readWindow(requested, 'windowDays'),
  );
  return values.map(
    (value, index): Average => ({
      ...value,
      mean: means[index] ?? null,
      currency: analysis.currency ?? '',
    }),
  );
}

const dateDescription = 'The day, such as `2026-01-31`, in UTC.';
const meanDescription = 'The mean of this day and the ones before, `windowDays` in all; null while there are fewer.';

const OrderAverageObject = builder.objectRef<Average>('OrderMovingAverage').implement({
  description: 'The orders of one day, and their moving average.',
  fields: (t) => ({
    date: t.string({ description: dateDescription, resolve: ({ start }) => periodLabel(start) }),
    dailyValue: t.exposeInt('value', { description: 'The number of orders of the day.' }),
    movingAverage: t.exposeFloat('mean', { nullable: true, description: meanDescription }),
  }),
});

const RevenueAverageObject = builder.objectRef<Average>('RevenueMovingAverage').implement({
  description: 'The revenue of one day, and its moving average.',
  fields: (t) => ({
    date: t.string({ description: dateDescription, resolve: ({ start }) => periodLabel(start) }),
    dailyValue: t.string(amount('value', 'The revenue of the day, with tax, before refunds.')),
    movingAverage: t.string({
      nullable: true,
      description: `${meanDescription} Rounded to the currency’s minor unit.`,
      resolve: ({ mean, currency }) => (mean === null ? null : formatAmount(Math.round(mean), currency)),
    }),
  }),
});

const RevenueOfPeriodObject = builder.objectRef<Value & { readonly currency: string }>('RevenueOfPeriod').implement({
  description: 'The revenue of one period.',
  fields: (t) => ({
    period: t.string({ description: periodDescription, resolve: ({ start }) => periodLabel(start) }),
    amount: t.string(amount('value', 'With tax, before refunds, in display format: "29.00", "4500".')),
    currency: t.exposeString('currency', { description: 'ISO 4217 code, such as `USD`.' }),
  }),
});

const windowArgument = () =>
  builder.args((t) => ({
    windowDays: t.int({ defaultValue: 7, description: `The number of averaged days, 1 to ${maxMovingAverage}.` }),
  }));

builder.objectFields(TrendAnalysisObject, (t) => ({
  orderGrowth: t.field({
    type: [OrderGrowthObject],
    description: 'The orders paid, or started with a trial, in each period.',
    args: granularityArgument(),
    extensions: { scans: 1, maxLength: seriesLength },
    resolve: async ({ analysis }, { granularity }) =>
      withGrowth(await readValues(analysis, 'order', periodStarts(analysis, granularity))),
  }),
  revenueGrowth: t.field({
    type: [RevenueGrowthObject],
    description: 'The revenue of each period, by the time payments succeeded.',
    args: { ...granularityArgument(), ...currencyArgument() },
    extensions: { scans: 1, maxLength: seriesLength },
    resolve: async ({ analysis }, { granularity, currency }) => {
      const chosen = analysis.inCurrency(currency);
      return withGrowth(await readValues(chosen, 'sale', periodStarts(chosen, granularity)), chosen.currency);
    },
  }),
  cumulativeRevenue: t.field({
    type: [CumulativeRevenueObject],
    description: 'The revenue of each period and of the range so far.',
    args: { ...granularityArgument(), ...currencyArgument() },
    extensions: { scans: 1, maxLength: seriesLength },
    resolve: async ({ analysis }, { granularity, currency }) => {
      const chosen = analysis.inCurrency(currency);
      let total = 0;
      return (await readValues(chosen, 'sale', periodStarts(chosen, granularity))).map((value) => {
        total += value.value;
        return { ...value, total, currency: chosen.currency };
      });
    },
  }),
  orderMovingAverage: t.field({
    type: [OrderAverageObject],
    description: 'The orders paid, or started with a trial, on each day.',
    args: windowArgument(),
    extensions: { scans: 1, maxLength: seriesLength },
    resolve: ({ analysis }, { windowDays }) => readAverages(analysis, 'order', windowDays),
  }),
  revenueMovingAverage: t.field({
    type: [RevenueAverageObject],
    description: 'The revenue of each day, by the time payments succeeded.',
    args: { ...windowArgument(), ...currencyArgument() },
    extensions: { scans: 1, maxLength: seriesLength },
    resolve: ({ analysis }, { windowDays, currency }) =>
      readAverages(analysis.inCurrency(currency), 'sale', windowDays),
  }),
  revenueByPeriod: t.field({
    type: [RevenueOfPeriodObject],
    description:
      'The revenue of each period in one currency: the requested one or the analysis’, or else the one with most payments. Empty without payments.',
    args: { ...granularityArgument(), ...currencyArgument() },
    extensions: { scans: 2, maxLength: seriesLength },
    resolve: async ({ analysis }, { granularity, currency: requested }) => {
      const code = requested ?? (await mainCurrency(analysis));
      if (code === undefined) return [];
      const chosen = analysis.inCurrency(code);
      const values = await readValues(chosen, 'sale', periodStarts(chosen, granularity));
      return values.map((value) => ({ ...value, currency: chosen.currency }));
    },
  }),
}));
