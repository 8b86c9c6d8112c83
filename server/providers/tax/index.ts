/** Who says which tax a sale bears. */
import { reverseChargeOf, type TaxProvider } from '#server/domain/tax.ts';
import { isEuVatNumber } from '#server/domain/vat-number.ts';
import { taxRateAt } from './published-rates.ts';

/**
 * The standard rate of the day where the buyer is, from tables that are here; asks nobody. Every tax category bears
 * the standard rate: reduced ones (e-books in parts of the EU) are not known.
 */
const publishedRates: TaxProvider = {
  name: 'published-rates',
  taxFor({ billing: { country, state, isBusiness, taxId }, now }) {
    const rate = taxRateAt(country, state, now);
    const isReverseCharge = isBusiness && taxId !== undefined && isEuVatNumber(country, taxId);
    return isReverseCharge ? reverseChargeOf(rate) : { ...rate, reverseCharge: false };
  },
};

/** This installation's: the one place where it is chosen. */
export const taxProvider = (): TaxProvider => publishedRates;
