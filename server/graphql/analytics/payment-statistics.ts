/** `paymentStatistics`: success rates and revenue. */

import { listMethods, type MethodFigures } from '#server/analytics/data/methods.ts';
import { readPaymentFigures } from '#server/analytics/data/payments.ts';
import { listRevenueByCountry, listRevenueByCurrency } from '#server/analytics/data/revenue.ts';
import { readTrend } from '#server/analytics/data/trend.ts';
import { errors } from '#server/domain/errors.ts';
import { growthOf, type Interval, shareOf } from '#server/domain/time-range.ts';
import { readLimit } from '../listing.ts';
import { type Analysis, analysisObject, figuresOf } from './analysis.ts';
import { IntervalEnum, topArgument } from './analysis-arguments.ts';
import {
  type Attempts,
  CountryRevenueObject,
  CurrencyRevenueObject,
  DeclineReasonObject,
  type PaymentBucket,
  PaymentBucketObject,
  PaymentMethodStatisticsObject,
} from './payment-shapes.ts';
import { seriesLength, sumBy } from './shapes.ts';

const figure = figuresOf(readPaymentFigures);

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

export const PaymentStatisticsObject = analysisObject('PaymentStatistics', {
  query: 'paymentStatistics',
  queryDescription: 'The payments of a time range: success rates, decline reasons and revenue. For the merchant only.',
  scans: 1,
  description: 'The payment attempts and the revenue of a time range.',
  fields: (t) => ({
    attempts: t.int(
      figure('attempts', 'The number of attempts in the range, including zero amounts that save a trial’s card.'),
    ),
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
    succeeded: t.int(
      figure('succeeded', 'The number of successful attempts. Each paid a different order or subscription period.'),
    ),
    failed: t.int(figure('failed', 'The number of failed attempts.')),
    pending: t.int(figure('pending', 'The number of undecided attempts: `processing` or `requires_action`.')),
    successShare: t.float({
      nullable: true,
      ...figure('successRate', '`succeeded` divided by the decided attempts, 0 to 1; null if none is decided.'),
    }),
    due: t.int(
      figure(
        'due',
        'The number of one-time orders and subscription periods for which payment was attempted in the range.',
      ),
    ),
    paidRate: t.float({
      nullable: true,
      ...figure(
        'paidRate',
        'The share of `due` that was paid, possibly after retries, 0 to 1; null if nothing was due.',
      ),
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
  }),
});
