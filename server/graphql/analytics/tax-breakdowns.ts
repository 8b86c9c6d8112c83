/** Collected tax of `taxAnalysis` by category, rate, place and period. Refunds are not deducted. */
import {
  type PaymentSum,
  type PeriodSum,
  paymentSumsBy,
  readPaymentSeries,
} from '#server/analytics/data/payment-sums.ts';
import { type Granularity, shareOf } from '#server/domain/time-range.ts';
import { builder } from '../builder.ts';
import { amount } from '../field-options.ts';
import type { Analysis } from './analysis.ts';
import { currencyArgument, granularityArgument } from './analysis-arguments.ts';
import { businessLabel, maxPlaces, periodDescription, periodLabel, periodStarts } from './period-shapes.ts';
import { seriesLength } from './shapes.ts';
import { TaxAnalysisObject } from './tax-analysis.ts';

const TaxSumInterface = builder.interfaceRef<PaymentSum>('TaxSum').implement({
  description: 'The tax on successful payments in one currency, before refunds.',
  fields: (t) => ({
    totalTax: t.string(amount('taxMinor', 'The tax, in display format.')),
    totalAmount: t.string(amount('amountMinor', 'The amount with tax, in display format.')),
    paymentCount: t.exposeInt('payments', { description: 'The number of payments.' }),
  }),
});

const TaxByCategoryObject = builder.objectRef<PaymentSum>('TaxByCategory').implement({
  description: 'The tax on one kind of goods.',
  interfaces: [TaxSumInterface],
  fields: (t) => ({
    taxCategory: t.string({ description: 'The kind of goods, such as `saas`.', resolve: ({ key }) => key ?? '' }),
  }),
});

const TaxByRateObject = builder.objectRef<PaymentSum>('TaxByRate').implement({
  description: 'The tax at one rate.',
  interfaces: [TaxSumInterface],
  fields: (t) => ({
    taxRate: t.float({
      description: 'A fraction: 0.19 is 19%. 0 also for reverse charge.',
      resolve: ({ key }) => Number(key) / 1_000_000,
    }),
  }),
});

const TaxByCountryObject = builder.objectRef<PaymentSum>('TaxByCountry').implement({
  description: 'The tax on payments from one country.',
  interfaces: [TaxSumInterface],
  fields: (t) => ({
    country: t.exposeString('key', {
      nullable: true,
      description: 'The buyer’s country, an ISO 3166-1 alpha-2 code; null: not collected.',
    }),
  }),
});

const TaxByBusinessObject = builder.objectRef<PaymentSum>('TaxByBusiness').implement({
  description: 'The tax on payments of businesses or of other buyers.',
  interfaces: [TaxSumInterface],
  fields: (t) => ({
    isBusiness: t.boolean({ description: 'Whether the buyers are businesses.', resolve: ({ key }) => key === 'true' }),
    label: t.string({ description: 'B2B or B2C.', resolve: ({ key }) => businessLabel(key) }),
    orderCount: t.exposeInt('orders', { description: 'The number of orders with these payments.' }),
  }),
});

type Period = PeriodSum & { readonly start: Date; readonly currency: string };

const EffectiveTaxRateObject = builder.objectRef<Period>('EffectiveTaxRate').implement({
  description: 'The effective tax rate of one period.',
  fields: (t) => ({
    period: t.string({ description: periodDescription, resolve: ({ start }) => periodLabel(start) }),
    avgTaxRate: t.float({
      nullable: true,
      description: 'The tax divided by the amounts without tax: 0.19 is 19%. Null without amounts.',
      resolve: ({ taxMinor, amountMinor }) => shareOf(taxMinor, amountMinor - taxMinor),
    }),
    paymentCount: t.exposeInt('payments', { description: 'The number of payments.' }),
  }),
});

const TaxOfPeriodObject = builder.objectRef<Period>('TaxOfPeriod').implement({
  description: 'The tax of one period.',
  fields: (t) => ({
    period: t.string({ description: periodDescription, resolve: ({ start }) => periodLabel(start) }),
    totalTax: t.string(amount('taxMinor', 'The tax, in display format.')),
    paymentCount: t.exposeInt('payments', { description: 'The number of payments.' }),
  }),
});

interface SeriesArguments {
  readonly granularity?: Granularity | null | undefined;
  readonly currency?: string | null | undefined;
}

async function readPeriods(analysis: Analysis, args: SeriesArguments): Promise<Period[]> {
  const { read, range, currency } = analysis.inCurrency(args.currency);
  const starts = periodStarts({ range }, args.granularity);
  const rows = await read((tx, scope, choice) => readPaymentSeries(tx, scope, choice, starts));
  return rows.map((row) => ({ ...row, currency }));
}

builder.objectFields(TaxAnalysisObject, (t) => ({
  byCategory: t.field({
    type: [TaxByCategoryObject],
    description: 'By kind of goods, highest amount first.',
    args: currencyArgument(),
    extensions: { scans: 1 },
    resolve: (analysis, { currency }) => analysis.inCurrency(currency).read(paymentSumsBy.taxCategory),
  }),
  byRateGroup: t.field({
    type: [TaxByRateObject],
    description: 'By rate, highest amount first.',
    args: currencyArgument(),
    extensions: { scans: 1, maxLength: maxPlaces },
    resolve: (analysis, { currency }) => analysis.inCurrency(currency).read(paymentSumsBy.taxRate),
  }),
  byCountry: t.field({
    type: [TaxByCountryObject],
    description: 'By country, highest amount first.',
    args: currencyArgument(),
    extensions: { scans: 1, maxLength: maxPlaces },
    resolve: (analysis, { currency }) => analysis.inCurrency(currency).read(paymentSumsBy.country),
  }),
  b2bVsB2c: t.field({
    type: [TaxByBusinessObject],
    description: 'Of businesses and of other buyers, highest amount first.',
    args: currencyArgument(),
    extensions: { scans: 1, maxLength: 2 },
    resolve: (analysis, { currency }) => analysis.inCurrency(currency).read(paymentSumsBy.isBusiness),
  }),
  effectiveTaxRateTrend: t.field({
    type: [EffectiveTaxRateObject],
    description: 'The effective tax rate of each period.',
    args: { ...granularityArgument(), ...currencyArgument() },
    extensions: { scans: 1, maxLength: seriesLength },
    resolve: readPeriods,
  }),
  taxAmountByPeriod: t.field({
    type: [TaxOfPeriodObject],
    description: 'The tax of each period, by the time payments succeeded.',
    args: { ...granularityArgument(), ...currencyArgument() },
    extensions: { scans: 1, maxLength: seriesLength },
    resolve: readPeriods,
  }),
}));
