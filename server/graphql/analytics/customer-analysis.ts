/** `customerAnalysis`: new and returning customers and their value. */

import { type Cohort, type CohortMonth, maxCohorts, readCohorts } from '#server/analytics/data/cohorts.ts';
import { listTopCustomers, readBuyers, readLifetime, type TopCustomer } from '#server/analytics/data/customers.ts';
import { formatAmount } from '#server/domain/money.ts';
import { growthOf, shareOf } from '#server/domain/time-range.ts';
import { builder } from '../builder.ts';
import { amount } from '../field-options.ts';
import { maxLimit, readLimit } from '../listing.ts';
import { analysisObject, figuresOf } from './analysis.ts';
import { currencyArgument, topArgument } from './analysis-arguments.ts';

const figure = figuresOf(readBuyers);

interface InCurrency {
  readonly currency: string;
}

export const TopCustomerObject = builder.objectRef<TopCustomer & InCurrency>('TopCustomer').implement({
  description: 'One of the customers with the highest payments in the range.',
  fields: (t) => ({
    customerId: t.exposeID('customerId', { description: 'UUID.' }),
    email: t.exposeString('email', { nullable: true, description: 'The latest email address.' }),
    buyerIdentity: t.exposeString('identity', { nullable: true, description: 'Your own ID of the customer.' }),
    country: t.exposeString('country', {
      nullable: true,
      description: 'The country of the latest order, an ISO 3166-1 alpha-2 code.',
    }),
    orders: t.exposeInt('orders', {
      description: 'The number of their orders ever paid or started, in all currencies.',
    }),
    firstOrderAt: t.expose('firstOrderAt', {
      type: 'DateTime',
      description: 'When their first order was paid or started.',
    }),
    payments: t.exposeInt('payments', { description: 'The number of their payments that succeeded in the range.' }),
    spent: t.string(amount('spentMinor', 'The total of these payments with tax, before refunds, in display format.')),
  }),
});

type Month = CohortMonth & InCurrency & { readonly size: number };

const CohortMonthObject = builder.objectRef<Month>('CohortMonth').implement({
  description: 'One month of a cohort.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'The number of months since the first order; 0: the same month.' }),
    active: t.exposeInt('active', { description: 'The number of the cohort’s customers who paid in that month.' }),
    retention: t.float({
      nullable: true,
      description: '`active` divided by the cohort’s `size`, 0 to 1; null if the cohort is empty.',
      resolve: ({ active, size }) => shareOf(active, size),
    }),
    revenue: t.string(
      amount('revenueMinor', 'The cohort’s total payments until that month’s end, with tax, before refunds.'),
    ),
    revenuePerCustomer: t.string({
      nullable: true,
      description: '`revenue` divided by the cohort’s `size`; null if the cohort is empty.',
      resolve: ({ revenueMinor, size, currency }) =>
        size === 0 ? null : formatAmount(Math.round(revenueMinor / size), currency),
    }),
  }),
});

const CohortObject = builder.objectRef<Cohort & InCurrency>('Cohort').implement({
  description: 'The customers with their first order in one month.',
  fields: (t) => ({
    month: t.expose('month', { type: 'DateTime', description: 'The start of the month, in UTC.' }),
    size: t.exposeInt('size', { description: 'The number of these customers who bought in the currency.' }),
    months: t.field({
      type: [CohortMonthObject],
      description: 'One entry per month, from that month to the end of the range.',
      extensions: { maxLength: maxCohorts },
      resolve: ({ months, size, currency }) => months.map((month) => ({ ...month, size, currency })),
    }),
  }),
});

export const CustomerAnalysisObject = analysisObject('CustomerAnalysis', {
  query: 'customerAnalysis',
  queryDescription: 'New and returning customers, top customers and customer value over time. For the merchant only.',
  scans: 1,
  description:
    'The buyers of a time range, with an order paid or started with a trial. A customer is one ' +
    '`buyerIdentity` or, without one, one email address.',
  fields: (t) => ({
    buyers: t.int(figure('buyers', 'The number of different buyers.')),
    growth: t.float({
      nullable: true,
      description: 'The change of `buyers` from the previous range: 0.25 is a quarter more. Null if there were none.',
      extensions: { scans: 1 },
      resolve: async ({ read, previous }) => {
        if (!previous) return null;
        const [now, before] = await Promise.all([read(readBuyers), previous.read(readBuyers)]);
        return growthOf(now.buyers, before.buyers);
      },
    }),
    new: t.int(figure('new', 'The number of buyers with their first order, in any currency, in the range.')),
    returning: t.int(figure('returning', 'The number of buyers who had bought before the range.')),
    repeatRate: t.float({
      nullable: true,
      description:
        'The share of `buyers` who had bought before or bought repeatedly in the range, 0 to 1. Null without buyers.',
      resolve: async ({ read }) => {
        const { repeating, buyers } = await read(readBuyers);
        return shareOf(repeating, buyers);
      },
    }),
    averageLifetimeValue: t.string({
      nullable: true,
      description:
        'The total paid so far in the currency, minus refunds, per buyer with a first order in the range. ' +
        'Null without such buyers.',
      extensions: { scans: 1 },
      resolve: async (analysis) => {
        const { read, currency } = analysis.inCurrency();
        const { customers, paidMinor, refundedMinor } = await read(readLifetime);
        return customers === 0 ? null : formatAmount(Math.round((paidMinor - refundedMinor) / customers), currency);
      },
    }),
    topCustomers: t.field({
      type: [TopCustomerObject],
      description: 'The customers with the highest payments in the range.',
      args: { ...topArgument(maxLimit), ...currencyArgument() },
      extensions: { scans: 1 },
      resolve: async (analysis, { limit: requestedLimit, currency: requestedCurrency }) => {
        const { read, currency } = analysis.inCurrency(requestedCurrency);
        const limit = readLimit(requestedLimit, maxLimit);
        const rows = await read((tx, scope, choice) => listTopCustomers(tx, scope, { ...choice, limit }));
        return rows.map((row) => ({ ...row, currency }));
      },
    }),
    cohorts: t.field({
      type: [CohortObject],
      description: `Customers by the month of their first order: the range’s months, at most the last ${maxCohorts}. Partial months at the start and end count only days within the range.`,
      extensions: { scans: 1, maxLength: maxCohorts },
      resolve: async (analysis) => {
        const { read, currency } = analysis.inCurrency();
        return (await read(readCohorts)).map((cohort) => ({ ...cohort, currency }));
      },
    }),
  }),
});
