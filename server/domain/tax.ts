/**
 * What tax is due on a sale, and who says so. Every sale is taxed where its buyer is, as digital goods and services
 * are; a business in the EU that gives a valid VAT number accounts for the tax itself (reverse charge).
 */

import type { TaxCategory } from '#server/catalog/rules/prices.ts';
import type { BillingDetail } from './billing-detail.ts';

/** One tax of one place. */
export interface TaxRate {
  /** An integer in millionths: 19 % is 190,000. */
  readonly rateMillionths: number;
  /** What the tax is called there (`VAT`, `GST`, `HST`, …); null where none is levied. */
  readonly name: string | null;
}

export interface Tax extends TaxRate {
  /** The buyer, not the seller, owes the tax: nothing is levied, and the receipt has to say so. */
  readonly reverseCharge: boolean;
}

/** What tax depends on. */
export interface Sale {
  readonly billing: BillingDetail;
  /** What is sold, as the price says. */
  readonly taxCategory: TaxCategory;
  readonly now: Date;
}

/**
 * Knows which tax a sale bears. It gives a rate; the arithmetic is {@link withTax}'s, the same for every provider. An
 * answer depends on the sale alone: the page, the preview and the payment ask separately and have to hear the same.
 */
export interface TaxProvider {
  readonly name: string;
  readonly taxFor: (sale: Sale) => Tax;
}

/** A tax for which the buyer accounts, by its name where it would have been levied. */
export const reverseChargeOf = ({ name }: TaxRate): Tax => ({ rateMillionths: 0, name, reverseCharge: true });

/** A decimal fraction's text in millionths, digit by digit: "0.19" is 190,000. Rates have at most six decimals. */
export function millionths(text: string): number {
  const match = /^([01])(?:\.(\d{1,6}))?$/.exec(text);
  if (!match) throw new RangeError(`Not a tax rate: ${text}`);
  return Number(`${match[1]}${(match[2] ?? '').padEnd(6, '0')}`);
}
