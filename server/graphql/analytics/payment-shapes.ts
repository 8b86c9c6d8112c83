/** The object types of `paymentStatistics`. */

import type { MethodFigures } from '#server/analytics/data/methods.ts';
import type { Decline } from '#server/analytics/data/payments.ts';
import type { RevenueByCountry, RevenueByCurrency } from '#server/analytics/data/revenue.ts';
import type { TrendPoint } from '#server/analytics/data/trend.ts';
import { shareOf } from '#server/domain/time-range.ts';
import { builder } from '../builder.ts';
import { amount } from '../field-options.ts';

export const DeclineReasonObject = builder.objectRef<Decline>('DeclineReason').implement({
  description: 'A reason of failed payments.',
  fields: (t) => ({
    code: t.exposeString('code', {
      description: 'As `Payment.failureCode`; `unknown` if the provider gave none.',
    }),
    count: t.exposeInt('count', { description: 'The number of attempts that failed for this reason.' }),
    share: t.exposeFloat('share', { description: 'The share of all failed attempts, 0 to 1.' }),
  }),
});

/** Attempts with one method or card brand. */
export type Attempts = Pick<MethodFigures, 'attempts' | 'succeeded' | 'failed'> & { readonly name: string };

export const PaymentMethodStatisticsObject = builder.objectRef<Attempts>('PaymentMethodStatistics').implement({
  description: 'The attempts with one method or card brand.',
  fields: (t) => ({
    name: t.exposeString('name', { description: '`card`, the name of a wallet or bank debit, or the card’s brand.' }),
    attempts: t.exposeInt('attempts', {
      description: 'The number of attempts in the range, including undecided ones.',
    }),
    succeeded: t.exposeInt('succeeded', { description: 'The number of successful attempts.' }),
    failed: t.exposeInt('failed', { description: 'The number of failed attempts.' }),
    successRate: t.float({
      nullable: true,
      description: '`succeeded` divided by the decided attempts, 0 to 1; null if none is decided.',
      resolve: ({ succeeded, failed }) => shareOf(succeeded, succeeded + failed),
    }),
  }),
});

export const CurrencyRevenueObject = builder.objectRef<RevenueByCurrency>('CurrencyRevenue').implement({
  description: 'Revenue in one currency, by the time payments succeeded.',
  fields: (t) => ({
    currency: t.exposeString('currency', { description: 'ISO 4217 code, such as `USD`.' }),
    payments: t.exposeInt('payments', { description: 'The number of payments that succeeded in the range.' }),
    revenue: t.string(amount('revenueMinor', 'The revenue with tax, before refunds, in display format.')),
  }),
});

export const CountryRevenueObject = builder.objectRef<RevenueByCountry>('CountryRevenue').implement({
  description: 'Revenue from one country in one currency, by the time payments succeeded.',
  fields: (t) => ({
    country: t.exposeString('country', {
      nullable: true,
      description: 'The buyer’s country, an ISO 3166-1 alpha-2 code; null: not collected.',
    }),
    currency: t.exposeString('currency', { description: 'ISO 4217 code, such as `USD`.' }),
    payments: t.exposeInt('payments', { description: 'The number of payments that succeeded in the range.' }),
    revenue: t.string(amount('revenueMinor', 'The revenue with tax, before refunds, in display format.')),
  }),
});

export type PaymentBucket = TrendPoint & { readonly currency: string };

export const PaymentBucketObject = builder.objectRef<PaymentBucket>('PaymentBucket').implement({
  description: 'The payments of one bucket of a range.',
  fields: (t) => ({
    start: t.expose('start', { type: 'DateTime', description: 'The start of the bucket, in UTC.' }),
    succeeded: t.exposeInt('payments', { description: 'The number of payments, by the time they succeeded.' }),
    failed: t.exposeInt('failedPayments', {
      description: 'The number of failed attempts, by the time they were made.',
    }),
    revenue: t.string(amount('revenueMinor', 'The revenue with tax, by the time it was paid.')),
    refunded: t.string(amount('refundedMinor', 'The refunded amount, by the time refunds succeeded.')),
    netRevenue: t.string(amount('netMinor', '`revenue` minus `refunded`.')),
  }),
});
