/** `paymentStatistics`: success rates and revenue. */

import { listMethods, type MethodFigures } from '#server/analytics/data/methods.ts';
import { readPaymentFigures } from '#server/analytics/data/payments.ts';
import { listRevenueByCountry, listRevenueByCurrency } from '#server/analytics/data/revenue.ts';
import { readTrend } from '#server/analytics/data/trend.ts';
import { errors } from '#server/domain/errors.ts';
import { growthOf, type Interval, shareOf } from '#server/domain/time-range.ts';
import { builder } from '../builder.ts';
import { readLimit } from '../listing.ts';
import { type Analysis, readAnalysis } from './analysis.ts';
import { analysisArguments, IntervalEnum, topArgument } from './analysis-arguments.ts';
import {
  type Attempts,
  CountryRevenueObject,
  CurrencyRevenueObject,
  DeclineReasonObject,
  type PaymentBucket,
  PaymentBucketObject,
  PaymentMethodStatisticsObject,
} from './payment-shapes.ts';
import { markProvider } from './provider-mark.ts';
import { seriesLength, sumBy } from './shapes.ts';

export const maxMethods = 20;
const maxCurrencies = 50;
export const maxDeclines = 50;
const maxCountries = 100;

/** The attempts summed by name. */
const byName = (rows: readonly MethodFigures[], nameOf: (row: MethodFigures) => string | null): Attempts[] =>
  [...Map.groupBy(rows, nameOf)]
    .flatMap(([name, group]) =>
      name === null
        ? []
        : [
            {
              name,
              attempts: sumBy(group, ({ attempts }) => attempts),
              succeeded: sumBy(group, ({ succeeded }) => succeeded),
              failed: sumBy(group, ({ failed }) => failed),
            },
          ],
    )
    .sort((one, other) => other.attempts - one.attempts)
    .slice(0, maxMethods);

/** The series of an analysis; 400 without a currency, since it sums amounts. */
async function readBuckets({ currency, read }: Analysis, interval: Interval): Promise<PaymentBucket[]> {
  if (currency === undefined) throw errors.missingField('currency', 'graphql');
  const points = await read((tx, scope, { range }) => readTrend(tx, scope, { range, interval, currency }));
  return points.map((point) => ({ ...point, currency }));
}

export const PaymentStatisticsObject = builder.objectRef<Analysis>('PaymentStatistics');
PaymentStatisticsObject.implement({
  description: 'The payment attempts and the revenue of a time range.',
  fields: (t) => ({
    attempts: t.int({
      description: 'The number of attempts in the range, including zero amounts that save a trial’s card.',
      resolve: async ({ read }) => (await read(readPaymentFigures)).attempts,
    }),
    growth: t.float({
      nullable: true,
      description:
        'The change of successful attempts from the previous range: 0.25 is a quarter more. Null if there were none.',
      extensions: { scans: 1 },
      resolve: async ({ read, previous }) => {
        if (!previous) return null;
        const [now, before] = await Promise.all([read(readPaymentFigures), previous.read(readPaymentFigures)]);
        return growthOf(now.succeeded, before.succeeded);
      },
    }),
    succeeded: t.int({
      description: 'The number of successful attempts. Each paid a different order or subscription period.',
      resolve: async ({ read }) => (await read(readPaymentFigures)).succeeded,
    }),
    failed: t.int({
      description: 'The number of failed attempts.',
      resolve: async ({ read }) => (await read(readPaymentFigures)).failed,
    }),
    pending: t.int({
      description: 'The number of undecided attempts: `processing` or `requires_action`.',
      resolve: async ({ read }) => (await read(readPaymentFigures)).pending,
    }),
    successShare: t.float({
      nullable: true,
      description: '`succeeded` divided by the decided attempts, 0 to 1; null if none is decided.',
      resolve: async ({ read }) => (await read(readPaymentFigures)).successRate,
    }),
    due: t.int({
      description:
        'The number of one-time orders and subscription periods for which payment was attempted in the range.',
      resolve: async ({ read }) => (await read(readPaymentFigures)).due,
    }),
    paidRate: t.float({
      nullable: true,
      description: 'The share of `due` that was paid, possibly after retries, 0 to 1; null if nothing was due.',
      resolve: async ({ read }) => (await read(readPaymentFigures)).paidRate,
    }),
    averageAttempts: t.float({
      nullable: true,
      description: 'The average number of attempts per due order or period; null if nothing was due.',
      resolve: async ({ read }) => {
        const { attempts, due } = await read(readPaymentFigures);
        return shareOf(attempts, due);
      },
    }),
    declineReasons: t.field({
      type: [DeclineReasonObject],
      description: `The most frequent first, at most ${maxDeclines}.`,
      extensions: { maxLength: maxDeclines },
      resolve: async ({ read }) => (await read(readPaymentFigures)).declines,
    }),
    byMethod: t.field({
      type: [PaymentMethodStatisticsObject],
      description: `The most used first, at most ${maxMethods}.`,
      extensions: { scans: 1, maxLength: maxMethods },
      resolve: async ({ read }) => byName(await read(listMethods), ({ method }) => method),
    }),
    byCardBrand: t.field({
      type: [PaymentMethodStatisticsObject],
      description: `Cards only, the most used first, at most ${maxMethods}.`,
      extensions: { scans: 1, maxLength: maxMethods },
      resolve: async ({ read }) => byName(await read(listMethods), ({ cardBrand }) => cardBrand),
    }),
    byCurrency: t.field({
      type: [CurrencyRevenueObject],
      description: `Revenue by currency, the one with most payments first, at most ${maxCurrencies}.`,
      extensions: { scans: 1, maxLength: maxCurrencies },
      resolve: async ({ read }) => (await read(listRevenueByCurrency)).slice(0, maxCurrencies),
    }),
    byCountry: t.field({
      type: [CountryRevenueObject],
      description: 'Revenue by country, highest first; with several currencies, most payments first.',
      args: topArgument(maxCountries),
      extensions: { scans: 1 },
      resolve: ({ read }, { limit }) =>
        read((tx, scope, choice) =>
          listRevenueByCountry(tx, scope, { ...choice, limit: readLimit(limit, maxCountries) }),
        ),
    }),
    byInterval: t.field({
      type: [PaymentBucketObject],
      description: 'Payments and revenue per bucket, including empty buckets. Requires `currency`.',
      args: { interval: t.arg({ type: IntervalEnum, required: true, description: 'The length of a bucket.' }) },
      extensions: { scans: 1, maxLength: seriesLength },
      resolve: (analysis, { interval }) => readBuckets(analysis, interval),
    }),
    previous: t.field({
      type: PaymentStatisticsObject,
      nullable: true,
      description:
        'The same figures for the previous range of equal length. For whole months, it has the same number of months.',
      extensions: { scans: 1 },
      resolve: ({ previous }) => previous ?? null,
    }),
  }),
});

markProvider(PaymentStatisticsObject, (analysis) => analysis);

builder.queryField('paymentStatistics', (t) =>
  t.field({
    type: PaymentStatisticsObject,
    description: 'The payments of a time range: success rates, decline reasons and revenue. For the merchant only.',
    args: analysisArguments(),
    extensions: { scans: 1 },
    resolve: (_, args, context) => readAnalysis(args, context),
  }),
);
