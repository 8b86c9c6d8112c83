/** Orders and revenue of `orderStatistics` by period, place and kind of buyer. */
import { readBuyers } from '#server/analytics/data/customers.ts';
import { countOrders, countOrdersByCountry, readOrderBuckets } from '#server/analytics/data/orders.ts';
import { type PaymentSum, paymentSumsBy, sumPaymentsByState } from '#server/analytics/data/payment-sums.ts';
import { listRevenueByCountry, listRevenueByCurrency } from '#server/analytics/data/revenue.ts';
import { readSeriesByCurrency } from '#server/analytics/data/trend.ts';
import { builder } from '../builder.ts';
import { amount } from '../field-options.ts';
import { type Analysis, figuresOf } from './analysis.ts';
import { currencyArgument, granularityArgument } from './analysis-arguments.ts';
import { countByStatus, maxStatuses, OrderStatisticsObject } from './order-statistics.ts';
import {
  businessLabel,
  CurrencyAmountObject,
  maxCurrencies,
  maxPlaces,
  PeriodAmountObject,
  PeriodCountObject,
  periodStarts,
} from './period-shapes.ts';
import { StatusCountObject, seriesLength, sumBy } from './shapes.ts';

const figure = figuresOf(readBuyers);

interface Place {
  readonly name: string | null;
  readonly currency: string;
  readonly amountMinor: number;
  readonly payments: number;
}

const placeObject = (typeName: string, field: 'country' | 'state', description: string) =>
  builder.objectRef<Place>(typeName).implement({
    description: `The payments from one ${field}.`,
    fields: (t) => ({
      [field]: t.exposeString('name', { description, nullable: true }),
      totalAmount: t.string(amount('amountMinor', 'With tax, before refunds, in display format: "29.00", "4500".')),
      paymentCount: t.exposeInt('payments', { description: 'The number of payments.' }),
    }),
  });

const country = 'The buyer’s country, an ISO 3166-1 alpha-2 code; null: not collected.';
const CountryAmountObject = placeObject('CountryAmount', 'country', country);
const StateAmountObject = placeObject('StateAmount', 'state', 'The buyer’s state or province; null: not collected.');

const CountryCountObject = builder
  .objectRef<{ readonly country: string | null; readonly orders: number }>('CountryCount')
  .implement({
    description: 'The orders from one country.',
    fields: (t) => ({
      country: t.exposeString('country', { description: country, nullable: true }),
      count: t.exposeInt('orders', { description: 'The number of orders.' }),
    }),
  });

const BuyerMetricsObject = builder.objectRef<Analysis>('BuyerMetrics').implement({
  description: 'The buyers with an order paid, or started with a trial.',
  fields: (t) => ({
    totalBuyers: t.int(figure('buyers', 'The number of different buyers.')),
    newBuyers: t.int(figure('new', 'The number of buyers with their first order, in any currency, in the range.')),
    returningBuyers: t.int(figure('returning', 'The number of buyers who had bought before the range.')),
  }),
});

const BusinessRevenueObject = builder.objectRef<PaymentSum>('BusinessRevenue').implement({
  description: 'The payments of businesses or of other buyers.',
  fields: (t) => ({
    isBusiness: t.boolean({ description: 'Whether the buyers are businesses.', resolve: ({ key }) => key === 'true' }),
    label: t.string({ description: 'B2B or B2C.', resolve: ({ key }) => businessLabel(key) }),
    totalAmount: t.string(amount('amountMinor', 'With tax, before refunds, in display format: "29.00", "4500".')),
    orderCount: t.exposeInt('orders', { description: 'The number of orders with these payments.' }),
  }),
});

builder.objectFields(OrderStatisticsObject, (t) => ({
  totalCount: t.int({
    description: 'The same as `total`.',
    resolve: async ({ read }) => sumBy(await read(countOrders), ({ orders }) => orders),
  }),
  countsByStatus: t.field({
    type: [StatusCountObject],
    description: 'The same as `byStatus`.',
    extensions: { maxLength: maxStatuses },
    resolve: countByStatus,
  }),
  countByStatus: t.field({
    type: [StatusCountObject],
    description: 'The same as `byStatus`.',
    extensions: { maxLength: maxStatuses },
    resolve: countByStatus,
  }),
  countsByPeriod: t.field({
    type: [PeriodCountObject],
    description: 'The orders created in each period, empty ones included.',
    args: granularityArgument(),
    extensions: { scans: 1, maxLength: seriesLength },
    resolve: async ({ read }, { granularity }) => {
      const interval = granularity ?? 'month';
      const buckets = await read((tx, scope, choice) => readOrderBuckets(tx, scope, { ...choice, interval }));
      return buckets.map(({ start, byStatus }) => ({ start, count: sumBy([...byStatus.values()], (count) => count) }));
    },
  }),
  revenueByCurrency: t.field({
    type: [CurrencyAmountObject],
    description: `The payments by currency, with tax, before refunds; most payments first, at most ${maxCurrencies}.`,
    extensions: { scans: 1, maxLength: maxCurrencies },
    resolve: async ({ read }) =>
      (await read(listRevenueByCurrency))
        .slice(0, maxCurrencies)
        .map(({ revenueMinor, ...row }) => ({ ...row, amountMinor: revenueMinor })),
  }),
  revenueByPeriod: t.field({
    type: [PeriodAmountObject],
    description:
      'The payments of each period, by the time they succeeded. Without a currency, for each one with payments.',
    args: { ...granularityArgument(), ...currencyArgument() },
    extensions: { scans: 1, maxLength: seriesLength },
    resolve: async (analysis, { granularity, currency: requested }) => {
      const starts = periodStarts(analysis, granularity);
      const { read, currency } = requested ? analysis.inCurrency(requested) : analysis;
      const found = await read((tx, scope, choice) => readSeriesByCurrency(tx, scope, 'sale', choice, starts));
      const currencies = currency === undefined ? [...found.keys()] : [currency];
      return currencies.flatMap((code) =>
        starts.map((start, index) => {
          const { amountMinor = 0, count = 0 } = found.get(code)?.get(index + 1) ?? {};
          return { start, currency: code, amountMinor, payments: count };
        }),
      );
    },
  }),
  buyerMetrics: t.field({
    type: BuyerMetricsObject,
    description: 'New and returning buyers.',
    extensions: { scans: 1 },
    resolve: (analysis) => analysis,
  }),
  revenueByCountry: t.field({
    type: [CountryAmountObject],
    description: 'The payments by country, highest amount first.',
    args: currencyArgument(),
    extensions: { scans: 1, maxLength: maxPlaces },
    resolve: async (analysis, args) => {
      const rows = await analysis
        .inCurrency(args.currency)
        .read((tx, scope, choice) => listRevenueByCountry(tx, scope, { ...choice, limit: maxPlaces }));
      return rows.map(({ country: name, revenueMinor, ...row }) => ({ ...row, name, amountMinor: revenueMinor }));
    },
  }),
  ordersByCountry: t.field({
    type: [CountryCountObject],
    description: 'The orders created in the range by country, most first.',
    extensions: { scans: 1, maxLength: maxPlaces },
    resolve: ({ read }) => read(countOrdersByCountry),
  }),
  b2bVsB2cBreakdown: t.field({
    type: [BusinessRevenueObject],
    description: 'The payments of businesses and of other buyers, highest amount first.',
    args: currencyArgument(),
    extensions: { scans: 1, maxLength: 2 },
    resolve: (analysis, { currency }) => analysis.inCurrency(currency).read(paymentSumsBy.isBusiness),
  }),
  revenueByState: t.field({
    type: [StateAmountObject],
    description: 'The payments from one country by state or province, highest amount first.',
    args: {
      country: t.arg.string({ required: true, description: 'ISO 3166-1 alpha-2 code, such as `US`.' }),
      ...currencyArgument(),
    },
    extensions: { scans: 1, maxLength: maxPlaces },
    resolve: async (analysis, args) => {
      const rows = await analysis
        .inCurrency(args.currency)
        .read((tx, scope, choice) => sumPaymentsByState(tx, scope, choice, args.country.toUpperCase()));
      return rows.map(({ key: name, ...row }) => ({ ...row, name }));
    },
  }),
}));
