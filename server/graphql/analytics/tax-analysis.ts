/** `taxAnalysis`: collected and refunded tax, by place and rate. */

import { listTaxes, type TaxFigures } from '#server/analytics/data/taxes.ts';
import { formatAmount } from '#server/domain/money.ts';
import { builder } from '../builder.ts';
import { amount } from '../field-options.ts';
import { analysisObject } from './analysis.ts';
import { sumBy } from './shapes.ts';

const maxRates = 250;
const maxNames = 50;

type Amounts = Pick<
  TaxFigures,
  'currency' | 'payments' | 'taxableMinor' | 'taxMinor' | 'refundedTaxMinor' | 'refundedTaxableMinor'
>;

const TaxAmountsInterface = builder.interfaceRef<Amounts>('TaxAmounts').implement({
  description: 'The tax in one currency on payments and refunds of the range.',
  fields: (t) => ({
    currency: t.exposeString('currency', { description: 'ISO 4217 code, such as `USD`.' }),
    payments: t.exposeInt('payments', { description: 'The number of payments that succeeded in the range.' }),
    taxable: t.string(amount('taxableMinor', 'The paid amount without tax, in display format.')),
    collected: t.string(amount('taxMinor', 'The collected tax, in display format.')),
    refunded: t.string(amount('refundedTaxMinor', 'The refunded tax, by the time refunds succeeded.')),
    taxableRefunded: t.string(amount('refundedTaxableMinor', 'The refunded amount without tax.')),
    net: t.string({
      description: '`collected` minus `refunded`: the tax due.',
      resolve: ({ taxMinor, refundedTaxMinor, currency }) => formatAmount(taxMinor - refundedTaxMinor, currency),
    }),
  }),
});

const TaxRateFiguresObject = builder.objectRef<TaxFigures>('TaxRateFigures').implement({
  description: 'The tax at one rate in one place, in one currency.',
  interfaces: [TaxAmountsInterface],
  fields: (t) => ({
    country: t.exposeString('country', {
      nullable: true,
      description: 'The buyer’s country, an ISO 3166-1 alpha-2 code; null: not collected.',
    }),
    state: t.exposeString('state', {
      nullable: true,
      description: 'The buyer’s state or province, in the USA and Canada.',
    }),
    name: t.exposeString('name', {
      nullable: true,
      description: 'The name of the tax, such as VAT or GST; null if none is levied.',
    }),
    rate: t.float({
      description: 'A fraction: 0.19 is 19%. 0 also for reverse charge.',
      resolve: ({ rateMillionths }) => rateMillionths / 1_000_000,
    }),
  }),
});

const TaxNameFiguresObject = builder.objectRef<Amounts & { readonly name: string | null }>('TaxNameFigures').implement({
  description: 'The tax of one name at all rates, in one currency.',
  interfaces: [TaxAmountsInterface],
  fields: (t) => ({
    name: t.exposeString('name', { nullable: true, description: 'The name of the tax; null if none is levied.' }),
  }),
});

const addUp = ([first, ...rest]: readonly TaxFigures[]) =>
  first && {
    currency: first.currency,
    name: first.name,
    payments: sumBy([first, ...rest], ({ payments }) => payments),
    taxableMinor: sumBy([first, ...rest], ({ taxableMinor }) => taxableMinor),
    taxMinor: sumBy([first, ...rest], ({ taxMinor }) => taxMinor),
    refundedTaxMinor: sumBy([first, ...rest], ({ refundedTaxMinor }) => refundedTaxMinor),
    refundedTaxableMinor: sumBy([first, ...rest], ({ refundedTaxableMinor }) => refundedTaxableMinor),
  };

export const TaxAnalysisObject = analysisObject('TaxAnalysis', {
  query: 'taxAnalysis',
  queryDescription: 'The tax collected and refunded in a time range. For the merchant only.',
  scans: 1,
  description: 'The tax of a time range, by the time payments and refunds succeeded. Each row has one currency.',
  fields: (t) => ({
    byRate: t.field({
      type: [TaxRateFiguresObject],
      description: `By country, state and rate, the highest tax first, at most ${maxRates}.`,
      extensions: { maxLength: maxRates },
      resolve: async ({ read }) => (await read(listTaxes)).slice(0, maxRates),
    }),
    byName: t.field({
      type: [TaxNameFiguresObject],
      description: `By the name of the tax, the highest tax first, at most ${maxNames}.`,
      extensions: { maxLength: maxNames },
      resolve: async ({ read }) => {
        const groups = Map.groupBy(await read(listTaxes), ({ name, currency }) => JSON.stringify([name, currency]));
        return [...groups.values()]
          .flatMap((rows) => addUp(rows) ?? [])
          .sort((one, other) => other.taxMinor - one.taxMinor)
          .slice(0, maxNames);
      },
    }),
  }),
});
