/**
 * The tax on a sale. Every sale is taxed where its buyer is, as for digital goods and services. An EU business with a
 * valid VAT number accounts for the tax itself (reverse charge).
 */

import type { TaxCategory } from '#server/catalog/rules/prices.ts';
import type { BillingDetail } from './billing-detail.ts';

/** One tax of one place. */
export interface TaxRate {
  /** An integer in millionths: 19 % is 190,000. */
  readonly rateMillionths: number;
  /** The local name of the tax (`VAT`, `GST`, `HST`, …); null if none is levied. */
  readonly name: string | null;
}

export interface Tax extends TaxRate {
  /** The buyer owes the tax instead of the seller: nothing is levied, and the receipt must say so. */
  readonly reverseCharge: boolean;
}

/** What tax depends on. */
export interface Sale {
  readonly billing: BillingDetail;
  /** The product's tax category, as the price says. */
  readonly taxCategory: TaxCategory;
  readonly now: Date;
}

/**
 * Determines the tax rate of a sale. {@link withTax} does the arithmetic for every provider. The result must depend on
 * the sale alone, because page, preview and payment ask separately.
 */
export interface TaxProvider {
  readonly name: string;
  readonly taxFor: (sale: Sale) => Tax;
}

/** A reverse-charge tax, with the name it would have been levied under. */
export const reverseChargeOf = ({ name }: TaxRate): Tax => ({ rateMillionths: 0, name, reverseCharge: true });

/** A decimal fraction in millionths, read digit by digit: "0.19" is 190,000. Rates have at most six decimals. */
export function millionths(text: string): number {
  const match = /^([01])(?:\.(\d{1,6}))?$/.exec(text);
  if (!match) throw new RangeError(`Not a tax rate: ${text}`);
  return Number(`${match[1]}${(match[2] ?? '').padEnd(6, '0')}`);
}
