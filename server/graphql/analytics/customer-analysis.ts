/** `customerAnalysis`: who buys, who comes back, and what they are worth. */

import { type Cohort, type CohortMonth, maxCohorts, readCohorts } from '#server/analytics/data/cohorts.ts';
import { listTopCustomers, readBuyers, readLifetime, type TopCustomer } from '#server/analytics/data/customers.ts';
import { formatAmount } from '#server/domain/money.ts';
import { growthOf, shareOf } from '#server/domain/time-range.ts';
import { builder } from '../builder.ts';
import { maxLimit, readLimit } from '../listing.ts';
import { type Analysis, amountArguments, readAmountAnalysis, topArgument } from './analysis.ts';
import { markProvider } from './provider-mark.ts';

interface InCurrency {
  readonly currency: string;
}

const TopCustomerObject = builder.objectRef<TopCustomer & InCurrency>('TopCustomer').implement({
  description: 'One of those who paid most in the range.',
  fields: (t) => ({
    customerId: t.exposeID('customerId', { description: 'A bare UUID.' }),
    email: t.exposeString('email', { nullable: true, description: 'The one that they gave last.' }),
    buyerIdentity: t.exposeString('identity', { nullable: true, description: 'Your own name for them.' }),
    country: t.exposeString('country', { nullable: true, description: 'ISO 3166-1 alpha-2, where they last bought.' }),
    orders: t.exposeInt('orders', {
      description: 'All orders of theirs that were ever paid or begun, in whatever currency.',
    }),
    firstOrderAt: t.expose('firstOrderAt', { type: 'DateTime', description: 'When they first bought.' }),
    payments: t.exposeInt('payments', { description: 'Payments of theirs that succeeded in the range.' }),
    spent: t.string({
      description: 'What these came to, with tax, before refunds.',
      resolve: ({ spentMinor, currency }) => formatAmount(spentMinor, currency),
    }),
  }),
});

type Month = CohortMonth & InCurrency & { readonly size: number };

const CohortMonthObject = builder.objectRef<Month>('CohortMonth').implement({
  description: 'One month of a cohort.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'How many months after that of the first order: 0 is that itself.' }),
    active: t.exposeInt('active', { description: 'How many of the cohort’s customers paid in that month.' }),
    retention: t.float({
      nullable: true,
      description: '`active` of the cohort’s `size`, 0 to 1; null where it is empty.',
      resolve: ({ active, size }) => shareOf(active, size),
    }),
    revenue: t.string({
      description: 'What the cohort has paid until that month’s end, with tax, before refunds.',
      resolve: ({ revenueMinor, currency }) => formatAmount(revenueMinor, currency),
    }),
    revenuePerCustomer: t.string({
      nullable: true,
      description: 'The same by its `size`; null where it is empty.',
      resolve: ({ revenueMinor, size, currency }) =>
        size === 0 ? null : formatAmount(Math.round(revenueMinor / size), currency),
    }),
  }),
});

const CohortObject = builder.objectRef<Cohort & InCurrency>('Cohort').implement({
  description: 'The customers whose first order fell into one month.',
  fields: (t) => ({
    month: t.expose('month', { type: 'DateTime', description: 'Where it begins, in UTC.' }),
    size: t.exposeInt('size', { description: 'How many they are who have bought in the currency.' }),
    months: t.field({
      type: [CohortMonthObject],
      description: 'From that month on, to the one in which the range ends.',
      extensions: { longest: maxCohorts },
      resolve: ({ months, size, currency }) => months.map((month) => ({ ...month, size, currency })),
    }),
  }),
});

const CustomerAnalysisObject = builder.objectRef<Analysis<string>>('CustomerAnalysis');
CustomerAnalysisObject.implement({
  description:
    'Who bought in a range of time in one currency: an order of theirs was paid, or began with a trial. A customer is one ' +
    '`buyerIdentity` or, where none is known, one email.',
  fields: (t) => ({
    buyers: t.int({
      description: 'How many different customers bought.',
      resolve: async ({ read }) => (await read(readBuyers)).buyers,
    }),
    growth: t.float({
      nullable: true,
      description: '`buyers` against the range before: 0.25 is a quarter more. Null where there were none.',
      extensions: { scans: 1 },
      resolve: async ({ read, previous }) => {
        if (!previous) return null;
        const [now, before] = await Promise.all([read(readBuyers), previous.read(readBuyers)]);
        return growthOf(now.buyers, before.buyers);
      },
    }),
    new: t.int({
      description: 'Those whose first order, in whatever currency, fell into the range.',
      resolve: async ({ read }) => (await read(readBuyers)).new,
    }),
    returning: t.int({
      description: 'Those who had bought before the range.',
      resolve: async ({ read }) => (await read(readBuyers)).returning,
    }),
    repeatRate: t.float({
      nullable: true,
      description:
        'How many of `buyers` had bought before, or bought twice in the range: 0 to 1. Null where nobody did.',
      resolve: async ({ read }) => {
        const { repeating, buyers } = await read(readBuyers);
        return shareOf(repeating, buyers);
      },
    }),
    averageLifetimeValue: t.string({
      nullable: true,
      description:
        'What the customers whose first order fell into the range have paid in the currency by now, without what they ' +
        'were given back, for each of them who bought in it. Null where there is none.',
      extensions: { scans: 1 },
      resolve: async ({ read, currency }) => {
        const { customers, paidMinor, refundedMinor } = await read(readLifetime);
        return customers === 0 ? null : formatAmount(Math.round((paidMinor - refundedMinor) / customers), currency);
      },
    }),
    topCustomers: t.field({
      type: [TopCustomerObject],
      description: 'Those who paid most in the range.',
      args: topArgument(maxLimit),
      extensions: { scans: 1 },
      resolve: async ({ read, currency }, { limit: given }) => {
        const limit = readLimit(given, maxLimit);
        const rows = await read((tx, scope, choice) => listTopCustomers(tx, scope, { ...choice, limit }));
        return rows.map((row) => ({ ...row, currency }));
      },
    }),
    cohorts: t.field({
      type: [CohortObject],
      description: `Customers by the month of their first order: the range’s months, at most the last ${maxCohorts}. A month that the range begins or ends within counts as far as it is in it.`,
      extensions: { scans: 1, longest: maxCohorts },
      resolve: async ({ read, currency }) => (await read(readCohorts)).map((cohort) => ({ ...cohort, currency })),
    }),
    previous: t.field({
      type: CustomerAnalysisObject,
      nullable: true,
      description: 'The same of the range before, which is as long; before whole months come as many months.',
      extensions: { scans: 1 },
      resolve: ({ previous }) => previous ?? null,
    }),
  }),
});

markProvider(CustomerAnalysisObject, (analysis) => analysis);

builder.queryField('customerAnalysis', (t) =>
  t.field({
    type: CustomerAnalysisObject,
    description: 'New and returning customers, the best of them, and what they are worth over time. For the merchant.',
    args: amountArguments(),
    extensions: { scans: 1 },
    resolve: (_, args, context) => readAmountAnalysis(args, context),
  }),
);
