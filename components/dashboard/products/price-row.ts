import type { TaxCategory } from '#server/catalog/rules/prices.ts';

export interface Currency {
  readonly code: string;
  readonly name: string;
  /** The number of decimals. */
  readonly exponent: number;
}

/** A price in the form, with amounts as typed. */
export interface PriceRow {
  readonly key: number;
  readonly currency: string;
  readonly amount: string;
  /** For subscriptions; empty: a free trial. */
  readonly trialAmount: string;
  readonly taxIncluded: boolean;
  readonly taxCategory: TaxCategory;
}

export const commonCurrencies = ['USD', 'EUR', 'GBP', 'JPY', 'CAD', 'AUD', 'CHF', 'INR', 'BRL', 'CNY'];

/** An example amount in a currency: 29.00, 2900, 29.000. */
export function exampleAmount(currencies: readonly Currency[], code: string): string {
  const exponent = currencies.find((currency) => currency.code === code)?.exponent ?? 2;
  return exponent === 0 ? '2900' : (29).toFixed(exponent);
}
