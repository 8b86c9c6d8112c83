/** Object types of sums and of series by period. */
import type { PaymentSum } from '#server/analytics/data/payment-sums.ts';
import { listRevenueByCurrency } from '#server/analytics/data/revenue.ts';
import { formatAmount } from '#server/domain/money.ts';
import { bucketsOf, type Granularity, shareOf } from '#server/domain/time-range.ts';
import { builder } from '../builder.ts';
import { amount } from '../field-options.ts';
import type { Analysis } from './analysis.ts';
import { sumBy } from './shapes.ts';

/** The maximum number of currencies in an answer. */
export const maxCurrencies = 50;
/** More than there are countries, or states of one. */
export const maxPlaces = 300;

/** The starts of a range's periods. The first one contains the start of the range. */
export const periodStarts = ({ range }: Pick<Analysis, 'range'>, granularity: Granularity | null | undefined): Date[] =>
  bucketsOf(range, granularity ?? 'month');

/** A period in an answer: the UTC date of its start. */
export const periodLabel = (start: Date): string => start.toISOString().slice(0, 10);

export const periodDescription = 'The first day of the period, such as `2026-01-01`, in UTC.';

/** A share in percent, 0 to 100; 0 of nothing. */
export const percentageOf = (part: number, whole: number): number => 100 * (shareOf(part, whole) ?? 0);

/** The currency of an analysis, or else the one with most payments; undefined without payments. */
export const mainCurrency = async ({ read, currency }: Analysis): Promise<string | undefined> =>
  currency ?? (await read(listRevenueByCurrency))[0]?.currency;

/** The rows with the same key as one. The amount is null if they have several currencies, which cannot be added up. */
export const acrossCurrencies = (rows: readonly PaymentSum[]) =>
  [...Map.groupBy(rows, ({ key }) => key)]
    .map(([key, group]) => ({
      key,
      payments: sumBy(group, ({ payments }) => payments),
      amount: onlyAmount(group.map(({ currency, amountMinor }) => [currency, amountMinor])),
    }))
    .sort((one, other) => other.payments - one.payments);

/** The only amount in display format; null for several currencies. */
export function onlyAmount(amounts: readonly (readonly [currency: string, amountMinor: number])[]): string | null {
  const [only, ...others] = amounts;
  return only && others.length === 0 ? formatAmount(only[1], only[0]) : null;
}

interface PeriodCount {
  readonly start: Date;
  readonly count: number;
}

export const PeriodCountObject = builder.objectRef<PeriodCount>('PeriodCount').implement({
  description: 'The number of rows of one period.',
  fields: (t) => ({
    period: t.string({ description: periodDescription, resolve: ({ start }) => periodLabel(start) }),
    count: t.exposeInt('count', { description: 'The number of rows.' }),
  }),
});

interface CurrencyAmount {
  readonly currency: string;
  readonly amountMinor: number;
  readonly payments: number;
}

export const CurrencyAmountObject = builder.objectRef<CurrencyAmount>('CurrencyAmount').implement({
  description: 'An amount of payments in one currency.',
  fields: (t) => ({
    currency: t.exposeString('currency', { description: 'ISO 4217 code, such as `USD`.' }),
    totalAmount: t.string(amount('amountMinor', 'In display format: "29.00", "4500".')),
    paymentCount: t.exposeInt('payments', { description: 'The number of payments.' }),
  }),
});

export const PeriodAmountObject = builder
  .objectRef<CurrencyAmount & { readonly start: Date }>('PeriodAmount')
  .implement({
    description: 'The payments of one period in one currency.',
    fields: (t) => ({
      period: t.string({ description: periodDescription, resolve: ({ start }) => periodLabel(start) }),
      currency: t.exposeString('currency', { description: 'ISO 4217 code, such as `USD`.' }),
      totalAmount: t.string(amount('amountMinor', 'With tax, before refunds, in display format: "29.00", "4500".')),
      paymentCount: t.exposeInt('payments', { description: 'The number of payments.' }),
    }),
  });

/** `true` and `false` of {@link PaymentSum} by `isBusiness`. */
export const businessLabel = (key: string | null): string => (key === 'true' ? 'B2B' : 'B2C');
