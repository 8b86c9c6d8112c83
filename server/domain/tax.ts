/**
 * What tax is due on a sale. Every sale is taxed where its buyer is, as digital goods and services are; a business in
 * the EU that gives a valid VAT number accounts for the tax itself (reverse charge).
 */
import type { BillingDetail } from './billing-detail.ts';
import { type TaxRate, taxRateAt } from './tax-rates.ts';
import { isEuVatNumber } from './vat-number.ts';

export interface Tax extends TaxRate {
  /** The buyer, not the seller, owes the tax: nothing is levied, and the receipt has to say so. */
  readonly reverseCharge: boolean;
}

/** The tax on a sale to that buyer at `now`: its rate in millionths, and its name there (`VAT`, `GST`, `HST`, …). */
export function taxFor({ country, state, isBusiness, taxId }: BillingDetail, now: Date): Tax {
  const rate = taxRateAt(country, state, now);
  const reverseCharge = isBusiness && taxId !== undefined && isEuVatNumber(country, taxId);
  return reverseCharge ? { rateMillionths: 0, name: rate.name, reverseCharge } : { ...rate, reverseCharge };
}
