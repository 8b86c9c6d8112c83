/** `taxAnalysis`: tax that was collected and given back, by place and rate. */

import { listTaxes, type TaxFigures } from '#server/analytics/data/taxes.ts';
import { formatAmount } from '#server/domain/money.ts';
import { builder } from '../builder.ts';
import { type Analysis, analysisArguments, readAnalysis } from './analysis.ts';
import { markProvider } from './provider-mark.ts';
import { sumBy } from './shapes.ts';

const maxRates = 250;
const maxNames = 50;

type Amounts = Pick<
  TaxFigures,
  'currency' | 'payments' | 'taxableMinor' | 'taxMinor' | 'refundedTaxMinor' | 'refundedTaxableMinor'
>;

const TaxAmountsInterface = builder.interfaceRef<Amounts>('TaxAmounts').implement({
  description: 'Tax in one currency: what payments of the range bore, and what refunds of the range gave back of it.',
  fields: (t) => ({
    currency: t.exposeString('currency', { description: 'ISO 4217.' }),
    payments: t.exposeInt('payments', { description: 'Payments that succeeded in the range.' }),
    taxable: t.string({
      description: 'What was paid without tax.',
      resolve: ({ taxableMinor, currency }) => formatAmount(taxableMinor, currency),
    }),
    collected: t.string({
      description: 'The tax that was paid.',
      resolve: ({ taxMinor, currency }) => formatAmount(taxMinor, currency),
    }),
    refunded: t.string({
      description: 'The tax that refunds gave back, by when they succeeded, whenever it had been paid.',
      resolve: ({ refundedTaxMinor, currency }) => formatAmount(refundedTaxMinor, currency),
    }),
    taxableRefunded: t.string({
      description: 'What they gave back beside it.',
      resolve: ({ refundedTaxableMinor, currency }) => formatAmount(refundedTaxableMinor, currency),
    }),
    net: t.string({
      description: '`collected` without `refunded`: what is owed to the tax office.',
      resolve: ({ taxMinor, refundedTaxMinor, currency }) => formatAmount(taxMinor - refundedTaxMinor, currency),
    }),
  }),
});

const TaxRateFiguresObject = builder.objectRef<TaxFigures>('TaxRateFigures').implement({
  description: 'Tax at one rate in one place, in one currency.',
  interfaces: [TaxAmountsInterface],
  fields: (t) => ({
    country: t.exposeString('country', {
      nullable: true,
      description: 'ISO 3166-1 alpha-2, as the buyer gave it; null: none was asked for.',
    }),
    state: t.exposeString('state', { nullable: true, description: 'Where the buyer gave one: in the USA and Canada.' }),
    name: t.exposeString('name', { nullable: true, description: 'VAT, GST, …; null where no tax is levied.' }),
    rate: t.float({
      description: '0.19 is 19 %; 0 also where the buyer accounts for the tax (reverse charge).',
      resolve: ({ rateMillionths }) => rateMillionths / 1_000_000,
    }),
  }),
});

const TaxNameFiguresObject = builder.objectRef<Amounts & { readonly name: string | null }>('TaxNameFigures').implement({
  description: 'Tax of one name, whatever its rates, in one currency.',
  interfaces: [TaxAmountsInterface],
  fields: (t) => ({ name: t.exposeString('name', { nullable: true, description: 'Null where no tax is levied.' }) }),
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

const TaxAnalysisObject = builder.objectRef<Analysis>('TaxAnalysis');
TaxAnalysisObject.implement({
  description: 'Tax of a range of time, by when payments and refunds succeeded. Each row is of one currency.',
  fields: (t) => ({
    byRate: t.field({
      type: [TaxRateFiguresObject],
      description: `By country, state and rate: what bore most tax first, at most ${maxRates}.`,
      extensions: { longest: maxRates },
      resolve: async ({ read }) => (await read(listTaxes)).slice(0, maxRates),
    }),
    byName: t.field({
      type: [TaxNameFiguresObject],
      description: `By what the tax is called: what bore most tax first, at most ${maxNames}.`,
      extensions: { longest: maxNames },
      resolve: async ({ read }) => {
        const groups = Map.groupBy(await read(listTaxes), ({ name, currency }) => JSON.stringify([name, currency]));
        return [...groups.values()]
          .flatMap((rows) => addUp(rows) ?? [])
          .sort((one, other) => other.taxMinor - one.taxMinor)
          .slice(0, maxNames);
      },
    }),
    previous: t.field({
      type: TaxAnalysisObject,
      nullable: true,
      description: 'The same of the range before, which is as long; before whole months come as many months.',
      extensions: { scans: 1 },
      resolve: ({ previous }) => previous ?? null,
    }),
  }),
});

markProvider(TaxAnalysisObject, (analysis) => analysis);

builder.queryField('taxAnalysis', (t) =>
  t.field({
    type: TaxAnalysisObject,
    description: 'Tax that was collected and given back in a range of time. For the merchant.',
    args: analysisArguments(),
    extensions: { scans: 1 },
    resolve: (_, args, context) => readAnalysis(args, context),
  }),
);
