/** The tax provider. */
import { reverseChargeOf, type TaxProvider } from '#server/domain/tax.ts';
import { isEuVatNumber } from '#server/domain/vat-number.ts';
import { taxRateAt } from './published-rates.ts';

/**
 * The standard rate at the buyer's place, from local tables without network calls. All tax categories get the standard
 * rate; reduced ones (e-books in parts of the EU) are not known.
 */
const publishedRates: TaxProvider = {
  name: 'published-rates',
  taxFor({ billing: { country, state, isBusiness, taxId }, now }) {
    const rate = taxRateAt(country, state, now);
    const isReverseCharge = isBusiness && taxId !== undefined && isEuVatNumber(country, taxId);
    return isReverseCharge ? reverseChargeOf(rate) : { ...rate, reverseCharge: false };
  },
};

/** The installation's tax provider, chosen here only. */
export const taxProvider = (): TaxProvider => publishedRates;
