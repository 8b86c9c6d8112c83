import type { TaxCategory } from '#server/catalog/rules/prices.ts';

export interface Currency {
  readonly code: string;
  readonly name: string;
  /** How many decimals it has. */
  readonly exponent: number;
}

/** A price as it stands in the form: the amounts as typed. */
export interface PriceRow {
  readonly key: number;
  readonly currency: string;
  readonly amount: string;
  /** Of subscriptions; empty: the trial is free. */
  readonly trialAmount: string;
  readonly taxIncluded: boolean;
  readonly taxCategory: TaxCategory;
}

export const commonCurrencies = ['USD', 'EUR', 'GBP', 'JPY', 'CAD', 'AUD', 'CHF', 'INR', 'BRL', 'CNY'];

/** What an amount looks like in that currency: 29.00, 2900, 29.000. */
export function exampleAmount(currencies: readonly Currency[], code: string): string {
  const exponent = currencies.find((currency) => currency.code === code)?.exponent ?? 2;
  return exponent === 0 ? '2900' : (29).toFixed(exponent);
}
