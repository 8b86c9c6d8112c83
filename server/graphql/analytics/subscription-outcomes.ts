/** Cancellations, churn and trials of `subscriptionAnalysis`. */
import {
  type Cancellations,
  type Churn,
  countEnds,
  listBillingPeriods,
  listTrialOutcomes,
  readCancellations,
  readChurnSeries,
  type TrialOutcome,
} from '#server/analytics/data/subscription-outcomes.ts';
import { readSubscriptionFigures } from '#server/analytics/data/subscriptions.ts';
import { shareOf } from '#server/domain/time-range.ts';
import { builder } from '../builder.ts';
import { shortId } from '../field-options.ts';
import { maxLimit } from '../listing.ts';
import { type Analysis, figuresOf } from './analysis.ts';
import { currencyArgument, granularityArgument } from './analysis-arguments.ts';
import { onlyAmount, percentageOf, periodDescription, periodLabel, periodStarts } from './period-shapes.ts';
import { seriesLength, sumBy } from './shapes.ts';
import { SubscriptionAnalysisObject } from './subscription-analysis.ts';

interface BillingPeriodPart {
  readonly period: string;
  readonly count: number;
  readonly amount: string | null;
  readonly percentage: number;
}

const BillingPeriodPartObject = builder.objectRef<BillingPeriodPart>('BillingPeriodPart').implement({
  description: 'The active subscriptions with one billing period.',
  fields: (t) => ({
    billingPeriod: t.exposeString('period', { description: 'weekly, monthly, quarterly or yearly.' }),
    count: t.exposeInt('count', { description: 'The number of subscriptions active at the end of the range.' }),
    totalAmount: t.exposeString('amount', {
      nullable: true,
      description: 'The amounts of one period each, with tax. Null for several currencies: request one.',
    }),
    percentage: t.exposeFloat('percentage', { description: 'The share of the active subscriptions, 0 to 100.' }),
  }),
});

async function readBillingPeriods({ read }: Analysis): Promise<BillingPeriodPart[]> {
  const rows = await read(listBillingPeriods);
  const all = sumBy(rows, ({ subscriptions }) => subscriptions);
  return [...Map.groupBy(rows, ({ period }) => period ?? '')]
    .map(([period, group]) => {
      const count = sumBy(group, ({ subscriptions }) => subscriptions);
      const amount = onlyAmount(group.map(({ currency, totalMinor }) => [currency, totalMinor]));
      return { period, count, amount, percentage: percentageOf(count, all) };
    })
    .sort((one, other) => other.count - one.count);
}

const CancellationStatsObject = builder.objectRef<Cancellations>('CancellationStats').implement({
  description: 'The ends of subscriptions and trials in the range.',
  fields: (t) => ({
    totalSubscriptions: t.exposeInt('subscriptions', {
      description: 'The number of subscriptions and trials that ran at any time in the range.',
    }),
    canceledCount: t.exposeInt('ended', { description: 'How many of them ended in the range.' }),
    cancellationRate: t.float({
      nullable: true,
      description: '`canceledCount` divided by `totalSubscriptions`, 0 to 1; null without subscriptions.',
      resolve: ({ ended, subscriptions }) => shareOf(ended, subscriptions),
    }),
    avgLifetimeDays: t.exposeFloat('meanDays', {
      nullable: true,
      description: 'The mean time from start to end of those that ended, trial included, in days.',
    }),
    medianLifetimeDays: t.exposeFloat('medianDays', { nullable: true, description: 'The median of these times.' }),
  }),
});

const CancellationPointObject = builder
  .objectRef<{ readonly start: Date; readonly ended: number }>('CancellationPoint')
  .implement({
    description: 'The ends of subscriptions and trials in one period.',
    fields: (t) => ({
      period: t.string({ description: periodDescription, resolve: ({ start }) => periodLabel(start) }),
      canceledCount: t.exposeInt('ended', { description: 'The number of subscriptions and trials that ended.' }),
    }),
  });

type Trials = Pick<TrialOutcome, 'trials' | 'converted' | 'active'>;

const conversionRate = ({ trials, converted, active }: Trials): number | null => shareOf(converted, trials - active);
const conversionDescription = '`convertedCount` divided by the trials that are over, 0 to 1; null without any.';

const TrialConversionObject = builder.objectRef<Trials>('TrialConversion').implement({
  description: 'The trials that began in the range.',
  fields: (t) => ({
    totalTrials: t.exposeInt('trials', { description: 'The number of these trials.' }),
    convertedCount: t.exposeInt('converted', { description: 'How many have been paid since.' }),
    activeTrials: t.exposeInt('active', { description: 'How many are still in their trial.' }),
    conversionRate: t.float({ nullable: true, description: conversionDescription, resolve: conversionRate }),
  }),
});

const ProductTrialConversionObject = builder.objectRef<TrialOutcome>('ProductTrialConversion').implement({
  description: 'The trials of one product that began in the range.',
  fields: (t) => ({
    productId: t.id(shortId('PROD', 'productId', '`PROD_xxx`.')),
    productName: t.exposeString('name', { description: 'The current name in the environment of the call.' }),
    totalTrials: t.exposeInt('trials', { description: 'The number of these trials.' }),
    convertedCount: t.exposeInt('converted', { description: 'How many have been paid since.' }),
    conversionRate: t.float({ nullable: true, description: conversionDescription, resolve: conversionRate }),
  }),
});

async function readTrials({ read }: Analysis): Promise<Trials> {
  const rows = await read(listTrialOutcomes);
  return {
    trials: sumBy(rows, ({ trials }) => trials),
    converted: sumBy(rows, ({ converted }) => converted),
    active: sumBy(rows, ({ active }) => active),
  };
}

const ChurnPointObject = builder.objectRef<Churn & { readonly start: Date }>('ChurnPoint').implement({
  description: 'The churn of one period.',
  fields: (t) => ({
    period: t.string({ description: periodDescription, resolve: ({ start }) => periodLabel(start) }),
    startActive: t.exposeInt('active', {
      description: 'The number of subscriptions active at the start of the period, or of the range if that is later.',
    }),
    churned: t.exposeInt('churned', { description: 'How many of these ended in the period.' }),
    churnRate: t.float({
      nullable: true,
      description: '`churned` divided by `startActive`, 0 to 1; null if none was active.',
      resolve: ({ churned, active }) => shareOf(churned, active),
    }),
  }),
});

builder.objectFields(SubscriptionAnalysisObject, (t) => ({
  activeCount: t.int(figuresOf(readSubscriptionFigures)('activeAtEnd', 'The same as `activeAtEnd`.')),
  billingPeriodDistribution: t.field({
    type: [BillingPeriodPartObject],
    description: 'The subscriptions active at the end of the range by billing period, most first.',
    args: currencyArgument(),
    extensions: { scans: 1, maxLength: 4 },
    resolve: (analysis, { currency }) => readBillingPeriods(currency ? analysis.inCurrency(currency) : analysis),
  }),
  cancellationStats: t.field({
    type: CancellationStatsObject,
    description: 'How many subscriptions and trials ended in the range, and how long they lasted.',
    extensions: { scans: 1 },
    resolve: ({ read }) => read(readCancellations),
  }),
  cancellationTrend: t.field({
    type: [CancellationPointObject],
    description: 'The ends of subscriptions and trials in each period.',
    args: granularityArgument(),
    extensions: { scans: 1, maxLength: seriesLength },
    resolve: async (analysis, { granularity }) => {
      const starts = periodStarts(analysis, granularity);
      const ended = await analysis.read((tx, scope, choice) => countEnds(tx, scope, choice, starts));
      return starts.map((start, index) => ({ start, ended: ended[index] ?? 0 }));
    },
  }),
  trialConversion: t.field({
    type: TrialConversionObject,
    description: 'The trials that began in the range, and what has become of them.',
    extensions: { scans: 1 },
    resolve: readTrials,
  }),
  trialConversionByProduct: t.field({
    type: [ProductTrialConversionObject],
    description: `The same by product, most trials first, at most ${maxLimit}.`,
    extensions: { scans: 1, maxLength: maxLimit },
    resolve: async ({ read }) => (await read(listTrialOutcomes)).slice(0, maxLimit),
  }),
  churnRate: t.field({
    type: [ChurnPointObject],
    description: 'The churn of each period.',
    args: granularityArgument(),
    extensions: { scans: 2, maxLength: seriesLength },
    resolve: async (analysis, { granularity }) => {
      const starts = periodStarts(analysis, granularity);
      const rows = await analysis.read((tx, scope, choice) => readChurnSeries(tx, scope, choice, starts));
      return rows.map((row, index) => ({ ...row, start: starts[index] ?? analysis.range.from }));
    },
  }),
}));
