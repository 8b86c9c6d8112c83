/** What `paymentStatistics` is made of. */

import type { MethodFigures } from '#server/analytics/data/methods.ts';
import type { Decline } from '#server/analytics/data/payments.ts';
import type { RevenueByCountry, RevenueByCurrency } from '#server/analytics/data/revenue.ts';
import type { TrendPoint } from '#server/analytics/data/trend.ts';
import { formatAmount } from '#server/domain/money.ts';
import { shareOf } from '#server/domain/time-range.ts';
import { builder } from '../builder.ts';

export const DeclineReasonObject = builder.objectRef<Decline>('DeclineReason').implement({
  description: 'Why attempts failed.',
  fields: (t) => ({
    code: t.exposeString('code', {
      description: 'As `Payment.failureCode`; `unknown` where the provider said nothing.',
    }),
    count: t.exposeInt('count', { description: 'Attempts that failed for it.' }),
    share: t.exposeFloat('share', { description: 'Of all attempts that failed, 0 to 1.' }),
  }),
});

/** Attempts by one method, or with one brand of card. */
export type Attempts = Pick<MethodFigures, 'attempts' | 'succeeded' | 'failed'> & { readonly name: string };

export const PaymentMethodStatisticsObject = builder.objectRef<Attempts>('PaymentMethodStatistics').implement({
  description: 'The attempts by one method, or with cards of one brand.',
  fields: (t) => ({
    name: t.exposeString('name', { description: '`card`, the name of a wallet …, or the card’s brand.' }),
    attempts: t.exposeInt('attempts', { description: 'Made in the range, those that are not decided too.' }),
    succeeded: t.exposeInt('succeeded', { description: 'Those that went through.' }),
    failed: t.exposeInt('failed', { description: 'Those that did not.' }),
    successRate: t.float({
      nullable: true,
      description: '`succeeded` of the decided, 0 to 1; null where none is.',
      resolve: ({ succeeded, failed }) => shareOf(succeeded, succeeded + failed),
    }),
  }),
});

export const CurrencyRevenueObject = builder.objectRef<RevenueByCurrency>('CurrencyRevenue').implement({
  description: 'What was paid in one currency, by when the payments succeeded.',
  fields: (t) => ({
    currency: t.exposeString('currency', { description: 'ISO 4217.' }),
    payments: t.exposeInt('payments', { description: 'Payments that succeeded in the range.' }),
    revenue: t.string({
      description: 'With tax, before refunds.',
      resolve: ({ revenueMinor, currency }) => formatAmount(revenueMinor, currency),
    }),
  }),
});

export const CountryRevenueObject = builder.objectRef<RevenueByCountry>('CountryRevenue').implement({
  description: 'What was paid from one country in one currency, by when the payments succeeded.',
  fields: (t) => ({
    country: t.exposeString('country', {
      nullable: true,
      description: 'ISO 3166-1 alpha-2, as the buyer gave it; null: none was asked for.',
    }),
    currency: t.exposeString('currency', { description: 'ISO 4217.' }),
    payments: t.exposeInt('payments', { description: 'Payments that succeeded in the range.' }),
    revenue: t.string({
      description: 'With tax, before refunds.',
      resolve: ({ revenueMinor, currency }) => formatAmount(revenueMinor, currency),
    }),
  }),
});

export type PaymentBucket = TrendPoint & { readonly currency: string };

export const PaymentBucketObject = builder.objectRef<PaymentBucket>('PaymentBucket').implement({
  description: 'Payments in one bucket of a range.',
  fields: (t) => ({
    start: t.expose('start', { type: 'DateTime', description: 'Where the bucket begins, in UTC.' }),
    succeeded: t.exposeInt('payments', { description: 'By when they succeeded.' }),
    failed: t.exposeInt('failedPayments', { description: 'Attempts that failed, by when they were made.' }),
    revenue: t.string({
      description: 'With tax, by when it was paid.',
      resolve: ({ revenueMinor, currency }) => formatAmount(revenueMinor, currency),
    }),
    refunded: t.string({
      description: 'By when the refunds succeeded.',
      resolve: ({ refundedMinor, currency }) => formatAmount(refundedMinor, currency),
    }),
    netRevenue: t.string({
      description: '`revenue` without `refunded`.',
      resolve: ({ netMinor, currency }) => formatAmount(netMinor, currency),
    }),
  }),
});
