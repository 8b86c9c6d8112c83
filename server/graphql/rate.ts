/** Exchange rates, of which this service has none. */
import { currencies } from '#server/domain/currencies.ts';
import { builder } from './builder.ts';

const CurrencyCodeEnum = builder.enumType('CurrencyCode', {
  description: 'A currency, by its ISO 4217 code.',
  values: Object.fromEntries(
    currencies.map((code) => [code, { value: code, description: `The currency ${code}.` }]),
  ) as Record<string, { value: string; description: string }>,
});

interface ExchangeRate {
  readonly fromCurrency: string;
  readonly toCurrency: string;
  readonly standardRate: string;
  readonly rateRefId: string;
  readonly expiryTime: Date;
}

const ExchangeRateObject = builder.objectRef<ExchangeRate>('ExchangeRate').implement({
  description: 'An exchange rate.',
  fields: (t) => ({
    fromCurrency: t.exposeString('fromCurrency', { description: 'The currency that is sold.' }),
    toCurrency: t.exposeString('toCurrency', { description: 'The currency that is bought.' }),
    standardRate: t.exposeString('standardRate', { description: 'The price of one unit, as a decimal number.' }),
    rateRefId: t.exposeString('rateRefId', { description: 'The ID of the rate.' }),
    expiryTime: t.expose('expiryTime', { description: 'The end of its validity.', type: 'DateTime' }),
  }),
});

builder.queryFields((t) => ({
  rate: t.field({
    type: ExchangeRateObject,
    nullable: true,
    description:
      'An exchange rate. Always null: every price has its own amount in each currency, and nothing is converted.',
    args: {
      fromCurrency: t.arg({ type: CurrencyCodeEnum, required: true, description: 'The currency that is sold.' }),
      toCurrency: t.arg({ type: CurrencyCodeEnum, required: true, description: 'The currency that is bought.' }),
    },
    resolve: () => null,
  }),
}));
