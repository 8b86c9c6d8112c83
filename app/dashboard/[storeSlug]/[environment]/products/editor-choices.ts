import type { Currency } from '../../../../../components/dashboard/products/price-row.ts';
import { currencies, currencyExponent } from '../../../../../server/domain/currencies.ts';
import { taxCategories } from '../../../../../server/domain/prices.ts';
import { taxCategoryNames } from '../../../../../server/domain/product-change-words.ts';

const names = new Intl.DisplayNames('en', { type: 'currency' });

/** What a product's editor lets one choose from. */
export const editorChoices = {
  currencies: currencies.map(
    (code): Currency => ({ code, name: names.of(code) ?? code, exponent: currencyExponent(code) ?? 2 }),
  ),
  taxCategories: taxCategories.map((category) => [category, taxCategoryNames[category]] as const),
};
